import type { Context } from "../../rule/context";
import { ask, mutate, numberOf } from "../../rule/graphql";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { below, by, everyone, forbids } from "../graphql/lab";
import { alertFrom, alertOf, generic, type Intake, incidentOf, makeIntake, metrics, payloadOf, projectOf, raise, send, setStatus, titled } from "./intake";

const over = "2026-01-05T09:15:00Z";
const premium = { tier: "premium" } as const;
const free = { maxTier: "free" } as const;

/** Two payloads must be one alert, or must not. */
async function pair(t: Context, one: Fields, other: Fields, grouped: boolean): Promise<void> {
	const first = await raise(t, generic(t), one);
	// A grouped payload returns the title of the existing alert.
	const title = grouped && typeof one.title === "string" && one.title.trim() !== "" ? one.title : undefined;
	const second = await raise(t, generic(t), other, title);
	const what = `${JSON.stringify(one)} and ${JSON.stringify(other)}`.slice(0, 300);
	t.holds(`${what} should be ${grouped ? "one alert" : "two alerts"}`, (first === second) === grouped);
	if (!grouped) return;
	(await send(t, generic(t), { ...other, end_time: over })).ok;
	t.same(`the status after the end of ${what}`, (await alertOf(t, generic(t), first)).status, "RESOLVED");
}

const fingerprints = async (t: Context, one: unknown, other: unknown, grouped: boolean): Promise<void> =>
	await pair(t, { title: t.unique(), fingerprint: one }, { title: t.unique(), fingerprint: other }, grouped);

/** A payload that is grouped with nothing but itself, and has enough to differ in. */
const whole = (t: Context): Fields => ({
	title: t.unique("Full"),
	description: "It is full.",
	severity: "low",
	service: "db",
	monitoring_tool: "watch",
	service_environment_name: t.scene("environment"),
	extra: { deep: [1], other: "x" },
	probe: t.unique(),
});

/** A number that no other rule of the run takes. */
const number = (t: Context): number => Number.parseInt(t.unique("n").replace(/\W/g, "").slice(-10), 36);

/** Makes an alert, sends the payload once more with what resolves it, and reads the alert. */
async function resolved(t: Context, fields: Fields, payload: Fields = { fingerprint: t.unique() }): Promise<Fields> {
	const iid = await raise(t, generic(t), payload);
	const response = (await send(t, generic(t), { ...payload, ...fields })).ok;
	t.same("the iids of the response", response.pluck("iid"), [Number(iid)], response);
	return await alertOf(t, generic(t), iid);
}

const fresh = async (t: Context, fingerprint = t.unique()): Promise<string> => await raise(t, generic(t), { fingerprint });

async function becomes(t: Context, iid: string, status: string): Promise<void> {
	const response = await setStatus(t, generic(t), iid, status);
	t.same("errors", response.record("updateAlertStatus").errors, [], response.http);
	t.same("the status", (await alertOf(t, generic(t), iid)).status, status);
}

const issueOf = ({ issue }: Fields): Fields => Object(issue);
const inTime = (value: unknown, expected: string): boolean => Date.parse(String(value)) === Date.parse(expected);

