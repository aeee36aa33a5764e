import type { Fields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";
import { alertOf, metrics, send } from "./intake";
import { payloadOf, titled } from "./metrics-payload";

/** Sends one item, and reads its alert. `startsAt` is new each time, so that nothing is grouped. */
async function shown(t: Trial, item: Fields): Promise<Fields> {
	const answer = (await send(t, metrics(t), payloadOf(item))).is(200);
	t.same("the number of records in the answer", answer.items.length, 1, answer);
	return await alertOf(t, metrics(t), String(answer.items[0]?.iid));
}

const severities =
	(expected: string, ...words: readonly string[]) =>
	async (t: Trial) => {
		const titles = words.map((word) => t.unique(word));
		const items = words.map((severity, at) =>
			titled(titles[at] ?? "", { labels: { alertname: titles[at], severity } }),
		);
		const answer = (await send(t, metrics(t), payloadOf(...items))).is(200);
		t.same("the number of records in the answer", answer.items.length, words.length, answer);
		for (const [at, { iid }] of answer.items.entries())
			t.same(`the severity for ${words[at]}`, (await alertOf(t, metrics(t), String(iid))).severity, expected);
	};

const generator = "https://metrics.example.com/graph";

/** Two items that differ in their generator's address alone, and whether they are one alert. */
async function sameQuery(t: Trial, one: Fields, other: Fields): Promise<boolean> {
	const title = t.unique();
	const answer = (await send(t, metrics(t), payloadOf(titled(title, one), titled(title, other)))).is(200);
	const [first, second] = answer.pluck("iid");
	t.holds("both items should be answered", first !== undefined && second !== undefined, answer);
	return first === second;
}

export const metricsItemChecks = [
	check("ALERT-078", async (t) => {
		const [title, summary, alertname] = [t.unique("title"), t.unique("summary"), t.unique("name")];
		for (const [annotations, expected] of [
			[{ title, summary }, title],
			[{ summary }, summary],
			[{}, alertname],
		] as const)
			t.same("the title", (await shown(t, titled("", { labels: { alertname }, annotations }))).title, expected);
	}),
	check("ALERT-079", async (t) => {
		const [title, summary, alertname] = [t.unique("title"), t.unique("summary"), t.unique("name")];
		const all = await shown(t, titled("", { labels: { alertname }, annotations: { title, summary } }));
		t.same("the title of all three", all.title, title);
		t.same("the title of the name alone", (await shown(t, titled(alertname))).title, alertname);
	}),
	check("ALERT-080", async (t) => {
		const startsAt = "2026-01-05T07:00:00Z";
		t.same("startedAt", (await shown(t, titled(t.unique(), { startsAt }))).startedAt, startsAt);
	}),
	check("ALERT-081", async (t) => {
		const [first, second] = [t.unique("first"), t.unique("second")];
		for (const wrong of [titled(t.unique(), { startsAt: undefined }), titled("", { labels: {}, annotations: {} })]) {
			const answer = (await send(t, metrics(t), payloadOf(titled(first), wrong, titled(second)))).is(200);
			t.same("the titles of the answer", answer.pluck("title"), [first, second], answer);
		}
	}),
	check("ALERT-082", async (t) => {
		const answer = await send(t, metrics(t), payloadOf(titled("", { labels: {} }), titled("x", { startsAt: null })));
		t.same("the answer", answer.is(200).json, [], answer);
	}),
	check("ALERT-083", async (t) => {
		const alert = await shown(t, titled(t.unique(), { annotations: { description: "Very full." } }));
		t.same("the description", alert.description, "Very full.");
	}),
	check("ALERT-085", async (t) => {
		const runbook = "https://docs.example.com/runbook";
		t.same("the runbook", (await shown(t, titled(t.unique(), { annotations: { runbook } }))).runbook, runbook);
	}),
	// No field of the interface tells the query: it shows by what is grouped (ALERT-105), which is assumed.
	check(
		"ALERT-086",
		async (t) => {
			const at = (query: string) => ({ generatorURL: `${generator}?${query}` });
			t.holds(
				"items of another g0.expr should be two alerts",
				!(await sameQuery(t, at("g0.expr=up&g0.tab=1"), at("g0.expr=down&g0.tab=1"))),
			);
			t.holds(
				"items of the same g0.expr should be one alert, whatever else their address says",
				await sameQuery(t, at("g0.expr=up&g0.tab=1"), at("g0.expr=up&g0.tab=2")),
			);
			t.holds("items without g0.expr should be one alert", await sameQuery(t, at("g0.tab=1"), {}));
		},
		{ level: "ASSUMED" },
	),
	check("ALERT-087", async (t) => {
		const query = `${generator}?g0.expr=up`;
		t.holds(
			"generatorUrl should be read like generatorURL",
			await sameQuery(t, { generatorURL: query }, { generatorUrl: query }),
		);
		t.holds("an address that is none should be ignored", await sameQuery(t, { generatorURL: "no address" }, {}));
	}),
	check("ALERT-088", async (t) => {
		const name = t.scene("environment");
		const alertname = t.unique();
		const alert = await shown(t, titled("", { labels: { alertname, gitlab_environment_name: name } }));
		t.same("the environment", alert.environment, { name });
	}),
	check("ALERT-089", async (t) => {
		const name = t.scene("environment");
		const alertname = t.unique();
		const alert = await shown(t, titled("", { labels: { alertname, service_environment_name: name } }));
		t.same("the environment", alert.environment, { name });
	}),
	check("ALERT-090", async (t) => {
		const alertname = t.unique();
		t.same("a low one", (await shown(t, titled("", { labels: { alertname, severity: "low" } }))).severity, "LOW");
		t.same("one without severity", (await shown(t, titled(t.unique()))).severity, "CRITICAL");
	}),
	check("ALERT-091", severities("CRITICAL", "unknown", "minor", "s6")),
	check("ALERT-092", severities("CRITICAL", "critical", "s1", "p1", "emergency", "fatal")),
	check("ALERT-093", severities("HIGH", "high", "s2", "p2", "major", "page")),
	check("ALERT-094", severities("MEDIUM", "medium", "s3", "p3", "error", "alert")),
	check("ALERT-095", severities("LOW", "low", "s4", "p4", "warn", "warning")),
	check("ALERT-096", severities("INFO", "info", "s5", "p5", "debug", "information", "notice")),
	check("ALERT-097", severities("LOW", "WARNING", "Warning", "warning")),
	check("ALERT-107", async (t) => {
		const team = t.unique("team");
		const { details } = await shown(t, titled(t.unique(), { annotations: { team } }));
		t.holds("the details should hold the annotation", JSON.stringify(details).includes(`"${team}"`));
	}),
	check("ALERT-108", async (t) => {
		const labels = { alertname: t.unique() };
		const plain = await shown(t, titled("", { labels }));
		const more = {
			...{ title: "no", severity: "low", description: "no", service: "no", monitoring_tool: "no", hosts: ["no"] },
			...{ fingerprint: "no", runbook: "no", environment: "no", startsAt: "2026-01-05T08:00:01Z" },
		};
		const other = await shown(t, titled("", { labels, ...more }));
		for (const name of [
			"title",
			"severity",
			"description",
			"service",
			"monitoringTool",
			"hosts",
			"runbook",
			"environment",
		])
			t.same(name, other[name], plain[name]);
	}),
	check("ALERT-109", async (t) => {
		const title = t.unique();
		const labels = { alertname: title, deep: { one: { more: 1 } } };
		const alert = await shown(t, titled("", { labels, annotations: { deep: { two: ["yes"] } } }));
		t.same("the title", alert.title, title);
	}),
];
