import { generated, lawsOf } from "../generators/generated";
import { type RestOperation, restOperations } from "../generators/rest-operations";
import { perform, planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import type { Caller } from "../rule/caller";
import type { Context } from "../rule/context";
import type { Rule } from "../rule/rule";

const ladder: readonly string[] = ["guest", "reporter", "developer", "maintainer", "owner"] satisfies ActorName[];

/** Who has each right that the table names; an author is whoever made the record, and has rules of their own. */
const actorOf: { readonly [right: string]: ActorName } = {
	...Object.fromEntries(ladder.map((name) => [name, name as ActorName])),
	"signed-in": "outsider",
	administrator: "administrator",
	auditor: "auditor",
	admin_runners: "runner-keeper",
};
/** Who has a token of one scope alone, and the role for reading or for runners. */
const bearerOf: { readonly [scope: string]: ActorName } = { read_api: "read-only", manage_runners: "runner-manager" };

/** What needs a record that the caller made, a branch that is not protected, or tokens of which there are few; what has few requests a minute. */
const isLeftOut = ({ id, domain, access, rateLimit }: RestOperation): boolean =>
	domain === "credentials" ||
	["self", "integration"].includes(access.where) ||
	access.role === "token" ||
	/^(revokeGroupToken|syncGroupLdap|resetRunnerRegistrationToken|updateGroup|getGroupAvatar|listUsers|getUserAssociationsCount|(create|retry|cancel)Pipeline|listPipelineVariables)$/.test(id) ||
	(rateLimit?.limit ?? 1000) <= 60;

/** Registration tokens are reset in places with whose tokens no rule registers runners. */
const elsewhere = (row: RestOperation, t: Context) =>
	row.id === "resetProjectRunnerRegistrationToken"
		? { id: t.scene("internal_project") }
		: row.id === "resetGroupRunnerRegistrationToken"
			? { id: t.scene("leaf_group") }
			: {};

/** Who may use the operation, by the table: the lowest role, and whoever is named beside it. */
function allowed({ access, verb }: RestOperation, t: Context): readonly Caller[] {
	const rights = [access.role, ...(access.or ?? [])].filter((right) => t.facts.tier !== "free" || !["auditor", "admin_runners"].includes(right));
	const bearers = access.scopes.flatMap((scope) => (scope === "read_api" && verb !== "GET" ? [] : (bearerOf[scope] ?? [])));
	const isForRunners = access.where === "runner";
	return [
		...(access.role === "anonymous" ? [t.anonymous, t.as("outsider")] : []),
		...rights.flatMap((right) => actorOf[right] ?? []).map(t.as),
		...(isForRunners ? bearers.map(t.as) : []),
	];
}

/** Each operation is open to the lowest role that it needs, and to all that the table names beside it. Catches a check for too high a role. */
export const allowedRoles: readonly Rule[] = restOperations
	.filter((row) => !isLeftOut(row))
	.map((row) =>
		generated(
			row,
			{
				phase: "laws",
				what: "allowed",
				title: `is open to ${[row.access.role, ...(row.access.or ?? [])].join(", ")}`,
				rests: ["role"],
				...(row.id === "resetGroupRunnerRegistrationToken" && { alone: lawsOf("groups") }),
			},
			async (t) => {
				for (const caller of allowed(row, t)) {
					const plan = await planOf(row, t);
					const response = await perform(row, { ...plan, caller }, elsewhere(row, t));
					t.holds(`${caller.actor} should be allowed to`, plan.status === undefined ? response.succeeded : response.status === plan.status, response);
				}
			},
		),
	);
