import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { person, recordOf, unknownId } from "./person";
import { changeUser } from "./update";

/** Sends changes of a new user that have to be refused with 404, and sees that nothing changed. */
async function unchanged(t: Context, given: readonly Params[], params: Params = {}): Promise<void> {
	const { id } = await person(t, params);
	const before = (await recordOf(t, id)).fields;
	for (const changes of given) {
		const response = await changeUser(t, id, changes);
		response.refuses(404);
		t.same("the user", (await recordOf(t, id)).fields, before, response);
	}
}

/** Sends it as somebody who may not. */
async function forbidden(t: Context, status: number, response: (id: number, name: string) => Promise<Answer>): Promise<void> {
	const { id, made } = await person(t);
	(await response(id, t.unique("else"))).refuses(status);
	(await recordOf(t, id)).has({ name: made.field("name") });
}

export const userChangeRefusals: readonly Rule[] = [
	rule("USER-403", "PUT /users/:id needs an administrator.", "updateUser", async (t) => {
		await forbidden(t, 403, (id, name) => t.as("owner").call("updateUser", { id, name }));
	}),
	assumed(
		"USER-404",
		'PUT /users/:id without credentials answers 401; by a regular user (own id too) 403 {"message":"403 Forbidden"} and changes nothing.',
		"updateUser",
		async (t) => {
			await forbidden(t, 401, (id, name) => t.anonymous.call("updateUser", { id, name }));
			for (const who of ["owner", "own"] as const) {
				const { id, caller, made } = await person(t);
				const response = await (who === "own" ? caller : t.as("owner")).call("updateUser", { id, name: t.unique("else") });
				response.refuses(403, { message: "403 Forbidden" });
				(await recordOf(t, id)).has({ name: made.field("name") });
			}
		},
	),
	rule(
		"USER-463",
		"email set to an address that is not one of the user's secondary addresses is refused with 404 and email stays.",
		"updateUser",
		async (t) => {
			await unchanged(t, [{ email: `${t.unique("stranger")}@conformance.example.com` }]);
		},
	),
	rule("USER-464", "email set to another user's address answers 404, not 409.", "updateUser", async (t) => {
		const { email } = await person(t);
		await unchanged(t, [{ email }]);
	}),
	rule(
		"USER-465",
		"public_email must be a verified address of the user: an unverified one is refused with 404 and public_email stays.",
		"updateUser",
		async (t) => {
			const email = `${t.unique("unverified")}@conformance.example.com`;
			const other = `${t.unique("stranger")}@conformance.example.com`;
			await unchanged(t, [{ public_email: email }, { public_email: other }], { email, skip_confirmation: false });
		},
	),
	rule("USER-466", "username already taken answers 404 although 409 would fit.", "updateUser", async (t) => {
		const { username } = await person(t);
		await unchanged(t, [{ username }, { username: username.toUpperCase() }]);
	}),
	assumed(
		"USER-467",
		"A value that fails validation (bio of 256 characters, projects_limit -1, theme_id 50, password of 7 characters) answers 404 and changes nothing.",
		"updateUser",
		async (t) => {
			await unchanged(t, [{ bio: "x".repeat(256) }, { projects_limit: -1 }, { theme_id: 50 }, { password: "kQ7-vz2" }]);
		},
	),
	rule("USER-468", "Unknown user id answers 404.", "updateUser", async (t) => {
		(await changeUser(t, unknownId, { name: "Nobody" })).refuses(404);
	}),
	assumed("USER-469", 'The 404 body for an unknown user is {"message":"404 User Not Found"}.', "updateUser", async (t) => {
		(await changeUser(t, unknownId, { name: "Nobody" })).refuses(404, { message: "404 User Not Found" });
	}),
	assumed("USER-470", "A failed update has no partial effect: name sent with a conflicting email keeps its old value.", "updateUser", async (t) => {
		const { email } = await person(t);
		await unchanged(t, [{ name: "Else", email }]);
	}),
	assumed("USER-481", "Only one of provider and extern_uid answers 404 and adds no identity.", "updateUser", async (t) => {
		await unchanged(t, [{ provider: "ldapmain" }, { extern_uid: t.unique("uid") }]);
	}),
];
