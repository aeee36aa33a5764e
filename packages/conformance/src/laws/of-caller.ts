import { generated } from "../generators/generated";
import { paged } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import { newUser } from "../rule/callers";
import type { Rule } from "../rule/rule";

/** Filters by the caller's relation to the records, each with a value that finds nothing for a user without memberships. */
const filters: { readonly [parameter: string]: unknown } = { owned: true, starred: true, min_access_level: 10 };

/** Filters by the caller's relation to the records find nothing for a new user, even an administrator or auditor. */
export const ofCaller: readonly Rule[] = paged.flatMap((row) => {
	const names = row.parameters.map(({ name }) => name).filter((name) => Object.hasOwn(filters, name));
	if (names.length === 0) return [];
	const title = `returns no records to a new user with ${names.join(", ")}, not even to an administrator`;
	return generated(row, { phase: "laws", what: "of-caller", title, level: "ASSUMED" }, async (t) => {
		const { params } = await planOf(row, t);
		const kinds = [{}, { external: true }, { admin: true }, ...(t.facts.tier === "free" ? [] : [{ auditor: true }])];
		for (const kind of kinds) {
			const caller = await newUser(t, kind);
			for (const name of names) {
				const response = (await caller.call(row, { ...params, [name]: filters[name] })).is(200);
				t.same(
					`the records with ${name} for a new user of ${JSON.stringify(kind)}`,
					response.items.map(({ id }) => id),
					[],
					response,
				);
			}
		}
	});
});
