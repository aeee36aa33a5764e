import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { type Rule, type RuleOptions, rule } from "../rule/rule";
import { alertOf, generic, type Intake, makeIntake, metrics, payloadOf, raise, send, titled } from "../rules/alerts/intake";

const law = (what: string, title: string, run: Rule["run"], options: RuleOptions = {}): Rule =>
	rule("", `sendAlert: ${title}`, "sendAlert", run, { id: `laws/sendAlert/${what}`, phase: "laws", domain: "alerts", effect: "writes", ...options });

/** How a format writes an alert: what the two have in common, under its own names. */
interface Format {
	readonly name: string;
	readonly intake: (t: Context) => Intake;
	readonly payload: (alert: { title: string; at: string; until?: string; severity?: string; description?: string }) => Fields;
}

const formats: readonly Format[] = [
	{
		name: "generic",
		intake: generic,
		payload: ({ title, at, until, severity, description }) => ({
			title,
			start_time: at,
			fingerprint: title,
			...(until !== undefined && { end_time: until }),
			...(severity !== undefined && { severity }),
			...(description !== undefined && { description }),
		}),
	},
	{
		name: "metrics",
		intake: metrics,
		payload: ({ title, at, until, severity, description }) =>
			payloadOf(
				titled(title, {
					startsAt: at,
					...(until !== undefined && { endsAt: until, status: "resolved" }),
					labels: { alertname: title, ...(severity !== undefined && { severity }) },
					annotations: description === undefined ? {} : { description },
				}),
			),
	},
];

const spellings = [
	"2026-01-04T23:30:00Z",
	"2026-01-04T23:30:00.000Z",
	"2026-01-05T01:30:00+02:00",
	"2026-01-04T18:00:00-05:30",
	"2026-01-05T13:30:00+14:00",
	"2026-01-04T23:30:00",
];

const bothFormats = formats.flatMap(({ name, intake, payload }) => [
	law(
		`times-${name}`,
		`stores one instant for every spelling of the start, in the ${name} format`,
		async (t) => {
			for (const at of spellings) {
				const alert = await alertOf(t, intake(t), await raise(t, intake(t), payload({ title: t.unique("zone"), at })));
				t.same(`the instant of ${at}`, Date.parse(String(alert.startedAt)), Date.parse(spellings[0] ?? ""));
			}
		},
		{ level: "ASSUMED" },
	),
	law(
		`near-miss-${name}`,
		`groups and resolves by the exact fingerprint only, in the ${name} format`,
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
			for (const other of others) await send(t, to, payload({ title: `${other}y`, at, until: "2026-01-04T09:00:00Z" }));
			t.same("the status after near misses were resolved", (await alertOf(t, to, first)).status, "TRIGGERED");
			if (name === "generic") await send(t, to, { title, fingerprint: `${title}z`, start_time: at, end_time: "2026-01-04T09:00:00Z" });
			t.same("the status after another fingerprint of the same title was resolved", (await alertOf(t, to, first)).status, "TRIGGERED");
			await send(t, to, payload({ title, at, until: "2026-01-04T09:00:00Z" }));
			const after = await alertOf(t, to, first);
			t.same("the status after its own resolution", after.status, "RESOLVED");
			t.same("the instant of the end", Date.parse(String(after.endedAt)), Date.parse("2026-01-04T09:00:00Z"));
			t.holds("the same payload should make a new alert then", (await raise(t, to, payload({ title, at }))) !== first);
		},
		{ level: "MUST", ...(name === "metrics" && { tier: "premium" }) },
	),
]);

