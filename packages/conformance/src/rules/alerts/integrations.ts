import type { ActorName } from "../../rule/actors";
import { auditors } from "../../rule/callers";
import type { Context } from "../../rule/context";
import { ask, mutate, noPermission, numberOf, succeed } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { alertFrom, alertOf, generic, type Intake, makeIntake, payloadOf, projectOf, raise, send, titled, titlesOf } from "./intake";

const premium = { tier: "premium" } as const;
const free = { maxTier: "free" } as const;

interface Mapping {
	readonly fieldName: string;
	readonly path: readonly (string | number)[];
	readonly type: string;
}
const mapping = (fieldName: string, path: Mapping["path"], type = "STRING"): Mapping => ({ fieldName, path, type });
const mapped = async (t: Context, input: Fields, ...payloadAttributeMappings: readonly Mapping[]) =>
	await makeIntake(t, { payloadAttributeMappings, ...input });

/** Creates or changes an integration, and returns the payload of the mutation. */
async function put(t: Context, name: "httpIntegrationCreate" | "httpIntegrationUpdate", input: Fields): Promise<Fields> {
	const response = await mutate(t.as("maintainer"), name, input, "integration { id active url token }");
	return response.errors.length > 0 ? { errors: response.errors, integration: null } : response.record(name);
}

/** Creates an integration of the private project; it is removed after the rule. */
async function create(t: Context, fields: Fields = {}): Promise<Fields> {
	const payload = await put(t, "httpIntegrationCreate", { projectPath: t.scene("private_project"), name: t.unique("intake"), active: true, ...fields });
	const id = Object(payload.integration).id;
	if (id) t.undo("alert integration", async () => (await mutate(t.as("maintainer"), "httpIntegrationDestroy", { id })).http);
	return payload;
}

/** Turns an integration on or off. */
const turn = (t: Context, id: string, active: boolean): Promise<Fields> => put(t, "httpIntegrationUpdate", { id, active });

const targets: readonly (readonly [fieldName: string, value: unknown, shown: string, as: unknown])[] = [
	["TITLE", "Mapped", "title", "Mapped"],
	["DESCRIPTION", "Mapped", "description", "Mapped"],
	["START_TIME", "2026-01-04T01:02:03Z", "startedAt", "2026-01-04T01:02:03Z"],
	["SERVICE", "db", "service", "db"],
	["MONITORING_TOOL", "probe", "monitoringTool", "probe"],
	["HOSTS", ["a", "b"], "hosts", ["a", "b"]],
	["SEVERITY", "low", "severity", "LOW"],
];

const sample = { event: { name: "Full", tags: ["a", { deep: 1 }], at: "2026-01-05", year: "2026" }, ok: true };

/** A call of the control API that must be refused; returns the message. */
async function controlRefuses(t: Context, method: string, path: string, body: Fields, status: number): Promise<string> {
	try {
		await t.given.control(method, path, body);
	} catch (error) {
		if (!t.given.hasControl) throw error;
		const message = error instanceof Error ? error.message : "";
		t.holds(`the refusal should be a ${status}, and says ${message}`, message.includes(`failed with ${status}`));
		return message;
	}
	throw new Error(`${method} ${path} should have been refused.`);
}

const testAlert = async (t: Context, id: unknown, user: string, payload: Fields): Promise<unknown> =>
	await t.given.control("POST", `/integrations/${id}/test`, { user, payload });

/** A project without integrations, its id and path. */
async function fresh(t: Context): Promise<{ id: number; path: string; link: (address: string | null, user?: string) => Promise<unknown> }> {
	const path = `${t.scene("group")}/watched-${t.unique().toLowerCase()}`;
	const { id } = await t.given.record("projects", { full_path: path });
	const link = async (address: string | null, user = t.user("maintainer").username) =>
		await t.given.control("PUT", `/projects/${id}/incident-product`, { user, address });
	return { id, path, link };
}

const product = "https://incidents.example.com/api";

