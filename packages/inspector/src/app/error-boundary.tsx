import { Component, type ReactNode } from "react";

interface Props {
	readonly children: ReactNode;
	/** The content to show if rendering fails, such as the raw data. */
	readonly data?: unknown;
	/** Renders again when this changes. */
	readonly resetKey: string;
}

/** Prevents a rendering error from breaking the whole page. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | undefined }> {
	override state: { readonly error: Error | undefined } = { error: undefined };

	static getDerivedStateFromError(error: unknown): { error: Error } {
		return { error: error instanceof Error ? error : new Error(String(error)) };
	}

	override componentDidUpdate(before: Props): void {
		if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: undefined });
	}

	override render(): ReactNode {
		const { error } = this.state;
		if (!error) return this.props.children;
		return (
			<div className="empty" role="alert">
				<h2>This part cannot be shown</h2>
				<p>{error.message}</p>
				<button type="button" className="button" onClick={() => this.setState({ error: undefined })}>
					Try again
				</button>
				{this.props.data !== undefined && <pre className="snippet">{JSON.stringify(this.props.data, null, 2)}</pre>}
			</div>
		);
	}
}
