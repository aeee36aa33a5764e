import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { alertFrom, alertOf, generic, sameMoment, send } from "./intake";

const long = (length: number): string => "x".repeat(length);

type Case = readonly [given: Fields, shown: Fields];

/** A claim, and what is shown of an alert for each payload. */
const rows: readonly (readonly [claim: string, ...cases: readonly Case[]])[] = [
	["ALERT-027", [{}, { title: "New: Alert" }]],
	["ALERT-028", [{ title: "  " }, { title: "New: Alert" }], [{ title: null }, { title: "New: Alert" }]],
	["ALERT-029", [{ title: long(200) }, { title: long(200) }], [{ title: long(201) }, { title: `${long(197)}...` }]],
	["ALERT-030", [{ description: "It is *full*." }, { description: "It is *full*." }]],
	[
		"ALERT-036",
		[
			{ service: "db", monitoring_tool: "probe" },
			{ service: "db", monitoringTool: "probe" },
		],
	],
	["ALERT-038", [{ hosts: "db-1" }, { hosts: ["db-1"] }]],
	["ALERT-039", [{ hosts: ["db-2", "db-1", "db-3"] }, { hosts: ["db-2", "db-1", "db-3"] }]],
	["ALERT-041", ...["HIGH", "High", "high"].map((severity): Case => [{ severity }, { severity: "HIGH" }])],
	["ALERT-042", ...["critical", "high", "medium", "low", "info", "unknown"].map((severity): Case => [{ severity }, { severity: severity.toUpperCase() }])],
	["ALERT-043", [{}, { severity: "CRITICAL" }]],
	["ALERT-044", [{ severity: "terrible" }, { severity: "CRITICAL" }], [{ severity: "" }, { severity: "CRITICAL" }]],
	["ALERT-045", ...["s2", "major", "warning"].map((severity): Case => [{ severity }, { severity: "CRITICAL" }])],
	["ALERT-047", [{ service_environment_name: "no such environment" }, { environment: null }]],
	["ALERT-050", [{ runbook: "https://docs.example.com/x" }, { runbook: "https://docs.example.com/x" }]],
];

const sent: { readonly [claim: string]: (t: Context) => Promise<void> } = {
	"ALERT-026": async (t) => {
		const title = t.unique("Disk full");
		const answer = (await send(t, generic(t), { title })).is(200);
		t.same("the titles of the answer", answer.pluck("title"), [title], answer);
		t.same("the title", (await alertOf(t, generic(t), String(answer.items[0]?.iid))).title, title);
	},
	"ALERT-031": async (t) => {
		const [exact, over] = [long(1_000), long(1_001)];
		t.same("a description of 1,000 characters", (await shown(t, { description: exact })).description, exact);
		const { description } = await shown(t, { description: over });
		// Assumed: whether the cut text ends in dots is open.
		t.holds("a longer description should be cut to 1,000 characters", String(description).length === 1_000);
	},
	"ALERT-032": async (t) => {
		const start_time = "2026-01-04T08:00:00Z";
		t.same("startedAt", (await shown(t, { start_time })).startedAt, start_time);
		const { startedAt, createdAt } = await shown(t, {});
		sameMoment(t, "startedAt", startedAt, createdAt);
	},
	"ALERT-033": async (t) => {
		const { startedAt, createdAt } = await shown(t, { start_time: "yesterday" });
		sameMoment(t, "startedAt", startedAt, createdAt);
	},
	"ALERT-037": async (t) => {
		const { service, monitoringTool } = await shown(t, { service: long(101), monitoring_tool: long(101) });
		t.same("the lengths", [String(service).length, String(monitoringTool).length], [100, 100]);
		t.same("a service of 100 characters", (await shown(t, { service: long(100) })).service, long(100));
	},
	"ALERT-040": async (t) => {
		t.same("hosts", (await shown(t, { hosts: ["a", ["b", "c"]] })).hosts, ["a", "b", "c"]);
		const { hosts } = await shown(t, { hosts: [long(250), "abcdefg", "h"] });
		t.same("hosts together", Array.isArray(hosts) && hosts.join(""), `${long(250)}abcde`);
	},
	"ALERT-046": async (t) => {
		const name = t.scene("environment");
		t.same("environment", (await shown(t, { service_environment_name: name })).environment, { name });
	},
	"ALERT-048": async (t) => {
		const name = t.scene("environment");
		t.same("environment", (await shown(t, { gitlab_environment_name: name })).environment, { name });
	},
	"ALERT-049": async (t) => {
		const { details } = await shown(t, { region: { name: "north", tries: [1, 2] }, level: 3 });
		const kept = JSON.stringify(details);
		for (const value of ['"north"', "[1,2]", ":3"]) t.holds(`the details should keep ${value}, and are ${kept}`, kept.includes(value));
	},
};

/** The alert of a payload that nothing else is grouped with. */
const shown = async (t: Context, payload: Fields): Promise<Fields> => await alertFrom(t, generic(t), { ...payload, probe: t.unique() });

const ofRows = rows.map(([claim, ...cases]) =>
	byClaim(claim, async (t) => {
		for (const [given, expected] of cases) {
			const alert = await shown(t, given);
			for (const [name, value] of Object.entries(expected)) t.same(`${name} of ${JSON.stringify(given).slice(0, 100)}`, alert[name], value);
		}
	}),
);

export const fieldChecks = [...ofRows, ...Object.entries(sent).map(([claim, run]) => byClaim(claim, run))];