/** A further occurrence is counted, and changes nothing else of its alert. */
const counted = law(
	"counted",
	"counts a further occurrence, whatever it says, and keeps the alert as it was",
	async (t) => {
		const to = generic(t);
		const fingerprint = t.unique("print");
		const all = {
			description: "First.",
			service: "db",
			monitoring_tool: "probe",
			hosts: ["a"],
			severity: "low",
			runbook: "https://docs.example.com/1",
			more: { a: 1 },
		};
		const first = { ...all, title: t.unique("First"), start_time: "2026-01-04T08:00:00Z", service_environment_name: t.scene("environment") };
		const second = {
			...all,
			title: "Second",
			start_time: "2026-01-04T09:00:00Z",
			description: "Second.",
			service: "web",
			monitoring_tool: "other",
			hosts: ["b"],
		};
		const iid = await raise(t, to, { ...first, fingerprint });
		const before = await alertOf(t, to, iid);
		for (const [at, payload] of [{ ...second, severity: "high", runbook: "https://docs.example.com/2", more: { a: 2 } }, {}, { title: "Third" }].entries()) {
			t.same("the alert of the occurrence", await raise(t, to, { ...payload, fingerprint }), iid);
			const { updatedAt: _, ...after } = await alertOf(t, to, iid);
			const { updatedAt, ...expected } = before;
			t.same("the alert after it", after, { ...expected, eventCount: at + 2 });
		}
	},
	{ level: "ASSUMED" },
);

/** What both formats say alike is stored alike. */
const alike = law("formats", "stores what both formats can say alike", async (t) => {
	for (const severity of ["critical", "HIGH", "medium", "Low", "info", undefined, "no-such-severity"]) {
		const alerts: Fields[] = [];
		for (const { intake, payload } of formats) {
			const alert = { title: t.unique("alike"), at: "2026-01-04T08:00:00Z", description: "What happened.", ...(severity !== undefined && { severity }) };
			alerts.push(await alertOf(t, intake(t), await raise(t, intake(t), payload(alert))));
		}
		const [one, two] = alerts.map(({ severity, status, description, startedAt, endedAt }) => ({ severity, status, description, startedAt, endedAt }));
		t.same(`the alert of severity ${String(severity)} in the metrics format`, two, one);
	}
});

/** `hosts` and `fingerprint` may be a text or an array of texts. */
const arrays = law("arrays", "takes a text and an array of texts for hosts and fingerprint", async (t) => {
	const to = generic(t);
	for (const [hosts, expected] of [
		["db-1", ["db-1"]],
		[["db-1"], ["db-1"]],
		[
			["db-1", "db-2"],
			["db-1", "db-2"],
		],
	] as const) {
		const alert = await alertOf(t, to, await raise(t, to, { title: t.unique("hosts"), hosts }));
		t.same(`hosts of ${JSON.stringify(hosts)}`, alert.hosts, expected);
	}
	const text = t.unique("print");
	const first = await raise(t, to, { title: t.unique("array"), fingerprint: [text, "a"] });
	t.same("the alert of the same array", await raise(t, to, { title: t.unique("array"), fingerprint: [text, "a"] }), first);
	for (const fingerprint of [[text, "b"], [text], ["a", text], [text, "a", "b"], text])
		t.holds(`${JSON.stringify(fingerprint)} should not be grouped with the array`, (await raise(t, to, { title: t.unique("array"), fingerprint })) !== first);
});

/** The key of an integration, after each operation that ends it. */
const keys = (["httpIntegrationResetToken", "httpIntegrationDestroy"] as const).map((mutation) =>
	law(`dead-${mutation}`, `refuses an integration's old key in every form after ${mutation}`, async (t) => {
		const to = await makeIntake(t);
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
			t.assume("the new key looks like the old one", key !== to.key && /^[0-9a-f]+$/.test(key) && key.length === to.key.length, done);
			for (const response of await post(key)) response.is(200);
		}
		for (const response of await post(to.key)) t.holds("the old key should be refused", response.status >= 400 && response.status < 500, response);
	}),
);

/** Alerts in both formats: one instant whatever its zone, one group per exact fingerprint, texts and arrays, and keys that end. */
export const alertLaws: readonly Rule[] = [...bothFormats, counted, alike, arrays, ...keys];