/** Integrations, their field mappings, and the other settings of a project's alerts. */
export const integrations: readonly Rule[] = [
	rule(
		"ALERT-113, GQL-275",
		"Only maintainers and owners can configure alert integrations and read their URL and key.",
		["sendAlert", "executeGraphql"],
		async (t) => {
			const projectPath = t.scene("private_project");
			const made = await makeIntake(t);
			await makeIntake(t, { type: "PROMETHEUS", active: false });
			for (const who of ["developer", "reporter", "guest", "outsider", ...auditors(t)] as const) {
				for (const [name, input] of [
					["Create", { projectPath, name: t.unique(), active: true }],
					["Create", { projectPath, name: t.unique(), active: false, type: "PROMETHEUS" }],
					["Update", { id: made.id, active: false }],
					["ResetToken", { id: made.id }],
					["Destroy", { id: made.id }],
				] as const)
					(await mutate(t.as(who), `httpIntegration${name}`, input)).refuses(noPermission);
			}
			(await send(t, made, { title: t.unique() })).ok;
			const field = (name: string, by: string) => `${name}: alertManagementHttpIntegrations${by} { nodes { name url token } }`;
			const fields = [field("all", ""), field("one", "(id: $id)"), field("typed", "(types: [HTTP])")].join(" ");
			const query = `query($path: ID!, $id: AlertManagementHttpIntegrationID!) { project(fullPath: $path) { ${fields} } }`;
			const read = async (who: ActorName) => {
				const response = await ask(t.as(who), query, { path: projectPath, id: made.id });
				return ["all", "one", "typed"].map((name) => response.at(`project.${name}.nodes`));
			};
			for (const who of ["owner", "maintainer"] as const) {
				for (const nodes of await read(who))
					t.holds(`the ${who} should read address and key`, Array.isArray(nodes) && nodes.some(({ url, token }) => url === made.url && token === made.key));
			}
			for (const who of ["developer", "reporter", "guest", ...auditors(t)] as const) {
				for (const nodes of await read(who)) t.holds(`the ${who} should read none`, nodes === null || (Array.isArray(nodes) && nodes.length === 0));
			}
		},
	),
	rule(
		"ALERT-114",
		"On paid tiers, a project can have several active integrations, each with its own URL and key.",
		"sendAlert",
		async (t) => {
			const made = [await makeIntake(t), await makeIntake(t), await makeIntake(t, { type: "PROMETHEUS" })];
			for (const field of ["url", "key"] as const) t.same(`the number of values of ${field}`, new Set(made.map((one) => one[field])).size, 3);
			for (const to of made) {
				(await send(t, to, { title: t.unique() })).ok;
				for (const other of made.filter((one) => one !== to)) {
					const response = await send(t, { url: to.url, key: other.key }, { title: t.unique() });
					t.holds("another integration's key should be refused", !response.succeeded, response);
				}
			}
		},
		premium,
	),
	assumed(
		"ALERT-115",
		"On the free tier, a project can have only one integration of each type.",
		"sendAlert",
		async (t) => {
			const errors = ["Multiple integrations of a single type are not supported for this project"];
			for (const type of ["HTTP", "PROMETHEUS"]) {
				await makeIntake(t, { type });
				const payload = await create(t, { type });
				t.same("errors and integration", [payload.errors, payload.integration], [errors, null]);
			}
		},
		free,
	),
	assumed("ALERT-116", "An integration that is deactivated and activated again keeps its URL and key.", "sendAlert", async (t) => {
		const to = await makeIntake(t);
		const kept = { id: to.id, url: to.url, token: to.key };
		for (const [active, status] of [
			[false, 403],
			[true, 200],
		] as const) {
			const { errors, integration } = await turn(t, to.id, active);
			t.same("errors and integration", [errors, integration], [[], { active, ...kept }]);
			(await send(t, to, { title: t.unique() })).is(status);
		}
	}),
	assumed("ALERT-117", "The system notes of an alert name its monitoring tool, or else the integration that received it.", "sendAlert", async (t) => {
		const to = await makeIntake(t);
		for (const [more, name] of [
			[{}, to.name],
			[{ monitoring_tool: "probe-7" }, "probe-7"],
		] as const) {
			const payload = { title: t.unique(), fingerprint: t.unique(), ...more };
			const iid = await raise(t, to, payload);
			(await send(t, to, { ...payload, end_time: "2026-01-05T09:00:00Z" })).is(200);
			const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { alertManagementAlert(iid: $iid) { notes { nodes { body system } } } } }";
			const response = await ask(t.as("developer"), query, { path: projectOf(to), iid });
			const log = response.list("project.alertManagementAlert.notes.nodes");
			const named = log.filter(({ body, system }) => system === true && String(body).includes(name));
			t.same(`the number of system notes that name ${name}: one for the alert and one for its end`, named.length, 2, response.http);
		}
	}),
	rule("ALERT-118", "A test alert sent by a Developer or above is accepted and creates an alert.", "sendAlert", async (t) => {
		const to = await makeIntake(t);
		for (const who of ["developer", "maintainer", "owner"] as const) {
			const title = t.unique("try");
			const sent = await testAlert(t, numberOf(to.id), t.user(who).username, { title });
			t.same("the status", Object(sent).status, 200);
			t.same("the alerts of that title", await titlesOf(t, to, title), [title]);
		}
	}),
	assumed("ALERT-119", "A test alert is an ordinary alert. Reporters, guests and outsiders cannot send one.", "sendAlert", async (t) => {
		const to = await makeIntake(t);
		const title = t.unique("try");
		for (const who of ["reporter", "guest", "outsider"] as const)
			await controlRefuses(t, "POST", `/integrations/${numberOf(to.id)}/test`, { user: t.user(who).username, payload: { title } }, 403);
		t.same("alerts of those", await titlesOf(t, to, title), []);
		const sent = Object(await testAlert(t, numberOf(to.id), t.user("developer").username, { title })).alerts;
		const alert = await alertOf(t, to, String(sent[0].iid));
		t.same("the alert", [alert.title, alert.status, alert.eventCount], [title, "TRIGGERED", 1]);
	}),
	rule("ALERT-120", "A test alert in the metrics format requires the whole payload. A single item is read as a generic alert.", "sendAlert", async (t) => {
		const to = await makeIntake(t, { type: "PROMETHEUS" });
		const title = t.unique("try");
		for (const [payload, expected] of [
			[titled(title), "New: Alert"],
			[payloadOf(titled(title)), title],
		] as const)
			t.same("the title", Object(await testAlert(t, numberOf(to.id), t.user("developer").username, payload)).alerts[0].title, expected);
	}),
	rule(
		"ALERT-121",
		"A field mapping is configured with a sample payload. A sample that is not valid JSON is refused.",
		"sendAlert",
		async (t) => {
			// The specification does not show the mutation: a server may lack it.
			const { integration: former } = await create(t);
			if (!isFields(former)) return t.skip("the server makes no integrations by GraphQL");
			for (const payloadExample of ["{", "event: name", "{event}", '{"event":}', "[1,", '{"event":1}}'])
				for (const { errors, integration } of [await create(t, { payloadExample }), await put(t, "httpIntegrationUpdate", { id: former.id, payloadExample })]) {
					t.holds("a sample that is not JSON should make no integration", !isFields(integration));
					t.holds("it should be refused with an error", Array.isArray(errors) && errors.length > 0);
				}
			const { integration } = await create(t, { payloadExample: JSON.stringify(sample), payloadAttributeMappings: [mapping("TITLE", ["event", "name"])] });
			t.holds("a sample that is JSON should make an integration", isFields(integration));
		},
		premium,
	),
	rule(
		"ALERT-122",
		"A mapped field is read from its path in the payload. For the metrics format, the sample is one item and paths start at the item.",
		"sendAlert",
		async (t) => {
			const labels = { alertname: t.unique(), instance: t.unique("web"), job: "web" };
			const paths = [mapping("TITLE", ["labels", "instance"]), mapping("SERVICE", ["labels", "job"])];
			const to = await mapped(t, { type: "PROMETHEUS", payloadExample: JSON.stringify(titled("", { labels })) }, ...paths);
			const first = titled("", { labels: { alertname: t.unique(), instance: t.unique("other"), job: "other" } });
			const { items } = (await send(t, to, payloadOf(first, titled("", { labels })))).ok;
			const { title, service } = await alertOf(t, to, String(items[1]?.iid));
			t.same("title and service of the second item", [title, service], [labels.instance, "web"]);
			const graded = await mapped(t, { type: "PROMETHEUS" }, mapping("SEVERITY", ["labels", "grade"]), mapping("DESCRIPTION", ["labels", "about"]));
			const item = titled("", { labels: { alertname: t.unique(), severity: "info", grade: "high", about: "Mapped" }, annotations: { description: "no" } });
			const { severity, description } = await alertFrom(t, graded, payloadOf(item));
			t.assume(`severity and description should be mapped, and are ${severity} and ${description}`, severity === "HIGH" && description === "Mapped");
			const event = { name: t.unique("event"), by: "probe" };
			const payloadExample = JSON.stringify({ event });
			const mappings = [mapping("TITLE", ["event", "name"]), mapping("MONITORING_TOOL", ["event", "by"])];
			const other = await alertFrom(t, await mapped(t, { payloadExample }, ...mappings), { title: "no", event });
			t.same("title and tool of a generic payload", [other.title, other.monitoringTool], [event.name, event.by]);
		},
		premium,
	),
	assumed(
		"ALERT-123",
		"Title, description, start time, service, monitoring tool, hosts, severity and environment can be mapped to a path of keys and indexes.",
		"sendAlert",
		async (t) => {
			const environment = ["SERVICE_ENVIRONMENT_NAME", t.scene("environment"), "environment", { name: t.scene("environment") }] as const;
			const all = [...targets, environment];
			const to = await mapped(t, { projectPath: projectOf(generic(t)) }, ...all.map(([fieldName]) => mapping(fieldName, ["m", 1, fieldName.toLowerCase()])));
			const values = Object.fromEntries(all.map(([fieldName, value]) => [fieldName.toLowerCase(), value]));
			const alert = await alertFrom(t, to, { m: [{}, values], probe: t.unique() });
			for (const [fieldName, , shown, as] of all) t.same(`the value of the mapped ${fieldName}`, alert[shown], as);
			for (const [fieldName, value, shown, as] of all) {
				const one = await mapped(t, { projectPath: projectOf(generic(t)) }, mapping(fieldName, ["m"]));
				t.same(`the value of ${fieldName} as the only mapped field`, (await alertFrom(t, one, { m: value, probe: t.unique() }))[shown], as);
			}
		},
		premium,
	),
	assumed(
		"ALERT-124",
		"A mapped field is read from its path. If the path has no value, it is read from the field of its own name.",
		"sendAlert",
		async (t) => {
			const to = await mapped(t, {}, mapping("TITLE", ["events", 1, "name"]));
			const [mine, own] = [t.unique("mapped"), t.unique("own")];
			for (const [events, expected] of [
				[[{ name: "no" }, { name: mine }], mine],
				[[{ name: "no" }], own],
				[[{ name: "no" }, { name: " " }], own],
				[null, own],
				["text", own],
			] as const)
				t.same(`the title of ${JSON.stringify(events)}`, (await alertFrom(t, to, { events, title: own, probe: t.unique() })).title, expected);
			await succeed(t.as("maintainer"), "httpIntegrationUpdate", { id: to.id, payloadAttributeMappings: [mapping("TITLE", ["now"])] });
			t.same("the title by the new path", (await alertFrom(t, to, { events: [{}, { name: own }], now: mine, probe: t.unique() })).title, mine);
		},
		premium,
	),
	assumed(
		"ALERT-125, ALERT-126",
		"A mapped end_time resolves the alert, and a mapped fingerprint groups payloads into one alert.",
		"sendAlert",
		async (t) => {
			const ending = await mapped(t, {}, mapping("END_TIME", ["over", "at"], "DATETIME"));
			for (const payload of [{ fingerprint: t.unique() }, { title: t.unique() }]) {
				const iid = await raise(t, ending, { ...payload, over: { by: "a" } });
				(await send(t, ending, { ...payload, over: { by: "a", at: "2026-01-05T09:00:00Z" } })).is(200);
				const { status, endedAt } = await alertOf(t, ending, iid);
				t.holds(`the alert should be resolved, and is ${status}`, status === "RESOLVED" && Date.parse(String(endedAt)) === Date.parse("2026-01-05T09:00:00Z"));
			}
			for (const path of [["key"], ["on", "key"]]) {
				const to = await mapped(t, {}, mapping("FINGERPRINT", path));
				const at = (key: string) => (path.length > 1 ? { on: { key } } : { key });
				const key = t.unique();
				const first = await raise(t, to, { title: "a", ...at(key) });
				t.same("the iid of the same key", await raise(t, to, { title: "b", ...at(key) }), first);
				t.holds("another key should be another alert", (await raise(t, to, { title: "a", ...at(`${key}-2`) })) !== first);
			}
		},
		premium,
	),
	assumed(
		"ALERT-127",
		"On the free tier, a field mapping has no effect.",
		"sendAlert",
		async (t) => {
			const own = t.unique("own");
			// Whether a mapping is refused or kept without effect is open.
			const { integration } = await create(t, { payloadAttributeMappings: [mapping("TITLE", ["m"]), mapping("FINGERPRINT", ["m"])] });
			if (!isFields(integration)) return;
			const to = { url: String(integration.url), key: String(integration.token) };
			t.same("the title", (await alertFrom(t, to, { m: "Mapped", title: own })).title, own);
			if (!t.given.hasControl) return;
			await t.given.settings({ tier: "premium" });
			t.same("the title on a paid tier", (await alertFrom(t, to, { m: "Mapped", title: own })).title, "Mapped");
		},
		free,
	),
	assumed(
		"ALERT-128",
		"payloadAlertFields lists the lists and plain values of the sample payload, each with its path, label and type.",
		"sendAlert",
		async (t) => {
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
				{ path: ["event", "year"], label: "event/year", type: "DATETIME" },
				{ path: ["ok"], label: "ok", type: "STRING" },
			]);
		},
		premium,
	),
	rule(
		"ALERT-129, ALERT-130",
		"An external incident product is linked by its API URL. While it is linked, no alert integration can be active.",
		"sendAlert",
		async (t) => {
			const { id, path, link } = await fresh(t);
			const off = [];
			for (const type of ["HTTP", "PROMETHEUS"]) off.push({ type, id: (await makeIntake(t, { projectPath: path, type, active: false })).id });
			await link(product);
			const [row] = await t.given.records("projects", { id });
			t.same("the linked address", row?.external_incident_product, product);
			for (const { type, id } of off) {
				for (const { integration } of [await turn(t, id, true), await put(t, "httpIntegrationUpdate", { id, active: true, name: t.unique() })])
					t.holds(`an integration of type ${type} should not be switched on`, Object(integration).active !== true);
				t.holds(`no active one of type ${type} should be made`, !isFields((await create(t, { projectPath: path, type })).integration));
			}
			await link(null);
			for (const { id } of off) t.same("the integration afterwards", Object((await turn(t, id, true)).integration).active, true);
		},
		premium,
	),
	assumed(
		"ALERT-131, ALERT-132",
		"An external incident product cannot be linked while an integration is active. While it is linked, alerts return 403, or 401 in the metrics format.",
		"sendAlert",
		async (t) => {
			const { id, path, link } = await fresh(t);
			const to: Intake & { id: string } = await makeIntake(t, { projectPath: path });
			await makeIntake(t, { projectPath: path, active: false });
			const user = t.user("maintainer").username;
			const said = await controlRefuses(t, "PUT", `/projects/${id}/incident-product`, { user, address: product }, 400);
			t.holds("the refusal should say why", said.includes("cannot be enabled while an alert integration is active"));
			await turn(t, to.id, false);
			await link(product);
			const shut = ["Alert integrations cannot be active while the external incident product is enabled"];
			t.same("the payload of creating an integration", await create(t, { projectPath: path }), { errors: shut, integration: null });
			t.same("the errors of activating an integration", (await turn(t, to.id, true)).errors, shut);
			t.same("the errors of creating an inactive integration", (await create(t, { projectPath: path, active: false })).errors, []);
			await t.given.change("alert_integrations", numberOf(to.id), { active: true });
			const title = t.unique();
			(await send(t, to, { title })).is(403);
			(await send(t, to, payloadOf(titled(title)))).is(401);
			t.same("alerts of those", await titlesOf(t, to, title), []);
		},
		premium,
	),
	assumed("ALERT-133", "Linking an external incident product requires a Maintainer, a paid tier and an http or https URL.", "sendAlert", async (t) => {
		const { id, link } = await fresh(t);
		const refuses = async (address: string, user: string, status: number) =>
			await controlRefuses(t, "PUT", `/projects/${id}/incident-product`, { user, address }, status);
		for (const who of ["developer", "reporter", "outsider"] as const) await refuses(product, t.user(who).username, 403);
		const maintainer = t.user("maintainer").username;
		for (const none of ["no address", "ftp://incidents.example.com", ""]) await refuses(none, maintainer, 400);
		await t.given.settings({ tier: "free" });
		await refuses(product, maintainer, 400);
		await t.given.settings({ tier: "premium" });
		for (const address of [product, "http://incidents.example.com"]) await link(address);
		const [row] = await t.given.records("projects", { id });
		t.same("the linked address", row?.external_incident_product, "http://incidents.example.com");
	}),
];
