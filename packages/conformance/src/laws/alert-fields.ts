import type { Context } from "../rule/context";
import { type Fields, isFields } from "../rule/response";
import { assumed, type Rule, rule } from "../rule/rule";
import { alertOf, generic, type Intake, iidsOf, metrics, send, titled } from "../rules/alerts/intake";

/** The expected value of an alert's field, or a check that the value must pass. */
type Shown = string | number | null | object | ((value: unknown, alert: Fields) => boolean);
/** Fields of a payload, and the expected value of the alert's field. */
type Case = readonly [sent: Fields, shown: Shown];

/** A field of the alert with its stated and its open (assumed) cases. The first case is a payload that does not set the field. */
interface Aspect {
	readonly shown: string;
	readonly stated: readonly Case[];
	readonly open?: readonly Case[];
}

interface Format {
	readonly claims: { readonly stated: string; readonly open: string };
	readonly aspects: (t: Context) => readonly Aspect[];
	readonly intake: (t: Context) => Intake;
	/** Sends a payload that is not grouped with any other, and returns the iid of its alert, and its title if the response contains it. */
	readonly raise: (t: Context, payload: Fields) => Promise<{ iid: string; title?: unknown }>;
}

const long = (length: number, letter = "x"): string => letter.repeat(length);
const prose = [long(500), "First line.\n\nSecond *line*\n\tand more.\n"];
/** Returns a check that a text is cut to `most` characters. Whether it then ends in dots is left open. */
const cutAt =
	(most: number) =>
	(value: unknown): boolean =>
		String(value).length === most && String(value).startsWith(long(most - 3));
/** Returns a check that the JSON of the details contains all the texts, under any name. */
const keeps =
	(...texts: readonly string[]) =>
	(details: unknown): boolean =>
		texts.every((text) => JSON.stringify(details).includes(text));
/** Names of an alert's own fields, to use for nested fields, which must stay in the details. */
const namesakes = ["title", "summary", "description", "service", "monitoring_tool", "hosts", "severity", "fingerprint", "runbook", "start_time", "end_time"];
const inner = (at: string): Fields => Object.fromEntries(namesakes.map((name) => [name, `${at} ${name}`]));
const keepsInner = (...at: readonly string[]) => keeps(...at.flatMap((one) => Object.values(inner(one)).map((value) => JSON.stringify(value))));
const isNow = (value: unknown, { createdAt }: Fields): boolean => Math.abs(Date.parse(String(value)) - Date.parse(String(createdAt))) <= 10_000;

const isNew: Aspect = { shown: "status", stated: [[{}, (status) => status !== "RESOLVED"]], open: [[{}, "TRIGGERED"]] };

const times = (field: string): Case[] =>
	// Times long ago and in the future are valid.
	[
		...["Z", ".000Z", "+02:00", "-05:30", "+14:00"].map((zone) => `2026-01-04T23:30:00${zone}`),
		...["1999-12-31T23:59:59Z", `${new Date().getUTCFullYear() + 2}-02-03T04:05:06Z`],
	].map((time) => [{ [field]: time }, time]);
const words = (field: (word: unknown) => Fields, shown: string | undefined, ...all: readonly unknown[]): Case[] =>
	all.map((word) => [field(word), shown ?? String(word).toUpperCase()]);
const mixed = (word = ""): string => word.slice(0, -1) + word.slice(-1).toUpperCase();
const spelled = (word: string): string[] => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];
const text = (sent: (text: string) => Fields, shown: string, most: number, ...texts: readonly string[]): Aspect => ({
	shown,
	stated: [[{}, null], ...["It is *full*.", 'Tom & <b>Ann</b> \\ "x" {é}', ...texts].map((one): Case => [sent(one), one])],
	open: [
		[sent(long(most)), long(most)],
		[sent(long(most + 1)), cutAt(most)],
	],
});
const severity = (value: unknown): Fields => ({ severity: value });
const runbooks = ["http://wiki:8080/x?a=b#c", `https://docs.example.com/${long(400)}?a=%20b&c#d`];

