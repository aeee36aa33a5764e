import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { alertFrom, alertOf, countOf, generic, type Intake, makeIntake, makesNone, nowhere, projectOf, raise, sameMoment, send, titlesOf } from "./intake";
import { payloadOf, titled } from "./metrics-payload";

const over = "2026-01-05T09:00:00Z";

/** Sends a body, which must be refused with this status and nothing more. */
async function refused(t: Context, to: Intake, status: number, posted: Parameters<typeof send>[3], payload: unknown = {}): Promise<void> {
	const answer = (await send(t, to, payload, posted)).is(status);
	t.same("the body of the refusal", answer.text, "", answer);
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

const ofSize = (bytes: number): string => {
	const empty = JSON.stringify({ title: "big", filler: "" });
	return JSON.stringify({ title: "big", filler: "x".repeat(bytes - empty.length) });
};

export const intakeChecks = [
	rule(
		"ALERT-011",
		"A POST with JSON body to the integration's address creates an alert and answers 200 with a JSON array holding its iid and title.",
		"sendAlert",
		async (t) => {
			const to = generic(t);
			const before = await countOf(t, to);
			const title = t.unique("alert");
			const answer = (await send(t, to, { title })).is(200);
			t.same("the answer's titles", answer.pluck("title"), [title], answer);
			t.same("the number of alerts", await countOf(t, to), before + 1);
			t.same("the alert's title", (await alertOf(t, to, String(answer.items[0]?.iid))).title, title);
		},
	),
	assumed(
		"ALERT-012",
		"iid counts per project from 1 and increases by one for each new alert; alerts of two projects count separately.",
		"sendAlert",
		async (t) => {
			const one = generic(t);
			const other = await makeIntake(t);
			const first = Number(await raise(t, one, { title: t.unique() }));
			const elsewhere = Number(await raise(t, other, { title: t.unique() }));
			t.same("the next iid", Number(await raise(t, one, { title: t.unique() })), first + 1);
			t.same("the other project's next iid", Number(await raise(t, other, { title: t.unique() })), elsewhere + 1);
		},
	),
	rule("ALERT-013", "An address belongs to one configured integration of one project; alerts sent to it land in that project only.", "sendAlert", async (t) => {
		const other = await makeIntake(t);
		const title = t.unique("landed");
		await raise(t, other, { title });
		t.same("what the integration's project has", await titlesOf(t, other, title), [title]);
		t.same("what another project has", await titlesOf(t, generic(t), title), []);
		// The same address below another project's path is none of that project's.
		const astray = t.unique("astray");
		const elsewhere = generic(t).url.replace(projectOf(generic(t)), projectOf(other));
		await send(t, { url: elsewhere, key: generic(t).key }, { title: astray });
		t.same("what an address below another path makes there", await titlesOf(t, other, astray), []);
	}),
	assumed(
		"ALERT-014",
		"Addresses have the form {base_url}/<project path>/alerts/notify/<name slug>/<16 hex digits>.json; a path without .json or with an unknown project → 404.",
		"sendAlert",
		async (t) => {
			const to = await makeIntake(t);
			const path = new URL(to.url, "http://localhost").pathname;
			const form = new RegExp(`/${t.scene("private_project")}/alerts/notify/[a-z0-9_-]+/[0-9a-f]{16}\\.json$`);
			t.holds(`the address should have the form ${form}, and is ${path}`, form.test(path));
			await refusedAt(t, { ...to, url: to.url.replace(/\.json$/, "") });
			await refusedAt(t, { ...to, url: to.url.replace(t.scene("private_project"), `${t.unique("no")}/such`) });
		},
	),
	assumed("ALERT-015", "GET, PUT or DELETE on the intake address → 404 or 405; nothing is stored.", "sendAlert", async (t) => {
		const to = generic(t);
		await makesNone(t, to, async () => {
			for (const method of ["GET", "PUT", "DELETE"]) (await send(t, to, {}, { method })).is(404, 405);
		});
	}),
	assumed("ALERT-016", "An empty JSON object `{}` is accepted: one alert with all defaults.", "sendAlert", async (t) => {
		const alert = await alertFrom(t, generic(t), {});
		const expected = {
			title: "New: Alert",
			description: null,
			service: null,
			monitoringTool: null,
			severity: "CRITICAL",
			status: "TRIGGERED",
			hosts: [],
			endedAt: null,
			eventCount: 1,
			environment: null,
		};
		for (const [name, value] of Object.entries(expected)) t.same(name, alert[name], value);
		sameMoment(t, "startedAt", alert.startedAt, alert.createdAt);
	}),
	assumed("ALERT-017", "Malformed JSON, or a JSON value that is not an object → 400 with empty body, no alert.", "sendAlert", async (t) => {
		const to = generic(t);
		await makesNone(t, to, async () => {
			for (const body of ["{", "[]", '"text"', "null", "1", ""]) await refused(t, to, 400, { body });
		});
	}),
	assumed("ALERT-018", "A missing or other Content-Type than JSON with a non-JSON body → 400, no alert.", "sendAlert", async (t) => {
		const to = generic(t);
		await makesNone(t, to, async () => {
			for (const type of ["application/x-www-form-urlencoded", "text/plain"]) await refused(t, to, 400, { body: "title=x", type });
		});
	}),
	assumed("ALERT-019", "Every error of the intake (400, 401, 403) has an empty body.", "sendAlert", async (t) => {
		const to = generic(t);
		await refused(t, to, 400, { body: "{" });
		await refused(t, to, 401, { key: "0".repeat(32) });
		await refused(t, nowhere(to), 403, {});
	}),
	assumed(
		"ALERT-020",
		"The order of checks on the generic form is: payload size → 400, inactive or unknown integration → 403, key → 401, processing → 400.",
		"sendAlert",
		async (t) => {
			const to = generic(t);
			const unmatched = { fingerprint: t.unique(), end_time: over };
			const wrong = { key: "0".repeat(32) };
			await refused(t, nowhere(to), 400, { body: ofSize(1_048_577), ...wrong });
			await refused(t, nowhere(to), 403, wrong, unmatched);
			await refused(t, to, 401, wrong, unmatched);
			await refused(t, to, 400, {}, unmatched);
		},
	),
	assumed("ALERT-021", "An inactive integration → 403 for the generic form even with the right key, and no alert is stored.", "sendAlert", async (t) => {
		const to = await makeIntake(t, { active: false });
		await makesNone(t, to, () => refused(t, to, 403, {}, { title: t.unique() }));
		await refused(t, nowhere(to), 403, {});
	}),
	assumed("ALERT-022", "Inactive or unknown integration with a metrics payload → 401.", "sendAlert", async (t) => {
		const to = await makeIntake(t, { active: false, type: "PROMETHEUS" });
		const payload = payloadOf(titled(t.unique()));
		await makesNone(t, to, () => refused(t, to, 401, {}, payload));
		await refused(t, nowhere(to), 401, {}, payload);
	}),
	assumed("ALERT-023", "A payload of 1 MiB (1,048,576 bytes) is accepted; one byte more → 400.", "sendAlert", async (t) => {
		const to = generic(t);
		await makesNone(t, to, () => refused(t, to, 400, { body: ofSize(1_048_577) }));
		(await send(t, to, null, { body: ofSize(1_048_576) })).is(200);
	}),
	assumed("ALERT-024", "A payload nested 100 levels deep is accepted; 101 levels → 400.", "sendAlert", async (t) => {
		const to = generic(t);
		await makesNone(t, to, () => refused(t, to, 400, { body: nested(101) }));
		(await send(t, to, null, { body: nested(100) })).is(200);
	}),
	assumed("ALERT-141", "A failed intake (400, 401, 403) changes no alert, counter or iid sequence.", "sendAlert", async (t) => {
		const to = generic(t);
		const fingerprint = t.unique();
		const iid = await raise(t, to, { title: "kept", fingerprint });
		await makesNone(t, to, async () => {
			await refused(t, to, 400, {}, { fingerprint: `${fingerprint}-other`, end_time: over });
			await refused(t, to, 401, { key: "0".repeat(32) }, { fingerprint });
			await refused(t, nowhere(to), 403, {}, { fingerprint });
		});
		const { eventCount, status } = await alertOf(t, to, iid);
		t.same("its counter and status", [eventCount, status], [1, "TRIGGERED"]);
		t.same("the next iid", Number(await raise(t, to, { title: t.unique() })), Number(iid) + 1);
	}),
];

async function refusedAt(t: Context, to: Intake): Promise<void> {
	(await send(t, to, { title: t.unique() })).is(404);
}
