import { perform, planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import type { RestOperation } from "./rest-operations";

const ladder = ["anonymous", "outsider", "guest", "reporter", "developer", "maintainer", "owner", "administrator"] as const satisfies (
	| ActorName
	| "anonymous"
)[];
const names: readonly string[] = ladder;

/** Where a role is enough for some records only: developers have pipelines of their own, and may not push to every branch. */
const onlySome = /^(listPipelineVariables|(create|retry|cancel)Pipeline)$/;

/** Who may, in a place where somebody may because of a role: the role that is needed, and all above it. */
export function enough({ id, domain, rateLimit, access: { role, where, scopes } }: RestOperation): readonly (ActorName | "anonymous")[] {
	if (where !== "project" && where !== "group" && (where !== "instance" || domain === "users")) return [];
	const least = onlySome.test(id) ? "maintainer" : role === "signed-in" ? "outsider" : role;
	const at = names.indexOf(least);
	if (at < 0) return [];
	// Each caller may ask only so often.
	if ((rateLimit?.limit ?? 1000) <= 60) return ladder.slice(at, at + 1);
	// This token is a maintainer's.
	const reader = scopes.includes("read_api") && at <= ladder.indexOf("maintainer") ? ["read-only" as const] : [];
	return [...ladder.slice(at), ...reader];
}

/** What uses up what the scene has few of. */
const isScarce = ({ id, domain }: RestOperation): boolean => domain === "credentials" || /RegistrationToken$/.test(id);

/** The role that an operation needs is enough for it, and each role above it. */
export const enoughRoles = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter((row) => enough(row).length > 0 && !isScarce(row))
		.map((row) =>
			generated(
				row,
				{ phase: "examples", what: "enough-roles", title: `succeeds for ${enough(row).join(", ")}, each with no more than it needs`, rests: ["role"] },
				async (t) => {
					for (const actor of enough(row)) {
						const plan = await planOf(row, t);
						const response = await perform(row, { ...plan, caller: actor === "anonymous" ? t.anonymous : t.as(actor) });
						if (plan.status) response.is(plan.status);
						else response.ok;
					}
				},
			),
		);
