import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { person, recordOf, unknownId } from "./person";
import { changeUser } from "./update";

/** A user with an identity of each of two providers. */
async function identified(t: Context): Promise<{ id: number; own: Caller }> {
	const { id, caller } = await person(t, { provider: "ldapmain", extern_uid: t.unique("uid") });
	(await changeUser(t, id, { provider: "conformance", extern_uid: t.unique("uid") })).is(200);
	return { id, own: caller };
}

const remove = (t: Context, id: number, provider: string, caller: Caller = t.as("administrator")) => caller.call("deleteUserIdentity", { id, provider });

/** The providers of the identities that a user has. */
async function providersOf(t: Context, id: number): Promise<readonly unknown[]> {
	const { identities } = (await recordOf(t, id)).fields;
	return (Array.isArray(identities) ? identities : []).map((one) => Object(one).provider).sort();
}

const both = ["conformance", "ldapmain"];

export const userIdentities: readonly Rule[] = [
	rule("USER-686", "Needs an administrator.", "deleteUserIdentity", async (t) => {
		const { id } = await identified(t);
		const response = await remove(t, id, "ldapmain", t.as("owner"));
		t.holds("another than an administrator should be refused", [401, 403, 404].includes(response.status), response);
		t.same("the providers", await providersOf(t, id), both);
		(await remove(t, id, "ldapmain")).ok;
	}),
	assumed("USER-687", "Non-administrator 403, anonymous 401; the identity stays.", "deleteUserIdentity", async (t) => {
		const { id, own } = await identified(t);
		for (const caller of [t.as("owner"), own]) (await remove(t, id, "ldapmain", caller)).refuses(403);
		(await remove(t, id, "ldapmain", t.anonymous)).refuses(401);
		t.same("the providers", await providersOf(t, id), both);
	}),
	assumed(
		"USER-689",
		"After 204 the identity of that provider is gone from identities[] of GET /users/:id; identities of other providers stay.",
		"deleteUserIdentity",
		async (t) => {
			const { id } = await identified(t);
			(await remove(t, id, "ldapmain")).is(204);
			t.same("the providers", await providersOf(t, id), ["conformance"]);
		},
	),
	assumed("USER-690", 'Unknown user answers 404 {"message":"404 User Not Found"}.', "deleteUserIdentity", async (t) => {
		(await remove(t, unknownId, "ldapmain")).refuses(404, { message: "404 User Not Found" });
	}),
	assumed(
		"USER-691",
		'A provider the user has no identity for answers 404 {"message":"404 Identity Not Found"}; so does a second delete.',
		"deleteUserIdentity",
		async (t) => {
			const { id } = await identified(t);
			const missing = { message: "404 Identity Not Found" };
			(await remove(t, id, "never")).refuses(404, missing);
			(await remove(t, id, "ldapmain")).is(204);
			(await remove(t, id, "ldapmain")).refuses(404, missing);
		},
	),
	assumed("USER-692", "If-Unmodified-Since earlier than the identity's last change answers 412.", "deleteUserIdentity", async (t) => {
		const { id } = await identified(t);
		const since = (time: number) => t.as("administrator").with({ "If-Unmodified-Since": new Date(time).toUTCString() });
		(await remove(t, id, "ldapmain", since(Date.now() - 3_600_000))).refuses(412);
		t.same("the providers", await providersOf(t, id), both);
		(await remove(t, id, "ldapmain", since(Date.now() + 3_600_000))).is(204);
	}),
];
