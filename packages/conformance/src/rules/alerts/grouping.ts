import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { alertFrom, alertOf, generic, makeIntake, raise, send, setStatus } from "./intake";

/** The iids of one payload after another. */
async function iidsOf(t: Context, ...payloads: readonly Fields[]): Promise<string[]> {
	const iids: string[] = [];
	for (const payload of payloads) iids.push(await raise(t, generic(t), payload));
	return iids;
}

/** Two payloads must be one alert, or must not. */
async function pair(t: Context, one: Fields, other: Fields, grouped: boolean): Promise<void> {
	const [first, second] = await iidsOf(t, one, other);
	const what = `${JSON.stringify(one)} and ${JSON.stringify(other)}`.slice(0, 300);
	t.holds(`${what} should be ${grouped ? "one alert" : "two alerts"}`, (first === second) === grouped);
}

const fingerprints = async (t: Context, one: unknown, other: unknown, grouped: boolean): Promise<void> =>
	await pair(t, { title: t.unique(), fingerprint: one }, { title: t.unique(), fingerprint: other }, grouped);

/** A payload that is grouped with nothing but itself, and holds enough to differ in. */
const whole = (t: Context): Fields => ({ title: t.unique("full"), severity: "low", extra: { deep: [1], other: "x" } });

/** A number that no other check of the run takes. */
const number = (t: Context): number => Number.parseInt(t.unique("n").replace(/\W/g, "").slice(-10), 36);

