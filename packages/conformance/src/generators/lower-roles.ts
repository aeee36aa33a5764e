import { type Plan, planOf } from "../plans/plan";
import type { ActorName } from "../rule/actors";
import type { Context } from "../rule/context";
import type { Rule } from "../rule/rule";
import { generated } from "./generated";
import { leastParams, nobody, placeOf } from "./least-params";
import type { RestOperation } from "./rest-operations";
import { unchanged } from "./unchanged";

const roles = ["outsider", "guest", "reporter", "developer", "maintainer", "owner"] as const satisfies ActorName[];
const names: readonly string[] = roles;

/** Who may not: all whose role is below the one that is needed. */
export function refusedRoles({ access }: RestOperation): readonly ActorName[] {
	const needed = names.indexOf(access.role);
	if (needed > 0) return roles.slice(0, needed);
	if (access.role === "administrator") return ["outsider", "owner", "auditor"];
	return access.role === "auditor" || (access.or ?? []).includes("administrator") ? ["outsider", "owner"] : [];
}

/** What a refusal says where it is more than that, by where the role is needed. */
const reasons: { readonly [where: string]: string } = {
	runner: "403 Forbidden - No access granted",
	body: "403 Forbidden - Insufficient permissions",
};

/** The operation refuses them, and of an operation on a user the user, and does nothing for them. */
export async function refuses(t: Context, row: RestOperation, plan: Plan, roles: readonly ActorName[]): Promise<void> {
	const isOnUser = row.access.role === "administrator" && /^\/users\/\{id\}/.test(row.path);
	await unchanged(t, plan, async () => {
		for (const caller of [...roles.map(t.as), ...(isOnUser ? [t.as("administrator").sudo(Number(plan.params.id))] : [])]) {
			const response = await caller.call(row, plan.params);
			response.is(...(row.id.startsWith("rotateGroup") ? [401, 403, 404] : [403, 404]));
			if (response.status === 403) response.refuses(403, { message: reasons[row.access.where] ?? "403 Forbidden" });
		}
	});
}

/** Each operation refuses the roles below the one that it needs, and does nothing for them. */
const byRole = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter((row) => refusedRoles(row).length > 0)
		.map((row) =>
			generated(
				row,
				{
					phase: "negatives",
					what: "roles",
					title: `is refused to ${refusedRoles(row).join(", ")}, and changes nothing for them`,
					rests: ["role"],
				},
				async (t) => {
					await refuses(t, row, await planOf(row, t), refusedRoles(row));
				},
			),
		);

/** In a place that the caller cannot see, each operation responds as in one that is not there. */
const unseen = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows.flatMap((row) => {
		const place = placeOf(row);
		if (!place) return [];
		return generated(
			row,
			{
				phase: "negatives",
				what: "unseen",
				title: `responds in a private ${place} that the caller cannot see as in one that is not there`,
				rests: ["404"],
			},
			async (t) => {
				const params = leastParams(row, t);
				const caller = t.as("outsider");
				const hidden = await caller.call(row, { ...params, id: t.scene(`private_${place}`) });
				const unknown = await caller.call(row, { ...params, id: nobody });
				unknown.refuses(404, { message: `404 ${place === "project" ? "Project" : "Group"} Not Found` });
				hidden.refuses(404, unknown.json);
			},
		);
	});

/** Who may not use an operation at all does not learn by it which records there are. */
const blind = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows
		.filter(({ access, parameters }) => access.role === "administrator" && parameters.some((one) => one.in === "path" && one.name === "id"))
		.map((row) =>
			generated(
				row,
				{
					phase: "negatives",
					what: "unknown",
					title: `is refused to ${refusedRoles(row).join(", ")} for a record that is not there as for one that is`,
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
