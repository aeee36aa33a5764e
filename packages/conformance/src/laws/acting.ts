import { generated } from "../generators/generated";
import { isGenerous, reading } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { Caller } from "../rule/caller";
import type { Rule } from "../rule/rule";
import { whileUnchanged } from "./while-unchanged";

/** An administrator who acts for a user gets what the user gets. Catches an operation that still looks at the administrator. */
export const acting: readonly Rule[] = reading.filter(isGenerous).map((row) =>
	generated(row, { phase: "laws", what: "acting", title: "gives an administrator who acts for a user that user's response", level: "ASSUMED" }, async (t) => {
		const { params } = await planOf(row.id, t);
		const root = t.as("administrator");
		const read = async (caller: Caller, sudo?: string) => {
			const response = await caller.call(row, { ...params, ...(sudo && { sudo }) });
			return [{ status: response.status, text: response.text }];
		};
		// Of what is one's own the administrator and others may both have nothing; the owner has most.
		for (const actor of ["developer", "outsider", ...(row.path.includes("{") ? [] : (["owner"] as const))] as const)
			await whileUnchanged(
				t,
				() => read(t.as(actor)),
				async (own) => {
					const { id, username } = t.user(actor);
					// Whom it is for is a number in the header, or a name in the query.
					t.same(`the response for ${actor}`, await (actor === "developer" ? read(root.sudo(id)) : read(root, username)), own);
				},
			);
	}),
);
