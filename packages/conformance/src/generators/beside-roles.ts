import { perform, planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import type { Caller } from "../rule/caller";
import { account } from "../rule/callers";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import { placeNamed, refusedRoles, refuses } from "./lower-roles";
import type { RestOperation } from "./rest-operations";
import { unchanged } from "./unchanged";

/** Returns the roles outside the ladder that are not enough: an auditor only reads; `admin_runners` covers only operations that name it. */
function beside(row: RestOperation): readonly ActorName[] {
	const { role, or = [] } = row.access;
	const refused = refusedRoles(row);
	if (refused.length === 0) return [];
	// Auditors read what belongs to a place, except where the table admits only administrators besides the roles of the place.
	const isRead = (row.verb === "GET" && !or.includes("administrator")) || role === "auditor" || or.includes("auditor");
	// The rule `roles` already checks that operations for administrators refuse auditors.
	if (refused.includes("auditor")) return [];
	return [...(isRead ? [] : ["auditor" as const]), ...(refused.includes("guest") && !or.includes("admin_runners") ? ["runner-keeper" as const] : [])];
}

/** Returns the flags that the rule sets one by one on its own record: no flag lets in a refused caller. */
const flagsOf = ({ id, verb, body }: RestOperation): readonly string[] =>
	["PUT", "PATCH"].includes(verb) && id !== "updateGroup"
		? (body?.fields ?? []).filter(({ schema, lifecycle }) => schema.type === "boolean" && !lifecycle).map(({ name }) => name)
		: [];

/** Returns memberships of an owner that give no role in this group or project: they have ended, are only offered, or are in another place. */
function inNameOnly(t: Context, kind: "group" | "project", path: string): readonly Fields[] {
	const here = { [kind]: path };
	const others = kind === "group" ? [{ group: t.scene("subgroup") }, { project: t.scene("project") }] : [{ project: t.scene("internal_project") }];
	return [{ ...here, expires_at: "2020-01-01" }, { ...here, pending: true }, ...others.filter((one) => !Object.values(one).includes(path))];
}

/** Returns rules that check that an operation for a role in a group or project refuses owners in name only, and changes nothing for them. */
const namesOnly = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows.flatMap((row) => {
		if (refusedRoles(row).length < 2 || row.access.role === "administrator" || !/^(group|project|body)$/.test(row.access.where)) return [];
		const title = "is refused to owners in name only: of another place, after the end of their membership or before its begin. Nothing changes";
		return generated(row, { phase: "negatives", what: "in-name-only", title, rests: ["role"] }, async (t) => {
			const plan = await planOf(row, t);
			const [name, kind = "group"] = placeNamed(row, plan.params);
			const id = plan.params[name];
			const path = typeof id === "string" && !/^\d+$/.test(id) ? id : t.scene(kind);
			const callers: (readonly [string, Caller])[] = [];
			for (const membership of inNameOnly(t, kind, path)) {
				const { username, caller } = await account(t);
				await t.given.record("members", { user: username, role: "owner", ...membership });
				callers.push([JSON.stringify(membership), caller]);
			}
			await unchanged(t, plan, async () => {
				for (const [membership, caller] of callers) {
					const response = await caller.call(row, plan.params);
					t.holds(`an owner of ${membership} should be refused`, response.refused, response);
				}
			});
		});
	});

/** Returns rules that check that each operation refuses roles outside the ladder, and changes nothing for them. */
export const besideRoles = (rows: readonly RestOperation[]): readonly Rule[] => [
	...namesOnly(rows),
	...rows.flatMap((row) => {
		const actors = beside(row);
		if (actors.length === 0) return [];
		const title = `is refused to ${actors.join(", ")}, and changes nothing for them`;
		return generated(row, { phase: "negatives", what: "beside-roles", title, rests: ["role"], tier: "premium" }, async (t) => {
			const plan = await planOf(row, t);
			await refuses(t, row, plan, actors);
			for (const flag of flagsOf(row)) {
				(await perform(row, plan, { [flag]: true })).ok;
				await refuses(t, row, plan, [...refusedRoles(row), ...actors]);
			}
		});
	}),
];
