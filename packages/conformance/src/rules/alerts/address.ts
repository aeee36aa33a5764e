import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import { assumed, type Rule, rule } from "../../rule/rule";
import {
	alertFrom,
	alertOf,
	generic,
	type Intake,
	makeIntake,
	makesNone,
	metrics,
	nowhere,
	type Posted,
	payloadOf,
	projectOf,
	raise,
	send,
	titled,
	titlesOf,
} from "./intake";

const over = "2026-01-05T09:00:00Z";
const wrongKey = { key: "0".repeat(32) };

/** Sends a body, which must be refused with this status and an empty body. */
async function refused(t: Context, to: Intake, status: number, posted: Posted, payload: unknown = {}): Promise<void> {
	const response = (await send(t, to, payload, posted)).is(status);
	t.same("the body of the refusal", response.text, "", response);
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
const ofSize = (bytes: number, title: string): string => {
	const empty = JSON.stringify({ title, filler: "" });
	return JSON.stringify({ title, filler: "x".repeat(bytes - empty.length) });
};

/** The URLs of integrations, and the requests that they refuse. */
export const address: readonly Rule[] = [
	rule("ALERT-011", "A JSON body sent to an integration's URL creates an alert. The response is a list with its iid and title.", "sendAlert", async (t) => {
		for (const [to, type] of [
			[generic(t), "application/json"],
			[metrics(t), "application/json"],
			[generic(t), "application/json; charset=utf-8"],
		] as const) {
			const title = t.unique("sent");
			const response = await send(t, to, { title }, { type });
			// That a charset may be named is not stated.
			const isOpen = response.refused && type.includes("charset");
			t.assume("a charset should be accepted", !isOpen, response);
			if (isOpen) continue;
			t.same("the titles of the response", response.is(200).pluck("title"), [title], response);
			const [first] = response.items;
			t.holds("iid should be a number", typeof first?.iid === "number", response);
			t.same("the alerts of that title", await titlesOf(t, to, title), [title]);
			t.same("the alert's title", (await alertOf(t, to, String(first?.iid))).title, title);
		}
	}),
	assumed("ALERT-012", "The iids of alerts are consecutive numbers, separate for each project.", "sendAlert", async (t) => {
		const [one, other] = [generic(t), await makeIntake(t)];
		const next = async (to: Intake) => Number(await raise(t, to, { title: t.unique() }));
		const [here, there] = [[await next(one)], [await next(other)]];
		for (const to of [one, one, other, one, other]) (to === one ? here : there).push(await next(to));
		for (const numbers of [here, there])
			for (const [index, number] of numbers.entries()) {
				const before = numbers[index - 1] ?? number - 1;
				// Others may send alerts to the same project.
				t.holds("the next number should be the next one", t.given.hasControl ? number === before + 1 : number > before);
			}
		if (!t.given.hasControl) return;
		const project = await t.given.record("projects", { full_path: `${t.scene("group")}/watched` });
		const fresh = await makeIntake(t, { projectPath: project.full_path });
		for (const expected of [1, 2, 3]) t.same("the number in a new project", await next(fresh), expected);
	}),
	rule("ALERT-013", "An integration's URL creates alerts only in its own project. The URL with another project's path is refused.", "sendAlert", async (t) => {
		const other = await makeIntake(t, { projectPath: await deepest(t, "project") });
		const title = t.unique("landed");
		await raise(t, other, { title });
		t.same("alerts of that title in the integration's project", await titlesOf(t, other, title), [title]);
		t.same("alerts of that title in another project", await titlesOf(t, generic(t), title), []);
		const astray = t.unique("astray");
		for (const to of [generic(t), metrics(t)]) {
			const url = to.url.replace(projectOf(to), projectOf(other));
			const response = await send(t, { url, key: to.key }, { title: astray });
			t.holds("the address below another project's path should be refused", !response.succeeded, response);
			for (const project of [other, to]) t.same("alerts of the refused URL", await titlesOf(t, project, astray), []);
		}
	}),
	assumed(
		"ALERT-014",
		"An integration's URL consists of the project's path, /alerts/notify, the integration's name, 16 hexadecimal digits and .json. Other URLs return 404.",
		"sendAlert",
		async (t) => {
			const to = await makeIntake(t);
			const path = new URL(to.url, "http://localhost").pathname;
			const form = new RegExp(`/${t.scene("private_project")}/alerts/notify/[a-z0-9_-]+/[0-9a-f]{16}\\.json$`);
			t.holds(`the address should have the form ${form}, and is ${path}`, form.test(path));
			const title = t.unique();
			for (const url of [to.url.replace(/\.json$/, ""), to.url.replace(t.scene("private_project"), `${t.unique("no")}/such`)])
				(await send(t, { ...to, url }, { title })).is(404);
			t.same("alerts of the other URLs", await titlesOf(t, to, title), []);
			(await send(t, to, { title })).is(200);
		},
	),
	assumed("ALERT-015", "Methods other than POST on an integration's URL return 404 or 405 and create no alert.", "sendAlert", async (t) => {
		const title = t.unique("method");
		await makesNone(
			t,
			generic(t),
			async () => {
				for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
					const response = (await send(t, generic(t), { title }, { method })).is(404, 405);
					if (response.status === 405) t.assume("the header Allow names POST", /\bPOST\b/.test(response.header("allow") ?? ""), response);
				}
			},
			title,
		);
	}),
	assumed("ALERT-016", "An empty JSON object creates an alert with the title New: Alert.", "sendAlert", async (t) => {
		t.same("the title", (await alertFrom(t, generic(t), {})).title, "New: Alert");
	}),
	assumed(
		"ALERT-017, ALERT-018, ALERT-019",
		"A body that is not a JSON object returns 400 with an empty body, for any content type, and creates no alert.",
		"sendAlert",
		async (t) => {
			const title = t.unique("broken");
			await makesNone(
				t,
				generic(t),
				async () => {
					for (const body of [`{"title":"${title}"`, `[{"title":"${title}"}]`, `"${title}"`, "null", "1", "", "[".repeat(100_000)])
						await refused(t, generic(t), 400, { body });
					await refused(t, generic(t), 400, { body: new Uint8Array([0x7b, 0xff, 0x7d]) });
					for (const type of ["application/x-www-form-urlencoded", "text/plain"]) await refused(t, generic(t), 400, { body: `title=${title}`, type });
					await refused(t, generic(t), 401, wrongKey, { title });
					await refused(t, nowhere(generic(t)), 403, {}, { title });
				},
				title,
			);
		},
	),
	assumed("ALERT-020", "sendAlert checks the body first, then the integration, then the key, and the fields of the payload last.", "sendAlert", async (t) => {
		const [to, off] = [generic(t), await makeIntake(t, { active: false })];
		const unmatched = { fingerprint: t.unique(), end_time: over };
		for (const closed of [nowhere(to), off]) {
			for (const body of [ofSize(1_048_577, "big"), "{"]) await refused(t, closed, 400, { body, ...wrongKey });
			await refused(t, closed, 403, wrongKey, unmatched);
		}
		await refused(t, to, 401, wrongKey, unmatched);
		await refused(t, to, 400, {}, unmatched);
	}),
	assumed(
		"ALERT-021, ALERT-022",
		"An unknown or inactive integration returns 403, or 401 for the metrics format, even with the right key.",
		"sendAlert",
		async (t) => {
			const title = t.unique("closed");
			for (const type of ["HTTP", "PROMETHEUS"]) {
				const off = await makeIntake(t, { active: false, type });
				for (const to of [off, nowhere(generic(t)), nowhere(off)])
					await makesNone(
						t,
						off,
						async () => {
							await refused(t, to, 403, {}, { title });
							await refused(t, to, 401, {}, payloadOf(titled(title)));
						},
						title,
					);
			}
		},
	),
	assumed("ALERT-023, ALERT-024", "An alert payload may have at most 1,048,576 bytes and 100 levels. A larger one returns 400.", "sendAlert", async (t) => {
		const title = t.unique("big");
		await makesNone(
			t,
			generic(t),
			async () => {
				for (const body of [ofSize(1_048_577, title), nested(101), `{"title":"${title}","list":[${nested(99)}]}`]) await refused(t, generic(t), 400, { body });
				// Bytes count, not characters.
				await refused(t, generic(t), 400, { body: JSON.stringify({ title, filler: "ü".repeat(600_000) }) });
			},
			title,
		);
		for (const body of [ofSize(1_048_576, title), nested(100)]) (await send(t, generic(t), null, { body })).is(200);
	}),
	assumed(
		"ALERT-025",
		"A project's alert limit applies only to that project. Requests above the limit return 429 until the period is over.",
		"sendAlert",
		async (t) => {
			await t.given.settings({ alertLimit: { requests: 2, period: 3_600 } });
			const other = await makeIntake(t);
			for (let count = 0; count < 2; count++) (await send(t, generic(t), { title: t.unique() })).is(200);
			const title = t.unique("late");
			await makesNone(
				t,
				generic(t),
				async () => {
					const response = (
						await t.anonymous.send("POST", generic(t).url, { json: { title }, headers: { authorization: `Bearer ${generic(t).key}` }, impatient: true })
					).is(429);
					t.same("the body", response.text, "Retry later", response);
					const wait = Number(response.header("retry-after"));
					t.holds("retry-after should be the rest of the hour", wait > 3_500 && wait <= 3_600, response);
				},
				title,
			);
			(await send(t, other, { title })).is(200);
			await t.given.advance("1 hour");
			(await send(t, generic(t), { title })).is(200);
		},
	),
	assumed("ALERT-141, ALERT-012", "A refused payload changes no alert. Refused, repeated and resolving payloads use up no iid.", "sendAlert", async (t) => {
		const to = generic(t);
		const [fingerprint, title] = [t.unique(), t.unique("kept")];
		const iid = await raise(t, to, { title, fingerprint });
		await makesNone(t, to, async () => {
			await refused(t, to, 400, {}, { fingerprint: `${fingerprint}-other`, end_time: over });
			for (const payload of [{ fingerprint }, { fingerprint, end_time: over }]) {
				await refused(t, to, 401, wrongKey, payload);
				await refused(t, nowhere(to), 403, {}, payload);
			}
		});
		const { eventCount, status } = await alertOf(t, to, iid);
		t.same("its counter and status", [eventCount, status], [1, "TRIGGERED"]);
		// Others may send alerts to the same project: once, none comes between.
		const quiet = t.facts.tier === "free" ? to : await makeIntake(t);
		for (let attempt = 1, step = 0; step !== 1; attempt++) {
			t.holds("the next number should be the next one", attempt < 6);
			const one = { title: t.unique(), fingerprint: t.unique() };
			const before = Number(await raise(t, quiet, one));
			// The free tier has no fingerprints.
			if (t.facts.tier !== "free") for (const more of [{}, { end_time: over }]) await raise(t, quiet, { ...one, ...more });
			await refused(t, quiet, 400, {}, { fingerprint: t.unique(), end_time: over });
			await refused(t, quiet, 401, wrongKey);
			step = Number(await raise(t, quiet, { title: t.unique() })) - before;
		}
	}),
];
