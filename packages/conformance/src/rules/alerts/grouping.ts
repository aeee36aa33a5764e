import type { Context } from "../../rule/context";
import { ask, mutate, noPermission } from "../../rule/graphql";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import {
	alertFrom,
	alertOf,
	closeIssue,
	generic,
	type Intake,
	iidsOf,
	incidentOf,
	makeIntake,
	makesNone,
	metrics,
	payloadOf,
	projectOf,
	raise,
	sameMoment,
	send,
	setStatus,
	titled,
} from "./intake";

const over = "2026-01-05T09:15:00Z";
const statuses = ["TRIGGERED", "ACKNOWLEDGED", "RESOLVED", "IGNORED"];
const premium = { tier: "premium" } as const;
const free = { maxTier: "free" } as const;

/** Two payloads must be one alert, or must not. */
async function pair(t: Context, one: Fields, other: Fields, grouped: boolean): Promise<void> {
	const [first, second] = [await raise(t, generic(t), one), await raise(t, generic(t), other)];
	const what = `${JSON.stringify(one)} and ${JSON.stringify(other)}`.slice(0, 300);
	t.holds(`${what} should be ${grouped ? "one alert" : "two alerts"}`, (first === second) === grouped);
}

const fingerprints = async (t: Context, one: unknown, other: unknown, grouped: boolean): Promise<void> =>
	await pair(t, { title: t.unique(), fingerprint: one }, { title: t.unique(), fingerprint: other }, grouped);

/** A payload that is grouped with nothing but itself, and has enough to differ in. */
const whole = (t: Context): Fields => ({ title: t.unique("full"), severity: "low", service: "db", extra: { deep: [1], other: "x" } });

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

