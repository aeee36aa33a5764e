import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { changeUser } from "./update";

const destroys = { effect: "destroys" } as const;

/** The holder of a token that may be shut out. */
async function holder(t: Trial): Promise<{ id: number; own: Caller }> {
	const own = t.bearing(t.scene("throwaway_account_token"));
	const told = await own.call("getCurrentUser");
	if (told.status !== 200) t.skip("the token of throwaway_account_token works no longer: give a new one");
	return { id: told.number("id"), own };
}

/** Whom a new password keeps out until it is changed. */
export const userPasswords: readonly Check[] = [
	check(
		"USER-460",
		async (t) => {
			const { id, own } = await holder(t);
			t.undo("the role of administrator", () => changeUser(t, id, { admin: false }));
			(await changeUser(t, id, { admin: true })).is(200);
			(await own.call("updateUser", { id, password: `pw-${t.unique("own")}-Zq7` })).is(200);
			(await own.call("getCurrentUser")).is(200);
		},
		destroys,
	),
	check(
		"USER-459",
		async (t) => {
			const { id, own } = await holder(t);
			(await changeUser(t, id, { password: `pw-${t.unique("other")}-Zq7` })).is(200);
			const told = (await own.call("getCurrentUser")).is(403);
			t.holds("the message should be of the password", /password/i.test(told.string("message")), told);
		},
		destroys,
	),
];
