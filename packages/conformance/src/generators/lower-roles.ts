import { type Plan, perform, planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import type { Context } from "../rule/context";
import type { Rule } from "../rule/rule";
import { states } from "../rule/states";
import { generated } from "./generated";
import { leastParams, nobody, numberOf, placeOf } from "./least-params";
import { refusedWithEnding } from "./refused-with-ending";
import { isGenerous, type RestOperation } from "./rest-operations";
import { unchanged } from "./unchanged";
import { applies, choicesOf, type Field, plainValue, sentFields } from "./wrong-input";

const roles = ["outsider", "guest", "reporter", "developer", "maintainer", "owner"] as const satisfies ActorName[];
const names: readonly string[] = roles;

/** Returns the roles that the operation refuses: all below the required one. */
export function refusedRoles({ access }: RestOperation): readonly ActorName[] {
	const needed = names.indexOf(access.role);
	if (needed > 0) return roles.slice(0, needed);
	if (access.role === "auditor") return roles;
	return [access.role, ...(access.or ?? [])].includes("administrator") ? [...roles, "auditor"] : [];
}

/** Returns the parameter that names the place of a request, and the kind of the place. */
export const placeNamed = (row: RestOperation, params: Params): readonly [string, "group" | "project" | undefined] =>
	row.access.where === "body" ? (Object.hasOwn(params, "group_id") ? ["group_id", "group"] : ["project_id", "project"]) : ["id", placeOf(row)];

/** The messages of refusals other than `403 Forbidden`, by where the role is needed. */
const reasons: { readonly [where: string]: string } = {
	runner: "403 Forbidden - No access granted",
	body: "403 Forbidden - Insufficient permissions",
};

const isRotation = ({ id }: RestOperation): boolean => id.startsWith("rotateGroup");

/** Whether administrators use the operation on another user. */
const isForUser = ({ access, path }: RestOperation): boolean => access.role === "administrator" && path.startsWith("/users/{id}");

/** Checks that the operation refuses these roles, and for an operation on a user that user too, and changes nothing for them. */
export async function refuses(t: Context, row: RestOperation, plan: Plan, roles: readonly ActorName[]): Promise<void> {
	const isAdministered = row.access.role === "administrator";
	const isOnUser = isForUser(row);
	const asUser = () => t.as("administrator").sudo(Number(plan.params.id));
	// Assumed: only administrators may call this operation, so users may not read their own PIN with it either.
	const isOwnPin = row.id === "getUserSupportPin";
	if (isOwnPin) {
		const own = await asUser().call(row, plan.params);
		t.assume("the user should be refused", own.status === 403, own);
	}
	await unchanged(t, plan, async () => {
		for (const caller of [...roles.map(t.as), ...(isOnUser && !isOwnPin ? [asUser()] : [])]) {
			const response = await caller.call(row, plan.params);
			// A caller who is a member of nothing may not even learn that the place exists.
			const isHidden = placeOf(row) !== undefined && caller.actor === "outsider";
			const isStated = states(row, "403") && !isHidden;
			response.is(
				...(row.id === "rotateGroupPersonalAccessToken" ? [401] : isRotation(row) ? [401, 403, 404] : isStated || isAdministered ? [403] : [403, 404]),
			);
			if (row.id === "rotateGroupResourceAccessToken") t.assume("the refusal should be 403", response.status === 403, response);
			if (response.status === 403) response.refuses(403, { message: reasons[row.access.where] ?? "403 Forbidden" });
			else if (isHidden && !isRotation(row)) t.assume("where the place is public the refusal should be 403", false, response);
			await refusedWithEnding(t, caller, row, plan.params, response.status);
			if (!isRotation(row)) continue;
			const self = await caller.call(row, { ...plan.params, token_id: "self" });
			t.assume(`self should be refused with ${response.status} as a number is`, self.status === response.status, self);
		}
	});
}

/** Returns a list with a value that the field certainly accepts; an empty list if none is known. */
function fitting(field: Field): readonly unknown[] {
	const { type, format, minimum = 1 } = field.schema;
	const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
	if (format === "date" || format === "date-time") return [format === "date" ? inTwoDays.slice(0, 10) : inTwoDays];
	return type === "integer" ? [minimum] : plainValue(field);
}

/** Returns optional parameters to add to a request, each on its own. For a read, those with closed sets are combined, so that every value occurs. */
function besides(row: RestOperation, t: Context, params: Params): readonly Params[] {
	const optional = sentFields(row).filter((one) => !one.required && applies(t, one) && !Object.hasOwn(params, one.name));
	const closed = row.verb === "GET" ? optional.map(({ name, schema }) => [name, choicesOf(schema) ?? []] as const).filter(([, all]) => all.length > 0) : [];
	const names = closed.map(([name]) => name);
	const most = Math.max(0, ...closed.map(([, values]) => values.length));
	return [
		...Array.from({ length: most }, (_, index) => Object.fromEntries(closed.map(([name, values]) => [name, values[index % values.length]]))),
		...optional.filter(({ name }) => !names.includes(name)).flatMap((field) => fitting(field).map((value) => ({ [field.name]: value }))),
	];
}

/**
 * Checks that a refused request is still refused with any optional parameter or field added.
 * @param status The status of the refusal without the addition.
 */
export async function refusesWithMore(t: Context, row: RestOperation, plan: Plan, what: string = plan.caller.actor, status?: number): Promise<void> {
	const { caller } = plan;
	// An update of a link requires its name or its URL.
	const optional = row.id === "updateReleaseLink" ? [] : (row.body?.fields ?? []).filter((one) => !one.required).map(({ name }) => name);
	const params = Object.fromEntries(Object.entries(plan.params).filter(([name]) => !optional.includes(name)));
	for (const more of isGenerous(row) ? besides(row, t, params) : []) {
		const response = await caller.call(row, { ...params, ...more });
		t.holds(`${what} should be refused with ${JSON.stringify(more)}`, response.refused, response);
		if (status !== undefined) response.is(status);
	}
}

/** Returns the callers that lack the credentials for an operation: those without a token, and those with a read-only token. */
export const withoutRight = ({ anonymous, access }: RestOperation) => [
	...(anonymous && access.role === "anonymous" ? [] : (["anonymous"] as const)),
	...(access.scopes.includes("read_api") ? [] : (["read-only"] as const)),
];

/** Returns rules that check that each operation refuses all roles below the required one, and changes nothing for them. */
const byRole = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter((row) => refusedRoles(row).length > 0)
		.map((row) =>
			generated(
				row,
				{
					phase: "negatives",
					what: "roles",
					title: `is refused to ${[...refusedRoles(row), ...withoutRight(row)].join(", ")}, and changes nothing for them`,
					rests: ["role"],
				},
				async (t) => {
					const plan = await planOf(row, t);
					await refuses(t, row, plan, refusedRoles(row));
					// Nor can owners of a group use it on its service account or on a user that it provisioned.
					if (isForUser(row) && t.given.hasControl) {
						const [user, group] = [await t.given.user(), t.scene("enterprise_group")];
						const id = user.number("id");
						await t.given.change("users", id, { provisioned_by_group_id: await t.given.groupId(group) });
						await t.given.record("enterprise_users", { user: user.string("username"), group, kind: "service_account" });
						await refuses(t, row, { caller: plan.caller, params: { ...plan.params, id } }, refusedRoles(row));
					}
					const [highest = "outsider"] = refusedRoles(row).slice(-1);
					await unchanged(t, plan, () => refusesWithMore(t, row, { ...plan, caller: t.as(highest) }));
					// The same request in a subgroup or another project, where the roles of the group also apply.
					const [name, place] = placeNamed(row, plan.params);
					if (place) {
						const path = t.scene(place === "group" ? "subgroup" : "internal_project");
						const id = name === "id" ? path : await numberOf(t, place, path);
						const response = await perform(row, { ...plan, caller: t.as(highest) }, { [name]: id });
						t.holds(`${highest} should be refused in ${path}`, response.refused, response);
					}
					const callers = new Map<string, Caller>(withoutRight(row).map((actor) => [actor, actor === "anonymous" ? t.anonymous : t.as(actor)]));
					callers.set(`an administrator who acts for ${highest}`, t.as("administrator").sudo(t.user(highest).id));
					// The rule `dead-token` names no existing credential, so it cannot show that nothing was changed.
					if (row.verb !== "GET" && row.domain === "credentials" && t.hasToken("revoked")) callers.set("a revoked token", t.as("revoked"));
					await unchanged(t, plan, async () => {
						for (const [who, caller] of callers) {
							const response = await caller.call(row, plan.params);
							t.assume(`${who} should be refused`, response.refused, response);
						}
					});
				},
			),
		);

/** Returns rules that check that a place that the caller cannot see gets the same response as one that does not exist. */
const unseen = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows.flatMap((row) => {
		const place = placeOf(row);
		if (!place) return [];
		return generated(
			row,
			{
				phase: "negatives",
				what: "unseen",
				title: `returns the same 404 for a private ${place} that the caller cannot see as for one that does not exist`,
				rests: ["404"],
			},
			async (t) => {
				const params = leastParams(row, t);
				const caller = t.as("outsider");
				const message = `404 ${place === "project" ? "Project" : "Group"} Not Found`;
				for (const asking of [caller, t.as("owner")])
					for (const id of [nobody, `${t.unique("no")}/where`]) (await asking.call(row, { ...params, id })).refuses(404, { message });
				const hidden = t.scene(`private_${place}`);
				const number = await numberOf(t, place, hidden);
				for (const asking of row.anonymous ? [caller, t.anonymous] : [caller])
					for (const id of [hidden, number]) (await asking.call(row, { ...params, id })).refuses(404, { message });
				for (const id of [nobody, hidden]) await refusesWithMore(t, row, { caller, params: { ...params, id } }, `the ${place} ${id}`, 404);
				// A user who was created as an external user, and one who became one.
				const [made, changed] = [await t.given.user({ external: true }), await t.given.user()];
				(await t.as("administrator").call("updateUser", { id: changed.number("id"), external: true })).ok;
				for (const user of [made, changed]) {
					const external = t.as("administrator").sudo(user.number("id"));
					const internal = await external.call(row, { ...params, id: t.scene(`internal_${place}`) });
					t.assume(`an external user should see no internal ${place}`, internal.status === 404, internal);
				}
			},
		);
	});

/** Returns rules that check that callers who may not use an operation at all cannot learn from it which records exist. */
const blind = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter(({ access, parameters }) => access.role === "administrator" && parameters.some((one) => one.in === "path" && one.name === "id"))
		.map((row) =>
			generated(
				row,
				{
					phase: "negatives",
					what: "unknown",
					title: `returns the same status to ${refusedRoles(row).join(", ")} for a record that does not exist as for one that does`,
					level: "ASSUMED",
				},
				async (t) => {
					const { params } = await planOf(row, t);
					for (const actor of refusedRoles(row)) {
						const { status } = await t.as(actor).call(row, params);
						(await t.as(actor).call(row, { ...params, id: nobody })).is(status);
					}
				},
			),
		);

export const lowerRoles = (rows: readonly RestOperation[]): readonly Rule[] => [...byRole(rows), ...unseen(rows), ...blind(rows)];