const ofGeneric: Format = {
	claims: {
		stated: "ALERT-026, ALERT-027, ALERT-030, ALERT-032, ALERT-036, ALERT-038, ALERT-039, ALERT-041..044, ALERT-046, ALERT-049",
		open: "ALERT-028, ALERT-029, ALERT-031, ALERT-033, ALERT-037, ALERT-040, ALERT-045, ALERT-047, ALERT-048, ALERT-050",
	},
	aspects: (t) => {
		const [title, name] = [t.unique("Disk full"), t.scene("environment")];
		return [
			{
				shown: "title",
				stated: [
					[{}, "New: Alert"],
					...[title, `${title}: 5 % of <b>requests</b> & "more" fail \\ (é) ${long(120)}`].map((one): Case => [{ title: one }, one]),
				],
				open: [
					...[" ", "", null, {}, []].map((title): Case => [{ title }, "New: Alert"]),
					[{ title: ` ${title} ` }, ` ${title} `],
					...["x", "🔥"].flatMap((letter): Case[] => [
						[{ title: long(200, letter) }, long(200, letter)],
						[{ title: long(201, letter) }, `${long(197, letter)}...`],
					]),
				],
			},
			text((description) => ({ description }), "description", 1_000, ...prose),
			text((service) => ({ service }), "service", 100),
			text((monitoring_tool) => ({ monitoring_tool }), "monitoringTool", 100),
			{
				shown: "hosts",
				stated: [
					[{}, []],
					...["db-1", "db-1, db-2; db-3"].map((host): Case => [{ hosts: host }, [host]]),
					...[["db-1"], "db-2 db-1 db-3 n m l k j i h g f".split(" "), ["b", "a", "b"]].map((hosts): Case => [{ hosts }, hosts]),
				],
				open: [
					[{ hosts: ["a", ["b", ["c"]]] }, ["a", "b", "c"]],
					[{ hosts: [long(250), "abcdefg", "h"] }, [long(250), "abcde"]],
					[{ hosts: [long(255)] }, [long(255)]],
					[{ hosts: [`${long(254)}🔥y`] }, [`${long(254)}🔥`]],
					[{ hosts: {} }, []],
				],
			},
			{
				shown: "severity",
				stated: [
					[{}, "CRITICAL"],
					...words(severity, undefined, ...["critical", "high", "medium", "low", "info", "unknown"].flatMap(spelled), mixed("high")),
					...words(severity, "CRITICAL", "terrible", "", 3, null, "highest", long(300)),
				],
				open: words(severity, "CRITICAL", "s2", "major", "warning", "p5", "debug"),
			},
			{
				shown: "startedAt",
				stated: [[{}, isNow], ...times("start_time")],
				open: ["yesterday", "", null, {}, true, -1, 1.5, 9e15, "2026-02-30T08:00:00Z"].map((start_time) => [{ start_time }, isNow]),
			},
			{
				shown: "environment",
				stated: [
					[{}, null],
					[{ service_environment_name: name }, { name }],
				],
				open: [
					[{ gitlab_environment_name: name }, { name }],
					[{ service_environment_name: "no such environment" }, null],
				],
			},
			{
				shown: "runbook",
				stated: [[{}, null]],
				open: [...runbooks.map((runbook): Case => [{ runbook }, runbook]), [{ nested: { runbook: "https://docs.example.com/x" } }, null]],
			},
			{
				shown: "details",
				stated: [
					[{ level: 3 }, keeps(":3")],
					[{ region: { name: "north", tries: [1, 2] } }, keeps('"north"', "[1,2]")],
					[{ outer: { ...inner("near"), inner: { ...inner("far"), list: [inner("listed")] } } }, keepsInner("near", "far", "listed")],
					[{ deep: { a: { b: { c: { d: { e: "end" } } } } }, is: false, list: [{ x: "y" }] }, keeps('"end"', ":false", '"x":"y"')],
				],
			},
			{
				shown: "endedAt",
				stated: [
					[{}, null],
					[{ fingerprint: t.unique("print") }, null],
				],
			},
			isNew,
		];
	},
	intake: generic,
	async raise(t, payload) {
		const [{ iid, title } = { iid: 0, title: "" }] = (await send(t, generic(t), { ...payload, probe: t.unique() })).is(200).items;
		return { iid: String(iid), title };
	},
};

