import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { alertFrom, alertOf, generic, makesNone, raise, send } from "./intake";

const over = "2026-01-05T09:15:00Z";

/** Makes an alert, sends the payload once more with what resolves it, and reads the alert. */
async function resolved(t: Context, given: Fields, payload: Fields = { fingerprint: t.unique() }): Promise<Fields> {
	const iid = await raise(t, generic(t), payload);
	const answer = (await send(t, generic(t), { ...payload, ...given })).is(200);
	t.same("the iids of the answer", answer.pluck("iid"), [Number(iid)], answer);
	return await alertOf(t, generic(t), iid);
}

export const resolutionChecks = [
	rule("ALERT-034", "`end_time` given → the payload resolves the matching alert.", "sendAlert", async (t) => {
		const payload = { fingerprint: t.unique() };
		t.same("endedAt of the open alert", (await alertFrom(t, generic(t), payload)).endedAt, null);
		t.same("its status after end_time", (await resolved(t, { end_time: over }, payload)).status, "RESOLVED");
	}),
	assumed(
		"ALERT-035",
		"end_time may be an ISO string or integer epoch milliseconds; an unparsable end_time counts as absent (the alert fires).",
		"sendAlert",
		async (t) => {
			for (const end_time of [over, Date.parse(over)]) t.same(`endedAt for end_time ${end_time}`, (await resolved(t, { end_time })).endedAt, over);
			const { status, eventCount } = await resolved(t, { end_time: "soon" });
			t.same("status and counter after an end_time that cannot be read", [status, eventCount], ["TRIGGERED", 2]);
		},
	),
	rule("ALERT-066", "A payload with end_time whose fingerprint matches an unresolved alert sets that alert to RESOLVED.", "sendAlert", async (t) => {
		const other = await raise(t, generic(t), { fingerprint: t.unique() });
		t.same("the status", (await resolved(t, { end_time: over })).status, "RESOLVED");
		t.same("the status of another alert", (await alertOf(t, generic(t), other)).status, "TRIGGERED");
	}),
	assumed("ALERT-067", "The resolved alert's endedAt is the payload's end_time; a resolving payload answers 200 with that alert.", "sendAlert", async (t) => {
		t.same("endedAt", (await resolved(t, { end_time: over })).endedAt, over);
	}),
	assumed("ALERT-068", "Resolving does not raise the counter.", "sendAlert", async (t) => {
		const fingerprint = t.unique();
		await raise(t, generic(t), { fingerprint });
		const { eventCount, status } = await alertFrom(t, generic(t), { fingerprint });
		t.same("the open alert", [eventCount, status], [2, "TRIGGERED"]);
		const end = (await send(t, generic(t), { fingerprint, end_time: over })).is(200);
		const after = await alertOf(t, generic(t), String(end.items[0]?.iid));
		t.same("the resolved alert", [after.eventCount, after.status], [2, "RESOLVED"]);
	}),
	assumed("ALERT-069", "A resolving payload that matches no open alert → 400 with empty body, and creates nothing.", "sendAlert", async (t) => {
		await makesNone(t, generic(t), async () => {
			const answer = await send(t, generic(t), { fingerprint: t.unique(), end_time: over });
			t.same("the body", answer.is(400).text, "", answer);
		});
	}),
	assumed(
		"ALERT-070",
		"A resolving payload without fingerprint on the Free tier matches nothing → 400.",
		"sendAlert",
		async (t) => {
			const payload = { title: t.unique(), service: "db" };
			const iid = await raise(t, generic(t), payload);
			(await send(t, generic(t), { ...payload, end_time: over })).is(400);
			t.same("the status", (await alertOf(t, generic(t), iid)).status, "TRIGGERED");
		},
		{ maxTier: "free" },
	),
	assumed(
		"ALERT-071",
		"On Premium the firing payload repeated with end_time added resolves it (end_time is outside the generated fingerprint).",
		"sendAlert",
		async (t) => {
			const payload = { title: t.unique(), service: "db" };
			t.same("the status", (await resolved(t, { end_time: over }, payload)).status, "RESOLVED");
		},
		{ tier: "premium" },
	),
];
