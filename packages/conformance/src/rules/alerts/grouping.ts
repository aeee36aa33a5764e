import type { Fields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";
import { alertFrom, alertOf, generic, makeIntake, raise, send, setStatus } from "./intake";

/** The iids of one payload after another. */
async function iidsOf(t: Trial, ...payloads: readonly Fields[]): Promise<string[]> {
	const iids: string[] = [];
	for (const payload of payloads) iids.push(await raise(t, generic(t), payload));
	return iids;
}

/** Two payloads must be one alert, or must not. */
async function pair(t: Trial, one: Fields, other: Fields, grouped: boolean): Promise<void> {
	const [first, second] = await iidsOf(t, one, other);
	const what = `${JSON.stringify(one)} and ${JSON.stringify(other)}`.slice(0, 300);
	t.holds(`${what} should be ${grouped ? "one alert" : "two alerts"}`, (first === second) === grouped);
}

const fingerprints = async (t: Trial, one: unknown, other: unknown, grouped: boolean): Promise<void> =>
	await pair(t, { title: t.unique(), fingerprint: one }, { title: t.unique(), fingerprint: other }, grouped);

/** A payload that is grouped with nothing but itself, and holds enough to differ in. */
const whole = (t: Trial): Fields => ({ title: t.unique("full"), severity: "low", extra: { deep: [1], other: "x" } });

/** A number that no other check of the run takes. */
const number = (t: Trial): number => Number.parseInt(t.unique("n").replace(/\W/g, "").slice(-10), 36);

export const groupingChecks = [
	check("ALERT-051", async (t) => {
		const text = t.unique();
		await fingerprints(t, text, text, true);
		await fingerprints(t, [`${text}a`, "b"], [`${text}a`, "b"], true);
		await fingerprints(t, `${text}c`, `${text}d`, false);
	}),
	check("ALERT-052", async (t) => {
		const text = t.unique();
		await fingerprints(t, [text, "b"], `${text}b`, true);
		await fingerprints(t, [text, "c"], `${text}d`, false);
	}),
	check("ALERT-053", async (t) => {
		const given = number(t);
		await fingerprints(t, given, String(given), true);
		await fingerprints(t, " ", " ", false);
	}),
	check("ALERT-054", async (t) => {
		const other = await makeIntake(t);
		const fingerprint = t.unique();
		await raise(t, generic(t), { title: "here", fingerprint });
		const { title, eventCount } = await alertFrom(t, other, { title: "there", fingerprint });
		t.same("the other project's alert", [title, eventCount], ["there", 1]);
	}),
	check(
		"ALERT-055",
		async (t) => {
			const payload = whole(t);
			const again = { ...payload, start_time: "2026-01-05T08:00:00Z", hosts: ["db-1"] };
			const [first, second] = await iidsOf(t, payload, again);
			t.same("the iid of the repeat", second, first);
			t.same("the counter", (await alertOf(t, generic(t), String(first))).eventCount, 2);
		},
		{ tier: "premium" },
	),
	check(
		"ALERT-056",
		async (t) => {
			const payload = whole(t);
			for (const more of [{ start_time: "2026-01-05T08:00:00Z" }, { hosts: ["db-1"] }])
				await pair(t, payload, { ...payload, ...more }, true);
			const answer = (await send(t, generic(t), { ...payload, end_time: "2026-01-05T09:00:00Z" })).is(200);
			const { status } = await alertOf(t, generic(t), String(answer.items[0]?.iid));
			t.same("the status after the payload with end_time", status, "RESOLVED", answer);
		},
		{ tier: "premium" },
	),
	check(
		"ALERT-057",
		async (t) => {
			for (const change of [
				{ title: t.unique() },
				{ severity: "high" },
				{ extra: { deep: [2], other: "x" } },
				{ more: 1 },
			]) {
				const payload = whole(t);
				await pair(t, payload, { ...payload, ...change }, false);
			}
		},
		{ tier: "premium" },
	),
	check(
		"ALERT-058",
		async (t) => {
			const title = t.unique();
			await pair(t, { title, a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 }, title }, true);
			await pair(t, { title, a: { b: 1, c: 3 } }, { a: { c: 1, b: 3 }, title }, false);
		},
		{ tier: "premium" },
	),
	check(
		"ALERT-059",
		async (t) => {
			for (const payload of [{ hosts: ["a"] }, { start_time: "2026-01-05T08:00:00Z", hosts: "a" }, { title: " " }])
				await pair(t, payload, payload, false);
		},
		{ tier: "premium" },
	),
	check(
		"ALERT-060",
		async (t) => {
			const payload = whole(t);
			await pair(t, payload, payload, false);
		},
		{ maxTier: "free" },
	),
	check("ALERT-061", async (t) => {
		const fingerprint = t.unique();
		await fingerprints(t, fingerprint, fingerprint, true);
		await fingerprints(t, fingerprint, `${fingerprint}-other`, false);
	}),
	check("ALERT-062", async (t) => {
		const fingerprint = t.unique();
		const iid = await raise(t, generic(t), { title: "First", fingerprint, severity: "low", service: "a" });
		const again = { title: "Second", fingerprint, severity: "high", service: "b" };
		const answer = (await send(t, generic(t), again)).is(200);
		t.same("the answer", answer.json, [{ iid: Number(iid), title: "First" }], answer);
		const { title, severity, service } = await alertOf(t, generic(t), iid);
		t.same("the alert's fields", [title, severity, service], ["First", "LOW", "a"]);
	}),
	check("ALERT-063", async (t) => {
		const fingerprint = t.unique();
		const counts = [];
		for (let time = 1; time <= 3; time++) counts.push((await alertFrom(t, generic(t), { fingerprint })).eventCount);
		t.same("the counter after each payload", counts, [1, 2, 3]);
	}),
	check("ALERT-064", async (t) => {
		for (const status of ["ACKNOWLEDGED", "IGNORED"]) {
			const fingerprint = t.unique();
			const iid = await raise(t, generic(t), { fingerprint });
			await setStatus(t, generic(t), iid, status);
			t.same("the iid of the repeat", await raise(t, generic(t), { fingerprint }), iid);
			const alert = await alertOf(t, generic(t), iid);
			t.same("status and counter", [alert.status, alert.eventCount], [status, 2]);
		}
	}),
	check("ALERT-065", async (t) => {
		const payload = { title: "Full", fingerprint: t.unique() };
		const iid = await raise(t, generic(t), payload);
		await setStatus(t, generic(t), iid, "RESOLVED");
		const [second, third] = await iidsOf(t, payload, payload);
		t.holds("a payload like a resolved alert's should be a new alert", second !== iid);
		t.same("the iid of its repeat", third, second);
		const { status, eventCount } = await alertOf(t, generic(t), iid);
		t.same("the resolved one", [status, eventCount], ["RESOLVED", 1]);
	}),
];
