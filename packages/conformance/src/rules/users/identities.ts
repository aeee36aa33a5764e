import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { person, recordOf, unknownId } from "./person";
import { changeUser } from "./update";

/** A user with an identity of each of two providers. */
async function identified(t: Trial): Promise<{ id: number; own: Caller }> {
	const { id, caller } = await person(t, { provider: "ldapmain", extern_uid: t.unique("uid") });
	(await changeUser(t, id, { provider: "conformance", extern_uid: t.unique("uid") })).is(200);
	return { id, own: caller };
}

const remove = (t: Trial, id: number, provider: string, caller: Caller = t.as("administrator")) =>
	caller.call("deleteUserIdentity", { id, provider });

/** The providers of the identities that a user has. */
async function providersOf(t: Trial, id: number): Promise<readonly unknown[]> {
	const { identities } = (await recordOf(t, id)).fields;
	return (Array.isArray(identities) ? identities : []).map((one) => Object(one).provider).sort();
}

const both = ["conformance", "ldapmain"];

export const userIdentities: readonly Check[] = [
	check("USER-686", async (t) => {
		const { id } = await identified(t);
		const told = await remove(t, id, "ldapmain", t.as("owner"));
		t.holds("another than an administrator should be refused", [401, 403, 404].includes(told.status), told);
		t.same("the providers", await providersOf(t, id), both);
		(await remove(t, id, "ldapmain")).ok;
	}),
	check("USER-687", async (t) => {
		const { id, own } = await identified(t);
		for (const caller of [t.as("owner"), own]) (await remove(t, id, "ldapmain", caller)).refuses(403);
		(await remove(t, id, "ldapmain", t.anonymous)).refuses(401);
		t.same("the providers", await providersOf(t, id), both);
	}),
	check("USER-689", async (t) => {
		const { id } = await identified(t);
		(await remove(t, id, "ldapmain")).is(204);
		t.same("the providers", await providersOf(t, id), ["conformance"]);
	}),
	check("USER-690", async (t) => {
		(await remove(t, unknownId, "ldapmain")).refuses(404, { message: "404 User Not Found" });
	}),
	check("USER-691", async (t) => {
		const { id } = await identified(t);
		const missing = { message: "404 Identity Not Found" };
		(await remove(t, id, "never")).refuses(404, missing);
		(await remove(t, id, "ldapmain")).is(204);
		(await remove(t, id, "ldapmain")).refuses(404, missing);
	}),
	check("USER-692", async (t) => {
		const { id } = await identified(t);
		const since = (time: number) => t.as("administrator").with({ "If-Unmodified-Since": new Date(time).toUTCString() });
		(await remove(t, id, "ldapmain", since(Date.now() - 3_600_000))).refuses(412);
		t.same("the providers", await providersOf(t, id), both);
		(await remove(t, id, "ldapmain", since(Date.now() + 3_600_000))).is(204);
	}),
];
