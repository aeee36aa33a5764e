import { listOfTokens, spareToken } from "../../plans/spare-token";
import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { isActive, isExpired } from "./listed-tokens";
import { forbidden, type Kind, kinds, numbers, tokensOf, walk } from "./tokens";

/** The claims of both lists follow each other in the same order; these are those of the personal tokens. */
const claimOf = (kind: Kind, number: number): string => {
	const of = kind === "personal" ? number : number + 36;
	return `CRED-${String(of).padStart(3, "0")}`;
};

const onBoth = (number: number, run: (t: Context, kind: Kind) => Promise<void>): Rule[] =>
	kinds.map((kind) => byClaim(claimOf(kind, number), async (t) => await run(t, kind)));

const time = (value: unknown): number => Date.parse(String(value));

/** A filtered list holds exactly those of the whole that the predicate holds for; some must be, and some must not. */
async function exactly(t: Context, kind: Kind, filter: Params, what: string, isIt: (token: Fields) => boolean) {
	const all = await tokensOf(t, kind);
	const wanted = all.filter(isIt);
	if (wanted.length === 0 || wanted.length === all.length) t.skip(`there should be tokens that are ${what}, and others that are not: add some`);
	t.same(`the tokens that are ${what}`, numbers(await tokensOf(t, kind, filter)), numbers(wanted));
}

/** A time that some tokens have, one in the middle of all. */
async function middle(t: Context, kind: Kind, name: string): Promise<string> {
	const times = (await tokensOf(t, kind)).flatMap((one) => (typeof one[name] === "string" ? [String(one[name])] : [])).sort();
	return times[times.length >> 1] ?? t.skip(`no token has a value of ${name}: let one have it`);
}

/** Each next one does not come before the one ahead of it. */
async function ordered(t: Context, kind: Kind, key: string, field: string) {
	for (const direction of ["asc", "desc"] as const) {
		const all = (await tokensOf(t, kind, { sort: `${key}_${direction}` })).filter((one) => one[field] !== null);
		t.holds("two tokens should differ in it", new Set(all.map((one) => one[field])).size > 1);
		for (const [index, one] of all.entries()) {
			const next = all[index + 1];
			if (!next) break;
			const [a, b] = direction === "asc" ? [String(one[field]), String(next[field])] : [String(next[field]), String(one[field])];
			// Servers may compare names with or without regard to case.
			t.holds(`${key}_${direction}: ${a} should not come behind ${b}`, a <= b || a.toLowerCase() <= b.toLowerCase());
		}
	}
}

