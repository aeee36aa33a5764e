import { Search } from "lucide-react";
import { lazy, type ReactElement, Suspense, useEffect, useState } from "react";
import { host } from "../api/host";

// It lists all operations and tables: it is loaded with its first use.
const JumpDialog = lazy(() => import("./jump-dialog"));

/** Opens the dialog to go anywhere by name, by click or with Ctrl+K. */
export function JumpButton(): ReactElement {
	const [isOpen, setOpen] = useState(false);
	useEffect(
		() =>
			host().onKeyDown((event) => {
				if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== "k") return;
				event.preventDefault();
				setOpen(true);
			}),
		[],
	);
	return (
		<>
			<button
				type="button"
				className="button quiet jump-button"
				aria-keyshortcuts="Control+K"
				onClick={() => setOpen(true)}
			>
				<Search size={16} aria-hidden />
				<span className="hidden-text">Go to</span>
				<kbd className="wide-only" aria-hidden>
					Ctrl K
				</kbd>
			</button>
			{isOpen && (
				<Suspense>
					<JumpDialog onClose={() => setOpen(false)} />
				</Suspense>
			)}
		</>
	);
}
