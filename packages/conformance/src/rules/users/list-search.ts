import type { Params } from "../../rule/address";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { flock, idsOf } from "./listed";
import { type Person, person } from "./person";

const writes = { effect: "writes" } as const;
const everyone = ["administrator", "outsider"] as const;
type Who = (typeof everyone)[number];

/** Whom of these people a list finds, in its order. */
async function found(t: Context, who: Who, params: Params, people: readonly Person[]): Promise<readonly string[]> {
	const answer = await t.as(who).call("listUsers", { per_page: 100, ...params });
	return idsOf(answer, people).map((id) => people.find((one) => one.id === id)?.username ?? "");
}

/** A list must find exactly these of these people, in any order. */
async function finds(
	t: Context,
	params: Params,
	people: readonly Person[],
	expected: readonly (Person | undefined)[],
	callers: readonly Who[] = everyone,
): Promise<void> {
	const names = expected.flatMap((one) => one?.username ?? []).sort();
	for (const who of callers) t.same(`what ${JSON.stringify(params)} finds`, [...(await found(t, who, params, people))].sort(), names);
}

/** A user who shows an address, and one who does not. */
async function addressed(t: Context): Promise<{ shown: Person; hidden: Person; people: readonly Person[] }> {
	const email = `${t.unique("shown")}@conformance.example.com`;
	const [shown, hidden] = [await person(t, { email, public_email: email }), await person(t)];
	return { shown, hidden, people: [shown, hidden] };
}

/** The address without its last letter, and without its first. */
const parts = (email: string): readonly string[] => [email.slice(0, -1), email.slice(1), email.split("@")[0] ?? ""];

const text = (claim: string, run: (t: Context) => Promise<void>): Rule => byClaim(claim, run, writes);

export const userSearch: readonly Rule[] = [
	text("USER-188", async (t) => {
		const jack = await person(t, { username: `${t.unique("jack")}_smith`.toLowerCase() });
		const other = await person(t);
		await finds(t, { username: jack.username.toUpperCase() }, [jack, other], [jack]);
	}),
	text("USER-189", async (t) => {
		const { username, ...rest } = await person(t);
		const people = [{ username, ...rest }];
		await finds(t, { username }, people, people);
		for (const part of [username.slice(0, -1), username.slice(1)]) await finds(t, { username: part }, people, []);
	}),
	text("USER-191", async (t) => {
		const { shown, people } = await addressed(t);
		await finds(t, { public_email: shown.email }, people, [shown]);
		for (const public_email of parts(shown.email)) await finds(t, { public_email }, people, []);
	}),
	text("USER-192", async (t) => {
		const { shown, hidden, people } = await addressed(t);
		await finds(t, { public_email: hidden.email }, people, []);
		await finds(t, { public_email: shown.email }, people, [shown]);
	}),
	text("USER-194", async (t) => {
		const { word, people } = await flock(t, [{}, {}]);
		const other = await person(t);
		await finds(t, { search: word }, [...people, other], people);
		await finds(t, { search: word.slice(1) }, [...people, other], people);
	}),
	text("USER-195", async (t) => {
		const [one, other] = [await person(t, { name: "Ann Other" }), await person(t, { name: "Bo Other" })];
		await finds(t, { search: one.username.slice(2) }, [one, other], [one]);
	}),
	text("USER-196", async (t) => {
		const { shown, people } = await addressed(t);
		await finds(t, { search: shown.email }, people, [shown]);
		for (const search of parts(shown.email).slice(0, 2)) await finds(t, { search }, people, []);
	}),
	text("USER-197", async (t) => {
		const { hidden, people } = await addressed(t);
		await finds(t, { search: hidden.email }, people, [], ["outsider"]);
		await finds(t, { search: hidden.email }, people, [hidden], ["administrator"]);
	}),
	text("USER-198", async (t) => {
		const one = await person(t, { email: `${t.unique("mail")}@conformance.example.com` });
		await finds(t, { search: one.email }, [one], [one], ["administrator"]);
		for (const search of parts(one.email)) await finds(t, { search }, [one], [], ["administrator"]);
	}),
	text("USER-199", async (t) => {
		const [one, other] = [await person(t), await person(t)];
		for (const search of [one.username.toUpperCase(), `@${one.username}`]) await finds(t, { search }, [one, other], [one]);
	}),
	text("USER-200", async (t) => {
		const word = t.unique("word").replaceAll("-", "");
		const [both, single] = [await person(t, { name: `Xaver ${word} Yq` }), await person(t, { name: word })];
		const people = [both, single];
		await finds(t, { search: word.slice(1, -1) }, people, people);
		await finds(t, { search: `${word} xav` }, people, [both]);
		await finds(t, { search: `${word} zzz` }, people, []);
		// A short word has to be all of a name.
		await finds(t, { search: `${word} yq` }, people, []);
	}),
	text("USER-201", async (t) => {
		const word = t.unique("rank").replaceAll("-", "");
		const email = `${word}@conformance.example.com`;
		const [last, named, username, first, second] = [
			await person(t, { name: `Zoe ${word}` }),
			await person(t, { name: word }),
			await person(t, { username: word, name: "Xaver" }),
			await person(t, { name: `A${word}` }),
			await person(t, { name: `A${word}` }),
		];
		const people = [last, named, username, first, second];
		const names = (ordered: readonly Person[]) => ordered.map((one) => one.username);
		for (const who of everyone)
			t.same(`the order of search=${word}`, await found(t, who, { search: word }, people), names([username, named, first, second, last]));
		const called = await person(t, { name: email });
		const shown = await person(t, { email, public_email: email, name: "Yolanda" });
		t.same("the order of search by an address", await found(t, "outsider", { search: email }, [called, shown]), names([shown, called]));
	}),
	text("USER-202", async (t) => {
		const people = [await person(t), await person(t)];
		const listed = (await t.as("outsider").call("listUsers", { per_page: 100 })).is(200);
		const searched = (await t.as("outsider").call("listUsers", { per_page: 100, search: "" })).is(200);
		t.same("the ids of a list with an empty search", searched.ids, listed.ids, searched);
		t.holds(
			"the newest users should be listed",
			people.every(({ id }) => listed.ids.includes(id)),
			listed,
		);
	}),
	text("USER-261", async (t) => {
		const { word, people } = await flock(t, [{}, {}]);
		const exact = await person(t, { name: word });
		const all = [...people, exact];
		const names = all.map((one) => one.username);
		const search = { search: word, order_by: "id" };
		t.same("the order of a search by id", await found(t, "administrator", { ...search, sort: "asc" }, all), names);
		const descending = await found(t, "administrator", { ...search, sort: "desc" }, all);
		t.same("the order of a search by id, descending", descending, names.toReversed());
	}),
];
