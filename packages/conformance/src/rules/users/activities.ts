import type { Answer, Fields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { person } from "./person";

const always = "1990-01-01";
const dayOf = (row: Fields | undefined): string => String(row?.last_activity_on);

/** Every activity from a day on; skips where there are too many of them to read. */
async function all(t: Context, caller: Caller, from?: string): Promise<readonly Fields[]> {
	const rows: Fields[] = [];
	for (let page = 1; page <= 20; page++) {
		const { items } = (await caller.call("listUserActivities", { from, page, per_page: 100 })).is(200);
		rows.push(...items);
		if (items.length < 100) return rows;
	}
	return t.skip("the server has more than two thousand active users");
}

/** The first day of the last six months, and a day before that, since days are the server's. */
function halfAYearAgo(answer: Answer): string {
	const at = new Date(answer.header("date") ?? Date.now());
	at.setUTCMonth(at.getUTCMonth() - 6);
	return new Date(at.getTime() - 86_400_000).toISOString().slice(0, 10);
}

const list = (caller: Caller, params: object = {}) => caller.call("listUserActivities", { per_page: 100, ...params });

export const userActivities: readonly Rule[] = [
	rule("USER-160", "`last_activity_at` equals `last_activity_on` in every record.", "listUserActivities", async (t) => {
		(await list(t.as("administrator"), { from: always })).is(200).every("of one day by both names", (row) => row.last_activity_at === row.last_activity_on);
	}),
	rule("USER-600", "Records are ordered by last activity date from oldest to newest.", "listUserActivities", async (t) => {
		const listed = (await list(t.as("administrator"), { from: always })).is(200);
		const days = listed.items.map(dayOf);
		if (new Set(days).size < 2) t.skip("the server needs users who were last active on different days");
		t.same("the days", days, days.toSorted(), listed);
	}),
	rule("USER-601", "Without `from` only users active within the last six months are listed.", "listUserActivities", async (t) => {
		const since = halfAYearAgo(await list(t.as("administrator")));
		const older = (await all(t, t.as("administrator"), always)).filter((row) => dayOf(row) < since);
		if (older.length === 0) t.skip("the server needs a user who was last active more than six months ago");
		const listed = (await list(t.as("administrator"))).is(200);
		listed.every(`active since ${since}`, (row) => dayOf(row) >= since);
	}),
	rule("USER-602", "`from` returns users whose last_activity_on is on or after that date (an older date widens the list).", "listUserActivities", async (t) => {
		const rows = await all(t, t.as("administrator"), always);
		const last = dayOf(rows.at(-1));
		if (rows.length < 2 || dayOf(rows[0]) === last) t.skip("the server needs users active on different days");
		const recent = await all(t, t.as("administrator"), last);
		const expected = rows.filter((row) => dayOf(row) >= last).map(({ username }) => username);
		t.same(`those active from ${last} on`, recent.map(({ username }) => username).sort(), expected.sort());
		t.holds("an older date should widen the list", rows.length > recent.length);
	}),
	assumed("USER-603", "`from` is inclusive: a user last active on exactly that date is listed.", "listUserActivities", async (t) => {
		const rows = await all(t, t.as("administrator"), always);
		const middle = rows[Math.floor(rows.length / 2)] ?? t.skip("the server has no user who was ever active");
		const from = await all(t, t.as("administrator"), dayOf(middle));
		t.holds(
			`a user active on ${dayOf(middle)} should be listed from that day on`,
			from.some(({ username }) => username === middle.username),
		);
	}),
	rule(
		"USER-604",
		"Users with a private profile are listed only for an administrator.",
		"listUserActivities",
		async (t) => {
			const active = (await all(t, t.as("outsider"), always)).map(({ username }) => username);
			const names = ["developer", "maintainer", "reporter", "owner", "guest"] as const;
			const name = names.find((one) => active.includes(t.user(one).username));
			const { id, username } = t.user(name ?? t.skip("none of the run's users was active on any day"));
			const administrator = t.as("administrator");
			t.undo("the profile", () => administrator.call("updateUser", { id, private_profile: false }));
			(await administrator.call("updateUser", { id, private_profile: true })).is(200).has({ private_profile: true });
			const found = async (caller: Caller) => (await all(t, caller, always)).some((row) => row.username === username);
			t.holds("a regular caller should not see the private profile's activity", !(await found(t.as("outsider"))));
			t.holds("an administrator should see it", await found(administrator));
		},
		{ effect: "writes" },
	),
	assumed("USER-605", "Any signed-in user may call it and sees users with public profiles; anonymous answers 401.", "listUserActivities", async (t) => {
		const listed = (await list(t.as("outsider"), { from: always })).is(200);
		t.holds("there should be somebody with a public profile", listed.items.length > 0, listed);
		(await list(t.anonymous)).refuses(401);
	}),
	assumed(
		"USER-606",
		"Users who never had activity are not listed.",
		"listUserActivities",
		async (t) => {
			const { made, username } = await person(t);
			made.has({ last_activity_on: null });
			const rows = await all(t, t.as("administrator"), always);
			t.holds("somebody should be listed", rows.length > 0);
			t.holds(`${username}, who was never active, should not be listed`, !rows.some((row) => row.username === username));
		},
		{ effect: "writes" },
	),
	assumed("USER-607", 'from=notadate answers 400 {"error":"from is invalid"}.', "listUserActivities", async (t) => {
		(await list(t.as("outsider"), { from: "notadate" })).refuses(400, { error: "from is invalid" });
	}),
	rule("USER-608", "The list is paginated, 20 per page by default.", "listUserActivities", async (t) => {
		const listed = (await t.as("administrator").call("listUserActivities", { from: always })).is(200);
		t.same("x-per-page", listed.header("x-per-page"), "20", listed);
		t.holds("a page should hold twenty at most", listed.items.length <= 20, listed);
		const first = (await list(t.as("administrator"), { from: always, per_page: 1 })).is(200);
		t.same("the users of a page of one", first.items, listed.items.slice(0, 1), first);
	}),
	assumed("USER-609", "Pagination headers x-total etc. are present.", "listUserActivities", async (t) => {
		const listed = (await list(t.as("administrator"), { from: always, per_page: 1 })).is(200);
		for (const [name, value] of [
			["x-page", "1"],
			["x-per-page", "1"],
			["x-total-pages", listed.header("x-total")],
		] as const)
			t.same(name, listed.header(name), value, listed);
		t.holds("x-total should be a number above nothing", Number(listed.header("x-total")) > 0, listed);
	}),
];
