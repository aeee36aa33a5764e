import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { control } from "../api/control";
import { Modal } from "../parts/modal";
import { useMessages } from "../parts/toasts";

interface NewWorldDialogProps {
	/** The world to copy; null for a world that starts with the seed. */
	readonly from: string | null;
	readonly onClose: () => void;
}

/** A dialog that creates a world from the seed or from another world. If that fails, it stays open with the error. */
export function NewWorldDialog({ from, onClose }: NewWorldDialogProps): ReactElement {
	const queries = useQueryClient();
	const [, navigate] = useLocation();
	const { say } = useMessages();
	const [fault, setFault] = useState<string>();
	const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
		event.preventDefault();
		const world = String(new FormData(event.currentTarget).get("world") ?? "").trim();
		try {
			await control.POST("/worlds", { body: { world, ...(from === null ? {} : { from }) } });
			await queries.invalidateQueries({ queryKey: ["worlds"] });
			say({ title: from === null ? `${world} is open` : `${world} is a copy of ${from}` });
			navigate(`/worlds/${world}?world=${encodeURIComponent(world)}`);
			onClose();
		} catch (error) {
			setFault(error instanceof Error ? error.message : String(error));
		}
	};
	return (
		<Modal title={from === null ? "Open a world" : `Fork ${from}`} isOpen onClose={onClose}>
			<form onSubmit={(event) => void submit(event)}>
				<p className="soft">
					{from === null
						? "It begins with the seed. Requests reach it by the header X-Mock-World, or below /_world/NAME."
						: `It begins with what ${from} holds now, with its clock and settings.`}
				</p>
				<label className="labelled">
					<span className="label">Name: letters, digits, dots, dashes, underscores</span>
					<input className="field" name="world" required aria-invalid={fault !== undefined} placeholder="test-7" />
				</label>
				{fault && (
					<p className="fault" role="alert">
						{fault}
					</p>
				)}
				<div className="end">
					<button type="button" className="button" onClick={onClose}>
						Cancel
					</button>
					<button type="submit" className="button primary">
						{from === null ? "Open" : "Fork"}
					</button>
				</div>
			</form>
		</Modal>
	);
}
