import { generated } from "../generators/generated";
import { leastParams } from "../generators/least-params";
import { restOperations } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import { eventually } from "../rule/eventually";
import type { Rule } from "../rule/rule";

/** Records of a run's own that are removed; credentials, links between records and what is named by its token have laws of their own. */
const removals = restOperations.filter(({ verb, path, domain }) => verb === "DELETE" && domain !== "credentials" && /\/\{(id|\w+_id)\}$/.test(path));

/** What is removed is gone for every operation on it, and none brings it back. */
export const gone: readonly Rule[] = removals
	.filter(({ id }) => id !== "unassignProjectRunner")
	.map((row) => {
		const others = restOperations.filter(({ id, path }) => id !== row.id && `${path}/`.startsWith(`${row.path}/`));
		const title = `leaves nothing that ${others.map(({ id }) => id).join(", ")} could find`;
		// A server may remove a user in the background.
		const isLate = row.id === "deleteUser";
		return generated(row, { phase: "laws", what: "gone", title, level: isLate ? "ASSUMED" : "MUST" }, async (t) => {
			const { caller, params } = await planOf(row, t);
			(await caller.call(row, params)).ok;
			if (isLate) await eventually(async () => (await caller.call("getUser", params)).status === 404);
			for (const other of [...others, row, ...others.filter(({ verb }) => verb === "GET")])
				(await t.as("administrator").call(other, { ...leastParams(other, t), ...params })).is(404);
		});
	});
