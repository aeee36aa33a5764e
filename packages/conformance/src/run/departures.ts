/** Checks that a product fails because it differs from the specification, according to its own documentation. */
import type { Dialect } from "@tenon/contract/dialects";
import { claimIds, type Rule } from "../rule/rule";

interface Departure {
	/** What the product does instead, with its number in docs/gitlab.md. */
	readonly does: string;
	/** Numbered rules. */
	readonly claims?: string;
	/** Rules with ids of other kinds. */
	readonly checks?: readonly string[];
}

const gitlab: readonly Departure[] = [
	{
		does: "1–5: lists below a group take visibility and other filters",
		checks: ["laws/listSubgroups/undeclared", "laws/listDescendantGroups/undeclared"],
	},
	{ does: "11: activity_filter works on notes of all kinds", claims: "NOTE-120" },
	{ does: "12: created_at is honoured on epics and wiki pages", claims: "NOTE-193" },
	{ does: "13: internal works on wiki pages", claims: "NOTE-209" },
	{ does: "15: preferences have policy_advanced_editor", checks: ["laws/updateUserPreferences/undeclared"] },
	{
		does: "22: groups take ldap_cn and ldap_access",
		checks: ["laws/updateGroup/undeclared", "laws/updateGroup/undeclared-top-level"],
	},
	{
		does: "26: the jobs of a runner have more statuses, and keyset pages",
		claims: "RUNNER-331",
		checks: ["laws/listRunnerJobs/pages"],
	},
	{ does: "29: a note's author has no email and no created_at", claims: "NOTE-033, NOTE-034" },
	{
		does: "30: a metrics payload gets 201 without a body",
		claims: "ALERT-074..076, ALERT-081, ALERT-103..105, ALERT-110, ALERT-112, ALERT-122",
		checks: ["ALERT-105/free"],
	},
	{
		does: "32: groups do not show experiment_features_enabled and duo_availability",
		claims: "GROUP-087",
	},
	{ does: "33: a mutation by session cookie needs X-CSRF-Token", claims: "AUTH-083" },
	{
		does: "35: an unknown SSH key is 404",
		claims: "CRED-174, CRED-177",
		checks: ["negatives/deleteGroupSshKey/no-record"],
	},
	{
		does: "36: one preference is enough",
		checks: ["negatives/updateUserPreferences/missing"],
	},
	{ does: "37: ip_address of a runner is null", claims: "RUNNER-029" },
	{
		does: "38: a change of a user is refused with 400, 404 or 409",
		claims: "USER-462, USER-463, USER-465..467, USER-472, USER-474, USER-479",
		checks: [
			"boundaries/updateUser/bounds",
			"negatives/updateUser/invalid",
			"negatives/updateUser/refusal-order",
			"rules/users/reserved-names",
			"USER-388/secondary",
			"USER-472/unknown-group",
			"USER-472/groups",
		],
	},
	{ does: "39: only single users have sign-in addresses", claims: "USER-087, USER-170" },
	{ does: "41: scope takes specific and shared for a project's runners too", claims: "RUNNER-112" },
];

const departures: { readonly [dialect: string]: readonly Departure[] } = { gitlab };

/** What a product does instead, by dialect and id of the check. */
export const departedChecks: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
	Object.entries(departures).map(([dialect, all]) => [
		dialect,
		new Map(
			all.flatMap(({ does, claims, checks = [] }) =>
				[...(claims === undefined ? [] : claimIds(claims)), ...checks].map((id) => [id, does] as const),
			),
		),
	]),
);

/** Why a rule does not apply to a product; undefined if it does. */
export function departureOf({ id, operations }: Rule, dialect: Dialect | undefined): string | undefined {
	if (!dialect) return undefined;
	const { name, product, release, absent } = dialect;
	const missing = operations.find((operation) => absent.includes(operation));
	if (missing !== undefined) return `${product} ${release} has no ${missing}`;
	const does = departedChecks.get(name)?.get(id);
	return does === undefined ? undefined : `${product} ${release} differs: ${does}`;
}
