/** Taking back what a call of the control API destroyed. */
import { ControlRefusal } from "../lib/control-error";
import type { RawResponse } from "../request/http/raw";
import type { Route } from "./call";

/** Steps that are kept for each platform. A step can hold on to all records and the whole journal. */
const most = 5;

interface Step {
	/** Brings back what there was before. */
	readonly run: () => void;
	/** Which of the owner's things it brings back, if that matters. */
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

/** How a step is named. */
interface StepOptions {
	/** What its id begins with. */
	readonly prefix?: string;
	/** What `undo` returns. */
	readonly about?: string;
}

/**
 * Says in a response how to undo what the call did.
 *
 * @param owner Whose steps these are: a platform, or the worlds.
 * @param run Brings back what there was before. It runs once at most.
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
 * Undoes a call. Returns what it was about, if that was said.
 *
 * @throws ControlRefusal (404) if it cannot be undone any more.
 */
export function undo(owner: object, id: string): string | undefined {
	const steps = stepsOf(owner);
	const step = steps.byId.get(id);
	if (!step)
		throw new ControlRefusal(
			404,
			`There is nothing to undo under ${id}: only the last ${most} steps can be undone, once.`,
		);
	step.run();
	steps.byId.delete(id);
	return step.about;
}

/** A route that replaces or deletes everything that a platform holds. Undoing it brings everything back, the journal too. */
export const undoingAll =
	(route: Route): Route =>
	async (call) => {
		const bringBack = call.platform.rememberAll();
		return undoable(await route(call), call.platform, bringBack);
	};

/** A route that changes records, clock or settings. Undoing it brings these back. */
export const undoingData =
	(route: Route): Route =>
	async (call) => {
		const bringBack = call.platform.rememberData();
		return undoable(await route(call), call.platform, bringBack);
	};
