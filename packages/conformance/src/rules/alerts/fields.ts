import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { alertFrom, alertOf, generic, makeIntake, sameMoment, send } from "./intake";

const long = (length: number, letter = "x"): string => letter.repeat(length);

/** What is shown of an alert for a payload. */
type Case = readonly [sent: Fields, shown: Fields];

/** The alert of a payload that nothing else is grouped with. */
const shown = async (t: Context, payload: Fields): Promise<Fields> => await alertFrom(t, generic(t), { ...payload, probe: t.unique() });

/** Values that represent the same instant may be written differently. */
const instant = (value: unknown): unknown => (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value);

const shows = (level: typeof rule, ids: string, title: string, ...cases: readonly Case[]): Rule =>
	level(ids, title, "sendAlert", async (t) => {
		for (const [sent, expected] of cases)
			for (const more of [{}, { fingerprint: t.unique() }]) {
				const alert = await shown(t, { ...more, ...sent });
				for (const [name, value] of Object.entries(expected)) t.same(`${name} of ${JSON.stringify(sent).slice(0, 100)}`, instant(alert[name]), instant(value));
			}
	});

const severities = (shownAs: string | undefined, ...words: readonly unknown[]): Case[] =>
	words.map((severity) => [{ severity }, { severity: shownAs ?? String(severity).toUpperCase() }]);
const environments =
	(field: string): ((t: Context) => Promise<void>) =>
	async (t) => {
		const name = t.scene("environment");
		for (const more of [{}, { title: "Full", severity: "low", service: "db", fingerprint: t.unique() }])
			t.same("environment", (await shown(t, { ...more, [field]: name })).environment, { name });
	};

