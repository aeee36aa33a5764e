import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { recordOf } from "./person";
import { changeUser } from "./update";

/** The developer's address before, which is put back. */
async function addressed(t: Context): Promise<{ id: number; before: string }> {
	const { id } = t.user("developer");
	const before = (await recordOf(t, id)).string("email");
	t.undo("the developer's e-mail address", () => changeUser(t, id, { email: before, skip_reconfirmation: true }));
	return { id, before };
}

/** Addresses that the developer has beside the primary one. */
export const userAddresses: readonly Rule[] = [
	rule(
		"USER-462",
		"email may only be changed to an address already added as a secondary address of that user; a confirmed one becomes the primary email at once.",
		"updateUser",
		async (t) => {
			const email = t.scene("secondary_email");
			const { id, before } = await addressed(t);
			(await changeUser(t, id, { email: `${t.unique("stranger")}@conformance.example.com` })).refuses(404);
			(await recordOf(t, id)).has({ email: before });
			(await changeUser(t, id, { email })).is(200).has({ email });
			(await recordOf(t, id)).has({ email });
		},
	),
	assumed(
		"USER-471",
		"email set to an unconfirmed secondary address: with skip_reconfirmation=true it is primary at once; without it the old primary email stays until confirmation.",
		"updateUser",
		async (t) => {
			const email = t.scene("unconfirmed_email");
			const { id, before } = await addressed(t);
			(await changeUser(t, id, { email })).is(200);
			(await recordOf(t, id)).has({ email: before });
			(await changeUser(t, id, { email, skip_reconfirmation: true })).is(200).has({ email });
			(await recordOf(t, id)).has({ email });
		},
		{ effect: "destroys" },
	),
];
