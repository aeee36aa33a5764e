import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { basePath } from "../api/base";
import { ControlFailure, currentWorld, headersIn } from "../api/control";
import { host } from "../api/host";
import { useMessages } from "./toasts";

/** The step that Ctrl+Z undoes: the last one that is not undone yet. */
let lastStep: (() => void) | undefined;

/** The last action, which can still be running. How to undo it is only known when it ends. */
let lastWork: Promise<unknown> = Promise.resolve();

/** Makes Ctrl+Z undo the last step, once it has ended. In fields, Ctrl+Z keeps its usual effect. */
export function useUndoKey(): void {
	useEffect(() => {
		const press = (event: KeyboardEvent): void => {
			const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
			const isField =
				event.target instanceof Element && event.target.matches("input:not([type=checkbox]),textarea,select");
			if (!isUndo || isField) return;
			event.preventDefault();
			void lastWork.then(() => lastStep?.());
		};
		return host().onKeyDown(press);
	}, []);
}

/** Undoes a step; undefined if it cannot be undone. */
type Undo = (() => Promise<unknown>) | undefined;

interface Undoable {
	/** Shows a message about a finished action, and offers to undo it. */
	readonly offer: (title: string, undo: Undo) => void;
	/** Runs an action, shows a message about it, and offers to undo it. Resolves with whether it succeeded. */
	readonly doAndOffer: (title: string, work: () => Promise<Undo>) => Promise<boolean>;
	/** The same for a call whose response has the header `X-Mock-Undo`. The world defaults to the page's. */
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

/** Returns what undoes a call, by its header `X-Mock-Undo`. The world defaults to the one that the page shows now. */
export function undoOf({ headers }: Response, world = currentWorld()): Undo {
	const id = headers.get("x-mock-undo");
	return id === null ? undefined : () => undoIn(world, id);
}

/** Returns functions for actions that the user can undo. */
export function useUndoable(): Undoable {
	const queries = useQueryClient();
	const { say, fail } = useMessages();
	const offer = (title: string, undo: Undo): void => {
		const run = (): void => {
			if (lastStep === run) lastStep = undefined;
			void undo?.()
				.then(() => queries.invalidateQueries())
				.then(() => say({ title: "Undone" }), fail);
		};
		if (undo) lastStep = run;
		say({ title, action: undo && { label: "Undo", run } });
	};
	const finish = async (title: string, work: Promise<Undo>): Promise<boolean> => {
		try {
			const undo = await work;
			void queries.invalidateQueries();
			offer(title, undo);
			return true;
		} catch (error) {
			fail(error);
			return false;
		}
	};
	const attempt = (title: string, work: () => Promise<Undo>): Promise<boolean> => {
		const done = finish(title, work());
		lastWork = done;
		return done;
	};
	return {
		offer,
		doAndOffer: attempt,
		callAndOffer: (title, call, named) =>
			attempt(title, async () => {
				const world = named ?? currentWorld();
				return undoOf((await call()).response, world);
			}),
	};
}
