/** Undoes calls of the control API that deleted or replaced data. */
import { ControlRefusal } from "../lib/control-error";
import type { RawResponse } from "../request/http/raw";
import type { Route } from "./call";

/** The maximum number of steps per platform. A step can reference all records and the whole journal. */
const most = 5;

interface Step {
	/** Restores the earlier state. */
	readonly run: () => void;
	/** The world that it restores, if it is about one. */
	readonly about: string | undefined;
}

interface Steps {
	last: number;
	readonly byId: Map<string, Step>;
}

const kept = new WeakMap<object, Steps>();

function stepsOf(owner: object): Steps {
	const steps = kept.get(owner) ?? { last: 0, byId: new Map<string, Step>() };
	kept.set(owner, steps);
	return steps;
}

/** The name of a step. */
interface StepOptions {
	/** The prefix of its id. */
	readonly prefix?: string;
	/** What `undo` returns. */
	readonly about?: string;
}

/**
 * Adds a header to a response with the id of a step that undoes the call.
 *
 * @param owner The owner of the steps: a platform, or the worlds.
 * @param run Restores the earlier state. Called at most once.
 */
export function undoable(
	response: RawResponse,
	owner: object,
	run: () => void,
	{ prefix = "undo", about }: StepOptions = {},
): RawResponse {
	const steps = stepsOf(owner);
	steps.last += 1;
	const id = `${prefix}-${steps.last}`;
	steps.byId.set(id, { run, about });
	const [oldest] = steps.byId.keys();
	if (steps.byId.size > most && oldest !== undefined) steps.byId.delete(oldest);
	return { ...response, headers: { ...response.headers, "x-mock-undo": id } };
}

/**
 * Undoes a call. Returns its `about`, if it has one.
 *
 * @throws ControlRefusal (404) if it can no longer be undone.
 */
export function undo(owner: object, id: string): string | undefined {
	const steps = stepsOf(owner);
	const step = steps.byId.get(id);
	if (!step)
		throw new ControlRefusal(
			404,
			`There is no step ${id} to undo: only the last ${most} steps can be undone, each once.`,
		);
	step.run();
	steps.byId.delete(id);
	return step.about;
}

/** Wraps a route that replaces or deletes a platform's data. Undoing it restores everything, even the journal. */
export const undoingAll =
	(route: Route): Route =>
	async (call) => {
		const bringBack = call.platform.rememberAll();
		return undoable(await route(call), call.platform, bringBack);
	};

/** Wraps a route that changes records, clock or settings. Undoing it restores these. */
export const undoingData =
	(route: Route): Route =>
	async (call) => {
		const bringBack = call.platform.rememberData();
		return undoable(await route(call), call.platform, bringBack);
	};
