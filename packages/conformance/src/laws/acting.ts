import { generated } from "../generators/generated";
import { isGenerous, reading } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { Caller } from "../rule/caller";
import type { Rule } from "../rule/rule";
import { whileUnchanged } from "./while-unchanged";

/** An administrator who acts as a user gets that user's response. Catches an operation that still uses the administrator's rights. */
export const acting: readonly Rule[] = reading.filter(isGenerous).map((row) =>
	generated(row, { phase: "laws", what: "acting", title: "gives an administrator who acts for a user that user's response", level: "ASSUMED" }, async (t) => {
		const { params } = await planOf(row.id, t);
		const root = t.as("administrator");
		const read = async (caller: Caller, sudo?: string) => {
			const response = await caller.call(row, { ...params, ...(sudo && { sudo }) });
			return [{ status: response.status, text: response.text }];
		};
		// The administrator and the other actors may both have no records of their own, so that the responses are equal anyway. The owner has the most.
		for (const actor of ["developer", "outsider", ...(row.path.includes("{") ? [] : (["owner"] as const))] as const)
			await whileUnchanged(
				t,
				() => read(t.as(actor)),
				async (own) => {
					const { id, username } = t.user(actor);
					// The user is named by ID in the Sudo header, or by username in the query.
					t.same(`the response for ${actor}`, await (actor === "developer" ? read(root.sudo(id)) : read(root, username)), own);
				},
			);
	}),
);
