import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { recordOf } from "./person";
import { changeUser } from "./update";

/** The developer's address before, which is put back. */
async function addressed(t: Trial): Promise<{ id: number; before: string }> {
	const { id } = t.user("developer");
	const before = (await recordOf(t, id)).string("email");
	t.undo("the developer's e-mail address", () => changeUser(t, id, { email: before, skip_reconfirmation: true }));
	return { id, before };
}

/** Addresses that the developer has beside the primary one. */
export const userAddresses: readonly Check[] = [
	check("USER-462", async (t) => {
		const email = t.scene("secondary_email");
		const { id, before } = await addressed(t);
		(await changeUser(t, id, { email: `${t.unique("stranger")}@conformance.example.com` })).refuses(404);
		(await recordOf(t, id)).has({ email: before });
		(await changeUser(t, id, { email })).is(200).has({ email });
		(await recordOf(t, id)).has({ email });
	}),
	check(
		"USER-471",
		async (t) => {
			const email = t.scene("unconfirmed_email");
			const { id, before } = await addressed(t);
			(await changeUser(t, id, { email })).is(200);
			(await recordOf(t, id)).has({ email: before });
			(await changeUser(t, id, { email, skip_reconfirmation: true })).is(200).has({ email });
			(await recordOf(t, id)).has({ email });
		},
		// The address is confirmed from then on.
		{ effect: "destroys" },
	),
];
