import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { one, sample } from "./listed";
import { person, recordOf, unknownId } from "./person";
import { changeUser } from "./update";

const destroys = { effect: "destroys" } as const;
const notEnabled = { message: "400 Bad request - Two-factor authentication is not enabled for this user" };
const admins = "403 Forbidden - Two-factor authentication for admins cannot be disabled via the API";

const disable = (t: Trial, id: number, caller: Caller = t.as("administrator")) =>
	caller.call("disableUserTwoFactor", { id });

/** The number of a user with two-factor authentication, who is no administrator. */
export async function secured(t: Trial): Promise<number> {
	const is = (user: { readonly [name: string]: unknown }) =>
		user.two_factor_enabled === true && user.is_admin === false;
	return Number(one(t, await sample(t), "has two-factor authentication and is no administrator", is).id);
}

/** The same, as an administrator until the end of the check. */
async function securedAdministrator(t: Trial): Promise<number> {
	const id = await secured(t);
	t.undo("the role of administrator", () => changeUser(t, id, { admin: false }));
	(await changeUser(t, id, { admin: true })).is(200).has({ is_admin: true, two_factor_enabled: true });
	return id;
}

export const twoFactor: readonly Check[] = [
	check("USER-624", async (t) => {
		const id = await secured(t);
		for (const who of ["owner", "outsider"] as const) (await disable(t, id, t.as(who))).refuses(403);
		(await recordOf(t, id)).has({ two_factor_enabled: true });
	}),
	check("USER-625", async (t) => {
		const id = await secured(t);
		(await disable(t, id, t.as("owner"))).refuses(403, { message: "403 Forbidden" });
		(await disable(t, id, t.anonymous)).refuses(401);
		(await recordOf(t, id)).has({ two_factor_enabled: true });
	}),
	check("USER-627", async (t) => {
		(await disable(t, (await person(t)).id)).refuses(400);
	}),
	check("USER-628", async (t) => {
		(await disable(t, (await person(t)).id)).refuses(400, notEnabled);
	}),
	check("USER-629", async (t) => {
		(await disable(t, unknownId)).refuses(404);
	}),
	check("USER-630", async (t) => {
		(await disable(t, unknownId)).refuses(404, { message: "404 User Not Found" });
	}),
	...(["USER-631", "USER-632"] as const).map((claim) =>
		check(claim, async (t) => {
			const id = await securedAdministrator(t);
			const caller = claim === "USER-631" ? t.as("administrator").sudo(id) : t.as("administrator");
			const told = await disable(t, id, caller);
			t.holds("the call should be refused", told.status >= 400 && told.status < 500, told);
			(await recordOf(t, id)).has({ two_factor_enabled: true });
		}),
	),
	check("USER-633", async (t) => {
		const id = await securedAdministrator(t);
		for (const caller of [t.as("administrator"), t.as("administrator").sudo(id)]) {
			const told = (await disable(t, id, caller)).is(403);
			t.holds(`message should begin with "${admins}"`, told.string("message").startsWith(admins), told);
		}
	}),
	check(
		"USER-626",
		async (t) => {
			const id = await secured(t);
			const told = (await disable(t, id)).is(204);
			t.same("the body", told.text, "", told);
			(await recordOf(t, id)).has({ two_factor_enabled: false });
		},
		destroys,
	),
	check(
		"USER-634",
		async (t) => {
			const id = await secured(t);
			(await disable(t, id)).is(204);
			(await disable(t, id)).refuses(400, notEnabled);
		},
		destroys,
	),
];
