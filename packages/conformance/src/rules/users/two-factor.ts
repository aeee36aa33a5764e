import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { one, sample } from "./listed";
import { person, recordOf, unknownId } from "./person";
import { changeUser } from "./update";

const destroys = { effect: "destroys" } as const;
const notEnabled = { message: "400 Bad request - Two-factor authentication is not enabled for this user" };
const admins = "403 Forbidden - Two-factor authentication for admins cannot be disabled via the API";

const disable = (t: Context, id: number, caller: Caller = t.as("administrator")) => caller.call("disableUserTwoFactor", { id });

/** The number of a user with two-factor authentication, who is no administrator. */
export async function secured(t: Context): Promise<number> {
	const is = (user: { readonly [name: string]: unknown }) => user.two_factor_enabled === true && user.is_admin === false;
	return Number(one(t, await sample(t), "has two-factor authentication and is no administrator", is).id);
}

/** The same, as an administrator until the end of the check. */
async function securedAdministrator(t: Context): Promise<number> {
	const id = await secured(t);
	t.undo("the role of administrator", () => changeUser(t, id, { admin: false }));
	(await changeUser(t, id, { admin: true })).is(200).has({ is_admin: true, two_factor_enabled: true });
	return id;
}

export const twoFactor: readonly Rule[] = [
	rule("USER-624", "Needs an administrator: any other signed-in caller gets 403.", "disableUserTwoFactor", async (t) => {
		const id = await secured(t);
		for (const who of ["owner", "outsider"] as const) (await disable(t, id, t.as(who))).refuses(403);
		(await recordOf(t, id)).has({ two_factor_enabled: true });
	}),
	assumed("USER-625", 'A non-administrator\'s 403 body is {"message":"403 Forbidden"}; an anonymous caller gets 401.', "disableUserTwoFactor", async (t) => {
		const id = await secured(t);
		(await disable(t, id, t.as("owner"))).refuses(403, { message: "403 Forbidden" });
		(await disable(t, id, t.anonymous)).refuses(401);
		(await recordOf(t, id)).has({ two_factor_enabled: true });
	}),
	rule("USER-627", "A user without two-factor authentication answers 400.", "disableUserTwoFactor", async (t) => {
		(await disable(t, (await person(t)).id)).refuses(400);
	}),
	assumed(
		"USER-628",
		'The 400 body for a user without two-factor authentication is {"message":"400 Bad request - Two-factor authentication is not enabled for this user"}.',
		"disableUserTwoFactor",
		async (t) => {
			(await disable(t, (await person(t)).id)).refuses(400, notEnabled);
		},
	),
	rule("USER-629", "Unknown user answers 404.", "disableUserTwoFactor", async (t) => {
		(await disable(t, unknownId)).refuses(404);
	}),
	assumed("USER-630", 'The 404 body for an unknown user is {"message":"404 User Not Found"}.', "disableUserTwoFactor", async (t) => {
		(await disable(t, unknownId)).refuses(404, { message: "404 User Not Found" });
	}),
	...(["USER-631", "USER-632"] as const).map((claim) =>
		byClaim(claim, async (t) => {
			const id = await securedAdministrator(t);
			const caller = claim === "USER-631" ? t.as("administrator").sudo(id) : t.as("administrator");
			const response = await disable(t, id, caller);
			t.holds("the call should be refused", response.status >= 400 && response.status < 500, response);
			(await recordOf(t, id)).has({ two_factor_enabled: true });
		}),
	),
	assumed(
		"USER-633",
		'On the own account and on another administrator the answer is 403 with a message starting "403 Forbidden - Two-factor authentication for admins cannot be disabled via the API".',
		"disableUserTwoFactor",
		async (t) => {
			const id = await securedAdministrator(t);
			for (const caller of [t.as("administrator"), t.as("administrator").sudo(id)]) {
				const response = (await disable(t, id, caller)).is(403);
				t.holds(`message should begin with "${admins}"`, response.string("message").startsWith(admins), response);
			}
		},
	),
	rule(
		"USER-626",
		"Success answers 204 with an empty body; two_factor_enabled of that user becomes false.",
		"disableUserTwoFactor",
		async (t) => {
			const id = await secured(t);
			const response = (await disable(t, id)).is(204);
			t.same("the body", response.text, "", response);
			(await recordOf(t, id)).has({ two_factor_enabled: false });
		},
		destroys,
	),
	assumed(
		"USER-634",
		"A second call on the same user answers 400 (already disabled).",
		"disableUserTwoFactor",
		async (t) => {
			const id = await secured(t);
			(await disable(t, id)).is(204);
			(await disable(t, id)).refuses(400, notEnabled);
		},
		destroys,
	),
];
