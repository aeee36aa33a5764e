import type { ReactElement } from "react";
import { BodyView } from "../parts/body-view";

interface MessagePanelProps {
	readonly name: string;
	/** The request line or the status line. */
	readonly line: string;
	readonly headers: { readonly [name: string]: string };
	readonly body: unknown;
	/** The parameters as the contract's schemas read them. */
	readonly params?: unknown;
}

/** A request or a response: its first line, its body and its headers. */
export function MessagePanel({ name, line, headers, body, params }: MessagePanelProps): ReactElement {
	const hasParams = typeof params === "object" && params !== null && Object.keys(params).length > 0;
	return (
		<div className="message">
			<p className="mono line">{line}</p>
			<section aria-label={`${name} body`}>
				<h3>Body</h3>
				<BodyView body={body} name={`${name} body`} />
			</section>
			{hasParams && (
				<section aria-label="Parameters">
					<h3>Parameters, as the contract reads them</h3>
					<BodyView body={params} name="Parameters" />
				</section>
			)}
			<section aria-label={`${name} headers`}>
				<h3>Headers</h3>
				<dl className="headers mono">
					{Object.entries(headers).map(([header, value]) => (
						<div key={header}>
							<dt>{header}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
			</section>
		</div>
	);
}
