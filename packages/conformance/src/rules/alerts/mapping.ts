import { type Fields, isFields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { mutate, succeed } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";
import { alertFrom, alertOf, makeIntake, raise, send } from "./intake";
import { payloadOf, titled } from "./metrics-payload";

interface Mapping {
	readonly fieldName: string;
	readonly path: readonly (string | number)[];
	readonly type: string;
}

const mapping = (fieldName: string, path: Mapping["path"], type = "STRING"): Mapping => ({ fieldName, path, type });

const mapped = async (t: Context, given: Fields, ...payloadAttributeMappings: readonly Mapping[]) =>
	await makeIntake(t, { payloadAttributeMappings, ...given });

const premium = { tier: "premium" } as const;

const targets: readonly (readonly [fieldName: string, value: unknown, shown: string, as: unknown])[] = [
	["TITLE", "Mapped", "title", "Mapped"],
	["DESCRIPTION", "Mapped", "description", "Mapped"],
	["START_TIME", "2026-01-04T01:02:03Z", "startedAt", "2026-01-04T01:02:03Z"],
	["SERVICE", "db", "service", "db"],
	["MONITORING_TOOL", "probe", "monitoringTool", "probe"],
	["HOSTS", ["a", "b"], "hosts", ["a", "b"]],
	["SEVERITY", "low", "severity", "LOW"],
];

export const mappingChecks = [
	rule(
		"ALERT-121",
		"A custom field mapping is configured from a sample payload that must be valid JSON; invalid JSON is refused.",
		"sendAlert",
		async (t) => {
			const input = { projectPath: t.scene("private_project"), name: t.unique(), active: true };
			const maintainer = t.as("maintainer");
			const response = await mutate(maintainer, "httpIntegrationCreate", { ...input, payloadExample: "{" }, "integration { id }");
			const data = response.answer.field("data");
			const payload = isFields(data) ? data.httpIntegrationCreate : undefined;
			const made = isFields(payload) ? payload.integration : undefined;
			const sentences = isFields(payload) && Array.isArray(payload.errors) ? payload.errors : [];
			t.holds("a sample that is no JSON should make no integration", !isFields(made), response.answer);
			t.holds("it should be told", response.errors.length + sentences.length > 0, response.answer);
			const payloadExample = JSON.stringify({ event: { name: "Full" } });
			await makeIntake(t, { payloadExample, ...mappings(mapping("TITLE", ["event", "name"])) });
		},
		premium,
	),
	rule(
		"ALERT-122",
		"For the metrics format the sample payload is one item of `alerts`, and mapped paths are relative to the item.",
		"sendAlert",
		async (t) => {
			const alertname = t.unique();
			const labels = { alertname, instance: t.unique("web"), job: "web" };
			const to = await mapped(
				t,
				{ type: "PROMETHEUS", payloadExample: JSON.stringify(titled("", { labels })) },
				mapping("TITLE", ["labels", "instance"]),
				mapping("SERVICE", ["labels", "job"]),
			);
			const { title, service } = await alertFrom(t, to, payloadOf(titled("", { labels })));
			t.same("title and service", [title, service], [labels.instance, "web"]);
		},
		premium,
	),
	assumed(
		"ALERT-123",
		"Mapping targets: title, description, start_time, end_time, service, monitoring_tool, hosts, severity, fingerprint, environment name; each holds a path of keys and indexes and a type.",
		"sendAlert",
		async (t) => {
			const ways = targets.map(([fieldName]) => mapping(fieldName, ["m", 0, fieldName.toLowerCase()]));
			const to = await mapped(t, {}, ...ways);
			const m = [Object.fromEntries(targets.map(([fieldName, value]) => [fieldName.toLowerCase(), value]))];
			const alert = await alertFrom(t, to, { m, probe: t.unique() });
			for (const [fieldName, , shown, as] of targets) t.same(`what ${fieldName} is mapped from`, alert[shown], as);
		},
		premium,
	),
	assumed(
		"ALERT-124",
		"A mapped field is read from its path (title from event.name); when the path yields nothing the default field name is used.",
		"sendAlert",
		async (t) => {
			const to = await mapped(t, {}, mapping("TITLE", ["event", "name"]));
			const [mine, own] = [t.unique("mapped"), t.unique("own")];
			t.same("the title", (await alertFrom(t, to, { event: { name: mine }, title: own })).title, mine);
			t.same("the title where the way leads nowhere", (await alertFrom(t, to, { event: {}, title: own })).title, own);
		},
		premium,
	),
	assumed(
		"ALERT-125",
		"A mapping of end_time makes that field the resolving one.",
		"sendAlert",
		async (t) => {
			const to = await mapped(t, {}, mapping("END_TIME", ["over", "at"], "DATETIME"));
			const fingerprint = t.unique();
			const iid = await raise(t, to, { fingerprint });
			(await send(t, to, { fingerprint, over: { at: "2026-01-05T09:00:00Z" } })).is(200);
			const { status, endedAt } = await alertOf(t, to, iid);
			t.same("status and endedAt", [status, endedAt], ["RESOLVED", "2026-01-05T09:00:00Z"]);
		},
		premium,
	),
	assumed(
		"ALERT-126",
		"A mapping of fingerprint makes that field the grouping one.",
		"sendAlert",
		async (t) => {
			const to = await mapped(t, {}, mapping("FINGERPRINT", ["key"]));
			const key = t.unique();
			const first = await raise(t, to, { title: "a", key });
			t.same("the iid of the same key", await raise(t, to, { title: "b", key }), first);
			t.holds("another key should be another alert", (await raise(t, to, { title: "a", key: `${key}-2` })) !== first);
		},
		premium,
	),
	assumed(
		"ALERT-127",
		"Custom mapping works on Premium/Ultimate only; on Free, or while the integration is inactive, it has no effect.",
		"sendAlert",
		async (t) => {
			const own = t.unique("own");
			// Assumed: whether a mapping is refused or kept without effect on the lowest tier is open.
			const response = await mutate(
				t.as("maintainer"),
				"httpIntegrationCreate",
				{
					projectPath: t.scene("private_project"),
					name: t.unique(),
					active: true,
					...mappings(mapping("TITLE", ["m"])),
				},
				"integration { id url token }",
			);
			const { integration } = response.record("httpIntegrationCreate");
			if (!isFields(integration)) return;
			const { id } = integration;
			t.undo("alert integration", async () => (await mutate(t.as("maintainer"), "httpIntegrationDestroy", { id })).answer);
			const to = { url: String(integration.url), key: String(integration.token) };
			t.same("the title", (await alertFrom(t, to, { m: "Mapped", title: own })).title, own);
		},
		{ maxTier: "free" },
	),
	assumed(
		"ALERT-128",
		"Field discovery of a sample lists every leaf and array with path, label (`a/b[0]`) and type ARRAY, DATETIME (text starting with four digits), NUMBER or STRING.",
		"sendAlert",
		async (t) => {
			const sample = { event: { name: "Full", tags: ["a", { deep: 1 }], at: "2026-01-05" }, ok: true };
			const { id } = await makeIntake(t);
			const { integration } = await succeed(
				t.as("maintainer"),
				"httpIntegrationUpdate",
				{ id, payloadExample: JSON.stringify(sample) },
				"integration { payloadAlertFields { path label type } }",
			);
			t.same("the fields found", isFields(integration) ? integration.payloadAlertFields : undefined, [
				{ path: ["event", "name"], label: "event/name", type: "STRING" },
				{ path: ["event", "tags"], label: "event/tags", type: "ARRAY" },
				{ path: ["event", "tags", 0], label: "event/tags[0]", type: "STRING" },
				{ path: ["event", "tags", 1, "deep"], label: "event/tags[1]/deep", type: "NUMBER" },
				{ path: ["event", "at"], label: "event/at", type: "DATETIME" },
				{ path: ["ok"], label: "ok", type: "STRING" },
			]);
		},
		premium,
	),
];

function mappings(...payloadAttributeMappings: readonly Mapping[]): Fields {
	return { payloadAttributeMappings };
}