export const tokenLists: readonly Rule[] = [
	...onBoth(61, async (t, kind) => {
		const at = await middle(t, kind, "created_at");
		await exactly(t, kind, { created_after: at }, "created then or later", (one) => time(one.created_at) >= time(at));
	}),
	...onBoth(62, async (t, kind) => {
		const all = await tokensOf(t, kind);
		const at = String(all[all.length >> 1]?.created_at);
		await exactly(t, kind, { created_before: at }, "created until then", (one) => time(one.created_at) <= time(at));
	}),
	...onBoth(63, async (t, kind) => {
		const at = await middle(t, kind, "created_at");
		const found = await tokensOf(t, kind, { created_after: at, created_before: at });
		const wanted = (await tokensOf(t, kind)).filter((one) => time(one.created_at) === time(at));
		t.same("the tokens created exactly then", numbers(found), numbers(wanted));
	}),
	...onBoth(64, async (t, kind) => {
		const at = await middle(t, kind, "last_used_at");
		const isIt = (one: Fields) => one.last_used_at !== null && time(one.last_used_at) >= time(at);
		await exactly(t, kind, { last_used_after: at }, "used then or later", isIt);
	}),
	...onBoth(65, async (t, kind) => {
		const at = await middle(t, kind, "last_used_at");
		const isIt = (one: Fields) => one.last_used_at !== null && time(one.last_used_at) <= time(at);
		await exactly(t, kind, { last_used_before: at }, "last used until then", isIt);
	}),
	...onBoth(66, async (t, kind) => {
		const unused = (await tokensOf(t, kind)).filter((one) => one.last_used_at === null);
		if (unused.length === 0) t.skip("every token was used: add one");
		for (const params of [{ last_used_after: "1990-01-01T00:00:00Z" }, { last_used_before: "2990-01-01T00:00:00Z" }])
			t.holds(
				"none without use should be found",
				(await tokensOf(t, kind, params)).every((one) => one.last_used_at !== null),
			);
	}),
	...onBoth(67, async (t, kind) => await exactly(t, kind, { revoked: true }, "revoked", (one) => one.revoked === true)),
	...onBoth(68, async (t, kind) => await exactly(t, kind, { revoked: false }, "not revoked", (one) => one.revoked === false)),
	...onBoth(69, async (t, kind) => {
		const all = await tokensOf(t, kind);
		t.same("whether there are both", new Set(all.map((one) => one.revoked)).size, 2);
	}),
	...onBoth(70, async (t, kind) => {
		const { name } = await spareToken(t, kind);
		await exactly(t, kind, { search: name }, `named ${name}`, (one) => String(one.name).toLowerCase().includes(name.toLowerCase()));
	}),
	...onBoth(71, async (t, kind) => {
		const { name } = await spareToken(t, kind);
		for (const search of [name.toUpperCase(), name.toLowerCase()])
			await exactly(t, kind, { search }, `named ${name}`, (one) => String(one.name).toLowerCase().includes(name.toLowerCase()));
		const all = await tokensOf(t, kind);
		const described =
			all.find((one) => one.description && !String(one.name).includes(String(one.description))) ?? t.skip("no token has a description: let one have it");
		const found = await tokensOf(t, kind, { search: described.description });
		t.holds("a description should not be searched", !numbers(found).includes(Number(described.id)));
	}),
	...onBoth(72, async (t, kind) => await exactly(t, kind, { state: "active" }, "active", isActive)),
	...onBoth(73, async (t, kind) => await exactly(t, kind, { state: "inactive" }, "inactive", (one) => !isActive(one))),
	...onBoth(74, async (t, kind) => {
		const found = await tokensOf(t, kind, { state: "inactive" });
		t.holds(
			"a revoked token should be found",
			found.some((one) => one.revoked === true),
		);
		if (!(await tokensOf(t, kind)).some((one) => one.revoked === false && isExpired(one))) t.skip("no token has expired: let one expire");
		t.holds(
			"an expired token should be found",
			found.some((one) => one.revoked === false && isExpired(one)),
		);
	}),
	...onBoth(75, async (t, kind) => {
		const params = { id: t.scene("enterprise_group"), state: "invalid" };
		const error = "state does not have a valid value";
		(await t.as("owner").call(listOfTokens(kind), params)).refuses(400, { error });
	}),
	...onBoth(76, async (t, kind) => {
		for (const [name, value] of [
			["created_after", "not-a-date"],
			["revoked", "maybe"],
		] as const)
			(await t.as("owner").call(listOfTokens(kind), { id: t.scene("enterprise_group"), [name]: value })).refuses(400, {
				error: `${name} is invalid`,
			});
	}),
	...onBoth(77, async (t, kind) => await ordered(t, kind, "created", "created_at")),
	...onBoth(78, async (t, kind) => await ordered(t, kind, "expires", "expires_at")),
	...onBoth(79, async (t, kind) => await ordered(t, kind, "last_used", "last_used_at")),
	...onBoth(80, async (t, kind) => await ordered(t, kind, "name", "name")),
	...onBoth(81, async (t, kind) => {
		for (const [direction, sign] of [
			["asc", 1],
			["desc", -1],
		] as const) {
			const unused = (await tokensOf(t, kind, { sort: `last_used_${direction}` })).filter((one) => one.last_used_at === null);
			if (unused.length < 2) t.skip("fewer than two tokens were never used: add some");
			const ids = numbers(unused);
			t.same(
				"the order of equal ones",
				ids,
				[...ids].sort((one, other) => sign * (one - other)),
			);
		}
	}),
	...onBoth(82, async (t, kind) => {
		for (const [key, field] of [
			["expires", "expires_at"],
			["last_used", "last_used_at"],
		] as const)
			for (const direction of ["asc", "desc"] as const) {
				const none = (await tokensOf(t, kind, { sort: `${key}_${direction}` })).map((one) => one[field] === null);
				if (!none.includes(true) || !none.includes(false)) t.skip(`${field} should be null in some tokens, not in all`);
				const wanted = [...none].sort((one, other) => (Number(one) - Number(other)) * (direction === "asc" ? 1 : -1));
				t.same(`which have no ${field}`, none, wanted);
			}
	}),
	...onBoth(83, async (t, kind) => {
		t.same("the order", numbers(await tokensOf(t, kind)), numbers(await tokensOf(t, kind, { sort: "created_asc" })));
	}),
	...onBoth(84, async (t, kind) => {
		const ids = numbers(await tokensOf(t, kind, { sort: "sideways" }));
		const all = new Set(numbers(await tokensOf(t, kind)));
		t.same("how many tokens there are", [ids.length, ids.every((id) => all.has(id))], [all.size, true]);
	}),
	...onBoth(85, async (t, kind) => {
		const isIt = (one: Fields) => one.revoked === false && isExpired(one);
		await exactly(t, kind, { revoked: false, state: "inactive" }, "expired, not revoked", isIt);
	}),
	...onBoth(86, async (t, kind) => await paged(t, listOfTokens(kind))),
	...onBoth(87, async (t, kind) => {
		const params = { id: t.scene("enterprise_group") };
		for (const who of ["maintainer", "developer", "guest", "outsider"] as const) (await t.as(who).call(listOfTokens(kind), params)).is(401, 403, 404);
	}),
	...onBoth(88, async (t, kind) => {
		const params = { id: t.scene("enterprise_group") };
		for (const who of ["maintainer", "developer", "reporter", "guest", "outsider"] as const)
			(await t.as(who).call(listOfTokens(kind), params)).refuses(403, forbidden);
	}),
	...onBoth(89, async (t, kind) => {
		const own = new Set(numbers(await tokensOf(t, kind)));
		let empty = 0;
		for (const group of (await t.as("administrator").call("listGroups", { top_level_only: true, per_page: 20 })).is(200).items) {
			if (group.full_path === t.scene("enterprise_group")) continue;
			const answer = (await t.as("administrator").call(listOfTokens(kind), { id: group.id, per_page: 100 })).is(200);
			t.holds("another group's list should have none of the group's", !answer.ids.some((id) => own.has(id)), answer);
			empty += answer.ids.length === 0 ? 1 : 0;
		}
		if (empty === 0) t.skip("every top-level group has such tokens: add one without");
	}),
];

/** Twenty a page, a hundred at most, with the headers. */
export async function paged(t: Context, list: Parameters<typeof walk>[1]): Promise<void> {
	const call = async (params: Params) => (await t.as("owner").call(list, { id: t.scene("enterprise_group"), ...params })).is(200);
	const answer = await call({});
	t.same("x-per-page", answer.header("x-per-page"), "20", answer);
	t.same("the records", answer.items.length, Math.min(20, Number(answer.header("x-total"))), answer);
	t.same("x-per-page", (await call({ per_page: 101 })).header("x-per-page"), "100");
	t.same("the ids on pages of two", numbers(await walk(t, list, {}, 2)), numbers(await walk(t, list)));
	for (const name of ["x-page", "x-total-pages", "x-next-page", "x-prev-page", "link"]) t.holds(`${name} should be sent`, answer.header(name) !== null, answer);
}
