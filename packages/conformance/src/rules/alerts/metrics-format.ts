import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { alertOf, generic, makesNone, metrics, sameMoment, send, titlesOf } from "./intake";
import { payloadOf, titled } from "./metrics-payload";

const post = async (t: Context, ...items: readonly Fields[]) => (await send(t, metrics(t), payloadOf(...items))).is(200);

async function onlyAlert(t: Context, ...items: readonly Fields[]): Promise<Fields> {
	const answer = await post(t, ...items);
	t.same("the number of records in the answer", answer.items.length, 1, answer);
	return await alertOf(t, metrics(t), String(answer.items[0]?.iid));
}

const end = "2026-01-05T09:00:00Z";
const zero = "0001-01-01T00:00:00Z";

/** Makes an alert, sends its item once more with this, and reads the alert. */
async function after(t: Context, given: Fields): Promise<Fields> {
	const title = t.unique();
	await onlyAlert(t, titled(title));
	return await onlyAlert(t, titled(title, given));
}

export const metricsFormatChecks = [
	assumed(
		"ALERT-074",
		'A payload is read as metrics webhook when all nine top-level keys are present and version is "4"; otherwise as generic.',
		"sendAlert",
		async (t) => {
			for (const to of [metrics(t), generic(t)]) {
				const title = t.unique();
				const answer = (await send(t, to, { ...payloadOf(titled(title)), title: "generic" })).is(200);
				t.same("the titles of the answer", answer.pluck("title"), [title], answer);
			}
		},
	),
	rule(
		"ALERT-075",
		"One alert is created per item of `alerts`; a payload with three different items answers 200 with three records in item order.",
		"sendAlert",
		async (t) => {
			const titles = [t.unique("c"), t.unique("a"), t.unique("b")];
			const answer = await post(t, ...titles.map((title) => titled(title)));
			t.same("the titles of the answer", answer.pluck("title"), titles, answer);
			t.same("the number of different iids", new Set(answer.pluck("iid")).size, 3, answer);
		},
	),
	assumed("ALERT-076", "`alerts: []` → 200 with `[]`.", "sendAlert", async (t) => {
		await makesNone(t, metrics(t), async () => {
			const answer = await post(t);
			t.same("the answer", answer.json, [], answer);
		});
	}),
	assumed(
		"ALERT-077",
		"A payload with the nine keys but another version, or lacking one key, is taken as generic: one alert titled `New: Alert`.",
		"sendAlert",
		async (t) => {
			const { groupKey: _, ...without } = payloadOf(titled("A"));
			const iids = new Set<unknown>();
			for (const payload of [{ ...payloadOf(titled("A")), version: "3" }, without]) {
				const answer = (await send(t, metrics(t), { ...payload, probe: t.unique() })).is(200);
				t.same("the titles of the answer", answer.pluck("title"), ["New: Alert"], answer);
				iids.add(answer.items[0]?.iid);
			}
			t.same("the number of alerts", iids.size, 2);
		},
	),
	rule("ALERT-098", "Item status `resolved` resolves the matching alert.", "sendAlert", async (t) => {
		t.same("the status", (await after(t, { status: "resolved", endsAt: end })).status, "RESOLVED");
	}),
	rule("ALERT-099", "endsAt is the item's resolution time and resolves the alert.", "sendAlert", async (t) => {
		const { status, endedAt } = await after(t, { status: undefined, endsAt: end });
		t.same("status and endedAt", [status, endedAt], ["RESOLVED", end]);
	}),
	assumed(
		"ALERT-100",
		"endsAt resolves only when non-zero and the item's status is not `firing`; status firing with any endsAt stays open.",
		"sendAlert",
		async (t) => {
			const { status, endedAt } = await after(t, { status: "firing", endsAt: end });
			t.same("status and endedAt of a firing one", [status, endedAt], ["TRIGGERED", null]);
		},
	),
	assumed("ALERT-101", "A zero time (0001-01-01T00:00:00Z) or null in endsAt counts as absent.", "sendAlert", async (t) => {
		for (const endsAt of [zero, null]) {
			const { status, endedAt } = await after(t, { status: undefined, endsAt });
			t.same(`status and endedAt with endsAt ${endsAt}`, [status, endedAt], ["TRIGGERED", null]);
		}
	}),
	assumed("ALERT-102", "A resolved item's endedAt is endsAt, or the current time when endsAt is absent.", "sendAlert", async (t) => {
		t.same("endedAt", (await after(t, { status: "resolved", endsAt: end })).endedAt, end);
		const { endedAt, updatedAt } = await after(t, { status: "resolved", endsAt: undefined });
		sameMoment(t, "endedAt without endsAt", endedAt, updatedAt);
	}),
	assumed("ALERT-103", "The top-level `status` does not resolve anything; only the item's own does.", "sendAlert", async (t) => {
		const title = t.unique();
		await post(t, titled(title));
		const answer = (await send(t, metrics(t), { ...payloadOf(titled(title)), status: "resolved" })).is(200);
		const { status, eventCount } = await alertOf(t, metrics(t), String(answer.items[0]?.iid));
		t.same("status and counter", [status, eventCount], ["TRIGGERED", 2], answer);
	}),
	assumed("ALERT-104", "A resolving item without matching open alert creates nothing and is left out of the answer (200).", "sendAlert", async (t) => {
		const [gone, there] = [t.unique("gone"), t.unique("there")];
		const answer = await post(t, titled(gone, { status: "resolved" }), titled(there));
		t.same("the titles of the answer", answer.pluck("title"), [there], answer);
		t.same("alerts of the item that resolves", await titlesOf(t, metrics(t), gone), []);
	}),
	assumed(
		"ALERT-105",
		"A metrics item's fingerprint is built from startsAt, title and metric query: same three group on every tier, another startsAt is a new alert.",
		"sendAlert",
		async (t) => {
			const title = t.unique();
			const [first, same, later, other] = (
				await post(
					t,
					titled(title),
					titled(title, { annotations: { description: "Other" } }),
					titled(title, { startsAt: "2026-01-05T08:00:01Z" }),
					titled(title, { generatorURL: "https://metrics.example.com/?g0.expr=up" }),
				)
			).pluck("iid");
			t.same("the iid of the same start, title and query", same, first);
			t.same("the number of alerts", new Set([first, later, other]).size, 3);
		},
	),
	assumed("ALERT-110", "At most 100 items of one request are processed: 101 items → 100 alerts.", "sendAlert", async (t) => {
		const titles = Array.from({ length: 101 }, () => t.unique("many"));
		const answer = await post(t, ...titles.map((title) => titled(title)));
		t.same("the titles of the answer", answer.pluck("title"), titles.slice(0, 100), answer);
		t.same("alerts of the last item", await titlesOf(t, metrics(t), titles.at(-1) ?? ""), []);
	}),
	assumed("ALERT-111", "Metrics intake answers 200 with the list like the generic form.", "sendAlert", async (t) => {
		const title = t.unique();
		const answer = await post(t, titled(title));
		const [first] = answer.items;
		t.holds("the answer should tell iid and title", typeof first?.iid === "number" && first.title === title, answer);
	}),
	assumed("ALERT-112", "Repeated identical items inside one request: one alert with counter 2, listed once per item.", "sendAlert", async (t) => {
		const title = t.unique();
		const answer = await post(t, titled(title), titled(title));
		const [first, second, ...more] = answer.pluck("iid");
		t.same("the iids of the answer", [second, more], [first, []], answer);
		t.same("the counter", (await alertOf(t, metrics(t), String(first))).eventCount, 2);
	}),
];
