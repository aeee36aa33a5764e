import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { alertOf, generic, iidsOf, makesNone, metrics, payloadOf, sameMoment, send, titled, titlesOf } from "./intake";

const post = async (t: Context, ...items: readonly Fields[]) => (await send(t, metrics(t), payloadOf(...items))).is(200);

/** Sends one item, and reads its alert. */
async function shown(t: Context, item: Fields): Promise<Fields> {
	const [iid = ""] = await iidsOf(t, item);
	return await alertOf(t, metrics(t), iid);
}

const end = "2026-01-05T09:00:00Z";
const zero = "0001-01-01T00:00:00Z";
const isAt = (value: unknown, time: string): boolean => Date.parse(String(value)) === Date.parse(time);

/** Makes an alert, sends its item once more with this, and reads the alert. */
async function after(t: Context, item: Fields): Promise<Fields> {
	const title = t.unique();
	await shown(t, titled(title));
	return await shown(t, titled(title, item));
}
const resolves = (t: Context, alert: Fields, endedAt: string | undefined, what: string): void => {
	t.same(`status and counter ${what}`, [alert.status, alert.eventCount], ["RESOLVED", 1]);
	if (endedAt === undefined) sameMoment(t, `endedAt ${what}`, alert.endedAt, alert.updatedAt);
	else t.holds(`endedAt ${what} should be ${endedAt}, and is ${alert.endedAt}`, isAt(alert.endedAt, endedAt));
};

const severities = {
	CRITICAL: ["critical", "s1", "p1", "emergency", "fatal"],
	HIGH: ["high", "s2", "p2", "major", "page"],
	MEDIUM: ["medium", "s3", "p3", "error", "alert"],
	LOW: ["low", "s4", "p4", "warn", "warning"],
	INFO: ["info", "s5", "p5", "debug", "information", "notice"],
};

/** Items of these severities, in one payload, must all be shown with this one. */
async function severe(t: Context, expected: string, words: readonly unknown[]): Promise<void> {
	const items = words.map((severity) => titled("", { labels: { alertname: t.unique("severe"), severity } }));
	for (const [at, iid] of (await iidsOf(t, ...items)).entries())
		t.same(`the severity for ${words[at]}`, (await alertOf(t, metrics(t), iid)).severity, expected);
}
const upper = (word: string): string => word.toUpperCase();
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const generator = "https://metrics.example.com/graph";

/** Items that differ in this alone must be one alert, or must not. */
async function compared(t: Context, what: string, one: Fields, other: Fields, grouped: boolean): Promise<void> {
	const title = t.unique();
	await iidsOf(t, titled(title, one), titled(title, other));
	t.same(what, (await titlesOf(t, metrics(t), title)).length, grouped ? 1 : 2);
}

const labelled = (t: Context, labels: Fields, more: Fields = {}): Fields => titled("", { labels: { alertname: t.unique(), ...labels }, ...more });
const environments = (field: string) => async (t: Context) => {
	const name = t.scene("environment");
	t.same("the environment", (await shown(t, labelled(t, { [field]: name }))).environment, { name });
	t.same("the environment of an unknown name", (await shown(t, labelled(t, { [field]: "no such environment" }))).environment, null);
};

