import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import { account, type Someone } from "../../rule/callers";
import type { Context } from "../../rule/context";
import { assumed, type Rule } from "../../rule/rule";
import {
	changeUser,
	developersAddress,
	everyone,
	findsOpenly,
	flock,
	hasCursors,
	idsOf,
	listUsers,
	others,
	type Person,
	person,
	recordOf,
	takesOrder,
	writes,
	writing,
} from "./lab";

/** The usernames of these people that a list returns, in its order. */
async function ranked(t: Context, who: ActorName, params: Params, people: readonly Pick<Someone, "id" | "username">[]): Promise<readonly unknown[]> {
	const response = await listUsers(t.as(who), params);
	return idsOf(response, people).map((id) => people.find((one) => one.id === id)?.username);
}

/** For these callers, a list must return exactly the expected people, in any order, with keyset pagination too. */
async function finds(
	t: Context,
	params: Params,
	people: readonly Someone[],
	expected: readonly Someone[],
	callers: readonly ActorName[] = everyone,
): Promise<void> {
	const names = expected.map(({ username }) => username).sort();
	for (const who of callers) {
		if (!(await takesOrder(t, t.as(who), params))) continue;
		for (const more of (await hasCursors(t, t.as(who), params)) ? [{}, { pagination: "keyset" }] : [{}])
			t.same(`the users found with ${JSON.stringify({ ...params, ...more })}`, [...(await ranked(t, who, { ...params, ...more }, people))].sort(), names);
	}
}

/** A user with a public email, and one without. */
async function addressed(t: Context): Promise<{ shown: Person; hidden: Person; people: readonly Person[] }> {
	const email = `${t.unique("shown")}@conformance.example.com`;
	const [shown, hidden] = [await person(t, { email, public_email: email }), await person(t)];
	return { shown, hidden, people: [shown, hidden] };
}

/** The address without its last letter, without its first, and either side of its `@` and of each of its dots. */
const parts = (email: string): readonly string[] => [
	email.slice(0, -1),
	email.slice(1),
	...[...email.matchAll(/[@.]/g)].flatMap(({ index }) => [email.slice(0, index), email.slice(index + 1)]),
];

