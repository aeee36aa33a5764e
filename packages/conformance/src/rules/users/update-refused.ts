import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { person, recordOf, unknownId } from "./person";
import { changeUser } from "./update";

/** Sends changes of a new user that have to be refused with 404, and sees that nothing changed. */
async function unchanged(t: Trial, given: readonly Params[], params: Params = {}): Promise<void> {
	const { id } = await person(t, params);
	const before = (await recordOf(t, id)).fields;
	for (const changes of given) {
		const told = await changeUser(t, id, changes);
		told.refuses(404);
		t.same("the user", (await recordOf(t, id)).fields, before, told);
	}
}

/** Sends it as somebody who may not. */
async function forbidden(t: Trial, status: number, told: (id: number, name: string) => Promise<Answer>): Promise<void> {
	const { id, made } = await person(t);
	(await told(id, t.unique("else"))).refuses(status);
	(await recordOf(t, id)).has({ name: made.field("name") });
}

export const userChangeRefusals: readonly Check[] = [
	check("USER-403", async (t) => {
		await forbidden(t, 403, (id, name) => t.as("owner").call("updateUser", { id, name }));
	}),
	check("USER-404", async (t) => {
		await forbidden(t, 401, (id, name) => t.anonymous.call("updateUser", { id, name }));
		for (const who of ["owner", "own"] as const) {
			const { id, caller, made } = await person(t);
			const told = await (who === "own" ? caller : t.as("owner")).call("updateUser", { id, name: t.unique("else") });
			told.refuses(403, { message: "403 Forbidden" });
			(await recordOf(t, id)).has({ name: made.field("name") });
		}
	}),
	check("USER-463", async (t) => {
		await unchanged(t, [{ email: `${t.unique("stranger")}@conformance.example.com` }]);
	}),
	check("USER-464", async (t) => {
		const { email } = await person(t);
		await unchanged(t, [{ email }]);
	}),
	check("USER-465", async (t) => {
		const email = `${t.unique("unverified")}@conformance.example.com`;
		const other = `${t.unique("stranger")}@conformance.example.com`;
		await unchanged(t, [{ public_email: email }, { public_email: other }], { email, skip_confirmation: false });
	}),
	check("USER-466", async (t) => {
		const { username } = await person(t);
		await unchanged(t, [{ username }, { username: username.toUpperCase() }]);
	}),
	check("USER-467", async (t) => {
		await unchanged(t, [{ bio: "x".repeat(256) }, { projects_limit: -1 }, { theme_id: 50 }, { password: "kQ7-vz2" }]);
	}),
	check("USER-468", async (t) => {
		(await changeUser(t, unknownId, { name: "Nobody" })).refuses(404);
	}),
	check("USER-469", async (t) => {
		(await changeUser(t, unknownId, { name: "Nobody" })).refuses(404, { message: "404 User Not Found" });
	}),
	check("USER-470", async (t) => {
		const { email } = await person(t);
		await unchanged(t, [{ name: "Else", email }]);
	}),
	check("USER-481", async (t) => {
		await unchanged(t, [{ provider: "ldapmain" }, { extern_uid: t.unique("uid") }]);
	}),
];
