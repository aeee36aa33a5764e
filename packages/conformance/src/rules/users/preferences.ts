import { byClaim } from "../../rule/by-claim";
import { assumed, type Rule, rule } from "../../rule/rule";
import { person } from "./person";

const writes = { effect: "writes" } as const;
const standard = {
	view_diffs_file_by_file: false,
	show_whitespace_in_diffs: true,
	pass_user_identities_to_ci_jwt: false,
} as const;
type Flag = keyof typeof standard;

/** The claims of each flag: that it has to be sent, and that it changes. */
const flags: readonly (readonly [missing: string, flipped: string, name: Flag])[] = [
	["USER-570", "USER-571", "view_diffs_file_by_file"],
	["USER-573", "USER-574", "show_whitespace_in_diffs"],
	["USER-576", "USER-577", "pass_user_identities_to_ci_jwt"],
];

export const userPreferences: readonly Rule[] = [
	assumed("USER-132", "`user_id` equals the caller's user id.", "getUserPreferences", async (t) => {
		for (const who of ["developer", "outsider"] as const) (await t.as(who).call("getUserPreferences")).is(200).has({ user_id: t.user(who).id });
	}),
	assumed(
		"USER-134",
		"A new user's preferences default to view_diffs_file_by_file false, show_whitespace_in_diffs true, pass_user_identities_to_ci_jwt false.",
		"getUserPreferences",
		async (t) => {
			(await (await person(t)).caller.call("getUserPreferences")).is(200).has(standard);
		},
		writes,
	),
	rule(
		"USER-567",
		"GET /user/preferences answers the caller's own preferences.",
		"getUserPreferences",
		async (t) => {
			const [one, other] = [await person(t), await person(t)];
			const changed = { ...standard, show_whitespace_in_diffs: false };
			(await one.caller.call("updateUserPreferences", changed)).is(200);
			(await one.caller.call("getUserPreferences")).is(200).has({ ...changed, user_id: one.id });
			(await other.caller.call("getUserPreferences")).is(200).has({ ...standard, user_id: other.id });
		},
		writes,
	),
	assumed("USER-568", "GET /user/preferences without credentials answers 401.", "getUserPreferences", async (t) => {
		(await t.anonymous.call("getUserPreferences")).refuses(401);
	}),
	...flags.flatMap(([missing, flipped, name]) => [
		byClaim(missing, async (t) => {
			const { caller } = await person(t);
			const before = (await caller.call("getUserPreferences")).is(200).fields;
			const others = Object.entries(standard).filter(([key]) => key !== name);
			const given = Object.fromEntries(others.map(([key, value]) => [key, !value]));
			(await caller.call("updateUserPreferences", given)).refuses(400, { error: `${name} is missing` });
			t.same("the preferences", (await caller.call("getUserPreferences")).fields, before);
		}),
		byClaim(flipped, async (t) => {
			const { caller } = await person(t);
			const before = (await caller.call("getUserPreferences")).is(200).field(name);
			for (const value of [!before, before]) {
				(await caller.call("updateUserPreferences", { ...standard, [name]: value })).is(200).has({ [name]: value });
				(await caller.call("getUserPreferences")).is(200).has({ [name]: value });
			}
		}),
	]),
	assumed("USER-578", 'PUT with a non-boolean value answers 400 {"error":"<param> is invalid"}.', "updateUserPreferences", async (t) => {
		const { caller } = await person(t);
		for (const name of Object.keys(standard))
			(await caller.call("updateUserPreferences", { ...standard, [name]: "perhaps" })).refuses(400, {
				error: `${name} is invalid`,
			});
	}),
	assumed("USER-579", "PUT without credentials answers 401.", "updateUserPreferences", async (t) => {
		(await t.anonymous.call("updateUserPreferences", standard)).refuses(401);
	}),
	assumed("USER-580", "PUT changes only the caller's preferences, no other user's.", "updateUserPreferences", async (t) => {
		const [one, other] = [await person(t), await person(t)];
		const before = (await other.caller.call("getUserPreferences")).is(200).fields;
		const changed = {
			view_diffs_file_by_file: true,
			show_whitespace_in_diffs: false,
			pass_user_identities_to_ci_jwt: true,
		};
		(await one.caller.call("updateUserPreferences", changed)).is(200).has({ ...changed, user_id: one.id });
		t.same("another's preferences", (await other.caller.call("getUserPreferences")).fields, before);
	}),
];
