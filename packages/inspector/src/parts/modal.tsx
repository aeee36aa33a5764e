import { Dialog } from "@base-ui/react/dialog";
import type { ReactElement, ReactNode } from "react";
import { layer } from "../api/host";

interface ModalProps {
	readonly title: string;
	readonly isOpen: boolean;
	readonly onClose: () => void;
	readonly children: ReactNode;
}

/** A dialog. Escape and a click outside close it. */
export function Modal({ title, isOpen, onClose, children }: ModalProps): ReactElement {
	return (
		<Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
			<Dialog.Portal container={layer()}>
				<Dialog.Backdrop className="backdrop" />
				<Dialog.Popup className="dialog">
					<Dialog.Title>{title}</Dialog.Title>
					{children}
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	);
}