export const groupingChecks = [
	rule("ALERT-051", "`fingerprint` may be a string or an array; the same value groups occurrences.", "sendAlert", async (t) => {
		const text = t.unique();
		await fingerprints(t, text, text, true);
		await fingerprints(t, [`${text}a`, "b"], [`${text}a`, "b"], true);
		await fingerprints(t, `${text}c`, `${text}d`, false);
	}),
	assumed("ALERT-052", 'An array fingerprint equals the string of its flattened elements joined: ["a","b"] groups with "ab".', "sendAlert", async (t) => {
		const text = t.unique();
		await fingerprints(t, [text, "b"], `${text}b`, true);
		await fingerprints(t, [text, "c"], `${text}d`, false);
	}),
	assumed("ALERT-053", "A numeric fingerprint groups with its string form; a blank one counts as absent.", "sendAlert", async (t) => {
		const given = number(t);
		await fingerprints(t, given, String(given), true);
		await fingerprints(t, " ", " ", false);
	}),
	assumed("ALERT-054", "Fingerprints are compared within one project: the same value in another project creates a separate alert.", "sendAlert", async (t) => {
		const other = await makeIntake(t);
		const fingerprint = t.unique();
		await raise(t, generic(t), { title: "here", fingerprint });
		const { title, eventCount } = await alertFrom(t, other, { title: "there", fingerprint });
		t.same("the other project's alert", [title, eventCount], ["there", 1]);
	}),
	rule(
		"ALERT-055",
		"A payload identical to an open alert's (apart from start_time and hosts) is grouped on Premium/Ultimate: no new alert, its counter rises by one.",
		"sendAlert",
		async (t) => {
			const payload = whole(t);
			const again = { ...payload, start_time: "2026-01-05T08:00:00Z", hosts: ["db-1"] };
			const [first, second] = await iidsOf(t, payload, again);
			t.same("the iid of the repeat", second, first);
			t.same("the counter", (await alertOf(t, generic(t), String(first))).eventCount, 2);
		},
		{ tier: "premium" },
	),
	rule(
		"ALERT-056",
		"With automatic fingerprinting enabled the fingerprint is generated from the payload without start_time, end_time and hosts.",
		"sendAlert",
		async (t) => {
			const payload = whole(t);
			for (const more of [{ start_time: "2026-01-05T08:00:00Z" }, { hosts: ["db-1"] }]) await pair(t, payload, { ...payload, ...more }, true);
			const answer = (await send(t, generic(t), { ...payload, end_time: "2026-01-05T09:00:00Z" })).is(200);
			const { status } = await alertOf(t, generic(t), String(answer.items[0]?.iid));
			t.same("the status after the payload with end_time", status, "RESOLVED", answer);
		},
		{ tier: "premium" },
	),
	rule(
		"ALERT-057",
		"A payload differing in any other field (e.g. title, severity, an extra nested field) is a new alert under automatic fingerprinting.",
		"sendAlert",
		async (t) => {
			for (const change of [{ title: t.unique() }, { severity: "high" }, { extra: { deep: [2], other: "x" } }, { more: 1 }]) {
				const payload = whole(t);
				await pair(t, payload, { ...payload, ...change }, false);
			}
		},
		{ tier: "premium" },
	),
	assumed(
		"ALERT-058",
		"Key order in the payload does not matter for the generated fingerprint.",
		"sendAlert",
		async (t) => {
			const title = t.unique();
			await pair(t, { title, a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 }, title }, true);
			await pair(t, { title, a: { b: 1, c: 3 } }, { a: { c: 1, b: 3 }, title }, false);
		},
		{ tier: "premium" },
	),
	assumed(
		"ALERT-059",
		"Under automatic fingerprinting a payload with only start_time, end_time, hosts (or only blank values) has no fingerprint and is always new.",
		"sendAlert",
		async (t) => {
			for (const payload of [{ hosts: ["a"] }, { start_time: "2026-01-05T08:00:00Z", hosts: "a" }, { title: " " }]) await pair(t, payload, payload, false);
		},
		{ tier: "premium" },
	),
	assumed(
		"ALERT-060",
		"On the Free tier two identical payloads without fingerprint create two alerts.",
		"sendAlert",
		async (t) => {
			const payload = whole(t);
			await pair(t, payload, payload, false);
		},
		{ maxTier: "free" },
	),
	assumed("ALERT-061", "An explicit fingerprint groups on every tier.", "sendAlert", async (t) => {
		const fingerprint = t.unique();
		await fingerprints(t, fingerprint, fingerprint, true);
		await fingerprints(t, fingerprint, `${fingerprint}-other`, false);
	}),
	assumed(
		"ALERT-062",
		"A grouped payload answers 200 with the existing alert's iid and title; its other fields stay as first received.",
		"sendAlert",
		async (t) => {
			const fingerprint = t.unique();
			const iid = await raise(t, generic(t), { title: "First", fingerprint, severity: "low", service: "a" });
			const again = { title: "Second", fingerprint, severity: "high", service: "b" };
			const answer = (await send(t, generic(t), again)).is(200);
			t.same("the answer", answer.json, [{ iid: Number(iid), title: "First" }], answer);
			const { title, severity, service } = await alertOf(t, generic(t), iid);
			t.same("the alert's fields", [title, severity, service], ["First", "LOW", "a"]);
		},
	),
	assumed("ALERT-063", "The counter is GraphQL `eventCount`: 1 for a new alert, 3 after two repeats.", "sendAlert", async (t) => {
		const fingerprint = t.unique();
		const counts = [];
		for (let time = 1; time <= 3; time++) counts.push((await alertFrom(t, generic(t), { fingerprint })).eventCount);
		t.same("the counter after each payload", counts, [1, 2, 3]);
	}),
	assumed(
		"ALERT-064",
		"An acknowledged or ignored alert is still open for grouping: the repeat raises its counter and leaves its status.",
		"sendAlert",
		async (t) => {
			for (const status of ["ACKNOWLEDGED", "IGNORED"]) {
				const fingerprint = t.unique();
				const iid = await raise(t, generic(t), { fingerprint });
				await setStatus(t, generic(t), iid, status);
				t.same("the iid of the repeat", await raise(t, generic(t), { fingerprint }), iid);
				const alert = await alertOf(t, generic(t), iid);
				t.same("status and counter", [alert.status, alert.eventCount], [status, 2]);
			}
		},
	),
	rule(
		"ALERT-065",
		"When the alert with that fingerprint is already resolved, an identical payload creates a new alert with a new iid.",
		"sendAlert",
		async (t) => {
			const payload = { title: "Full", fingerprint: t.unique() };
			const iid = await raise(t, generic(t), payload);
			await setStatus(t, generic(t), iid, "RESOLVED");
			const [second, third] = await iidsOf(t, payload, payload);
			t.holds("a payload like a resolved alert's should be a new alert", second !== iid);
			t.same("the iid of its repeat", third, second);
			const { status, eventCount } = await alertOf(t, generic(t), iid);
			t.same("the resolved one", [status, eventCount], ["RESOLVED", 1]);
		},
	),
];