/** The payloads that are grouped into one alert. */
const grouping: readonly Rule[] = [
	rule("ALERT-051, ALERT-066", "Only payloads with the same fingerprint (a string or a list) raise and resolve the same alert.", "sendAlert", async (t) => {
		// A long fingerprint is compared to its end.
		const text = `${"long".repeat(70)}${t.unique()}`;
		await fingerprints(t, text, text, true);
		await fingerprints(t, [`${text}a`, "b"], [`${text}a`, "b"], true);
		for (const other of [`${text}d`, `${text}c `, `${text}cc`, text.toUpperCase()]) await fingerprints(t, `${text}c`, other, false);
		for (const other of [[`${text}e`, "c"], [`${text}e`], ["b", `${text}e`], [`${text}e`, "b", "c"], `${text}e`])
			await fingerprints(t, [`${text}e`, "b"], other, false);
	}),
	assumed(
		"ALERT-052, ALERT-053",
		"A fingerprint is compared as one string, with numbers and nested lists joined. A blank fingerprint counts as none.",
		"sendAlert",
		async (t) => {
			const text = t.unique();
			await fingerprints(t, [text, "b"], `${text}b`, true);
			await fingerprints(t, [text, ["x", ["y"]]], `${text}xy`, true);
			await fingerprints(t, [text, "c"], `${text}d`, false);
			const value = number(t);
			await fingerprints(t, value, String(value), true);
			await fingerprints(t, 0, 0, true);
			await fingerprints(t, number(t), number(t), false);
			for (const blank of [" ", "", [], { a: 1 }]) await fingerprints(t, blank, blank, false);
		},
	),
	assumed("ALERT-054", "A fingerprint groups only within a project. The same fingerprint in another project creates another alert.", "sendAlert", async (t) => {
		const other = await makeIntake(t);
		let [iid, fingerprint] = ["", ""];
		for (const status of ["ACKNOWLEDGED", "IGNORED", undefined]) {
			fingerprint = t.unique();
			iid = await raise(t, generic(t), { title: "here", fingerprint });
			if (status) await setStatus(t, generic(t), iid, status);
			const { title, eventCount } = await alertFrom(t, other, { title: "there", fingerprint });
			t.same(`the other project's alert beside one that is ${status ?? "new"}`, [title, eventCount], ["there", 1]);
			t.same("the counter here", (await alertOf(t, generic(t), iid)).eventCount, 1);
		}
		if (t.facts.tier === "free") return;
		const beside = await makeIntake(t, { projectPath: projectOf(generic(t)) });
		t.same("the alert by another integration of the project", await raise(t, beside, { title: "beside", fingerprint }, "here"), iid);
	}),
	rule(
		"ALERT-057",
		"On paid tiers, payloads that differ in a field other than start_time, end_time and hosts are different alerts.",
		"sendAlert",
		async (t) => {
			const own = { title: t.unique(), service: "web", description: "x", monitoring_tool: "probe", service_environment_name: "none", more: 1 };
			const changes = Object.entries(own).map(([name, value]): Fields => ({ [name]: value }));
			for (const name of Object.keys(whole(t))) changes.push({ [name]: undefined });
			const [payload, iids] = [whole(t), new Set<string>()];
			for (const severity of ["critical", "high", "medium", "low", "info", "unknown"]) iids.add(await raise(t, generic(t), { ...payload, severity }));
			t.same("the number of alerts that differ in severity", iids.size, 6);
			// A nested field with one of these names is part of the field around it.
			const nested = ["start_time", "end_time", "hosts"].map((name) => ({ extra: { deep: [1], other: "x", [name]: "2026-01-05T08:00:00Z" } }));
			const extras = [{ extra: { deep: [2], other: "x" } }, { extra: { deep: [1] } }, ...nested];
			for (const [index, change] of [...changes, ...extras].entries()) {
				const payload = whole(t);
				// The same if times and hosts differ too. The end of a different payload resolves nothing.
				const more = index % 2 ? { start_time: "2026-01-05T08:00:00Z", hosts: ["db-1"] } : {};
				await pair(t, payload, { ...payload, ...more, ...change }, false);
				if (index % 3 > 0) continue;
				const open = whole(t);
				const iid = await raise(t, generic(t), open);
				await send(t, generic(t), { ...open, ...change, end_time: over });
				t.same(`the status after the end of one with ${JSON.stringify(change)}`, (await alertOf(t, generic(t), iid)).status, "TRIGGERED");
			}
			for (const [one, other] of [
				[{ a: { b: 1, c: 3 } }, { a: { c: 1, b: 3 } }],
				[{ list: [1, 2] }, { list: [2, 1] }],
				[{ number: 1 }, { number: "1" }],
			]) {
				const title = t.unique();
				await pair(t, { title, ...one }, { title, ...other }, false);
			}
		},
		premium,
	),
	assumed(
		"ALERT-058, ALERT-059",
		"Payloads that differ only in the order of fields are one alert. A payload with only times and hosts always creates a new alert.",
		"sendAlert",
		async (t) => {
			const title = t.unique();
			await pair(t, { title, a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 }, title }, true);
			for (const payload of [{}, { hosts: ["a"] }, { start_time: "2026-01-05T08:00:00Z", hosts: "a" }, { title: " " }, { a: { b: null } }])
				await pair(t, payload, payload, false);
		},
		premium,
	),
	assumed(
		"ALERT-060, ALERT-061",
		"On the free tier, payloads are one alert only if they have the same fingerprint.",
		"sendAlert",
		async (t) => {
			const [payload, fingerprint] = [whole(t), t.unique()];
			await pair(t, payload, payload, false);
			await fingerprints(t, fingerprint, fingerprint, true);
		},
		free,
	),
];

