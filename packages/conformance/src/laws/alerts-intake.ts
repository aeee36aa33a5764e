import { isDeepStrictEqual } from "node:util";
import type { Context } from "../rule/context";
import { describeDifference } from "../rule/difference";
import { mutate } from "../rule/graphql";
import { type Fields, pluck } from "../rule/response";
import { type Rule, type RuleOptions, rule } from "../rule/rule";
import {
	alertOf,
	closeIssue,
	generic,
	type Intake,
	incidentOf,
	makeIntake,
	metrics,
	payloadOf,
	projectOf,
	raise,
	send,
	setStatus,
	titled,
} from "../rules/alerts/intake";
import { forbids } from "../rules/graphql/lab";

const law = (what: string, title: string, run: Rule["run"], options: RuleOptions = {}, claims = ""): Rule =>
	rule(claims, `sendAlert: ${title}`, ["sendAlert", "executeGraphql"], run, {
		id: `laws/sendAlert/${what}`,
		phase: "laws",
		domain: "alerts",
		effect: "writes",
		...options,
	});

/** A payload format: how it writes the fields that all formats have, and how it ends an alert. */
interface Format {
	readonly name: string;
	readonly intake: (t: Context) => Intake;
	/** Returns a payload of the alert, or with `end` one that ends it. */
	readonly payload: (alert: { title: string; at: string; severity?: string | undefined; description?: string }, end?: Fields) => Fields;
	/** Fields that a repeat may change. If undefined, it may change all fields except the fingerprint. */
	readonly again?: Fields;
	readonly tier?: "premium";
	/** Fields that end an alert, each with the expected end. */
	readonly ends: readonly (readonly [fields: Fields, endedAt: string])[];
	/** The claims that the `life` law covers. */
	readonly claims: string;
}

const over = "2026-01-04T09:00:00Z";
const zero = "0001-01-01T00:00:00Z";

const formats: readonly Format[] = [
	{
		name: "generic",
		intake: generic,
		claims: "ALERT-034, ALERT-062..066, ALERT-068, ALERT-069, ALERT-134, ALERT-135, ALERT-137, ALERT-138, ALERT-140, GQL-263, GQL-269, GQL-273",
		ends: [over, "2026-01-04T11:00:00+02:00", "2026-01-04T08:00:00Z", "2099-01-05T09:15:00Z"].map((end_time) => [{ end_time }, end_time]),
		payload: ({ title, at, severity, description }, end) => ({
			title,
			start_time: at,
			fingerprint: title,
			...end,
			...(severity !== undefined && { severity }),
			...(description !== undefined && { description }),
		}),
	},
	{
		name: "automatic",
		intake: generic,
		claims: "ALERT-055, ALERT-056, ALERT-071",
		tier: "premium",
		ends: [{}, { hosts: "db-3" }, { start_time: "2026-01-04T08:30:00Z" }].map((more) => [{ ...more, end_time: over }, over]),
		again: { start_time: "2026-01-04T08:30:00Z", hosts: ["db-1", "db-2"] },
		payload: ({ title, at, ...more }, end) => ({ title, start_time: at, nested: { probe: [title, 1] }, ...more, ...end }),
	},
	{
		name: "metrics",
		tier: "premium",
		intake: metrics,
		claims: "ALERT-098, ALERT-099, ALERT-102",
		ends: [
			[{ status: "resolved", endsAt: over }, over],
			[{ status: undefined, endsAt: "2026-01-04T11:00:00+02:00" }, over],
			[{ status: "resolved", endsAt: undefined }, "now"],
			[{ status: "resolved", endsAt: zero }, "now"],
		],
		payload: ({ title, at, severity, description }, end) =>
			payloadOf(
				titled(title, {
					startsAt: at,
					...end,
					labels: { alertname: title, ...(severity !== undefined && { severity }) },
					annotations: description === undefined ? {} : { description },
				}),
			),
	},
];

const nearMisses = formats.map(({ name, intake, payload, ends, tier }) =>
	law(
		`near-miss-${name}`,
		`groups and resolves alerts in the ${name} format only by the exact fingerprint`,
		async (t) => {
			const title = t.unique("Near");
			const at = "2026-01-04T08:00:00Z";
			const to = intake(t);
			const first = await raise(t, to, payload({ title, at }));
			t.same("the alert of the same payload", await raise(t, to, payload({ title, at })), first);
			const others = [`${title}x`, title.slice(0, -1), title.replace("Near", "near"), `${title}-1`, title.replace("-", "_")];
			for (const other of others) {
				const made = await raise(t, to, payload({ title: other, at }));
				t.holds(`the fingerprint ${other} should not be grouped with ${title}`, made !== first);
			}
			for (const other of others) await send(t, to, payload({ title: `${other}y`, at }, ends[0]?.[0]));
			t.same("the status after near misses were resolved", (await alertOf(t, to, first)).status, "TRIGGERED");
			if (name === "generic") await send(t, to, { title, fingerprint: `${title}z`, start_time: at, end_time: "2026-01-04T09:00:00Z" });
			t.same("the status after another fingerprint of the same title was resolved", (await alertOf(t, to, first)).status, "TRIGGERED");
		},
		{ level: "MUST", ...(tier && { tier }) },
	),
);

