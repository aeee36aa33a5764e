import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { basePath } from "../api/base";
import { ControlFailure, currentWorld, headersIn } from "../api/control";
import { host } from "../api/host";
import { useMessages } from "./toasts";

/** The step that Ctrl+Z undoes: the last one that has not been undone. */
let lastStep: (() => void) | undefined;

/** Undoes the last step with Ctrl+Z, except in a field, which has its own. */
export function useUndoKey(): void {
	useEffect(() => {
		const press = (event: KeyboardEvent): void => {
			const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
			const isField =
				event.target instanceof Element && event.target.matches("input:not([type=checkbox]),textarea,select");
			if (!isUndo || isField || !lastStep) return;
			event.preventDefault();
			lastStep();
		};
		return host().onKeyDown(press);
	}, []);
}

interface Undoable {
	/** Does something, says so, and offers to undo it. Resolves with whether it was done. */
	readonly doAndOffer: (title: string, work: () => Promise<() => Promise<unknown>>) => Promise<boolean>;
	/** The same for a call whose response says in `X-Mock-Undo` how to undo it. The world is the page's by default. */
	readonly callAndOffer: (
		title: string,
		call: () => Promise<{ response: Response }>,
		world?: string,
	) => Promise<boolean>;
}

async function undoIn(world: string | undefined, id: string): Promise<void> {
	const response = await host().fetch(`${basePath}/undo/${id}`, { method: "POST", headers: headersIn(world) });
	if (response.ok) return;
	const { message = "This cannot be undone any more." }: { message?: string } = await response.json();
	throw new ControlFailure(response.status, message);
}

/** For what replaces or deletes something. */
export function useUndoable(): Undoable {
	const queries = useQueryClient();
	const { say, fail } = useMessages();
	const offer = (title: string, undo: (() => Promise<unknown>) | undefined): void => {
		const run = (): void => {
			if (lastStep === run) lastStep = undefined;
			void undo?.()
				.then(() => queries.invalidateQueries())
				.then(() => say({ title: "Undone" }), fail);
		};
		if (undo) lastStep = run;
		say({ title, action: undo && { label: "Undo", run } });
	};
	const attempt = async (
		title: string,
		work: () => Promise<(() => Promise<unknown>) | undefined>,
	): Promise<boolean> => {
		try {
			const undo = await work();
			void queries.invalidateQueries();
			offer(title, undo);
			return true;
		} catch (error) {
			fail(error);
			return false;
		}
	};
	return {
		doAndOffer: attempt,
		callAndOffer: (title, call, named) =>
			attempt(title, async () => {
				// The page may show another world by the time that somebody undoes it.
				const world = named ?? currentWorld();
				const id = (await call()).response.headers.get("x-mock-undo");
				return id === null ? undefined : () => undoIn(world, id);
			}),
	};
}
