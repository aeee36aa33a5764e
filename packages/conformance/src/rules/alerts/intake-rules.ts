import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";
import {
	alertFrom,
	alertOf,
	countOf,
	generic,
	type Intake,
	makeIntake,
	makesNone,
	nowhere,
	projectOf,
	raise,
	sameMoment,
	send,
	titlesOf,
} from "./intake";
import { payloadOf, titled } from "./metrics-payload";

const over = "2026-01-05T09:00:00Z";

/** Sends a body, which must be refused with this status and nothing more. */
async function refused(
	t: Trial,
	to: Intake,
	status: number,
	posted: Parameters<typeof send>[3],
	payload: unknown = {},
): Promise<void> {
	const answer = (await send(t, to, payload, posted)).is(status);
	t.same("the body of the refusal", answer.text, "", answer);
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

const ofSize = (bytes: number): string => {
	const empty = JSON.stringify({ title: "big", filler: "" });
	return JSON.stringify({ title: "big", filler: "x".repeat(bytes - empty.length) });
};

export const intakeChecks = [
	check("ALERT-011", async (t) => {
		const to = generic(t);
		const before = await countOf(t, to);
		const title = t.unique("alert");
		const answer = (await send(t, to, { title })).is(200);
		t.same("the answer's titles", answer.pluck("title"), [title], answer);
		t.same("the number of alerts", await countOf(t, to), before + 1);
		t.same("the alert's title", (await alertOf(t, to, String(answer.items[0]?.iid))).title, title);
	}),
	check("ALERT-012", async (t) => {
		const one = generic(t);
		const other = await makeIntake(t);
		const first = Number(await raise(t, one, { title: t.unique() }));
		const elsewhere = Number(await raise(t, other, { title: t.unique() }));
		t.same("the next iid", Number(await raise(t, one, { title: t.unique() })), first + 1);
		t.same("the other project's next iid", Number(await raise(t, other, { title: t.unique() })), elsewhere + 1);
	}),
	check("ALERT-013", async (t) => {
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
	check("ALERT-014", async (t) => {
		const to = await makeIntake(t);
		const path = new URL(to.url, "http://localhost").pathname;
		const form = new RegExp(`/${t.scene("private_project")}/alerts/notify/[a-z0-9_-]+/[0-9a-f]{16}\\.json$`);
		t.holds(`the address should have the form ${form}, and is ${path}`, form.test(path));
		await refusedAt(t, { ...to, url: to.url.replace(/\.json$/, "") });
		await refusedAt(t, { ...to, url: to.url.replace(t.scene("private_project"), `${t.unique("no")}/such`) });
	}),
	check("ALERT-015", async (t) => {
		const to = generic(t);
		await makesNone(t, to, async () => {
			for (const method of ["GET", "PUT", "DELETE"]) (await send(t, to, {}, { method })).is(404, 405);
		});
	}),
	check("ALERT-016", async (t) => {
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
	check("ALERT-017", async (t) => {
		const to = generic(t);
		await makesNone(t, to, async () => {
			for (const body of ["{", "[]", '"text"', "null", "1", ""]) await refused(t, to, 400, { body });
		});
	}),
	check("ALERT-018", async (t) => {
		const to = generic(t);
		await makesNone(t, to, async () => {
			for (const type of ["application/x-www-form-urlencoded", "text/plain"])
				await refused(t, to, 400, { body: "title=x", type });
		});
	}),
	check("ALERT-019", async (t) => {
		const to = generic(t);
		await refused(t, to, 400, { body: "{" });
		await refused(t, to, 401, { key: "0".repeat(32) });
		await refused(t, nowhere(to), 403, {});
	}),
	check("ALERT-020", async (t) => {
		const to = generic(t);
		const unmatched = { fingerprint: t.unique(), end_time: over };
		const wrong = { key: "0".repeat(32) };
		await refused(t, nowhere(to), 400, { body: ofSize(1_048_577), ...wrong });
		await refused(t, nowhere(to), 403, wrong, unmatched);
		await refused(t, to, 401, wrong, unmatched);
		await refused(t, to, 400, {}, unmatched);
	}),
	check("ALERT-021", async (t) => {
		const to = await makeIntake(t, { active: false });
		await makesNone(t, to, () => refused(t, to, 403, {}, { title: t.unique() }));
		await refused(t, nowhere(to), 403, {});
	}),
	check("ALERT-022", async (t) => {
		const to = await makeIntake(t, { active: false, type: "PROMETHEUS" });
		const payload = payloadOf(titled(t.unique()));
		await makesNone(t, to, () => refused(t, to, 401, {}, payload));
		await refused(t, nowhere(to), 401, {}, payload);
	}),
	check("ALERT-023", async (t) => {
		const to = generic(t);
		await makesNone(t, to, () => refused(t, to, 400, { body: ofSize(1_048_577) }));
		(await send(t, to, null, { body: ofSize(1_048_576) })).is(200);
	}),
	check("ALERT-024", async (t) => {
		const to = generic(t);
		await makesNone(t, to, () => refused(t, to, 400, { body: nested(101) }));
		(await send(t, to, null, { body: nested(100) })).is(200);
	}),
	check("ALERT-141", async (t) => {
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

async function refusedAt(t: Trial, to: Intake): Promise<void> {
	(await send(t, to, { title: t.unique() })).is(404);
}
