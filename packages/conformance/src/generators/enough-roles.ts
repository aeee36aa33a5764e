import { isDeepStrictEqual } from "node:util";
import { type Plan, perform, planOf, succeeds } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import { auditors, bearer } from "../rule/callers";
import type { Context } from "../rule/context";
import { groupSettings, type Rule } from "../rule/rule";
import { Deviation } from "../rule/verdict";
import { generated } from "./generated";
import { placeOf } from "./least-params";
import { isGenerous, type RestOperation } from "./rest-operations";

const ladder = ["anonymous", "outsider", "guest", "reporter", "developer", "maintainer", "owner", "administrator"] as const satisfies (
	| ActorName
	| "anonymous"
)[];
const names: readonly string[] = ladder;

/** Operations for which a role is enough for some records only: developers have their own pipelines, and may not push to every branch. */
const onlySome = /^(listPipelineVariables|(create|retry|cancel)Pipeline)$/;

/** The callers with rights outside the ladder of roles, and the owner's tokens with a single scope. */
const besides: { readonly [right: string]: ActorName } = { auditor: "auditor", admin_runners: "runner-keeper" };
const bearers: { readonly [scope: string]: ActorName } = { manage_runners: "runner-manager", create_runner: "runner-creator" };

/** Returns the callers that may use an operation because of their role: the required role and all above it. Empty if no role is required. */
export function enough({ id, domain, rateLimit, access: { role, where, scopes, or = [] } }: RestOperation): readonly (ActorName | "anonymous")[] {
	if (!["project", "group", "runner", "body"].includes(where) && (where !== "instance" || domain === "users")) return [];
	const least = onlySome.test(id) ? "maintainer" : role === "signed-in" ? "outsider" : role === "auditor" ? "administrator" : role;
	const at = names.indexOf(least);
	if (at < 0) return [];
	// With a low rate limit, only the required role is tried.
	if (!isGenerous({ rateLimit })) return ladder.slice(at, at + 1);
	// The read-only token belongs to a maintainer.
	const reader = scopes.includes("read_api") && at <= ladder.indexOf("maintainer") ? ["read-only" as const] : [];
	return [...ladder.slice(at), ...reader, ...scopes.flatMap((scope) => bearers[scope] ?? []), ...[role, ...or].flatMap((right) => besides[right] ?? [])];
}

/** Whether an operation uses up records that the scene has few of. */
const isScarce = ({ id, domain }: RestOperation): boolean => domain === "credentials" || id === "resetRunnerRegistrationToken";

/** Returns the place in which to reset a registration token: no other rule registers runners there. */
const elsewhere = ({ id }: RestOperation, t: Context) =>
	id === "resetProjectRunnerRegistrationToken"
		? { id: t.scene("internal_project") }
		: id === "resetGroupRunnerRegistrationToken"
			? { id: t.scene("leaf_group") }
			: {};

/** Whether an operation is about a place itself, so that a role in the parent group is enough. SAML belongs to top-level groups only. */
const isOfPlace = ({ id, verb, parameters, access }: RestOperation): boolean =>
	(verb === "GET" || id === "updateGroup" || id === "syncGroupLdap") &&
	id !== "listGroupSamlUsers" &&
	parameters.filter((one) => one.in === "path").length === 1 &&
	names.indexOf(access.role) > names.indexOf("outsider");

/** Checks that the required role in a group is enough in its subgroups and projects. */
async function isEnoughBelow(t: Context, row: RestOperation, least: ActorName): Promise<void> {
	const place = placeOf(row);
	if (!place || !isOfPlace(row)) return;
	const { params } = await planOf(row, t);
	const id = t.scene(place === "group" ? "leaf_group" : "internal_project");
	// The same value as before, so that nothing needs to be undone.
	const { description } = row.id === "updateGroup" ? (await t.as(least).call("getGroup", { id, with_projects: false })).is(200).fields : {};
	const [above, below] = [
		await t.as(least).call(row, params),
		await t.as(least).call(row, { ...params, id, ...(description !== undefined && { description }) }),
	];
	t.assume(`${least} of the group above should be enough in ${id}`, below.status === above.status, below);
	// An auditor reads private places, without being a member.
	if (!enough(row).includes("auditor") || auditors(t).length === 0) return;
	const hidden = await t.as("auditor").call(row, { ...params, id: t.scene(`private_${place}`) });
	t.holds(`an auditor should be allowed in the private ${place}`, hidden.succeeded, hidden);
}