// Statuses that wait for the clock come first: if the rule then moves to a world of its own with a settable clock, it goes on there.
const statuses = ["RESOLVED", "TRIGGERED", "ACKNOWLEDGED", "IGNORED"] as const;
const acts = [...statuses, "end", "close"] as const;
const start = "2026-01-04T08:00:00Z";
const severities = ["low", "critical", "info", undefined, "high", "medium", "unknown"];

/** Stands for an end less than a minute from the current time. */
const now = "now";
/** Returns the fields of an alert to compare: those that no change sets as a side effect. */
const lasting = ({ updatedAt: _, issue: __, assignees: ___, endedAt, ...alert }: Fields): Fields => ({
	...alert,
	endedAt: endedAt === null ? null : Math.abs(Date.now() - Date.parse(String(endedAt))) < 60_000 ? now : Date.parse(String(endedAt)),
});

/** From every status: sets each status, ends the alert, or closes its incident, and then sends a repeat. */
const lives = formats.map(({ name, intake, payload, ends, again: differs, claims, tier }) =>
	law(
		`life-${name}`,
		`an alert in the ${name} format can get every other status from every status; a repeat then raises its event count or creates a new alert`,
		async (t) => {
			const to = intake(t);
			const likely = (what: string, actual: unknown, expected: unknown): void =>
				t.assume(describeDifference(what, actual, expected) ?? what, isDeepStrictEqual(actual, expected));
			const read = async (iid: string): Promise<Fields> => lasting(await alertOf(t, to, iid));
			const endOf = (endedAt: string) => (endedAt === now ? now : Date.parse(endedAt));
			let turn = 0;
			for (const [at, status] of statuses.entries())
				for (const act of acts) {
					turn += 1;
					const what = `the alert after ${act} from ${status}`;
					const alert = { title: t.unique("life"), at: start, severity: severities[turn % 7], ...(turn % 2 && { description: "What happened." }) };
					const again =
						differs || turn % 3 === 0
							? payload(alert, turn % 2 ? differs : {})
							: payload({ ...alert, severity: severities[(turn + 2) % 7], description: "Again." }, name === "generic" ? { title: t.unique("again") } : {});
					const iid = await raise(t, to, payload(alert));
					let expected = await read(iid);
					t.holds(`a new alert should not be resolved, and is ${expected.status}`, expected.status !== "RESOLVED" && expected.endedAt === null);
					likely("status and counter of a new alert", [expected.status, expected.eventCount], ["TRIGGERED", 1]);
					for (let repeats = (turn + at) % 3; repeats > 0; repeats--) {
						t.same("the alert of a repeat", await raise(t, to, again, alert.title), iid);
						expected = { ...expected, eventCount: Number(expected.eventCount) + 1 };
						if (tier && differs) t.same("the counter of an identical payload", (await read(iid)).eventCount, expected.eventCount);
					}
					// The assignees of an alert do not affect its status.
					const assigned = { projectPath: projectOf(to), iid, assigneeUsernames: [t.user("developer").username] };
					if ((turn + at) % 2 === 0) await mutate(t.as("developer"), "alertSetAssignees", assigned);
					const incident = act === "close" || turn % 4 === 0 ? await incidentOf(t, to, iid) : undefined;
					const set = async (next: string, isRefused = false): Promise<unknown> => {
						const response = await setStatus(t, to, iid, next);
						// It is assumed that a refusal is in the payload's errors, not in the errors of the response.
						if (isRefused && response.errors.length > 0) return pluck(response.errors, "message");
						const payload = response.record("updateAlertStatus");
						const { status, endedAt, eventCount } = await alertOf(t, to, iid);
						likely("the alert of the payload", payload.alert, { iid, status, endedAt, eventCount });
						likely("the issue of the payload", payload.issue, incident ? { iid: incident.iid } : null);
						return payload.errors;
					};
					likely(`errors of ${status}`, await set(status), []);
					expected = { ...expected, status, endedAt: status === "RESOLVED" ? now : null };
					likely(`the alert that was set to ${status}`, await read(iid), expected);
					if (act === "end") {
						const [fields, endedAt] = ends[at % ends.length] ?? [{}, now];
						const response = await send(t, to, payload(alert, fields));
						if (status === "RESOLVED")
							t.assume(
								"an end for an alert that is already resolved should return 400 or an empty list",
								response.status === 400 || ["", "[]"].includes(response.text),
								response,
							);
						else {
							const ended = await read(iid);
							t.same(`the status ${what} by ${JSON.stringify(fields)}`, ended.status, "RESOLVED");
							// Only for this format, the specification states which time the alert then shows.
							if (name === "metrics" && endedAt !== now) t.same(`the end of ${what} by ${JSON.stringify(fields)}`, ended.endedAt, endOf(endedAt));
							expected = { ...expected, status: "RESOLVED", endedAt: endOf(endedAt) };
						}
					} else if (act === "close") {
						(await closeIssue(t, to, String(incident?.iid))).ok;
						if (status !== "RESOLVED") expected = { ...expected, status: "RESOLVED", endedAt: now };
					} else {
						const { endedAt } = await alertOf(t, to, iid);
						// GraphQL shows full seconds.
						if (act === status && endedAt) await t.given.nextSecond();
						likely(`errors of ${act} from ${status}`, await set(act), []);
						if (act === status) likely("the end of an alert whose status stays", (await alertOf(t, to, iid)).endedAt, endedAt);
						expected = { ...expected, status: act, endedAt: act === "RESOLVED" ? now : null };
					}
					// The specification states that an end in a payload resolves an alert. It does not state it for closing the incident.
					const reached = act === "end" ? expected.status : (await read(iid)).status;
					const repeated = await raise(t, to, again);
					t.same(`whether a repeat is grouped with ${what}`, repeated === iid, reached !== "RESOLVED");
					if (repeated === iid) expected = { ...expected, eventCount: Number(expected.eventCount) + 1 };
					else if (act === status) {
						// Another alert with the same fingerprint is open now.
						for (const next of ["TRIGGERED", "ACKNOWLEDGED", "IGNORED"])
							likely(`${repeated} named in the errors`, /\d+/.exec(String(await set(next, true)))?.[0], repeated);
						const [fields, endedAt] = ends[2] ?? [{}, now];
						(await send(t, to, payload(alert, fields))).ok;
						const second = await read(repeated);
						t.same("the status of the second alert after its end", second.status, "RESOLVED");
						likely("counter and end of the second alert", [second.eventCount, second.endedAt], [1, endOf(endedAt)]);
					}
					likely(`${what} and a repeat`, await read(iid), expected);
				}
		},
		{ level: "MUST", ...(tier && { tier }) },
		claims,
	),
);