const synonyms = {
	CRITICAL: ["critical", "s1", "p1", "emergency", "fatal"],
	HIGH: ["high", "s2", "p2", "major", "page"],
	MEDIUM: ["medium", "s3", "p3", "error", "alert"],
	LOW: ["low", "s4", "p4", "warn", "warning"],
	INFO: ["info", "s5", "p5", "debug", "information", "notice"],
};
const label = (name: string, value: unknown): Fields => ({ labels: { [name]: value } });
const note = (name: string, value: unknown): Fields => ({ annotations: { [name]: value } });
const metricQuery =
	(query: string | undefined) =>
	(details: unknown): boolean =>
		Object(details).metric_query === query;
const generator = "https://metrics.example.com/graph";
/** Fields of the generic format, which an item of the metrics format ignores. */
const others = Object.fromEntries(
	["title", "summary", "description", "service", "monitoring_tool", "hosts", "severity", "fingerprint", "runbook", "environment", "end_time"].map((name) => [
		name,
		"no",
	]),
);

/** Returns an item with a unique value in each of its fields. */
function talkative(t: Context): Fields {
	const alertname = t.unique("beside");
	return titled(alertname, {
		startsAt: "2025-05-05T05:05:05Z",
		labels: { alertname, severity: "p5", gitlab_environment_name: t.scene("environment") },
		annotations: { description: alertname, runbook: `https://docs.example.com/${alertname}`, gitlab_y_label: alertname, [alertname]: alertname },
		generatorUrl: `${generator}?g0.expr=${alertname}`,
	});
}

/** The item that each rule sends before the item under test. */
const besides = new WeakMap<Context, Fields>();

const ofMetrics: Format = {
	claims: {
		stated: "ALERT-078, ALERT-080, ALERT-083, ALERT-085, ALERT-086, ALERT-088, ALERT-090, ALERT-092..097, ALERT-106..109",
		open: "ALERT-079, ALERT-087, ALERT-089, ALERT-091",
	},
	aspects: (t) => {
		const [title, summary, alertname, name] = [t.unique("title"), `${t.unique("summary")} ${long(120)}`, t.unique("name"), t.scene("environment")];
		const named = (annotations: Fields, more: Fields = {}): Fields => ({ annotations, labels: { alertname, ...more } });
		return [
			{
				shown: "title",
				stated: [
					[named({}), alertname],
					[named({ title, summary }), title],
					[named({ title }), title],
					[named({ summary }), summary],
					[named({ title: " ", summary: "" }), alertname],
					[{ annotations: { summary } }, summary],
				],
				open: [
					[{ annotations: { title, summary } }, title],
					[{ annotations: undefined, ...label("alertname", alertname) }, alertname],
				],
			},
			text((description) => note("description", description), "description", 1_000, ...prose),
			{
				shown: "runbook",
				stated: [[{}, null], ...runbooks.map((url): Case => [note("runbook", url), url])],
			},
			{
				shown: "severity",
				stated: [
					[{}, "CRITICAL"],
					...Object.entries(synonyms).flatMap(([shown, all]) => words((word) => label("severity", word), shown, ...all.flatMap(spelled), mixed(all.at(-1)))),
				],
				open: words((word) => label("severity", word), "CRITICAL", "unknown", "minor", "s6", "p0", "", 2),
			},
			{ shown: "startedAt", stated: times("startsAt") },
			{
				shown: "environment",
				stated: [
					[{}, null],
					[label("gitlab_environment_name", name), { name }],
				],
				open: [
					[label("service_environment_name", name), { name }],
					[label("gitlab_environment_name", "no such environment"), null],
				],
			},
			{
				shown: "details",
				stated: [
					// The specification does not state the name of the label in the details.
					[{}, (details, alert) => Object.values(Object(details)).includes(alert.title)],
					[note("gitlab_y_label", "percent"), keeps('"percent"')],
					[note("team", "blue"), keeps('"blue"')],
					[note("nested", { one: { two: ["deep"] } }), keeps('"deep"')],
					...[generator, "http://127.0.0.1:9090/graph", "http://prometheus/"].map(
						(url): Case => [{ generatorUrl: `${url}?g0.tab=1&g0.expr=rate(x%5B5m%5D)%20%3E%201%2B1` }, keeps('"rate(x[5m]) > 1+1"')],
					),
					[note("nested", { ...inner("near"), inner: { ...inner("far"), list: [inner("listed")] } }), keepsInner("near", "far", "listed")],
				],
				open: [
					[{ generatorURL: `${generator}?g0.expr=up+%3D%3D+0&g0.tab=1` }, metricQuery("up == 0")],
					...["no address?g0.expr=up", 7, `${generator}?g0.expr=`, `${generator}?g1.expr=up`, null].map(
						(generatorURL): Case => [{ generatorURL }, metricQuery(undefined)],
					),
				],
			},
			...["service", "monitoringTool", "hosts", "endedAt"].map((shown) => ({
				shown,
				stated: [
					{},
					others,
					{ labels: Object.fromEntries(Object.entries(others).filter(([name]) => name !== "severity")) },
					label("deep", { more: { than: 1 } }),
				].map((sent): Case => [sent, shown === "hosts" ? [] : null]),
			})),
			isNew,
		];
	},
	intake: metrics,
	async raise(t, payload) {
		// The item under test is the second one, after an item that sets every field: it must not get values from the first.
		const beside = besides.get(t) ?? talkative(t);
		besides.set(t, beside);
		const [, iid = ""] = await iidsOf(t, beside, { ...titled(""), ...payload });
		return { iid };
	},
};

