import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { alertOf, generic, iidsOf, makesNone, metrics, payloadOf, send, titled, titlesOf } from "./intake";

const post = async (t: Context, ...items: readonly Fields[]) => (await send(t, metrics(t), payloadOf(...items))).is(200);

/** Sends one item, and reads its alert. */
async function shown(t: Context, item: Fields): Promise<Fields> {
	const [iid = ""] = await iidsOf(t, item);
	return await alertOf(t, metrics(t), iid);
}

const end = "2026-01-05T09:00:00Z";
const zero = "0001-01-01T00:00:00Z";

/** Makes an alert, sends its item once more with this, and reads the alert. */
async function after(t: Context, item: Fields): Promise<Fields> {
	const title = t.unique();
	await shown(t, titled(title));
	return await shown(t, titled(title, item));
}
const generator = "https://metrics.example.com/graph";

/** The metrics format, and its items. */
export const ofMetrics: readonly Rule[] = [
	assumed(
		"ALERT-074, ALERT-111",
		"A payload with all nine keys and version 4 is read as the metrics format by every integration. The response lists iid and title.",
		"sendAlert",
		async (t) => {
			for (const to of [metrics(t), generic(t)]) {
				const title = t.unique();
				const response = (await send(t, to, { ...payloadOf(titled(title)), title: "generic", groupKey: null })).is(200);
				t.same("the titles of the response", response.pluck("title"), [title], response);
				t.holds("iid should be a number", typeof response.items[0]?.iid === "number", response);
			}
		},
	),
	rule(
		"ALERT-075, ALERT-098",
		"Each item of alerts creates an alert, even if items share a title. The response lists the alerts in order, and each is resolved by its item's status.",
		"sendAlert",
		async (t) => {
			const [title, other] = [t.unique("c"), t.unique("a")];
			const items = [title, other, title].map((alertname, at) =>
				titled(alertname, {
					startsAt: `2026-01-05T08:0${at}:00Z`,
					labels: { alertname, severity: ["low", "critical", "high"][at] },
					annotations: { description: `Number ${at}` },
					generatorURL: `${generator}?g0.expr=up${at}`,
				}),
			);
			const many = Array.from({ length: 30 }, () => t.unique("many"));
			const listed = await post(t, ...many.map((name) => titled(name)));
			t.same("the titles of thirty items", listed.pluck("title"), many, listed);
			const response = await post(t, ...items);
			t.same("the titles of the response", response.pluck("title"), [title, other, title], response);
			t.same("the number of different iids", new Set(response.pluck("iid")).size, 3, response);
			// On the lowest tier nothing has to be grouped, so nothing resolves an alert.
			const isGrouped = t.facts.tier !== "free";
			if (isGrouped) await post(t, ...items.map((item, at) => ({ ...item, status: at === 0 ? "firing" : "resolved", endsAt: [zero, undefined, end][at] })));
			for (const [at, { iid }] of response.items.entries()) {
				const { description, status } = await alertOf(t, metrics(t), String(iid));
				t.same("the alert's description, and whether it is resolved", [description, status === "RESOLVED"], [`Number ${at}`, isGrouped && at > 0]);
			}
		},
	),
	assumed("ALERT-076", "A metrics payload without items creates no alert and returns an empty list.", "sendAlert", async (t) => {
		await makesNone(t, metrics(t), async () => void (await send(t, metrics(t), payloadOf())).refuses(200, []));
	}),
	assumed("ALERT-077", "A payload of another version, or without one of the nine metrics keys, is read as a generic payload.", "sendAlert", async (t) => {
		const whole = payloadOf(titled("A"));
		const iids = new Set<unknown>();
		const lacking = Object.keys(whole).map((key) => Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key)));
		const payloads = [...lacking, { ...whole, version: "3" }, { ...whole, version: 4 }, { ...whole, alerts: {} }];
		for (const payload of payloads) {
			const response = (await send(t, metrics(t), { ...payload, probe: t.unique() })).is(200);
			t.same("the titles of the response", response.pluck("title"), ["New: Alert"], response);
			iids.add(response.items[0]?.iid);
		}
		t.same("the number of alerts", iids.size, payloads.length);
	}),
	rule("ALERT-080", "A metrics item without a title or without startsAt creates no alert.", "sendAlert", async (t) => {
		for (const name of ["startsAt", "labels"]) {
			const title = t.unique("lacking");
			for (const status of ["firing", undefined]) await send(t, metrics(t), payloadOf({ ...titled(title), status, [name]: undefined, probe: title }));
			t.same(`alerts of an item without ${name}`, await titlesOf(t, metrics(t), title), []);
		}
	}),
	assumed("ALERT-081, ALERT-082", "Metrics items without a title or a valid startsAt are skipped. The other items create alerts.", "sendAlert", async (t) => {
		const [first, second] = [t.unique("first"), t.unique("second")];
		const starts = [undefined, null, "once", ""].map((startsAt) => titled(t.unique("x"), { startsAt }));
		const lacking = [...starts, titled("", { labels: {}, annotations: {} }), titled("", { labels: null, annotations: null }), titled(" ")];
		for (const wrong of lacking) {
			const response = await post(t, titled(first), wrong, titled(second));
			t.same("the titles of the response", response.pluck("title"), [first, second], response);
			await makesNone(t, metrics(t), async () => void (await send(t, metrics(t), payloadOf(wrong))).refuses(200, []));
		}
		(await send(t, metrics(t), payloadOf(...lacking))).refuses(200, []);
	}),
	assumed(
		"ALERT-100, ALERT-101",
		"An alert stays open if its item's status is firing, or if the item has no status and endsAt is zero, null, missing or invalid.",
		"sendAlert",
		async (t) => {
			for (const item of [
				...[end, zero, null, undefined].map((endsAt) => ({ status: "firing", endsAt })),
				...[zero, null, undefined, "soon"].map((endsAt) => ({ status: undefined, endsAt })),
			]) {
				const { status, endedAt, eventCount } = await after(t, item);
				t.same(`status, end and counter with ${JSON.stringify(item)}`, [status, endedAt, eventCount], ["TRIGGERED", null, 2]);
			}
		},
	),
	assumed("ALERT-103", "The status of the whole metrics payload resolves no alert.", "sendAlert", async (t) => {
		const title = t.unique();
		await post(t, titled(title));
		const response = (await send(t, metrics(t), { ...payloadOf(titled(title)), status: "resolved" })).is(200);
		const { status, eventCount } = await alertOf(t, metrics(t), String(response.items[0]?.iid));
		t.same("status and counter", [status, eventCount], ["TRIGGERED", 2], response);
	}),
	assumed("ALERT-104", "A resolving metrics item without an open alert is skipped and creates no alert.", "sendAlert", async (t) => {
		const [gone, there] = [t.unique("gone"), t.unique("there")];
		for (const item of [titled(gone, { status: "resolved" }), titled(gone, { status: undefined, endsAt: end })]) {
			const response = await post(t, item, titled(there));
			t.same("the titles of the response", response.pluck("title"), [there], response);
			t.same("alerts of the item that resolves", await titlesOf(t, metrics(t), gone), []);
		}
	}),
	...(["premium", "free"] as const).map((tier) =>
		assumed(
			"ALERT-105",
			`On the ${tier} tier, metrics items with the same startsAt, title and query are one alert, even if other fields differ.`,
			"sendAlert",
			async (t) => {
				const up = { generatorURL: `${generator}?g0.expr=up` };
				for (const [difference, grouped] of [
					[{ annotations: { description: "Other" } }, true],
					[{ labels: { severity: "low" }, annotations: {} }, false],
					[{ startsAt: "2026-01-05T08:00:01Z" }, false],
					[{ generatorURL: `${generator}?g0.expr=down` }, false],
					[{ annotations: { title: t.unique() } }, false],
					[{ fingerprint: "x", endsAt: null }, true],
				] as const) {
					const title = t.unique();
					const response = await post(t, titled(title, up), titled(title, { ...up, ...difference }));
					const [first, second] = response.pluck("iid");
					t.same(`whether items that differ in ${JSON.stringify(difference)} are one alert`, first === second, grouped, response);
				}
			},
			tier === "free" ? { maxTier: "free", id: "ALERT-105/free" } : { tier },
		),
	),
	assumed("ALERT-110", "A metrics payload creates at most 100 alerts. Further items are ignored.", "sendAlert", async (t) => {
		const titles = Array.from({ length: 101 }, () => t.unique("many"));
		const response = await post(t, ...titles.map((title) => titled(title)));
		t.same("the titles of the response", response.pluck("title"), titles.slice(0, 100), response);
		t.same("alerts of the last item", await titlesOf(t, metrics(t), titles.at(-1) ?? ""), []);
	}),
	assumed(
		"ALERT-112",
		"A repeated metrics item, in the same or a later payload, is one alert. Each repeat increases its event count and is listed in the response.",
		"sendAlert",
		async (t) => {
			const [title, newer] = [t.unique(), t.unique()];
			const iid = (await post(t, titled(title))).items[0]?.iid;
			const response = await post(t, titled(newer), titled(title), titled(title));
			t.same("the titles of the response", response.pluck("title"), [newer, title, title], response);
			t.same("the iids of the repeated ones", response.pluck("iid").slice(1), [iid, iid], response);
			t.same("the counter", (await alertOf(t, metrics(t), String(iid))).eventCount, 3);
			const brief = t.unique();
			const [begun] = (await post(t, titled(brief), titled(brief, { status: "resolved" }))).pluck("iid");
			t.same("the status of an item that ends in its own payload", (await alertOf(t, metrics(t), String(begun))).status, "RESOLVED");
		},
	),
];