/** After a reset or removal of an integration, its old key is refused. */
const keys = (["httpIntegrationResetToken", "httpIntegrationDestroy"] as const).map((mutation) =>
	law(
		`dead-${mutation}`,
		`refuses an integration's old key, as Bearer and as Basic credentials, after ${mutation}`,
		async (t) => {
			for (const type of ["HTTP", "PROMETHEUS"]) {
				const to = await makeIntake(t, { type });
				const post = async (key: string) => {
					const json = { title: t.unique("keyed") };
					return [
						await t.anonymous.send("POST", to.url, { json, headers: { authorization: `Bearer ${key}` } }),
						await t.anonymous.send("POST", to.url, { json, headers: { authorization: `Basic ${btoa(`:${key}`)}` } }),
					];
				};
				for (const response of await post(to.key)) response.is(200);
				const query = `mutation ($id: AlertManagementHttpIntegrationID!) { ${mutation}(input: { id: $id }) { errors integration { token } } }`;
				const done = await t.as("maintainer").graphql(query, { id: to.id });
				t.holds(`${mutation} should succeed`, done.is(200).field("errors") === undefined, done);
				const { integration } = Object(Object(done.field("data"))[mutation]);
				if (mutation === "httpIntegrationResetToken") {
					const key = String(Object(integration).token);
					t.assume(
						"the new key should be another hexadecimal text of the same length",
						key !== to.key && /^[0-9a-f]+$/.test(key) && key.length === to.key.length,
						done,
					);
					for (const response of await post(key)) response.is(200);
				}
				for (const response of await post(to.key)) t.holds("the old key should be refused", response.refused, response);
				if (mutation === "httpIntegrationDestroy") await forbids(t, mutation, { id: to.id }, ["owner"]);
			}
		},
		{},
		mutation === "httpIntegrationDestroy" ? "GQL-274" : "",
	),
);

/** Laws of alerts: groups by exact fingerprint, changes from every status, and keys that stop working. */
export const alertLaws: readonly Rule[] = [...nearMisses, ...lives, ...keys];
