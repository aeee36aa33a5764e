import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { alertOf, metrics, send } from "./intake";
import { payloadOf, titled } from "./metrics-payload";

/** Sends one item, and reads its alert. `startsAt` is new each time, so that nothing is grouped. */
async function shown(t: Context, item: Fields): Promise<Fields> {
	const answer = (await send(t, metrics(t), payloadOf(item))).is(200);
	t.same("the number of records in the answer", answer.items.length, 1, answer);
	return await alertOf(t, metrics(t), String(answer.items[0]?.iid));
}

const severities =
	(expected: string, ...words: readonly string[]) =>
	async (t: Context) => {
		const titles = words.map((word) => t.unique(word));
		const items = words.map((severity, at) => titled(titles[at] ?? "", { labels: { alertname: titles[at], severity } }));
		const answer = (await send(t, metrics(t), payloadOf(...items))).is(200);
		t.same("the number of records in the answer", answer.items.length, words.length, answer);
		for (const [at, { iid }] of answer.items.entries()) t.same(`the severity for ${words[at]}`, (await alertOf(t, metrics(t), String(iid))).severity, expected);
	};

const generator = "https://metrics.example.com/graph";

/** Two items that differ in their generator's address alone, and whether they are one alert. */
async function sameQuery(t: Context, one: Fields, other: Fields): Promise<boolean> {
	const title = t.unique();
	const answer = (await send(t, metrics(t), payloadOf(titled(title, one), titled(title, other)))).is(200);
	const [first, second] = answer.pluck("iid");
	t.holds("both items should be answered", first !== undefined && second !== undefined, answer);
	return first === second;
}

