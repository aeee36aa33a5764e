import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule } from "../../rule/rule";
import { isListed } from "./listed";
import { person, recordOf } from "./person";

const tooLong = (most: number) => [`is too long (maximum is ${most} characters)`];
const text = (length: number): string => "é".repeat(length);

/** What is refused with a status and a body, as the administrator sends it. */
const refusals: readonly (readonly [claim: string, given: Params, body: Params])[] = [
	["USER-310", { username: undefined }, { error: "username is missing" }],
	["USER-312", { name: undefined }, { error: "name is missing" }],
	["USER-314", { email: undefined }, { error: "email is missing" }],
	[
		"USER-316",
		{ password: undefined },
		{
			error: "password, reset_password, force_random_password are missing, at least one parameter must be provided",
		},
	],
	["USER-392", { password: "password" }, { message: { password: ["must not contain commonly used combinations of words and letters"] } }],
	["USER-401", { admin: "maybe" }, { error: "admin is invalid" }],
];

/** Fields with a greatest length. */
const lengths: readonly (readonly [claim: string, name: string, most: number])[] = [
	["USER-393", "bio", 255],
	["USER-394", "name", 255],
	["USER-395", "organization", 500],
	["USER-396", "pronouns", 50],
];

/** Tries to make a user as the administrator; an account that comes of it is taken back. */
async function attempt(t: Context, given: Params): Promise<{ answer: Answer; username: string; email: string }> {
	const username = t.unique("user");
	const email = `${username}@conformance.example.com`;
	const base = { username, name: username, email, password: `pw-${username}-Zq7` };
	const administrator = t.as("administrator");
	const answer = await administrator.call("createUser", { ...base, ...given });
	if (answer.status === 201) {
		const id = answer.number("id");
		t.undo(`user ${id}`, () => administrator.call("deleteUser", { id, hard_delete: true }));
	}
	return { answer, username, email };
}

/** Tries, and sees that no user of these names was made. */
async function refused(t: Context, given: Params, status: number, body?: Params): Promise<Answer> {
	const { answer, username, email } = await attempt(t, given);
	answer.refuses(status, body);
	t.holds("no user should be made", !(await isListed(t.as("administrator"), username)), answer);
	const found = (await t.as("administrator").call("listUsers", { search: email })).is(200);
	t.same(
		"the users of that address",
		found.pluck("email").filter((one) => one === email),
		[],
		found,
	);
	return answer;
}

/** A list in the `message` of a refusal, by the field that it is about. */
const reasons = (answer: Answer, name: string): readonly unknown[] => {
	const response: unknown = Object(answer.field("message"))[name];
	return Array.isArray(response) ? response : [];
};

export const userCreationRefusals: readonly Rule[] = [
	...refusals.map(([claim, given, body]) =>
		byClaim(claim, async (t) => {
			await refused(t, given, 400, body);
		}),
	),
	...lengths.map(([claim, name, most]) =>
		byClaim(claim, async (t) => {
			const response = await refused(t, { [name]: text(most + 1) }, 400);
			t.same(`the message on ${name}`, reasons(response, name), tooLong(most), response);
			(await person(t, { [name]: text(most) })).made.has({ [name]: text(most) });
		}),
	),
	assumed(
		"USER-365",
		'Only one of provider and extern_uid answers 400 {"error":"extern_uid, provider provide all or none of parameters"}.',
		"createUser",
		async (t) => {
			for (const given of [{ provider: "ldapmain" }, { extern_uid: t.unique("uid") }])
				await refused(t, given, 400, { error: "extern_uid, provider provide all or none of parameters" });
		},
	),
	assumed(
		"USER-383",
		"auditor=true on a Free instance answers 400 and creates nothing.",
		"createUser",
		async (t) => {
			await refused(t, { auditor: true }, 400);
		},
		{ maxTier: "free" },
	),
	assumed(
		"USER-388",
		'Email already used (primary or secondary of any user, any case) answers 409 {"message":"Email has already been taken"}.',
		"createUser",
		async (t) => {
			const { email } = await person(t);
			for (const taken of [email, email.toUpperCase()]) {
				const { answer, username } = await attempt(t, { email: taken });
				answer.refuses(409, { message: "Email has already been taken" });
				t.holds("no user should be made", !(await isListed(t.as("administrator"), username)), answer);
			}
		},
	),
	assumed("USER-389", 'Username already used (any case) answers 409 {"message":"Username has already been taken"}.', "createUser", async (t) => {
		const { id, username } = await person(t);
		for (const taken of [username, username.toUpperCase()]) {
			const { answer } = await attempt(t, { username: taken });
			answer.refuses(409, { message: "Username has already been taken" });
		}
		(await recordOf(t, id)).has({ username });
	}),
	assumed("USER-390", "Both email and username taken: the email conflict is reported.", "createUser", async (t) => {
		const { email, username } = await person(t);
		(await attempt(t, { email, username })).answer.refuses(409, { message: "Email has already been taken" });
	}),
	assumed(
		"USER-391",
		'password of 7 characters answers 400 {"message":{"password":["is too short (minimum is 8 characters)"]}}; 8 characters that are not commonplace are accepted.',
		"createUser",
		async (t) => {
			const body = { message: { password: ["is too short (minimum is 8 characters)"] } };
			await refused(t, { password: "kQ7-vz2" }, 400, body);
			await person(t, { password: "kQ7-vz2x" });
		},
	),
	assumed(
		"USER-397",
		'projects_limit=0 is accepted; -1 answers 400 {"message":{"projects_limit":["must be greater than or equal to 0"]}}.',
		"createUser",
		async (t) => {
			const body = { message: { projects_limit: ["must be greater than or equal to 0"] } };
			await refused(t, { projects_limit: -1 }, 400, body);
			(await person(t, { projects_limit: 0 })).made.has({ projects_limit: 0 });
		},
	),
	assumed("USER-398", 'username "test!" answers 400 with message.username listing the allowed characters.', "createUser", async (t) => {
		const { answer } = await attempt(t, { username: "test!" });
		const [reason] = reasons(answer.is(400), "username");
		const names = /letters/.test(String(reason)) && /digits/.test(String(reason));
		t.holds("message.username should list the characters that are allowed", names, answer);
	}),
	assumed("USER-399", "A malformed email answers 400 with message.email.", "createUser", async (t) => {
		for (const email of ["nora", "nora@", "@conformance.example.com"]) {
			const { answer, username } = await attempt(t, { email });
			t.holds("message should be about the email", reasons(answer.is(400), "email").length > 0, answer);
			t.holds("no user should be made", !(await isListed(t.as("administrator"), username)), answer);
		}
	}),
	assumed(
		"USER-400",
		"theme_id=50 answers 400 with message.theme_id; color_scheme_id=50 answers 400 with message.color_scheme_id.",
		"createUser",
		async (t) => {
			for (const name of ["theme_id", "color_scheme_id"]) {
				const response = await refused(t, { [name]: 50 }, 400);
				t.holds(`message should be about ${name}`, reasons(response, name).length > 0, response);
			}
		},
	),
];