/** Finding users by name and address. */
export const userSearch: readonly Rule[] = [
	writing.rule("USER-188", "username finds a user case-insensitively.", "listUsers", async (t) => {
		const jack = await person(t, { username: `${t.unique("Jack")}_Smith` });
		const people = [jack, await person(t)];
		for (const username of [jack.username, jack.username.toUpperCase(), jack.username.toLowerCase()]) {
			await finds(t, { username }, people, [jack]);
			// Callers without credentials find users only by username.
			if (!(await findsOpenly(t, username))) continue;
			const open = await listUsers(t.anonymous, { username });
			t.same(`the users found with username=${username} without credentials`, open.ids, [jack.id], open);
		}
	}),
	writing.rule("USER-191", "public_email finds the user with exactly that public email. A part of it finds nobody.", "listUsers", async (t) => {
		const { shown, people } = await addressed(t);
		await finds(t, { public_email: shown.email }, people, [shown]);
		for (const public_email of parts(shown.email)) await finds(t, { public_email }, people, []);
	}),
	writing.assumed("USER-192", "public_email does not find a user by an email that is not public.", "listUsers", async (t) => {
		const { hidden, people } = await addressed(t);
		await finds(t, { public_email: hidden.email }, people, []);
	}),
	writing.rule("USER-194, USER-195", "search matches a part of a name or of a username.", "listUsers", async (t) => {
		const { word, people } = await flock(t, [{}, { private_profile: true }]);
		const rare = t.unique("rare").replaceAll("-", "");
		const other = await person(t, { name: `Somebody Else ${rare}` });
		const stranger = t.user("developer");
		const cases = [word, word.slice(1), word.slice(0, -1)].map((search) => ({ search, expected: people }));
		cases.push({ search: `${word} 0`, expected: people.slice(0, 1) }, { search: other.username.slice(2), expected: [other] });
		// The last word of a name, and a part of it.
		for (const search of [rare, rare.slice(1, -1)]) cases.push({ search, expected: [other] });
		for (const { search, expected } of cases)
			for (const who of everyone)
				for (const more of [{}, { pagination: "keyset" }]) {
					const found = await ranked(t, who, { search, ...more }, [...people, other, stranger]);
					const names = expected.map(({ username }) => username);
					t.holds(`${search} should find ${names}, and finds ${found}`, names.every(Set.prototype.has, new Set(found)));
					// The search is fuzzy: it may find similar names, but not a user who has nothing in common with the text.
					t.holds(`${search} should not find ${stranger.username}`, !found.includes(stranger.username));
					t.assume(`${search} should find only ${names}`, found.length === names.length);
				}
		// A new name counts at once, and the former one no longer.
		const next = t.unique("next").replaceAll("-", "");
		(await changeUser(t, other.id, { name: `Somebody ${next}` })).ok;
		for (const who of everyone) {
			t.same(`the users found with ${next}`, await ranked(t, who, { search: next }, [other]), [other.username]);
			t.assume(`${rare} should find nobody`, (await ranked(t, who, { search: rare }, [other])).length === 0);
		}
	}),
	writing.rule(
		"USER-196, USER-191",
		"search finds a user by the complete public email, for every caller. A part of the email finds nobody.",
		"listUsers",
		async (t) => {
			const { shown, people } = await addressed(t);
			for (const search of [shown.email, shown.email.toUpperCase()]) await finds(t, { search }, people, [shown]);
			// Also that of a user whose profile is private.
			const email = `${t.unique("shy")}@conformance.example.com`;
			const shy = await person(t, { email, public_email: email, private_profile: true, external: true });
			for (const params of [{ search: email }, { public_email: email }]) await finds(t, params, [...people, shy], [shy]);
			// Other callers no longer find it when it is not public any more. That administrators do not find it by public_email either is assumed.
			(await changeUser(t, shy.id, { public_email: "" })).ok;
			const isHidden = !(await recordOf(t, shy.id)).field("public_email");
			for (const params of isHidden ? [{ search: email }, { public_email: email }] : []) await finds(t, params, [...people, shy], [], ["outsider"]);
			for (const search of parts(shown.email).filter((part) => part.includes("@"))) await finds(t, { search }, people, []);
			await finds(t, { search: "@conformance.example.com" }, people, []);
		},
	),
	writing.rule("USER-197", "Only administrators find a user by searching for an email that is not public.", "listUsers", async (t) => {
		const { hidden, people } = await addressed(t);
		// With each order, and with other filters.
		const besides = [{}, { order_by: "name" }, { order_by: "username" }, { active: true }, { humans: true }, { exclude_external: true }];
		for (const [index, who] of others.entries())
			for (const beside of who === "outsider" ? besides : [besides[index]]) await finds(t, { search: hidden.email, ...beside }, people, [], [who]);
		await finds(t, { search: hidden.email }, people, [hidden], ["administrator"]);
	}),
	writing.assumed("USER-198", "For administrators, search finds a user by a complete primary or secondary email, not by a part.", "listUsers", async (t) => {
		const one = await person(t, { email: `${t.unique("mail")}@conformance.example.com` });
		await finds(t, { search: one.email }, [one], [one], ["administrator"]);
		for (const search of parts(one.email)) await finds(t, { search }, [one], [], ["administrator"]);
		if (!t.given.hasControl) return;
		for (const confirmed_at of [null, "2026-01-01T00:00:00.000Z"]) {
			const email = `${t.unique("added")}@conformance.example.com`;
			await t.given.record("secondary_emails", { user_id: one.id, email, confirmed_at });
			await finds(t, { search: email }, [one], [one], ["administrator"]);
			await finds(t, { search: email }, [one], [], ["outsider", "auditor"]);
			for (const search of parts(email)) await finds(t, { search }, [one], [], ["administrator"]);
		}
	}),
	assumed(
		"USER-198",
		"Only administrators find a user by searching for a confirmed secondary email, complete and case-insensitive. public_email does not find it.",
		"listUsers",
		async (t) => {
			const email = t.scene("secondary_email");
			const developer = { ...t.user("developer"), email, caller: t.as("developer") };
			for (const search of [email, email.toUpperCase()]) {
				await finds(t, { search }, [developer], [developer], ["administrator"]);
				await finds(t, { search }, [developer], [], ["outsider", "owner", "developer"]);
			}
			for (const search of parts(email).filter((part) => part.includes("@"))) await finds(t, { search }, [developer], [], ["administrator", "outsider"]);
			for (const public_email of [email, email.toUpperCase()]) await finds(t, { public_email }, [developer], [], ["administrator", "outsider"]);
		},
		{ id: "USER-198/secondary", ...developersAddress },
	),
	writing.assumed("USER-199", 'search ignores case, a leading "@" and surrounding spaces.', "listUsers", async (t) => {
		const [one, other] = [await person(t), await person(t)];
		for (const search of [one.username.toUpperCase(), `@${one.username}`, `@${one.username.toUpperCase()}`, ` ${one.username} `])
			await finds(t, { search }, [one, other], [one]);
	}),
	assumed(
		"USER-200",
		"All words of search must match. Longer words match anywhere in a name or username; words of fewer than three characters match only the whole of it.",
		"listUsers",
		async (t) => {
			const word = t.unique("word").replaceAll("-", "");
			const [both, single] = [await person(t, { name: `Xaver ${word} Yq` }), await person(t, { name: word })];
			const people = [both, single];
			await finds(t, { search: word.slice(1, -1) }, people, people);
			for (const search of [`${word} xav`, `XAV   ${word}`, `${word} ver`]) await finds(t, { search }, people, [both]);
			// Short words do not match a part of a name.
			for (const search of [`${word} øøø`, `øøø ${word}`, `${word} yq`, `xa ${word}`]) await finds(t, { search }, people, []);
			if (!t.given.hasControl) return;
			const short = [await account(t, { username: "qz", name: "Other" }), await account(t, { name: "QZ" }), await account(t, { name: "Aqzb" })];
			await finds(t, { search: "qz" }, short, short.slice(0, 2));
			await finds(t, { search: "qzb" }, short, short.slice(2));
		},
		writes,
	),
	assumed(
		"USER-201",
		"search lists a user with exactly that email first, then exactly that username, then exactly that name. The others are sorted by name and id.",
		"listUsers",
		async (t) => {
			const word = t.unique("rank").replaceAll("-", "");
			const email = `${word}@conformance.example.com`;
			// Lower case, so that the order by name differs from that of the search even if capital letters are sorted first.
			const last = await person(t, { name: `zoe ${word}` });
			const named = await person(t, { name: word });
			const username = await person(t, { username: word, name: "xaver" });
			const [first, second] = [await person(t, { name: `A${word}` }), await person(t, { name: `A${word}` })];
			const people = [last, named, username, first, second];
			const names = (ordered: readonly Someone[]) => ordered.map((one) => one.username);
			for (const who of everyone)
				for (const search of [word, word.toUpperCase(), `@${word}`])
					t.same(`the order of search=${search}`, await ranked(t, who, { search }, people), names([username, named, first, second, last]));
			const called = await person(t, { name: email });
			const shown = await person(t, { email, public_email: email, name: "yolanda" });
			for (const who of everyone) t.same("the order of search by an address", await ranked(t, who, { search: email }, [called, shown]), names([shown, called]));
		},
		writes,
	),
	writing.assumed("USER-202", "An empty search does not filter the list of users.", "listUsers", async (t) => {
		const people = [await person(t), await person(t)];
		for (const search of ["", " ", "@"]) await finds(t, { search }, people, people);
		const [listed, searched] = [await listUsers(t.as("outsider")), await listUsers(t.as("outsider"), { search: "" })];
		if (t.given.hasControl) t.same("the list with an empty search", searched.items, listed.items, searched);
	}),
	writing.assumed("USER-261", "order_by and sort override the default order of search results.", "listUsers", async (t) => {
		const { word, people } = await flock(t, [{}, {}]);
		const all = [...people, await person(t, { name: word })];
		const names = all.map(({ username }) => username);
		for (const [order, expected] of [
			[{ order_by: "id", sort: "asc" }, names],
			[{ order_by: "id" }, names.toReversed()],
			[{ sort: "asc" }, names],
			[{ order_by: "name", sort: "asc" }, [names[2], names[0], names[1]]],
		] as const)
			for (const who of everyone)
				t.same(`the order of a search with ${JSON.stringify(order)}`, await ranked(t, who, { search: word, ...order }, all), expected);
	}),
];