/** What the fields of a generic payload become. */
export const fields: readonly Rule[] = [
	rule("ALERT-026", "title is the title of the alert and of the response.", "sendAlert", async (t) => {
		const title = t.unique("Disk full");
		const response = (await send(t, generic(t), { title })).is(200);
		t.same("the titles of the response", response.pluck("title"), [title], response);
		t.same("the title", (await alertOf(t, generic(t), String(response.items[0]?.iid))).title, title);
		const padded = (await send(t, generic(t), { title: ` ${title} ` })).ok;
		t.assume("the title should be all of the text", padded.items[0]?.title === ` ${title} `, padded);
		const cut = (await send(t, generic(t), { title: long(300), probe: t.unique() })).ok;
		t.assume("the response should have the title as it is kept", cut.items[0]?.title === `${long(197)}...`, cut);
	}),
	shows(rule, "ALERT-027", "An alert without a title is New: Alert.", [{}, { title: "New: Alert" }], [{ description: "x" }, { title: "New: Alert" }]),
	shows(
		assumed,
		"ALERT-028",
		"A blank title, or one that is not a text, counts as none.",
		...["  ", "", null, {}, []].map((title): Case => [{ title }, { title: "New: Alert" }]),
	),
	shows(
		assumed,
		"ALERT-029",
		"A title has 200 characters at most: a longer one ends in three dots.",
		[{ title: long(200) }, { title: long(200) }],
		[{ title: long(201) }, { title: `${long(197)}...` }],
		[{ title: long(201, "🔥") }, { title: `${long(197, "🔥")}...` }],
	),
	shows(
		rule,
		"ALERT-030, ALERT-036",
		"description, service and monitoring_tool are kept as they are sent.",
		[{ description: "It is *full*." }, { description: "It is *full*.", service: null, monitoringTool: null }],
		[{ service: "db" }, { service: "db", monitoringTool: null, description: null }],
		[{ monitoring_tool: "probe" }, { monitoringTool: "probe", service: null }],
		[
			{
				title: "Full",
				description: "x",
				service: "db",
				monitoring_tool: "probe",
				hosts: ["a"],
				severity: "low",
				start_time: "2026-01-04T08:00:00Z",
				more: { deep: 1 },
			},
			{ title: "Full", description: "x", service: "db", monitoringTool: "probe", hosts: ["a"], severity: "LOW", startedAt: "2026-01-04T08:00:00Z" },
		],
	),
	assumed("ALERT-031, ALERT-037", "description has 1,000 characters at most, service and monitoring_tool 100.", "sendAlert", async (t) => {
		for (const [sent, name, most] of [
			["description", "description", 1_000],
			["service", "service", 100],
			["monitoring_tool", "monitoringTool", 100],
		] as const) {
			t.same(`${name} of ${most} characters`, (await shown(t, { [sent]: long(most) }))[name], long(most));
			// Whether the cut text ends in dots is open.
			t.same(`the length of a longer ${name}`, String((await shown(t, { [sent]: long(most + 1) }))[name]).length, most);
		}
	}),
	shows(
		assumed,
		"ALERT-040",
		"hosts in lists within lists come in order; together they have 255 characters at most.",
		[{ hosts: ["a", ["b", ["c"]]] }, { hosts: ["a", "b", "c"] }],
		[{ hosts: [long(250), "abcdefg", "h"] }, { hosts: [long(250), "abcde"] }],
		[{ hosts: [long(255)] }, { hosts: [long(255)] }],
		[{ hosts: [`${long(254)}🔥y`] }, { hosts: [`${long(254)}🔥`] }],
		[{ hosts: {} }, { hosts: [] }],
		[{ hosts: "db-1, db-2" }, { hosts: ["db-1, db-2"] }],
	),
	rule("ALERT-032", "startedAt is start_time, in any time zone, or else the time of the request.", "sendAlert", async (t) => {
		for (const [start_time, expected] of [
			["2026-01-04T08:00:00Z", "2026-01-04T08:00:00Z"],
			["2026-01-04T08:00:00+02:00", "2026-01-04T06:00:00Z"],
			["2026-01-04T23:30:00-05:30", "2026-01-05T05:00:00Z"],
			["2026-01-04T08:00:00.000Z", "2026-01-04T08:00:00Z"],
		] as const)
			t.same(`startedAt for ${start_time}`, instant((await shown(t, { start_time })).startedAt), instant(expected));
		const { startedAt, createdAt } = await shown(t, {});
		sameMoment(t, "startedAt", startedAt, createdAt);
	}),
	assumed("ALERT-033", "A start_time that cannot be read counts as none.", "sendAlert", async (t) => {
		for (const start_time of ["yesterday", "", null, {}, true, -1, 1.5, 9e15, "2026-02-30T08:00:00Z"]) {
			const { startedAt, createdAt } = await shown(t, { start_time });
			sameMoment(t, `startedAt for ${JSON.stringify(start_time)}`, startedAt, createdAt);
		}
	}),
	shows(
		rule,
		"ALERT-038, ALERT-039",
		"hosts is one host, or a list of them, whose order stays.",
		[{ hosts: "db-1" }, { hosts: ["db-1"] }],
		[{ hosts: ["db-2", "db-1", "db-3"] }, { hosts: ["db-2", "db-1", "db-3"] }],
		[{}, { hosts: [] }],
	),
	shows(rule, "ALERT-041", "The case of severity does not matter.", ...severities("HIGH", "HIGH", "High", "high", "hIgH"), ...severities("UNKNOWN", "Unknown")),
	shows(rule, "ALERT-042", "Each severity is kept as itself, unknown too.", ...severities(undefined, "critical", "high", "medium", "low", "info", "unknown")),
	shows(
		rule,
		"ALERT-043, ALERT-044",
		"A severity that is missing or not in the list is critical.",
		[{}, { severity: "CRITICAL" }],
		...severities("CRITICAL", "terrible", "", 3, null, "highest"),
	),
	shows(
		assumed,
		"ALERT-045",
		"The synonyms of the metrics format are none of the generic one.",
		...severities("CRITICAL", "s2", "major", "warning", "p5", "debug"),
	),
	rule("ALERT-046", "service_environment_name names the environment that the alert belongs to.", "sendAlert", environments("service_environment_name")),
	assumed("ALERT-047", "An environment that the project does not have, though another may, leaves the alert without one.", "sendAlert", async (t) => {
		t.same("environment", (await shown(t, { service_environment_name: "no such environment" })).environment, null);
		t.same("another project's", (await alertFrom(t, await makeIntake(t), { service_environment_name: t.scene("environment") })).environment, null);
	}),
	assumed("ALERT-048", "gitlab_environment_name is another name of service_environment_name.", "sendAlert", environments("gitlab_environment_name")),
	rule("ALERT-049", "Further fields, nested ones too, are kept in the alert's details.", "sendAlert", async (t) => {
		const { details } = await shown(t, { region: { name: "north", tries: [1, 2] }, level: 3, deep: { a: { b: "end" } } });
		const kept = JSON.stringify(details);
		for (const value of ['"north"', "[1,2]", ":3", '"end"']) t.holds(`the details should keep ${value}, and are ${kept}`, kept.includes(value));
		const odd = await send(t, generic(t), null, {
			body: `{"title":"${t.unique("odd")}","__proto__":{},"constructor":{"prototype":{"z":1}},"a":{"__proto__":[1]}}`,
		});
		const alert = await alertOf(t, generic(t), String(odd.ok.items[0]?.iid));
		const expected = [
			["__proto__", {}],
			["constructor.prototype.z", 1],
			["a.__proto__", [1]],
		];
		t.assume(
			"fields named like properties of all objects should be details like others",
			JSON.stringify(Object.entries(Object(alert.details))) === JSON.stringify(expected),
			odd,
		);
	}),
	shows(assumed, "ALERT-050", "runbook is the alert's runbook link.", [{ runbook: "https://docs.example.com/x" }, { runbook: "https://docs.example.com/x" }]),
];