/** How alerts end. */
const resolution: readonly Rule[] = [
	assumed(
		"ALERT-035, ALERT-067",
		"endedAt of an alert is end_time, given with any UTC offset or in milliseconds. An end_time that cannot be parsed is ignored.",
		"sendAlert",
		async (t) => {
			for (const end_time of [over, Date.parse(over), String(Date.parse(over)), "2026-01-05T11:15:00+02:00"]) {
				const { endedAt, status } = await resolved(t, { end_time });
				t.holds(`endedAt for ${end_time} should be ${over}, and is ${endedAt}`, inTime(endedAt, over) && status === "RESOLVED");
			}
			for (const end_time of ["soon", "", null, {}]) {
				const { status, eventCount } = await resolved(t, { end_time });
				t.same(`status and counter after end_time ${JSON.stringify(end_time)}`, [status, eventCount], ["TRIGGERED", 2]);
			}
		},
	),
	assumed(
		"ALERT-070",
		"On the free tier, a payload without a fingerprint resolves no alert.",
		"sendAlert",
		async (t) => {
			const payload = whole(t);
			const iid = await raise(t, generic(t), payload);
			(await send(t, generic(t), { ...payload, end_time: over })).is(400);
			t.same("the status", (await alertOf(t, generic(t), iid)).status, "TRIGGERED");
		},
		free,
	),
];

