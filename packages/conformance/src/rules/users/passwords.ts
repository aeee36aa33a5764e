import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { changeUser } from "./update";

const destroys = { effect: "destroys" } as const;

/** The holder of a token that may be shut out. */
async function holder(t: Context): Promise<{ id: number; own: Caller }> {
	const own = t.bearing(t.scene("throwaway_account_token"));
	const response = await own.call("getCurrentUser");
	if (response.status !== 200) t.skip("the token of throwaway_account_token works no longer: give a new one");
	return { id: response.number("id"), own };
}

/** Whom a new password keeps out until it is changed. */
export const userPasswords: readonly Rule[] = [
	assumed(
		"USER-460",
		"An administrator changing their own password is not forced to change it again.",
		"updateUser",
		async (t) => {
			const { id, own } = await holder(t);
			t.undo("the role of administrator", () => changeUser(t, id, { admin: false }));
			(await changeUser(t, id, { admin: true })).is(200);
			(await own.call("updateUser", { id, password: `pw-${t.unique("own")}-Zq7` })).is(200);
			(await own.call("getCurrentUser")).is(200);
		},
		destroys,
	),
	rule(
		"USER-459",
		"Setting a password for another user forces a change at next sign-in (the password is expired at once).",
		"updateUser",
		async (t) => {
			const { id, own } = await holder(t);
			(await changeUser(t, id, { password: `pw-${t.unique("other")}-Zq7` })).is(200);
			const response = (await own.call("getCurrentUser")).is(403);
			t.holds("the message should be of the password", /password/i.test(response.string("message")), response);
		},
		destroys,
	),
];