/** Which payloads are one alert. */
const grouping: readonly Rule[] = [
	rule("ALERT-051", "The same fingerprint, a text or a list, is the same alert; another one is another.", "sendAlert", async (t) => {
		const text = t.unique();
		await fingerprints(t, text, text, true);
		await fingerprints(t, [`${text}a`, "b"], [`${text}a`, "b"], true);
		for (const other of [`${text}d`, `${text}c `, `${text}cc`, text.toUpperCase()]) await fingerprints(t, `${text}c`, other, false);
		await fingerprints(t, [`${text}e`, "b"], [`${text}e`, "c"], false);
	}),
	assumed(
		"ALERT-052, ALERT-053",
		"A fingerprint is compared as one text, numbers and nested lists too; a blank one counts as none.",
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
	assumed("ALERT-054", "A fingerprint is one of its project: the same one elsewhere is another alert.", "sendAlert", async (t) => {
		const other = await makeIntake(t);
		const fingerprint = t.unique();
		const iid = await raise(t, generic(t), { title: "here", fingerprint });
		const { title, eventCount } = await alertFrom(t, other, { title: "there", fingerprint });
		t.same("the other project's alert", [title, eventCount], ["there", 1]);
		t.same("the counter here", (await alertOf(t, generic(t), iid)).eventCount, 1);
	}),
	rule(
		"ALERT-055, ALERT-056",
		"On paid tiers payloads that differ in start_time, end_time and hosts alone are one alert; a repeat raises its counter.",
		"sendAlert",
		async (t) => {
			for (const more of [{}, { start_time: "2026-01-05T08:00:00Z" }, { hosts: ["db-1"] }, { start_time: "2026-01-05T08:00:00Z", hosts: "db-2" }]) {
				const payload = whole(t);
				await pair(t, payload, { ...payload, ...more }, true);
				await pair(t, payload, { ...payload, ...more }, true);
				const { eventCount, status } = await alertFrom(t, generic(t), payload);
				t.same("counter and status", [eventCount, status], [5, "TRIGGERED"]);
			}
			const item = titled(t.unique());
			const iids = [await iidsOf(t, item), await iidsOf(t, item), await iidsOf(t, item)].flat();
			t.same("the alerts of a repeated metrics payload", new Set(iids).size, 1);
			t.same("its counter", (await alertOf(t, metrics(t), iids[0] ?? "")).eventCount, 3);
			t.same("the status after end_time", (await resolved(t, { end_time: over }, whole(t))).status, "RESOLVED");
		},
		premium,
	),
	rule(
		"ALERT-057",
		"On paid tiers a payload that differs in any other field is another alert.",
		"sendAlert",
		async (t) => {
			const changes = [{ title: t.unique() }, { service: "web" }, { description: "x" }, { extra: { deep: [2], other: "x" } }, { more: 1 }];
			const [payload, iids] = [whole(t), new Set<string>()];
			for (const severity of ["critical", "high", "medium", "low", "info", "unknown"]) iids.add(await raise(t, generic(t), { ...payload, severity }));
			t.same("the number of alerts that differ in severity", iids.size, 6);
			// What is named like these within another field is of that field.
			const nested = ["start_time", "end_time", "hosts"].map((name) => ({ extra: { deep: [1], other: "x", [name]: "2026-01-05T08:00:00Z" } }));
			for (const change of [...changes, { extra: { deep: [1] } }, ...nested, { monitoring_tool: "probe" }]) {
				const payload = whole(t);
				await pair(t, payload, { ...payload, ...change }, false);
			}
		},
		premium,
	),
	assumed(
		"ALERT-058, ALERT-059",
		"The order of fields does not matter, and what says nothing but times and hosts is always a new alert.",
		"sendAlert",
		async (t) => {
			const title = t.unique();
			await pair(t, { title, a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 }, title }, true);
			await pair(t, { title, a: { b: 1, c: 3 } }, { a: { c: 1, b: 3 }, title }, false);
			await pair(t, { title, list: [1, 2] }, { title, list: [2, 1] }, false);
			for (const payload of [{}, { hosts: ["a"] }, { start_time: "2026-01-05T08:00:00Z", hosts: "a" }, { title: " " }, { a: { b: null } }])
				await pair(t, payload, payload, false);
		},
		premium,
	),
	assumed(
		"ALERT-060, ALERT-061",
		"A fingerprint groups on every tier; on the free one nothing else does.",
		"sendAlert",
		async (t) => {
			const [payload, fingerprint] = [whole(t), t.unique()];
			await pair(t, payload, payload, false);
			await fingerprints(t, fingerprint, fingerprint, true);
			await fingerprints(t, fingerprint, `${fingerprint}-other`, false);
			await fingerprints(t, " ", " ", false);
		},
		free,
	),
	assumed("ALERT-062, ALERT-063", "A repeat is responded with the open alert, which stays as it was, and raises eventCount by one.", "sendAlert", async (t) => {
		const fingerprint = t.unique();
		const iid = await raise(t, generic(t), { title: "First", fingerprint, severity: "low", service: "a", hosts: "x", start_time: "2026-01-04T08:00:00Z" });
		const first = await alertOf(t, generic(t), iid);
		t.same("the counter", first.eventCount, 1);
		for (const eventCount of [2, 3]) {
			const again = { title: "Second", fingerprint, severity: "high", service: "b", hosts: "y", start_time: "2026-01-04T09:00:00Z", more: 1 };
			const response = (await send(t, generic(t), again)).is(200);
			t.same("the response", response.json, [{ iid: Number(iid), title: "First" }], response);
			const after = await alertOf(t, generic(t), iid);
			t.same("the alert", after, { ...first, eventCount, updatedAt: after.updatedAt });
		}
	}),
	assumed("ALERT-064", "An acknowledged or ignored alert is open still: a repeat raises its counter and leaves its status.", "sendAlert", async (t) => {
		for (const status of ["ACKNOWLEDGED", "IGNORED"]) {
			const fingerprint = t.unique();
			const iid = await fresh(t, fingerprint);
			await becomes(t, iid, status);
			t.same("the iid of the repeat", await fresh(t, fingerprint), iid);
			const alert = await alertOf(t, generic(t), iid);
			t.same("status and counter", [alert.status, alert.eventCount], [status, 2]);
		}
	}),
	rule("ALERT-065", "A payload like that of a resolved alert is a new alert.", "sendAlert", async (t) => {
		for (const payload of [{ title: "Full", fingerprint: t.unique() }, ...(t.facts.tier === "free" ? [] : [whole(t)])]) {
			const iid = await raise(t, generic(t), payload);
			await becomes(t, iid, "RESOLVED");
			const [second, third] = [await raise(t, generic(t), payload), await raise(t, generic(t), payload)];
			t.holds("the payload should be a new alert", second !== iid);
			t.same("the iid of its repeat", third, second);
			const counted = (await alertOf(t, generic(t), second)).eventCount;
			t.assume(`the new alert should count its own two payloads, and counts ${counted}`, counted === 2);
			const { status, eventCount } = await alertOf(t, generic(t), iid);
			t.same("the resolved one", [status, eventCount], ["RESOLVED", 1]);
		}
	}),
];

