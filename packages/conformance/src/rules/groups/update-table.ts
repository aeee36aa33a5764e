import type { SceneField } from "../../bench/scene";
import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import type { Rule, RuleOptions, Subject } from "../../rule/rule";
import { HeldGroup } from "./held-group";

export interface ChangeOptions extends RuleOptions {
	operations?: readonly Subject[];
	/** The group that is changed; the subgroup unless told otherwise. */
	of?: Extract<SceneField, "group" | "subgroup" | "leaf_group">;
	/** Who changes it; the owner unless told otherwise. */
	by?: "owner" | "administrator";
}

/** A check on a group that is put back as it was. */
export function onGroup(claims: string, run: (group: HeldGroup, t: Context) => Promise<void>, { of = "subgroup", ...options }: ChangeOptions = {}): Rule {
	return byClaim(claims, async (t) => run(await HeldGroup.of(t, of), t), { effect: "writes", ...options });
}

/** Each of these changes must be accepted, and shown in the answer and in a later read. */
export function accepts(
	claims: string,
	changes: readonly Params[],
	{ by = "owner", ...options }: ChangeOptions = {},
	shown: (sent: Params) => Fields = (sent) => sent,
): Rule {
	return onGroup(
		claims,
		async (group, t) => {
			for (const sent of changes) {
				(await group.change(sent, t.as(by))).has(shown(sent));
				(await group.get(t.as(by))).is(200).has(shown(sent));
			}
		},
		options,
	);
}

/** Such a value must be refused for its form, and change nothing. */
export const refusesForm = (claim: string, changes: Params, error: string, options?: ChangeOptions): Rule =>
	onGroup(
		claim,
		async (group) => {
			await group.refuses(changes, { error });
		},
		options,
	);

/** Such a change must succeed and have no effect, while what is sent beside it has. */
export const ignores = (claims: string, changes: Params, options?: ChangeOptions): Rule =>
	onGroup(
		claims,
		async (group) => {
			await group.ignores(changes);
		},
		options,
	);
