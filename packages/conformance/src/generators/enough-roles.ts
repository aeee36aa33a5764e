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

/** Where a role is enough for some records only: developers have pipelines of their own, and may not push to every branch. */
const onlySome = /^(listPipelineVariables|(create|retry|cancel)Pipeline)$/;

/** Who has the rights beside the ladder that the table names, and the tokens of one scope alone that the owner has. */
const besides: { readonly [right: string]: ActorName } = { auditor: "auditor", admin_runners: "runner-keeper" };
const bearers: { readonly [scope: string]: ActorName } = { manage_runners: "runner-manager", create_runner: "runner-creator" };

/** Who may, in a place where somebody may because of a role: the role that is needed, and all above it. */
export function enough({ id, domain, rateLimit, access: { role, where, scopes, or = [] } }: RestOperation): readonly (ActorName | "anonymous")[] {
	if (!["project", "group", "runner", "body"].includes(where) && (where !== "instance" || domain === "users")) return [];
	const least = onlySome.test(id) ? "maintainer" : role === "signed-in" ? "outsider" : role === "auditor" ? "administrator" : role;
	const at = names.indexOf(least);
	if (at < 0) return [];
	// Each caller may ask only so often.
	if (!isGenerous({ rateLimit })) return ladder.slice(at, at + 1);
	// This token is a maintainer's.
	const reader = scopes.includes("read_api") && at <= ladder.indexOf("maintainer") ? ["read-only" as const] : [];
	return [...ladder.slice(at), ...reader, ...scopes.flatMap((scope) => bearers[scope] ?? []), ...[role, ...or].flatMap((right) => besides[right] ?? [])];
}

/** What uses up what the scene has few of. */
const isScarce = ({ id, domain }: RestOperation): boolean => domain === "credentials" || id === "resetRunnerRegistrationToken";

/** Registration tokens are reset in places with whose tokens no other rule registers runners. */
const elsewhere = ({ id }: RestOperation, t: Context) =>
	id === "resetProjectRunnerRegistrationToken"
		? { id: t.scene("internal_project") }
		: id === "resetGroupRunnerRegistrationToken"
			? { id: t.scene("leaf_group") }
			: {};

/** Whether it is about a place itself, so that a role in the group above is enough for it in the place below; SAML is of top-level groups. */
const isOfPlace = ({ id, verb, parameters, access }: RestOperation): boolean =>
	(verb === "GET" || id === "updateGroup" || id === "syncGroupLdap") &&
	id !== "listGroupSamlUsers" &&
	parameters.filter((one) => one.in === "path").length === 1 &&
	names.indexOf(access.role) > names.indexOf("outsider");

/** The least role of a group is enough in what is below it. */
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
	// An auditor, who is a member of nothing, reads what is private.
	if (!enough(row).includes("auditor") || auditors(t).length === 0) return;
	const hidden = await t.as("auditor").call(row, { ...params, id: t.scene(`private_${place}`) });
	t.holds(`an auditor should be allowed in the private ${place}`, hidden.succeeded, hidden);
}

/** Whether a right beside the ladder holds here: a free installation has none, and a custom role is one in a group. */
export async function hasRight(t: Context, actor: ActorName | "anonymous"): Promise<boolean> {
	if (actor !== "auditor" && actor !== "runner-keeper") return true;
	if (t.facts.tier === "free") return false;
	if (actor === "auditor") return true;
	const memberships = await t.as("administrator").list("listUserMemberships", { id: t.user(actor).id, type: "Namespace" });
	const group = await t.as("administrator").call("getGroup", { id: t.scene("group"), with_projects: false });
	return memberships.is(200).pluck("source_id").includes(group.is(200).number("id"));
}

/** What a plan looks at; nothing once it is gone. */
async function seen({ look }: Plan): Promise<unknown> {
	try {
		return await look?.();
	} catch (error) {
		if (error instanceof Deviation) return undefined;
		throw error;
	}
}

/** The role that an operation needs is enough for it, and each role above it. */
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
						// That the scope read_api is enough for what REST reads is assumed.
						if (actor === "read-only") {
							const read = await perform(row, { ...plan, caller }, elsewhere(row, t));
							t.assume("a token of the scope read_api should be enough", !read.refused, read);
							if (read.status === 401 || read.status === 403) continue;
						}
						const response = await succeeds(row, { ...plan, caller }, elsewhere(row, t));
						// Other rules change the scene's group at the same time.
						if (/^(PUT|PATCH|DELETE)$/.test(row.verb) && row.id !== "updateGroup" && plan.look && !plan.status && Object.keys(elsewhere(row, t)).length === 0)
							t.holds(`${actor} should have an effect`, !isDeepStrictEqual(await seen(plan), before), response);
					}
					const least = enough(row).find((actor): actor is ActorName => actor !== "anonymous" && actor !== "administrator");
					if (least === undefined || !(await hasRight(t, least))) return;
					await isEnoughBelow(t, row, least);
					const plan = await planOf(row, t);
					// As a bearer, which is as good as the header.
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