export const metricsItemChecks = [
	rule("ALERT-078", "Item title comes from annotations/title, else annotations/summary, else labels/alertname.", "sendAlert", async (t) => {
		const [title, summary, alertname] = [t.unique("title"), t.unique("summary"), t.unique("name")];
		for (const [annotations, expected] of [
			[{ title, summary }, title],
			[{ summary }, summary],
			[{}, alertname],
		] as const)
			t.same("the title", (await shown(t, titled("", { labels: { alertname }, annotations }))).title, expected);
	}),
	assumed("ALERT-079", "With all three present annotations/title wins; with only alertname that is the title.", "sendAlert", async (t) => {
		const [title, summary, alertname] = [t.unique("title"), t.unique("summary"), t.unique("name")];
		const all = await shown(t, titled("", { labels: { alertname }, annotations: { title, summary } }));
		t.same("the title of all three", all.title, title);
		t.same("the title of the name alone", (await shown(t, titled(alertname))).title, alertname);
	}),
	rule("ALERT-080", "startsAt is the item's start time and is required.", "sendAlert", async (t) => {
		const startsAt = "2026-01-05T07:00:00Z";
		t.same("startedAt", (await shown(t, titled(t.unique(), { startsAt }))).startedAt, startsAt);
	}),
	assumed(
		"ALERT-081",
		"An item without any title source or without startsAt is skipped without error; the other items are processed and answered.",
		"sendAlert",
		async (t) => {
			const [first, second] = [t.unique("first"), t.unique("second")];
			for (const wrong of [titled(t.unique(), { startsAt: undefined }), titled("", { labels: {}, annotations: {} })]) {
				const answer = (await send(t, metrics(t), payloadOf(titled(first), wrong, titled(second)))).is(200);
				t.same("the titles of the answer", answer.pluck("title"), [first, second], answer);
			}
		},
	),
	assumed("ALERT-082", "All items skipped → 200 with `[]`.", "sendAlert", async (t) => {
		const answer = await send(t, metrics(t), payloadOf(titled("", { labels: {} }), titled("x", { startsAt: null })));
		t.same("the answer", answer.is(200).json, [], answer);
	}),
	rule("ALERT-083", "annotations/description is the alert's description.", "sendAlert", async (t) => {
		const alert = await shown(t, titled(t.unique(), { annotations: { description: "Very full." } }));
		t.same("the description", alert.description, "Very full.");
	}),
	rule("ALERT-085", "annotations/runbook is the alert's runbook link.", "sendAlert", async (t) => {
		const runbook = "https://docs.example.com/runbook";
		t.same("the runbook", (await shown(t, titled(t.unique(), { annotations: { runbook } }))).runbook, runbook);
	}),
	// No field of the interface tells the query: it shows by what is grouped (ALERT-105), which is assumed.
	rule(
		"ALERT-086",
		"The `g0.expr` query parameter of the item's generator URL is the metric query of the alert; without it there is none.",
		"sendAlert",
		async (t) => {
			const at = (query: string) => ({ generatorURL: `${generator}?${query}` });
			t.holds("items of another g0.expr should be two alerts", !(await sameQuery(t, at("g0.expr=up&g0.tab=1"), at("g0.expr=down&g0.tab=1"))));
			t.holds(
				"items of the same g0.expr should be one alert, whatever else their address says",
				await sameQuery(t, at("g0.expr=up&g0.tab=1"), at("g0.expr=up&g0.tab=2")),
			);
			t.holds("items without g0.expr should be one alert", await sameQuery(t, at("g0.tab=1"), {}));
		},
		{ level: "ASSUMED" },
	),
	assumed(
		"ALERT-087",
		"The generator URL is read from generatorURL and also from the spelling generatorUrl; an invalid URL is ignored.",
		"sendAlert",
		async (t) => {
			const query = `${generator}?g0.expr=up`;
			t.holds("generatorUrl should be read like generatorURL", await sameQuery(t, { generatorURL: query }, { generatorUrl: query }));
			t.holds("an address that is none should be ignored", await sameQuery(t, { generatorURL: "no address" }, {}));
		},
	),
	rule("ALERT-088", "labels/gitlab_environment_name names the environment.", "sendAlert", async (t) => {
		const name = t.scene("environment");
		const alertname = t.unique();
		const alert = await shown(t, titled("", { labels: { alertname, gitlab_environment_name: name } }));
		t.same("the environment", alert.environment, { name });
	}),
	assumed("ALERT-089", "labels/service_environment_name is accepted as an alias.", "sendAlert", async (t) => {
		const name = t.scene("environment");
		const alertname = t.unique();
		const alert = await shown(t, titled("", { labels: { alertname, service_environment_name: name } }));
		t.same("the environment", alert.environment, { name });
	}),
	rule("ALERT-090", "labels/severity sets the severity; missing → CRITICAL.", "sendAlert", async (t) => {
		const alertname = t.unique();
		t.same("a low one", (await shown(t, titled("", { labels: { alertname, severity: "low" } }))).severity, "LOW");
		t.same("one without severity", (await shown(t, titled(t.unique()))).severity, "CRITICAL");
	}),
	assumed(
		"ALERT-091",
		"A labels/severity outside the synonym list → CRITICAL (also `unknown` and `minor`).",
		"sendAlert",
		severities("CRITICAL", "unknown", "minor", "s6"),
	),
	rule(
		"ALERT-092",
		"Synonyms critical, s1, p1, emergency, fatal → CRITICAL.",
		"sendAlert",
		severities("CRITICAL", "critical", "s1", "p1", "emergency", "fatal"),
	),
	rule("ALERT-093", "Synonyms high, s2, p2, major, page → HIGH.", "sendAlert", severities("HIGH", "high", "s2", "p2", "major", "page")),
	rule("ALERT-094", "Synonyms medium, s3, p3, error, alert → MEDIUM.", "sendAlert", severities("MEDIUM", "medium", "s3", "p3", "error", "alert")),
	rule("ALERT-095", "Synonyms low, s4, p4, warn, warning → LOW.", "sendAlert", severities("LOW", "low", "s4", "p4", "warn", "warning")),
	rule(
		"ALERT-096",
		"Synonyms info, s5, p5, debug, information, notice → INFO.",
		"sendAlert",
		severities("INFO", "info", "s5", "p5", "debug", "information", "notice"),
	),
	rule(
		"ALERT-097",
		"Severity synonyms are case-insensitive: WARNING, Warning and warning all → LOW.",
		"sendAlert",
		severities("LOW", "WARNING", "Warning", "warning"),
	),
	rule("ALERT-107", "Other annotations appear on the alert's details.", "sendAlert", async (t) => {
		const team = t.unique("team");
		const { details } = await shown(t, titled(t.unique(), { annotations: { team } }));
		t.holds("the details should hold the annotation", JSON.stringify(details).includes(`"${team}"`));
	}),
	rule("ALERT-108", "Attributes of an item outside the list are ignored: they change no field of the alert.", "sendAlert", async (t) => {
		const labels = { alertname: t.unique() };
		const plain = await shown(t, titled("", { labels }));
		const more = {
			...{ title: "no", severity: "low", description: "no", service: "no", monitoring_tool: "no", hosts: ["no"] },
			...{ fingerprint: "no", runbook: "no", environment: "no", startsAt: "2026-01-05T08:00:01Z" },
		};
		const other = await shown(t, titled("", { labels, ...more }));
		for (const name of ["title", "severity", "description", "service", "monitoringTool", "hosts", "runbook", "environment"])
			t.same(name, other[name], plain[name]);
	}),
	rule("ALERT-109", "Nested objects are accepted in annotations and labels.", "sendAlert", async (t) => {
		const title = t.unique();
		const labels = { alertname: title, deep: { one: { more: 1 } } };
		const alert = await shown(t, titled("", { labels, annotations: { deep: { two: ["yes"] } } }));
		t.same("the title", alert.title, title);
	}),
];
