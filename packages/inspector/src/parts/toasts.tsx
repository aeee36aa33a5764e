import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { layer } from "../api/host";

function ToastList(): ReactNode {
	const { toasts } = Toast.useToastManager();
	return toasts.map((toast) => (
		<Toast.Root key={toast.id} toast={toast} className="toast">
			<Toast.Content className="toast-content">
				<div className="words">
					<Toast.Title className="toast-title" />
					<Toast.Description />
				</div>
				<Toast.Action className="button" />
				<Toast.Close className="button quiet icon" aria-label="Dismiss">
					<X size={16} aria-hidden />
				</Toast.Close>
			</Toast.Content>
		</Toast.Root>
	));
}

/** The area in which messages appear. */
export function Toasts({ children }: { children: ReactNode }): ReactElement {
	return (
		<Toast.Provider limit={4} timeout={6_000}>
			{children}
			<Toast.Portal container={layer()}>
				<Toast.Viewport className="toasts">
					<ToastList />
				</Toast.Viewport>
			</Toast.Portal>
		</Toast.Provider>
	);
}

/** A message, with an optional action. */
export interface Message {
	readonly title: string;
	readonly detail?: string | undefined;
	readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

/** Returns functions that show messages. A message with an action stays for 30 seconds. */
export function useMessages(): { say: (message: Message) => void; fail: (error: unknown) => void } {
	const { add, close } = Toast.useToastManager();
	return {
		say({ title, detail, action }) {
			const id = add({
				title,
				description: detail,
				timeout: action ? 30_000 : 6_000,
				...(action && {
					actionProps: {
						children: action.label,
						onClick: () => {
							close(id);
							action.run();
						},
					},
				}),
			});
		},
		fail: (error) =>
			void add({
				type: "error",
				title: error instanceof Error ? error.message : String(error),
				priority: "high",
				timeout: 12_000,
			}),
	};
}
