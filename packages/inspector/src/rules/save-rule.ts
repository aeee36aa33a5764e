import { bodyOf, control } from "../api/control";
import type { Rule } from "./rule-form";

/** A rule that is stored in the mock. */
export type SavedRule = Rule & {
	readonly id: string;
	readonly enabled: boolean;
	readonly calls: number;
	readonly held: number;
};

/** The parts of a rule that can be changed. */
interface Change {
	readonly enabled?: boolean;
	readonly position?: number;
	readonly options?: Rule["options"];
}

/** Adds a rule, and resolves with its id. */
export async function addRule({ kind, options }: Rule): Promise<string> {
	const made =
		kind === "fault"
			? await bodyOf(control.POST("/faults", { body: options }))
			: await bodyOf(control.POST("/overrides", { body: options }));
	return made.id;
}

/** Removes a rule. The response's header `X-Mock-Undo` undoes this. */
export const removeRule = (kind: Rule["kind"], id: string): Promise<{ response: Response }> =>
	kind === "fault"
		? control.DELETE("/faults/{fault_id}", { params: { path: { fault_id: id } } })
		: control.DELETE("/overrides/{override_id}", { params: { path: { override_id: id } } });

/** Changes a rule. The response's header `X-Mock-Undo` undoes this. */
export const changeRule = (kind: Rule["kind"], id: string, change: Change): Promise<{ response: Response }> =>
	kind === "fault"
		? control.PATCH("/faults/{fault_id}", { params: { path: { fault_id: id } }, body: change })
		: control.PATCH("/overrides/{override_id}", { params: { path: { override_id: id } }, body: change });

/** Returns the effect that a rule would have had on the last requests. */
export const previewRule = ({ kind, options }: Rule, signal: AbortSignal) =>
	kind === "fault"
		? bodyOf(control.POST("/faults/preview", { body: options, signal }))
		: bodyOf(control.POST("/overrides/preview", { body: options, signal }));

/** Returns all rules in the order in which they apply: faults first, then overrides, the last one first. */
export async function listRules(): Promise<readonly SavedRule[]> {
	const [faults, overrides] = await Promise.all([bodyOf(control.GET("/faults")), bodyOf(control.GET("/overrides"))]);
	return [
		...faults.map((fault) => ({ kind: "fault" as const, ...fault })),
		...overrides.reverse().map((override) => ({ kind: "override" as const, held: 0, ...override })),
	];
}