/** Whether the caller has its right outside the ladder on this server: the free tier has none, and a custom role belongs to one group. */
export async function hasRight(t: Context, actor: ActorName | "anonymous"): Promise<boolean> {
	if (actor !== "auditor" && actor !== "runner-keeper") return true;
	if (t.facts.tier === "free") return false;
	if (actor === "auditor") return true;
	const memberships = await t.as("administrator").list("listUserMemberships", { id: t.user(actor).id, type: "Namespace" });
	const group = await t.as("administrator").call("getGroup", { id: t.scene("group"), with_projects: false });
	return memberships.is(200).pluck("source_id").includes(group.is(200).number("id"));
}

/** Returns what a plan looks at; undefined if it no longer exists. */
async function seen({ look }: Plan): Promise<unknown> {
	try {
		return await look?.();
	} catch (error) {
		if (error instanceof Deviation) return undefined;
		throw error;
	}
}

/** Returns rules that check that each operation accepts the required role and all roles above it. */
export const enoughRoles = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter((row) => enough(row).length > 0 && !isScarce(row))
		.map((row) =>
			generated(
				row,
				{
					phase: "examples",
					what: "enough-roles",
					title: `succeeds for each of these callers: ${enough(row).join(", ")}`,
					rests: ["role"],
					...(row.id === "resetGroupRunnerRegistrationToken" && { alone: groupSettings }),
				},
				async (t) => {
					for (const actor of enough(row)) {
						if (!(await hasRight(t, actor))) continue;
						const plan = await planOf(row, t);
						const before = await seen(plan);
						const caller = actor === "anonymous" ? t.anonymous : t.as(actor);
						// It is assumed that the scope read_api is enough for reads.
						if (actor === "read-only") {
							const read = await perform(row, { ...plan, caller }, elsewhere(row, t));
							t.assume("a token of the scope read_api should be enough", !read.refused, read);
							if (read.status === 401 || read.status === 403) continue;
						}
						const response = await succeeds(row, { ...plan, caller }, elsewhere(row, t));
						// What anyone may read of a public group, they may read of a public subgroup.
						if (actor === "anonymous" && row.domain === "groups" && placeOf(row) && row.id !== "getGroupAvatar")
							await succeeds(row, { ...plan, caller }, { id: t.scene("subgroup") });
						// Effects on the scene's group are not checked, since other rules change it at the same time.
						if (/^(PUT|PATCH|DELETE)$/.test(row.verb) && row.id !== "updateGroup" && plan.look && !plan.status && Object.keys(elsewhere(row, t)).length === 0)
							t.holds(`${actor} should have an effect`, !isDeepStrictEqual(await seen(plan), before), response);
					}
					const least = enough(row).find((actor): actor is ActorName => actor !== "anonymous" && actor !== "administrator");
					if (least === undefined || !(await hasRight(t, least))) return;
					await isEnoughBelow(t, row, least);
					const plan = await planOf(row, t);
					// A bearer token is equivalent to the header.
					const root = bearer(t, t.token("administrator"));
					const acting = await perform(row, { ...plan, caller: root.sudo(t.user(least).id) }, elsewhere(row, t));
					t.assume(
						`an administrator should be able to do it for ${least}`,
						plan.status === undefined ? acting.succeeded : acting.status === plan.status,
						acting,
					);
				},
			),
		);
