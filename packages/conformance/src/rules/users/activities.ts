import type { Answer, Fields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { person } from "./person";

const always = "1990-01-01";
const dayOf = (row: Fields | undefined): string => String(row?.last_activity_on);

/** Every activity from a day on; skips where there are too many of them to read. */
async function all(t: Trial, caller: Caller, from?: string): Promise<readonly Fields[]> {
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

export const userActivities: readonly Check[] = [
	check("USER-160", async (t) => {
		(await list(t.as("administrator"), { from: always }))
			.is(200)
			.every("of one day by both names", (row) => row.last_activity_at === row.last_activity_on);
	}),
	check("USER-600", async (t) => {
		const listed = (await list(t.as("administrator"), { from: always })).is(200);
		const days = listed.items.map(dayOf);
		if (new Set(days).size < 2) t.skip("the server needs users who were last active on different days");
		t.same("the days", days, days.toSorted(), listed);
	}),
	check("USER-601", async (t) => {
		const since = halfAYearAgo(await list(t.as("administrator")));
		const older = (await all(t, t.as("administrator"), always)).filter((row) => dayOf(row) < since);
		if (older.length === 0) t.skip("the server needs a user who was last active more than six months ago");
		const listed = (await list(t.as("administrator"))).is(200);
		listed.every(`active since ${since}`, (row) => dayOf(row) >= since);
	}),
	check("USER-602", async (t) => {
		const rows = await all(t, t.as("administrator"), always);
		const last = dayOf(rows.at(-1));
		if (rows.length < 2 || dayOf(rows[0]) === last) t.skip("the server needs users active on different days");
		const recent = await all(t, t.as("administrator"), last);
		const expected = rows.filter((row) => dayOf(row) >= last).map(({ username }) => username);
		t.same(`those active from ${last} on`, recent.map(({ username }) => username).sort(), expected.sort());
		t.holds("an older date should widen the list", rows.length > recent.length);
	}),
	check("USER-603", async (t) => {
		const rows = await all(t, t.as("administrator"), always);
		const middle = rows[Math.floor(rows.length / 2)] ?? t.skip("the server has no user who was ever active");
		const from = await all(t, t.as("administrator"), dayOf(middle));
		t.holds(
			`a user active on ${dayOf(middle)} should be listed from that day on`,
			from.some(({ username }) => username === middle.username),
		);
	}),
	check(
		"USER-604",
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
	check("USER-605", async (t) => {
		const listed = (await list(t.as("outsider"), { from: always })).is(200);
		t.holds("there should be somebody with a public profile", listed.items.length > 0, listed);
		(await list(t.anonymous)).refuses(401);
	}),
	check(
		"USER-606",
		async (t) => {
			const { made, username } = await person(t);
			made.has({ last_activity_on: null });
			const rows = await all(t, t.as("administrator"), always);
			t.holds("somebody should be listed", rows.length > 0);
			t.holds(
				`${username}, who was never active, should not be listed`,
				!rows.some((row) => row.username === username),
			);
		},
		{ effect: "writes" },
	),
	check("USER-607", async (t) => {
		(await list(t.as("outsider"), { from: "notadate" })).refuses(400, { error: "from is invalid" });
	}),
	check("USER-608", async (t) => {
		const listed = (await t.as("administrator").call("listUserActivities", { from: always })).is(200);
		t.same("x-per-page", listed.header("x-per-page"), "20", listed);
		t.holds("a page should hold twenty at most", listed.items.length <= 20, listed);
		const first = (await list(t.as("administrator"), { from: always, per_page: 1 })).is(200);
		t.same("the users of a page of one", first.items, listed.items.slice(0, 1), first);
	}),
	check("USER-609", async (t) => {
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