/** How alerts end. */
const resolution: readonly Rule[] = [
	rule("ALERT-034, ALERT-066", "A payload with end_time resolves the open alert of its fingerprint, and no other.", "sendAlert", async (t) => {
		const [payload, other] = [{ fingerprint: t.unique() }, await fresh(t)];
		t.same("endedAt of the open alert", (await alertFrom(t, generic(t), payload)).endedAt, null);
		t.same("the status after end_time", (await resolved(t, { end_time: over }, payload)).status, "RESOLVED");
		t.same("the status after an end_time at the start", (await resolved(t, { start_time: over, end_time: over })).status, "RESOLVED");
		t.same("the status after an end_time to come", (await resolved(t, { end_time: "2099-01-05T09:15:00Z" })).status, "RESOLVED");
		const { status, endedAt } = await alertOf(t, generic(t), other);
		t.same("status and end of another alert", [status, endedAt], ["TRIGGERED", null]);
		for (const before of ["ACKNOWLEDGED", "IGNORED"]) {
			const fingerprint = t.unique();
			const iid = await fresh(t, fingerprint);
			await becomes(t, iid, before);
			(await send(t, generic(t), { fingerprint, end_time: over })).ok;
			t.same(`the status after ${before}`, (await alertOf(t, generic(t), iid)).status, "RESOLVED");
		}
	}),
	assumed(
		"ALERT-035, ALERT-067",
		"endedAt is end_time: a text with any offset, or milliseconds; one that cannot be read counts as none.",
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
	assumed("ALERT-068", "Resolving does not raise the counter.", "sendAlert", async (t) => {
		const fingerprint = t.unique();
		await fresh(t, fingerprint);
		const { eventCount, status } = await alertOf(t, generic(t), await fresh(t, fingerprint));
		t.same("the open alert", [eventCount, status], [2, "TRIGGERED"]);
		const end = (await send(t, generic(t), { fingerprint, end_time: over })).is(200);
		const after = await alertOf(t, generic(t), String(end.items[0]?.iid));
		t.same("the resolved alert", [after.eventCount, after.status], [2, "RESOLVED"]);
	}),
	assumed("ALERT-069", "A payload that resolves what is not open is a 400 without a body, and makes nothing.", "sendAlert", async (t) => {
		const [fingerprint, title] = [t.unique(), t.unique("gone")];
		await fresh(t, fingerprint);
		(await send(t, generic(t), { fingerprint, end_time: over })).ok;
		await makesNone(
			t,
			generic(t),
			async () => {
				for (const unknown of [fingerprint, t.unique()]) {
					const response = (await send(t, generic(t), { title, fingerprint: unknown, end_time: over })).is(400);
					t.same("the body", response.text, "", response);
				}
			},
			title,
		);
	}),
	assumed(
		"ALERT-070",
		"On the free tier a payload without a fingerprint resolves nothing.",
		"sendAlert",
		async (t) => {
			const payload = whole(t);
			const iid = await raise(t, generic(t), payload);
			(await send(t, generic(t), { ...payload, end_time: over })).is(400);
			t.same("the status", (await alertOf(t, generic(t), iid)).status, "TRIGGERED");
		},
		free,
	),
	assumed(
		"ALERT-071",
		"On paid tiers the firing payload with end_time added resolves its alert.",
		"sendAlert",
		async (t) => {
			t.same("the status", (await resolved(t, { end_time: over }, whole(t))).status, "RESOLVED");
		},
		premium,
	),
];

/** What people make of alerts. */
const handling: readonly Rule[] = [
	rule("ALERT-134", "A new alert is not resolved.", "sendAlert", async (t) => {
		for (const payload of [{ title: t.unique() }, payloadOf(titled(t.unique()))]) {
			const { status, endedAt } = await alertFrom(t, generic(t), payload);
			t.holds(`a new alert should not be resolved, and is ${status}`, status !== "RESOLVED" && endedAt === null);
		}
	}),
	assumed("ALERT-135, ALERT-136", "An alert is TRIGGERED at first; Developers set any status to any other, or the same again.", "sendAlert", async (t) => {
		const iid = await fresh(t);
		t.same("the status of a new alert", (await alertOf(t, generic(t), iid)).status, "TRIGGERED");
		for (const from of statuses)
			for (const to of statuses) {
				await becomes(t, iid, from);
				await becomes(t, iid, to);
			}
		for (const who of ["reporter", "guest", "outsider"] as const)
			(await mutate(t.as(who), "updateAlertStatus", { projectPath: projectOf(generic(t)), iid, status: "RESOLVED" })).refuses(noPermission);
		t.same("the status after the refusals", (await alertOf(t, generic(t), iid)).status, "IGNORED");
		for (const who of ["maintainer", "owner"] as const)
			t.same(
				"errors",
				(await mutate(t.as(who), "updateAlertStatus", { projectPath: projectOf(generic(t)), iid, status: "RESOLVED" })).record("updateAlertStatus").errors,
				[],
			);
	}),
	assumed("ALERT-137", "RESOLVED sets endedAt to the present time; every other status clears it.", "sendAlert", async (t) => {
		const iid = await fresh(t);
		for (const status of statuses.filter((one) => one !== "RESOLVED")) {
			await becomes(t, iid, "RESOLVED");
			const { endedAt, updatedAt } = await alertOf(t, generic(t), iid);
			sameMoment(t, "endedAt", endedAt, updatedAt);
			await becomes(t, iid, status);
			t.same(`endedAt of the ${status} alert`, (await alertOf(t, generic(t), iid)).endedAt, null);
		}
	}),
	assumed("ALERT-138", "A resolved alert is not reopened while another open one has its fingerprint; the error names that one.", "sendAlert", async (t) => {
		const fingerprint = t.unique();
		const iid = await fresh(t, fingerprint);
		await becomes(t, iid, "RESOLVED");
		const second = await fresh(t, fingerprint);
		for (const status of statuses.filter((one) => one !== "RESOLVED")) {
			const response = await setStatus(t, generic(t), iid, status);
			const { errors } = response.record("updateAlertStatus");
			t.holds(
				`the error should name the alert ${second}, and is ${JSON.stringify(errors)}`,
				Array.isArray(errors) && String(errors).includes(second),
				response.http,
			);
			t.same("the status", (await alertOf(t, generic(t), iid)).status, "RESOLVED");
		}
		await becomes(t, second, "ACKNOWLEDGED");
		await becomes(t, second, "RESOLVED");
		await becomes(t, iid, "TRIGGERED");
	}),
	assumed("ALERT-142", "Alerts are read by Developers and above; others get an empty list.", "sendAlert", async (t) => {
		const iid = await fresh(t);
		const query = "query($path: ID!, $iid: String) { project(fullPath: $path) { alertManagementAlerts(iid: $iid) { nodes { iid } } } }";
		for (const [who, expected] of [
			...(["developer", "maintainer", "owner"] as const).map((who) => [who, [{ iid }]] as const),
			...(["reporter", "guest", "outsider"] as const).map((who) => [who, []] as const),
		])
			t.same(`what ${who} reads`, (await ask(t.as(who), query, { path: projectOf(generic(t)), iid })).list("project.alertManagementAlerts.nodes"), expected);
	}),
	rule("ALERT-084", "annotations/gitlab_incident_markdown is appended to the description of an incident made from the alert.", "sendAlert", async (t) => {
		const annotations = { gitlab_incident_markdown: "## To do\n\nCall Ann.", description: "More than 5 % fail." };
		const { description } = await incidentOf(t, generic(t), await raise(t, generic(t), payloadOf(titled(t.unique(), { annotations }))));
		t.holds("the incident's description should end in the markdown", /\S\s+## To do\n\nCall Ann\.\s*$/.test(String(description)));
	}),
	assumed(
		"ALERT-139",
		"An alert and its incident name each other; the incident has the alert's title, or New: Incident and its number, and describes the alert.",
		"sendAlert",
		async (t) => {
			const title = t.unique("full");
			const iid = await raise(t, generic(t), { title });
			const issue = await incidentOf(t, generic(t), iid);
			t.same("the incident's title", issue.title, title);
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
	assumed("ALERT-140", "Closing its incident resolves an alert, whatever open status it has.", "sendAlert", async (t) => {
		for (const status of ["TRIGGERED", "ACKNOWLEDGED", "IGNORED"]) {
			const iid = await fresh(t);
			await becomes(t, iid, status);
			(await closeIssue(t, generic(t), String((await incidentOf(t, generic(t), iid)).iid))).ok;
			const after = await alertOf(t, generic(t), iid);
			t.holds(`the alert should be resolved, and is ${after.status}`, after.status === "RESOLVED" && after.endedAt !== null);
			t.same("the incident's state", issueOf(after).state, "closed");
		}
		// What was resolved before ended then.
		const fingerprint = t.unique();
		const iid = await fresh(t, fingerprint);
		const incident = await incidentOf(t, generic(t), iid);
		(await send(t, generic(t), { fingerprint, end_time: over })).ok;
		(await closeIssue(t, generic(t), String(incident.iid))).is(202, 400);
		const { status, endedAt } = await alertOf(t, generic(t), iid);
		t.holds("the end of an alert that was resolved before should stay", status === "RESOLVED" && inTime(endedAt, over));
	}),
	rule("ALERT-072", "Resolving an alert closes its incident where the project wants that, and not elsewhere.", "sendAlert", async (t) => {
		for (const auto_close_incident of [true, false]) {
			const project = await projectRow(t, generic(t));
			await t.given.change("projects", project, { auto_close_incident });
			for (const byPayload of [true, false]) {
				const fingerprint = t.unique();
				const iid = await fresh(t, fingerprint);
				await incidentOf(t, generic(t), iid);
				if (byPayload) (await send(t, generic(t), { fingerprint, end_time: over })).ok;
				else await becomes(t, iid, "RESOLVED");
				const after = await alertOf(t, generic(t), iid);
				t.same("the alert and its incident", [after.status, issueOf(after).state], ["RESOLVED", auto_close_incident ? "closed" : "opened"]);
			}
		}
	}),
	assumed("ALERT-073", "Projects do not close incidents by themselves unless configured to.", "sendAlert", async (t) => {
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