/** What users do with alerts. */
const handling: readonly Rule[] = [
	assumed("ALERT-136", "Developers and above can set an alert's status and create its incident. Other callers are refused.", "sendAlert", async (t) => {
		const iid = await fresh(t);
		const input = { projectPath: projectOf(generic(t)), iid };
		// If no other client raises alerts, no alert of the project has the number of this Global ID as its IID.
		const strange = ["999999999", ...(t.given.hasControl ? [numberOf((await alertOf(t, generic(t), iid)).id)] : [])];
		for (const name of ["updateAlertStatus", "createAlertIssue"]) {
			const status = name === "updateAlertStatus" && { status: "RESOLVED" };
			await forbids(t, name, { ...input, ...status }, below("developer"), async () => await alertOf(t, generic(t), iid));
			for (const other of strange) await forbids(t, name, { ...input, ...status, iid: String(other) }, ["owner"]);
		}
		for (const who of ["maintainer", "owner"] as const)
			t.same("errors", (await mutate(t.as(who), "updateAlertStatus", { ...input, status: "RESOLVED" })).record("updateAlertStatus").errors, []);
	}),
	assumed(
		"ALERT-142, GQL-258, GQL-262",
		"Alerts, their page URLs and their counts are visible only to Developers and above. Other callers get null or an empty list.",
		["sendAlert", "executeGraphql"],
		async (t) => {
			const title = t.unique("read");
			const iid = await raise(t, generic(t), { title });
			const query = `query($path: ID!, $iid: String, $title: String) { project(fullPath: $path) { webUrl alertManagementAlert(iid: $iid) { id iid webUrl detailsUrl }
			alertManagementAlerts(search: $title) { nodes { iid } } alertManagementAlertStatusCounts(search: $title) { all } } }`;
			for (const who of everyone) {
				const { webUrl, ...shown } = (await ask(by(t, who), query, { path: projectOf(generic(t)), iid, title })).record("project");
				const { id, ...alert } = Object(shown.alertManagementAlert);
				const page = `${webUrl}/-/alert_management/${iid}/details`;
				const may = who !== null && !["reporter", "guest", "outsider"].includes(who);
				const one = { alertManagementAlerts: { nodes: [{ iid }] }, alertManagementAlertStatusCounts: { all: 1 } };
				const none = { alertManagementAlert: null, alertManagementAlerts: { nodes: [] }, alertManagementAlertStatusCounts: null };
				if (may) t.holds(`the id ${id} is that of an alert`, /^gid:\/\/service\/AlertManagement::Alert\/\d+$/.test(id));
				t.same(
					`what ${who} reads`,
					may ? { ...shown, alertManagementAlert: alert } : shown,
					may ? { ...one, alertManagementAlert: { iid, webUrl: page, detailsUrl: page } } : none,
				);
			}
		},
	),
	rule("ALERT-084", "annotations/gitlab_incident_markdown is appended to the description of an incident made from the alert.", "sendAlert", async (t) => {
		const cases: readonly (readonly [own: { description?: string; runbook?: string }, times: number, status?: string])[] = [
			[{ description: "More than 5 % fail." }, 1, "ACKNOWLEDGED"],
			[{ runbook: "https://docs.example.com/full" }, 1],
			[{ description: "Again." }, 2],
		];
		for (const [own, times, status] of cases) {
			const annotations = { gitlab_incident_markdown: "## To do\n\nCall Ann.", ...own };
			const payload = payloadOf(titled(t.unique(), { annotations }));
			let iid = "";
			for (let time = 0; time < times; time++) iid = await raise(t, metrics(t), payload);
			if (status) await setStatus(t, metrics(t), iid, status);
			t.same("the alert's description", (await alertOf(t, metrics(t), iid)).description, own.description ?? null);
			const { description } = await incidentOf(t, metrics(t), iid);
			t.holds("the incident's description should end in the markdown", /\S\s+## To do\n\nCall Ann\.\s*$/.test(String(description)));
		}
	}),
	assumed(
		"ALERT-139, GQL-264, GQL-276",
		"An alert and its incident reference each other. The incident has the alert's title, or New: Incident and its iid, and its description has the alert's fields.",
		["sendAlert", "executeGraphql"],
		async (t) => {
			const title = t.unique("full");
			const iid = await raise(t, generic(t), { title });
			const issue = await incidentOf(t, generic(t), iid);
			t.same("the incident's title", issue.title, title);
			const again = await mutate(t.as("developer"), "createAlertIssue", { projectPath: projectOf(generic(t)), iid }, "issue { iid } alert { iid }");
			t.same("a second incident", again.record("createAlertIssue"), { errors: ["An issue already exists"], issue: null, alert: { iid } }, again.http);
			for (const status of ["ACKNOWLEDGED", "RESOLVED", "IGNORED"]) {
				const other = await fresh(t);
				await becomes(t, other, status);
				await incidentOf(t, generic(t), other);
			}
			t.same("the alert's issue", (await alertOf(t, generic(t), iid)).issue, { ...issue });
			const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { alertManagementAlerts { nodes { iid } } } } }";
			const response = await ask(t.as("developer"), query, { path: projectOf(generic(t)), iid: String(issue.iid) });
			t.same("the incident's alerts", response.at("project.issue.alertManagementAlerts.nodes"), [{ iid }], response.http);
			const untitled = await incidentOf(t, generic(t), await raise(t, generic(t), { probe: t.unique() }));
			t.same("the title for an alert without one", untitled.title, `New: Incident ${untitled.iid}`);
			const facts = { severity: "high", service: "db", monitoring_tool: "probe", hosts: ["db-1", "db-2"], description: "It is *full*." };
			const described = await raise(t, generic(t), { ...facts, title: t.unique("facts"), start_time: "2026-01-04T08:00:00Z" });
			const { description } = await incidentOf(t, generic(t), described);
			for (const fact of [...Object.values(facts).flat(), "2026-01-04"])
				t.holds(`the incident's description should have ${fact}`, String(description).includes(fact));
		},
	),
	rule(
		"ALERT-072",
		"Resolving an alert, by a payload or by a user, closes its incident only if the project's auto_close_incident is on.",
		"sendAlert",
		async (t) => {
			for (const auto_close_incident of t.given.hasControl ? [true, false] : [undefined]) {
				if (auto_close_incident !== undefined) await t.given.change("projects", await projectRow(t, generic(t)), { auto_close_incident });
				const states: unknown[] = [];
				for (const [how, before] of [
					["payload", undefined],
					["payload", "ACKNOWLEDGED"],
					["metrics", "IGNORED"],
					["person", "ACKNOWLEDGED"],
					["person", undefined],
				] as const) {
					// On the lowest tier nothing has to be grouped, and the scene's integrations may belong to two projects.
					const isMetrics = how === "metrics" && t.facts.tier !== "free" && projectOf(metrics(t)) === projectOf(generic(t));
					const [to, name] = [isMetrics ? metrics(t) : generic(t), t.unique()];
					const payload = (over: Fields) => (isMetrics ? payloadOf(titled(name, over)) : { fingerprint: name, ...over });
					const iid = await raise(t, to, payload({}));
					await incidentOf(t, to, iid);
					if (before) await becomes(t, iid, before);
					if (how === "person") await becomes(t, iid, "RESOLVED");
					else (await send(t, to, payload(isMetrics ? { status: "resolved", endsAt: over } : { end_time: over }))).ok;
					const after = await alertOf(t, to, iid);
					t.same("the status", after.status, "RESOLVED");
					states.push(issueOf(after).state);
				}
				// The project's setting is not visible.
				const expected = auto_close_incident === undefined ? states[0] : auto_close_incident ? "closed" : "opened";
				t.same("the different states of the incidents, closed by payloads and by a person", [...new Set(states)], [expected]);
			}
		},
	),
	assumed("ALERT-073", "By default, resolving an alert does not close its incident.", "sendAlert", async (t) => {
		const project = await t.given.record("projects", { full_path: `${t.scene("group")}/watched` });
		const to = await makeIntake(t, { projectPath: project.full_path });
		const fingerprint = t.unique();
		const iid = await raise(t, to, { fingerprint });
		await incidentOf(t, to, iid);
		const after = async () => await alertFrom(t, to, { fingerprint, end_time: over });
		t.same("the incident", issueOf(await after()).state, "opened");
	}),
];

async function projectRow(t: Context, to: Intake): Promise<number> {
	const [project] = await t.given.records("projects", { full_path: projectOf(to) });
	return Number(project?.id);
}

export const grouped: readonly Rule[] = [...grouping, ...resolution, ...handling];
