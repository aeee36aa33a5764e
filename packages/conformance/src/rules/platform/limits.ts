import { leastParams } from "../../generators/least-params";
import { isGenerous, reading } from "../../generators/rest-operations";
import type { Caller } from "../../rule/caller";
import { newUser } from "../../rule/callers";
import type { ApiResponse } from "../../rule/response";
import { assumed, destroying, groupSettings, sharing } from "../../rule/rule";
import { newProject, onIssue } from "./lab";

const tooMany = { message: { error: "This endpoint has been requested too many times. Try again later." } };
const rateLimit = ["ratelimit-limit", "ratelimit-observed", "ratelimit-remaining", "ratelimit-reset"];
const limitOf = (response: ApiResponse) => rateLimit.map((name) => response.header(name));

const readable = reading.filter(isGenerous);

/** Downloads of different projects: how many, and in how many seconds. */
const downloads = (claim: string, field: string, most: number) =>
	sharing({ tier: "ultimate", alone: groupSettings }).assumed(claim, `${field} is ${most} at most.`, "updateGroup", async (t) => {
		const owner = t.as("owner");
		const id = t.scene("group");
		const before = (await owner.call("getGroup", { id })).is(200).field(field);
		t.undo(field, () => owner.call("updateGroup", { id, [field]: before }));
		(await owner.call("updateGroup", { id, [field]: most })).is(200);
		for (const wrong of [most + 1, -1]) (await owner.call("updateGroup", { id, [field]: wrong })).is(400);
		(await owner.call("getGroup", { id })).is(200).has({ [field]: most });
	});