/** The webhook of metrics systems, and its items. */
export const ofMetrics: readonly Rule[] = [
	assumed(
		"ALERT-074, ALERT-111",
		"A payload with all nine keys and version 4 is the metrics webhook, at whichever integration; the response lists iid and title.",
		"sendAlert",
		async (t) => {
			for (const to of [metrics(t), generic(t)]) {
				const title = t.unique();
				const response = (await send(t, to, { ...payloadOf(titled(title)), title: "generic", groupKey: null })).is(200);
				t.same("the response", response.json, [{ iid: response.items[0]?.iid, title }], response);
				t.holds("iid should be a number", typeof response.items[0]?.iid === "number", response);
			}
		},
	),
	rule("ALERT-075", "Each item of alerts is an alert; the response lists them in their order.", "sendAlert", async (t) => {
		const titles = [t.unique("c"), t.unique("a"), t.unique("b")];
		const response = await post(t, ...titles.map((title, at) => titled(title, { labels: { alertname: title, severity: ["low", "critical", "high"][at] } })));
		t.same("the titles of the response", response.pluck("title"), titles, response);
		t.same("the number of different iids", new Set(response.pluck("iid")).size, 3, response);
		for (const [at, { iid }] of response.items.entries()) t.same("the alert's title", (await alertOf(t, metrics(t), String(iid))).title, titles[at]);
	}),
	assumed("ALERT-076", "A payload without items makes nothing, and gives an empty list.", "sendAlert", async (t) => {
		await makesNone(t, metrics(t), async () => void (await send(t, metrics(t), payloadOf())).refuses(200, []));
	}),
	assumed("ALERT-077", "A payload of another version, or without one of the nine keys, is a generic one.", "sendAlert", async (t) => {
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
	rule("ALERT-078", "An item's title is annotations/title, else annotations/summary, else labels/alertname.", "sendAlert", async (t) => {
		const [title, summary, alertname] = [t.unique("title"), t.unique("summary"), t.unique("name")];
		for (const [annotations, expected] of [
			[{ title, summary }, title],
			[{ title }, title],
			[{ summary }, summary],
			[{ title: " ", summary: "" }, alertname],
			[{}, alertname],
		] as const)
			t.same("the title", (await shown(t, titled("", { labels: { alertname }, annotations }))).title, expected);
	}),
	assumed("ALERT-079", "annotations/title comes first, and labels/alertname suffices.", "sendAlert", async (t) => {
		const [title, summary] = [t.unique("title"), t.unique("summary")];
		t.same("the title of all three", (await shown(t, labelled(t, {}, { annotations: { summary, title } }))).title, title);
		const only = t.unique("only");
		t.same("the title without annotations", (await shown(t, titled(only, { annotations: undefined }))).title, only);
	}),
	rule("ALERT-080", "startsAt is the start of an item's alert, in any time zone.", "sendAlert", async (t) => {
		for (const [startsAt, expected] of [
			["2026-01-05T07:00:00Z", "2026-01-05T07:00:00Z"],
			["2026-01-05T07:00:00+02:00", "2026-01-05T05:00:00Z"],
			["2026-01-05T07:00:00.000Z", "2026-01-05T07:00:00Z"],
		] as const) {
			const { startedAt } = await shown(t, titled(t.unique(), { startsAt }));
			t.holds(`startedAt should be ${expected}, and is ${startedAt}`, isAt(startedAt, expected));
		}
	}),
	assumed("ALERT-081, ALERT-082", "Items without a title or a start are left out; the others are taken, if there are any.", "sendAlert", async (t) => {
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
	rule("ALERT-083, ALERT-085", "annotations/description and annotations/runbook are the alert's description and runbook link.", "sendAlert", async (t) => {
		const annotations = { description: "Very full.", runbook: "https://docs.example.com/runbook" };
		for (const more of [{}, { title: t.unique("title"), summary: t.unique("summary"), gitlab_y_label: "percent" }]) {
			const { description, runbook } = await shown(t, titled(t.unique(), { annotations: { ...annotations, ...more } }));
			t.same("description and runbook", { description, runbook }, annotations);
		}
		for (const others of [
			{},
			{ title: t.unique("title") },
			{ summary: t.unique("summary") },
			{ gitlab_incident_markdown: "x", gitlab_y_label: "y", team: "z" },
		]) {
			const { description, runbook } = await shown(t, titled(t.unique(), { annotations: others }));
			t.same(`those with ${Object.keys(others).join()} alone`, [description, runbook], [null, null]);
		}
	}),
	// No field of the interface shows the query by itself: it shows by what is grouped (ALERT-105), which is assumed.
	rule(
		"ALERT-086",
		"The metric query is the g0.expr of the item's generator URL; without it there is none.",
		"sendAlert",
		async (t) => {
			const at = (query: string) => ({ generatorURL: `${generator}?${query}` });
			await compared(t, "items of another g0.expr should be two alerts", at("g0.expr=up&g0.tab=1"), at("g0.expr=down&g0.tab=1"), false);
			await compared(t, "items of the same g0.expr should be one alert", at("g0.expr=up&g0.tab=1"), at("g0.expr=up&g0.tab=2"), true);
			await compared(t, "items without g0.expr should be one alert", at("g0.tab=1"), {}, true);
			const { details } = await shown(t, titled(t.unique(), at("g0.expr=up+%3D%3D+0&g0.tab=1")));
			t.same("metric_query of the details", Object(details).metric_query, "up == 0");
		},
		{ level: "ASSUMED" },
	),
	assumed("ALERT-087", "The generator URL may be spelled generatorUrl; an invalid one is ignored.", "sendAlert", async (t) => {
		const query = `${generator}?g0.expr=up`;
		await compared(t, "generatorUrl should be read like generatorURL", { generatorURL: query }, { generatorUrl: query }, true);
		for (const generatorURL of ["no address", 7, `${generator}?g0.expr=`, null]) {
			await compared(t, `${generatorURL} should be ignored`, { generatorURL }, {}, true);
			t.holds("it should be no query", !Object.hasOwn(Object((await shown(t, titled(t.unique(), { generatorURL }))).details), "metric_query"));
		}
	}),
	rule("ALERT-088", "labels/gitlab_environment_name names the environment.", "sendAlert", environments("gitlab_environment_name")),
	assumed("ALERT-089", "labels/service_environment_name names the environment too.", "sendAlert", environments("service_environment_name")),
	rule("ALERT-090", "labels/severity is the severity; without it the alert is critical.", "sendAlert", async (t) => {
		t.same("a low one", (await shown(t, labelled(t, { severity: "low" }))).severity, "LOW");
		t.same("one without severity", (await shown(t, titled(t.unique()))).severity, "CRITICAL");
	}),
	assumed(
		"ALERT-091",
		"A severity without a place among the synonyms is critical.",
		"sendAlert",
		async (t) => await severe(t, "CRITICAL", ["unknown", "minor", "s6", "p0", "", 2]),
	),
	...(
		[
			["ALERT-092", "CRITICAL"],
			["ALERT-093", "HIGH"],
			["ALERT-094", "MEDIUM"],
			["ALERT-095", "LOW"],
			["ALERT-096", "INFO"],
		] as const
	).map(([ids, severity]) =>
		rule(ids, `${severities[severity].join(", ")} are ${severity}.`, "sendAlert", async (t) => await severe(t, severity, severities[severity])),
	),
	rule("ALERT-097", "The case of a severity does not matter.", "sendAlert", async (t) => {
		for (const [severity, words] of Object.entries(severities))
			await severe(
				t,
				severity,
				words.flatMap((word) => [upper(word), capital(word)]),
			);
	}),
	rule("ALERT-098", "An item of status resolved resolves its alert, and no other.", "sendAlert", async (t) => {
		const other = await shown(t, titled(t.unique()));
		for (const endsAt of [end, undefined]) t.same("the status", (await after(t, { status: "resolved", endsAt })).status, "RESOLVED");
		t.same("another alert's status", (await alertOf(t, metrics(t), String(other.iid))).status, "TRIGGERED");
		const several = ["one", "two", "three"].map((name) => titled(t.unique(name)));
		await iidsOf(t, ...several);
		const iids = await iidsOf(t, ...several.map((item) => ({ ...item, status: "resolved" })));
		for (const iid of iids) t.same("the status of several items", (await alertOf(t, metrics(t), iid)).status, "RESOLVED");
	}),
	rule("ALERT-099", "endsAt resolves an item's alert, and is its end.", "sendAlert", async (t) => {
		for (const endsAt of [end, "2026-01-05T11:00:00+02:00"]) resolves(t, await after(t, { status: undefined, endsAt }), end, `with endsAt ${endsAt}`);
	}),
	assumed(
		"ALERT-100, ALERT-101",
		"An item stays open while its status is firing, or while it has no status and endsAt is zero, null or missing.",
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
	assumed("ALERT-102", "A resolved item's end is endsAt, or the present time where that is zero or missing.", "sendAlert", async (t) => {
		for (const [endsAt, expected] of [
			[end, end],
			[undefined, undefined],
			[zero, undefined],
		] as const)
			resolves(t, await after(t, { status: "resolved", endsAt }), expected, `with endsAt ${endsAt}`);
	}),
	assumed("ALERT-103", "The status of the whole payload resolves nothing.", "sendAlert", async (t) => {
		const title = t.unique();
		await post(t, titled(title));
		const response = (await send(t, metrics(t), { ...payloadOf(titled(title)), status: "resolved" })).is(200);
		const { status, eventCount } = await alertOf(t, metrics(t), String(response.items[0]?.iid));
		t.same("status and counter", [status, eventCount], ["TRIGGERED", 2], response);
	}),
	assumed("ALERT-104", "An item that resolves what is not open is left out, and makes nothing.", "sendAlert", async (t) => {
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
			`On the ${tier} tier items of the same start, title and query are one alert, whatever else they say.`,
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
	rule("ALERT-106", "The label of the Y axis is annotations/gitlab_y_label, else title, summary or alertname.", "sendAlert", async (t) => {
		const [alertname, title, summary, label] = [t.unique("name"), t.unique("title"), t.unique("summary"), t.unique("label")];
		let name: string | undefined;
		for (const [annotations, expected] of [
			[{ gitlab_y_label: label, title: t.unique(), summary }, label],
			[{ title, summary }, title],
			[{ summary }, summary],
			[{}, alertname],
		] as const) {
			const details = Object((await shown(t, titled("", { labels: { alertname: t.unique(alertname) }, annotations }))).details);
			// The name under which the details have it is not stated: where the first alert has its label, the others must have theirs.
			name ??= Object.keys(details).find((one) => details[one] === expected) ?? "";
			t.holds(`the details should have the label ${expected}`, name !== "");
			t.holds(`${name} should be ${expected}, and is ${details[name]}`, String(details[name]).startsWith(expected));
		}
	}),
	rule("ALERT-107", "Other annotations are among the alert's details.", "sendAlert", async (t) => {
		const [team, deep] = [t.unique("team"), t.unique("deep")];
		const placed = ["description", "runbook", "gitlab_incident_markdown"].map((name) => [name, t.unique(name)] as const);
		const { details } = await shown(t, titled(t.unique(), { annotations: { ...Object.fromEntries(placed), team, nested: { deep } } }));
		const text = JSON.stringify(details);
		for (const value of [team, deep]) t.holds(`the details should have ${value}`, text.includes(`"${value}"`));
		for (const [name, value] of placed) t.assume(`the details should not repeat ${name}`, !text.includes(`"${value}"`));
	}),
	rule("ALERT-108", "Further attributes of an item change nothing of its alert.", "sendAlert", async (t) => {
		const alertname = t.unique();
		const more = {
			title: "no",
			severity: "low",
			description: "no",
			service: "no",
			monitoring_tool: "no",
			hosts: ["no"],
			fingerprint: "no",
			runbook: "no",
			environment: "no",
		};
		const labels = { alertname, job: "web", title: "no", summary: "no", description: "no", runbook: "no" };
		const plain = await shown(t, titled(alertname));
		const other = await shown(t, titled("", { labels, startsAt: "2026-01-05T08:00:01Z", ...more }));
		for (const name of ["title", "severity", "description", "service", "monitoringTool", "hosts", "runbook", "environment", "details"])
			t.same(name, other[name], plain[name]);
	}),
	rule("ALERT-109", "Annotations and labels may be nested.", "sendAlert", async (t) => {
		const title = t.unique();
		const plain = { labels: { alertname: title, severity: "low" }, annotations: { description: "Full.", runbook: "https://docs.example.com/x" } };
		const nested = { labels: { ...plain.labels, deep: { one: { more: 1 } } }, annotations: { ...plain.annotations, deep: { two: ["yes"] } } };
		const [one, other] = [await shown(t, titled("", plain)), await shown(t, titled("", { ...nested, startsAt: "2026-01-05T08:00:01Z" }))];
		for (const name of ["title", "severity", "description", "runbook"]) t.same(name, other[name], one[name]);
	}),
	assumed("ALERT-110", "Of one payload 100 items are taken at most.", "sendAlert", async (t) => {
		const titles = Array.from({ length: 101 }, () => t.unique("many"));
		const response = await post(t, ...titles.map((title) => titled(title)));
		t.same("the titles of the response", response.pluck("title"), titles.slice(0, 100), response);
		t.same("alerts of the last item", await titlesOf(t, metrics(t), titles.at(-1) ?? ""), []);
	}),
	assumed("ALERT-112", "The same item twice in a payload is one alert, counted and listed twice.", "sendAlert", async (t) => {
		const title = t.unique();
		const response = await post(t, titled(title), titled(title));
		const iid = response.items[0]?.iid;
		t.same(
			"the response",
			response.json,
			[
				{ iid, title },
				{ iid, title },
			],
			response,
		);
		t.same("the counter", (await alertOf(t, metrics(t), String(iid))).eventCount, 2);
	}),
];