/** Merges parts of a payload into one, including the fields of nested objects. */
const joined = (parts: readonly Fields[]): Fields => {
	const whole: Record<string, unknown> = {};
	for (const part of parts)
		for (const [name, value] of Object.entries(part)) {
			const before = whole[name];
			whole[name] = isFields(before) && isFields(value) ? { ...before, ...value } : value;
		}
	return whole;
};

const instant = (value: unknown): unknown => (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value);

/** Sends a payload with one case of each aspect, and compares the fields of the alert. */
async function shows(t: Context, format: Format, pick: (aspect: Aspect, at: number) => Case): Promise<void> {
	const chosen = format.aspects(t).map((aspect, at) => ({ aspect, case: pick(aspect, at) }));
	const payload = joined(chosen.map((one) => one.case[0]));
	const { iid, title } = await format.raise(t, payload);
	const alert = await alertOf(t, format.intake(t), iid);
	if (title !== undefined) t.same("the title of the response", title, alert.title);
	for (const {
		aspect,
		case: [sent, shown],
	} of chosen) {
		const [name, actual] = [aspect.shown, alert[aspect.shown]];
		const what = `${name} for ${JSON.stringify(sent).slice(0, 80)} in ${JSON.stringify(payload).slice(0, 300)}`;
		if (typeof shown === "function")
			t.holds(`${what} should have the expected value, and is ${JSON.stringify(actual).slice(0, 200)}`, shown(actual, alert) === true);
		else t.same(what, instant(actual), instant(shown));
	}
}

const first = ({ stated }: Aspect): Case => stated[0] ?? [{}, null];

/** Returns a rule that tries each case of each aspect, both alone and in a payload that sets the other aspects. */
const law = (slug: string, format: Format, level: "stated" | "open"): Rule =>
	(level === "stated" ? rule : assumed)(
		format.claims[level],
		`sendAlert: Each field of an alert has the value from its ${slug} payload, alone and with other fields${level === "open" ? " (cases that the specification leaves open)" : ""}.`,
		"sendAlert",
		async (t) => {
			const aspects = format.aspects(t);
			const casesOf = (aspect: Aspect) => (level === "stated" ? aspect.stated : (aspect.open ?? []));
			// If an aspect has many cases, each is tried only once: alone or with other fields.
			for (const [own, aspect] of aspects.entries())
				for (const at of casesOf(aspect).keys())
					for (const turn of casesOf(aspect).length > 12 ? [[undefined, 1, 2][at % 3]] : [undefined, 1 + (at % 2)])
						await shows(t, format, (other, index) => {
							if (index === own) return casesOf(other)[at] ?? first(other);
							const filled = other.stated.slice(1);
							return (turn !== undefined && filled[(at * turn + index + turn) % filled.length]) || first(other);
						});
		},
		{ id: `laws/sendAlert/fields-${slug}-${level}`, phase: "laws", domain: "alerts", effect: "writes" },
	);

/** Each field of an alert has the value from its payload. */
export const alertFields: readonly Rule[] = Object.entries({ generic: ofGeneric, metrics: ofMetrics }).flatMap(([slug, format]) =>
	(["stated", "open"] as const).map((level) => law(slug, format, level)),
);