/** How long, how many and how often. */
export const limitChecks = [
	downloads("CONV-109", "unique_project_download_limit", 10_000),
	downloads("CONV-110", "unique_project_download_limit_interval_in_seconds", 864_000),
	destroying.assumed("CONV-106", "One user may ask for invited groups 60 times a minute; another user is not affected.", "listInvitedGroups", async (t) => {
		const id = t.scene("group");
		const [first, second] = [await newUser(t), await newUser(t)];
		const ask = async (caller: Caller) => await caller.call("listInvitedGroups", { id }, { impatient: true });
		for (let asked = 0; asked < 60; asked++) (await ask(first)).is(200);
		(await ask(first)).refuses(429, tooMany);
		(await ask(second)).is(200);
	}),
	destroying.assumed(
		"ERR-068, ERR-069, CONV-121",
		"A user writes 300 notes a minute, of all kinds together; the next is refused and not stored.",
		["createIssueNote", "createMergeRequestNote"],
		async (t) => {
			if (t.given.hasControl) await t.given.settings({ rateLimits: "realistic" });
			const [caller, root] = [await newUser(t), t.as("administrator")];
			const body = t.unique("note");
			const id = t.scene("project");
			const places = [
				{ create: "createIssueNote", remove: "deleteIssueNote", at: onIssue(t) },
				{ create: "createMergeRequestNote", remove: "deleteMergeRequestNote", at: { id, merge_request_iid: t.scene("merge_request_iid") } },
				{ create: "createProjectSnippetNote", remove: "deleteProjectSnippetNote", at: { id, snippet_id: t.scene("snippet_id") } },
			] as const;
			const write = async ({ create, at }: (typeof places)[number]) => await caller.call(create, { ...at, body }, { impatient: true });
			let made = 0;
			for (let refused = false; !refused && made <= 300; ) {
				const place = places[made % places.length] ?? places[0];
				const response = (await write(place)).is(201, 429);
				refused = response.status === 429;
				if (refused) break;
				made++;
				const note_id = response.number("id");
				t.undo(`note ${note_id}`, () => root.call(place.remove, { ...place.at, note_id }));
			}
			if (made > 300) t.skip("the server lets more than 300 notes a minute pass: it is configured so");
			t.same("the notes that were made", made, 300);
			for (const place of places) {
				const refused = (await write(place)).refuses(429, tooMany);
				t.same("retry-after", refused.header("retry-after"), "60", refused);
			}
			const notes = (await root.list("listIssueNotes", onIssue(t))).is(200);
			t.same("the notes on the issue", notes.pluck("body").filter((one) => one === body).length, 100, notes);
			if (!t.given.hasControl) return;
			await t.given.advance("1 minute");
			for (const place of places) (await write(place)).is(201);
		},
	),
	destroying.assumed("CONV-120", "The limit of notes can be configured; what is refused is neither stored nor counted.", "createIssueNote", async (t) => {
		await t.given.setClock("2026-01-05T09:30:00.000Z");
		await t.given.settings({ rateLimits: { notes_create: 2 } });
		const write = async (who: "owner" | "developer" = "owner") =>
			await t.as(who).call("createIssueNote", { ...onIssue(t), body: "Hello" }, { impatient: true });
		const count = async () => (await t.given.records("notes")).length;
		for (let minute = 0; minute < 2; minute++) {
			for (const _ of [1, 2]) (await write()).is(201);
			const before = await count();
			for (let more = 0; more < 5; more++) t.same("retry-after", (await write()).refuses(429, tooMany).header("retry-after"), "60");
			t.same("the number of notes", await count(), before);
			(await t.as("owner").call("listIssueNotes", onIssue(t))).is(200);
			(await write("developer")).is(201);
			await t.given.advance("60 seconds");
		}
		await t.given.settings({ rateLimits: { notes_create: null } });
		for (let more = 0; more < 5; more++) (await write()).is(201);
	}),
	assumed(
		"CONV-122",
		"The headers of a general limit are all there, or none, and agree.",
		readable.map(({ id }) => id),
		async (t) => {
			for (const row of readable) {
				const response = await t.as("owner").call(row.id, leastParams(row, t));
				const [limit, observed, remaining, reset] = limitOf(response);
				if ([limit, observed, remaining, reset].every((one) => one === null)) continue;
				t.holds("all headers or none", ![limit, observed, remaining, reset].includes(null), response);
				t.same("ratelimit-remaining", Number(remaining), Math.max(0, Number(limit) - Number(observed)), response);
			}
		},
	),
	destroying.assumed("ERR-070, CONV-122", "A general limit counts by user or address, in every response.", ["getCurrentUser", "createPipeline"], async (t) => {
		const now = Date.parse("2026-01-05T09:30:00.000Z");
		await t.given.setClock(new Date(now).toISOString());
		const { id } = await newProject(t);
		for (let count = 0; count < 300; count++) t.same("a limit", limitOf(await t.as("owner").call("getCurrentUser")), [null, null, null, null]);
		await t.given.settings({ requestLimit: { requests: 3, period: 120 } });
		const reset = String(now / 1000 + 120);
		const seen = async (caller: Caller, path: string) => limitOf(await caller.send("GET", `/api/v4${path}`));
		t.same("the first", await seen(t.as("owner"), "/user"), ["3", "1", "2", reset]);
		t.same("a refusal", await seen(t.as("owner"), "/users/999999999"), ["3", "2", "1", reset]);
		t.same("an unknown path", await seen(t.as("owner"), "/nothing"), ["3", "3", "0", reset]);
		t.same("another user", await seen(t.as("developer"), "/user"), ["3", "1", "2", reset]);
		t.same("nobody", await seen(t.anonymous, "/nothing"), ["3", "1", "2", reset]);
		t.same("an unknown token", await seen(t.bearing("unknown"), "/user"), ["3", "2", "1", reset]);
		await t.given.advance("20 seconds");
		const refused = (await t.as("owner").call("createPipeline", { id, ref: t.scene("ref") }, { impatient: true })).is(429);
		t.same("the text", refused.text.replace(/^"|"$/g, ""), "Retry later", refused);
		t.same("the headers", limitOf(refused), ["3", "4", "0", reset], refused);
		t.same("when", [refused.header("ratelimit-resettime"), refused.header("retry-after")], [new Date(now + 120_000).toUTCString(), "100"], refused);
		t.same("pipelines", (await t.as("developer").call("listPipelines", { id })).is(200).json, []);
		await t.given.advance("99 seconds");
		(await t.as("owner").call("getCurrentUser", {}, { impatient: true })).is(429);
		await t.given.advance("1 second");
		(await t.as("owner").call("getCurrentUser", {}, { impatient: true })).is(200);
	}),
	destroying.assumed("CONV-135, CONV-137", "What a flag or an earlier release lacks is not there.", ["revokeGroupToken", "updateGroup"], async (t) => {
		const id = t.scene("group");
		const revoke = async () => await t.as("owner").call("revokeGroupToken", { id, token: t.unique("unknown") });
		const step_up_auth_required_oauth_provider = "no-such-provider";
		const ask = async () => await t.as("owner").call("updateGroup", { id, step_up_auth_required_oauth_provider });
		for (const [settings, isThere] of [
			[{}, true],
			[{ release: "17.1" }, false],
			[{ release: "17.2" }, true],
			[{ release: "18.2", flags: { group_token_revocation: false } }, false],
			[{ flags: { group_token_revocation: true } }, true],
		] as const) {
			await t.given.settings(settings);
			(await revoke()).refuses(isThere ? 422 : 404);
		}
		(await ask()).is(400);
		await t.given.settings({ flags: { group_step_up_authentication: false } });
		(await ask()).is(200).lacks("step_up_auth_required_oauth_provider");
		(await t.as("owner").call("getGroup", { id })).is(200).lacks("step_up_auth_required_oauth_provider");
	}),
];
