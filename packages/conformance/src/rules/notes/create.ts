import { isDeepStrictEqual } from "node:util";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import { type Caller, type CallOptions, formAt, forms } from "../../rule/caller";
import { newUser } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { kind, kinds, ofProjects, type Verb, verbs, wikiPages, withInternal, withTimes } from "./kinds";
import { everyone, isRefused, Notes, noteAssumed, noteRule, ofEachState, ofTier, personalProjects, says, within } from "./lab";

const minute = 60_000;
const timeOf = (response: ApiResponse, name: string): number => Date.parse(response.string(name));

/** New notes. */
export const noteCreation: readonly Rule[] = [
	noteRule(
		"NOTE-163, NOTE-164, NOTE-196",
		"A new note has the body that was sent, the caller as author, a new id and the time of the request, and is not internal by default.",
		["create", "get", "list"],
		async (notes, t) => {
			const now = t.given.hasControl ? Date.parse("2031-05-06T07:08:09.123Z") : Date.now();
			if (t.given.hasControl) await t.given.setClock(new Date(now).toISOString());
			const [before, twin] = [await notes.make({ body: "Twice." }), await notes.make({ body: "Twice." })];
			t.holds("the same text a second time should be another note", before.number("id") !== twin.number("id"), twin);
			// The default is not what the author sent before.
			if (withInternal.includes(notes.kind)) {
				await notes.make({ internal: true }, t.as("developer"));
				(await notes.make({}, t.as("developer"))).has({ internal: false, confidential: false });
			}
			for (const who of everyone) {
				const body = `**Text** <b>of "${who}"</b> & 'others', \\ é 😀`;
				const made = await notes.create(t.as(who), { body });
				// The specification leaves open who may write, except that the owner may.
				t.assume(`${who} should write on a ${notes.kind.name}`, made.succeeded, made);
				if (made.status === 403 && who !== "owner") continue;
				made.ok.has({ body, system: false, internal: false, confidential: false });
				const { id, username } = t.user(who);
				const author = Object(made.field("author"));
				t.same("the author", { id: author.id, username: author.username }, { id, username }, made);
				t.holds("the id is new", made.number("id") !== before.number("id"), made);
				t.assume("updated_at should be created_at", made.field("updated_at") === made.field("created_at"), made);
				const past = Math.abs(timeOf(made, "created_at") - now);
				t.assume("created_at should be the time of the request", t.given.hasControl ? past === 0 : past < 5 * minute, made);
				await notes.isShown(t.as("developer"), made);
			}
			for (const visibility of ["internal", "private"] as const) {
				const there = await within(t, notes.kind, visibility);
				if (there) (await there.make({}, t.as("owner"))).has({ internal: false, confidential: false });
			}
			for (const there of await ofEachState(notes)) {
				const made = await there.create(t.as("owner"), { body: t.unique("note") });
				t.assume(`the owner should write on every ${notes.kind.name}`, !made.refused, made);
				if (made.succeeded) made.has({ internal: false, confidential: false });
			}
		},
	),
	noteAssumed("NOTE-166", "Creating a note with a blank body is refused.", "create", async (notes) => {
		const message = '400 Bad request - Note {:note=>["can\'t be blank"]}';
		for (const [as, ...bodies] of [
			["json", "", " "],
			["form", "", "\n\t \r\n"],
		] as const)
			for (const body of bodies) (await notes.refusesNew(notes.author, { body }, { as })).refuses(400, { message });
	}),
	noteAssumed("NOTE-171", "The body of a note is stored exactly as it was sent.", ["create", "get", "list"], async (notes) => {
		for (const body of [
			'  **Bold** <b>and</b> [link](https://example.com) \r\n\r\n- one\n- two\n\n```\n/close\n```\n"quoted" \\ & ',
			"\u0000 and \"quotes\" \\ 'too' & <script>alert(1)</script> #{x} ",
		]) {
			const made = (await notes.create(notes.author, { body })).is(201).has({ body });
			await notes.isShown(notes.author, made);
		}
	}),
	noteRule("NOTE-172, NOTE-173", "A body that is only an emoji creates an ordinary note and returns it.", ["create", "get"], async (notes, t) => {
		const ordinary = Object.keys((await notes.make()).fields).sort();
		const parents = t.given.hasControl && notes.kind.table !== "wiki_pages" ? [notes, await notes.sibling({ author: t.user("guest").username })] : [notes];
		for (const on of parents)
			for (const [who, body] of [
				["owner", ":+1:"],
				["guest", ":tada:"],
				[notes.kind.author, "🎉"],
			] as const) {
				const made = await on.create(t.as(who), { body });
				if (made.status === 403 && who !== "owner") continue;
				t.same("the fields of the note", Object.keys(made.ok.fields).sort(), ordinary, made);
				t.assume("it should be an ordinary note", made.status === 201 && made.field("body") === body && made.field("system") === false, made);
				const read = await on.get(t.as(who), made.number("id"));
				t.assume("it should be read as it was returned", isDeepStrictEqual(read.json, made.json), read);
			}
	}),
	noteAssumed("NOTE-174", "A parent has at most 5,000 notes; creating another is refused.", "create", async (notes, t) => {
		await notes.recordMany(4_999);
		(await notes.create(notes.author, { body: "The last." })).is(201);
		const response = (await notes.create(notes.author, { body: "One too many." })).refuses(400);
		says(t, response, "Maximum number of comments exceeded");
		const listed = await notes.list(notes.author, { per_page: 1 });
		t.same("x-total", listed.header("x-total"), "5000", listed);
		t.same("the body of the last note", listed.items[0]?.body, "The last.", listed);
		(await (await notes.sibling()).create(notes.author, { body: "Here is room." })).is(201);
	}),
	noteAssumed("NOTE-175", "Unknown parameters are ignored when a note is created.", "create", async (notes) => {
		const fields = { body: "text", foo: 1, system: true, author: { id: 1 }, author_id: 1, updated_at: "2001-01-01T00:00:00Z" };
		for (const as of ["json", "form"] as const) {
			const made = (await notes.create(notes.author, fields, { as })).is(201).has({ body: "text", system: false }).lacks("foo");
			notes.t.same("the author", Object(made.field("author")).id, notes.t.user(notes.kind.author).id, made);
			notes.t.same("updated_at", made.field("updated_at"), made.field("created_at"), made);
		}
	}),
];

const moment = "2024-02-29T23:30:00+01:00";
const backdated = async (notes: Notes, caller: Caller, created_at = moment, more: Params = {}, as?: CallOptions["as"]): Promise<ApiResponse> =>
	await notes.create(caller, { body: "Imported.", created_at, ...more }, as && { as });

/** The note must have this created_at, both in the response and when it is read. */
async function isOf(notes: Notes, made: ApiResponse, time = moment): Promise<void> {
	const { t } = notes;
	for (const note of [made.ok, (await notes.get(t.as("developer"), made.number("id"))).is(200)]) {
		t.same("created_at", new Date(timeOf(note, "created_at")).toISOString(), new Date(time).toISOString(), note);
		t.assume("updated_at should be created_at", note.field("updated_at") === note.field("created_at"), note);
	}
}

/** The note must have a created_at of about now: that of a note written after it. */
async function isOfNow(notes: Notes, made: ApiResponse): Promise<void> {
	const now = timeOf(await notes.make(), "created_at");
	const read = (await notes.get(notes.t.as("developer"), made.ok.number("id"))).is(200);
	for (const note of [made, read]) notes.t.holds("created_at is about now", Math.abs(timeOf(note, "created_at") - now) < 5 * minute, note);
}

/** The developer owns their personal project, whatever their role elsewhere. Does nothing if they have none with an issue. */
async function inPersonalProject(t: Context): Promise<void> {
	const developer = t.as("developer");
	const [own] = (await personalProjects(t)).flatMap(({ fullPath: id, issues }) =>
		Object(issues).nodes.map(({ iid }: Fields) => ({ id, issue_iid: Number(iid) })),
	);
	if (!own) return;
	const made = (await developer.call("createIssueNote", { ...own, body: t.unique("note"), created_at: moment })).ok;
	t.undo("a note in a personal project", () => developer.call("deleteIssueNote", { ...own, note_id: made.number("id") }));
	t.same("created_at", timeOf(made, "created_at"), Date.parse(moment), made);
}

const below = ["maintainer", "developer", "reporter", "guest", "outsider"] as const;

/** Setting the time of a new note. */
export const noteTimes: readonly Rule[] = [
	noteRule(
		"NOTE-176, NOTE-180, NOTE-181, NOTE-185, NOTE-186, NOTE-190, AUTH-066",
		"An administrator can set created_at of a new note, also of an internal one; updated_at has the same value.",
		{ verbs: "create", on: withTimes },
		async (notes) => {
			const more = withInternal.includes(notes.kind) ? { internal: true } : {};
			for (const [index, time] of [moment, "2001-09-09T01:46:40Z", "2024-12-31T23:59:59-11:30"].entries())
				await isOf(notes, await backdated(notes, notes.t.as("administrator"), time, index > 0 ? more : {}, formAt(index)), time);
		},
	),
	noteRule(
		"NOTE-177, NOTE-182, NOTE-187, AUTH-066",
		"An owner of the project or group can set created_at of a new note.",
		{ verbs: "create", on: withTimes },
		async (notes, t) => {
			await isOf(notes, await backdated(notes, t.as("owner")));
			if (notes.kind === kind.issue) await inPersonalProject(t);
			if (!t.given.hasControl) return;
			// An owner of a group far above the project, and each state of the parent.
			const far = `${t.scene("subgroup")}/${t.unique("far")}`;
			await t.given.record("projects", { full_path: far, visibility: "private" });
			for (const there of [await Notes.made(t, notes.kind, { place: far }), ...(await ofEachState(notes))])
				await isOf(there, await backdated(there, t.as("owner")));
			// An owner of only the project, and the owner of a personal project, which has no group.
			const [member, person] = [t.unique("user"), t.unique("user")];
			await t.given.control("POST", "/records/users", [{ username: member }, { username: person }]);
			await t.given.record("members", { project: t.scene("project"), user: member, role: "owner" });
			await isOf(notes, await backdated(notes, t.bearing(`${member}-token`)));
			const place = `${person}/own`;
			await t.given.record("projects", { full_path: place, visibility: "public" });
			const theirs = await Notes.made(t, notes.kind, { place });
			const made = (await backdated(theirs, t.bearing(`${person}-token`))).ok;
			t.same("created_at", timeOf(made, "created_at"), Date.parse(moment), made);
		},
	),
	noteRule(
		"NOTE-178, NOTE-179, NOTE-183, NOTE-184, NOTE-188, NOTE-189, AUTH-066, AUTH-067",
		"created_at is ignored when a maintainer or a lower role creates a note.",
		{ verbs: "create", on: withTimes },
		async (scene) => {
			const { t } = scene;
			// The author of the parent has no more rights.
			const notes = t.given.hasControl ? await scene.sibling({ author: t.user("maintainer").username }) : scene;
			const now = timeOf(await notes.make(), "created_at");
			// With and without other fields, as JSON, form and query.
			const more = withInternal.includes(notes.kind) ? { internal: true } : {};
			const tries = below.flatMap((who) => [[t.as(who), {}] as const, [t.as("administrator").sudo(t.user(who).id), more] as const]);
			for (const [index, [caller, beside]] of tries.entries()) {
				const made = await backdated(notes, caller, moment, beside, formAt(index));
				t.assume("created_at should be ignored", made.status === 201, made);
				if (!made.succeeded) continue;
				for (const note of [made, await notes.get(t.as("developer"), made.number("id"))]) {
					t.holds("created_at is not the time that was sent", timeOf(note, "created_at") !== Date.parse(moment), note);
					t.assume("created_at should be about now", Math.abs(timeOf(note, "created_at") - now) < 5 * minute, note);
				}
			}
		},
	),
	noteRule(
		"NOTE-191, NOTE-192",
		"A created_at on or before 1970-01-01 is refused for a note on an issue, with a message that it is too far in the past.",
		{ verbs: "create", on: kind.issue },
		async (notes) => {
			const owner = notes.t.as("owner");
			const seconds = ["1969-12-31T23:59:59Z", "1970-01-01T00:30:00+01:00", "1969-12-31T20:59:59-03:00", "1970-01-01T00:00:00Z"];
			// The second before what 32 bits hold, and the first day of the calendar.
			const distant = ["1901-12-13T20:45:51Z", "1815-12-10T00:00:00Z", "0001-01-01T00:00:00Z"];
			for (const [index, created_at] of [...seconds, ...distant, "1960-01-01T00:00:00Z", "1960-01-01T02:00:00.500+02:00"].entries()) {
				const fields = { body: notes.t.unique("old"), created_at, ...(index % 2 && { internal: true }) };
				says(notes.t, await notes.refusesNew(owner, fields, { as: formAt(index) }), "The created date provided is too far in the past");
			}
			await isOf(notes, await backdated(notes, owner, "1970-01-02T00:00:00Z"), "1970-01-02T00:00:00Z");
		},
	),
	noteRule("NOTE-193..195", "created_at never applies to notes on epics or wiki pages.", { verbs: "create", on: [...wikiPages, kind.epic] }, async (notes) => {
		const senders = [["administrator", "json"] as const, ...forms.map((as) => ["owner", as] as const)];
		for (const [index, [who, as]] of senders.entries()) {
			const made = await backdated(notes, notes.t.as(who), moment, index % 2 ? { internal: true } : {}, as);
			// A server may refuse a field that these notes do not have.
			if (made.refused) notes.t.assume("created_at should be ignored", false, made);
			else await isOfNow(notes, made);
		}
	}),
];

const team = ["reporter", "developer", "maintainer", "owner", "administrator"] as const;
const others = ["guest", "outsider"] as const;

/** A note with these fields by each of the users must be internal or not, in the response and when it is read. */
async function becomes(notes: Notes, who: readonly ActorName[], sent: Params, internal: boolean, isStated = true): Promise<void> {
	for (const [index, name] of who.entries()) {
		const caller = notes.t.as(name);
		const made = await notes.create(caller, { body: "For whom?", ...sent }, { as: formAt(index) });
		// internal=false applies for every role.
		if (isStated || (made.succeeded && sent.internal === false)) made.ok.has({ internal, confidential: internal });
		const isSo = made.succeeded && made.field("internal") === internal && made.field("confidential") === internal;
		notes.t.assume(`internal and confidential should be ${internal} for ${name} with ${JSON.stringify(sent)}`, isSo, made);
		if (!isSo) continue;
		await notes.isShown(caller, made);
		if (!internal) (await notes.get(notes.t.as("outsider"), made.number("id"))).is(200);
	}
}

/** Internal notes: only reporters and above read them. */
export const internalNotes: readonly Rule[] = [
	noteRule(
		"NOTE-197..201, NOTE-205..207",
		"internal, or its older name confidential, makes a note internal if a reporter or above sends it. Lower roles cannot set it; merge requests ignore confidential.",
		{ verbs: ["create", "get", "list"], on: withInternal },
		async (notes) => {
			const isMerge = notes.kind === kind.mergeRequest;
			for (const name of isMerge ? ["internal"] : ["internal", "confidential"]) {
				// That confidential still works is assumed: the specification schedules its removal for release 16.0.
				await becomes(notes, ["owner", "administrator"], { [name]: true }, true, name === "internal");
				// The specification leaves open which other roles may.
				await becomes(notes, team.slice(0, 3), { [name]: true }, true, false);
			}
			// The same if the text has a quick action.
			await becomes(notes, team, { internal: true, body: "For whom?\n/spend hello" }, true, false);
			for (const name of ["internal", "confidential"]) await becomes(notes, others, { [name]: true }, false, false);
			if (isMerge) await becomes(notes, team, { confidential: true }, false, false);
		},
	),
	noteRule("NOTE-202..204", "internal takes precedence over confidential in a new note.", { verbs: "create", on: [kind.issue, kind.epic] }, async (notes) => {
		for (const internal of [true, false])
			for (const order of [
				{ internal, confidential: !internal },
				{ confidential: !internal, internal },
			]) {
				await becomes(notes, ["owner", "administrator", "owner"], order, internal);
				await becomes(notes, ["reporter"], order, internal, false);
			}
	}),
	noteRule("NOTE-156", "A note on a snippet never becomes internal: internal is refused or ignored.", { verbs: "create", on: kind.snippet }, async (notes) => {
		const made = await notes.create(notes.t.as("owner"), { body: notes.t.unique("team"), internal: true });
		notes.t.holds("the note should not be internal", made.refused || made.field("internal") === false, made);
	}),
	noteAssumed("NOTE-208", "A note on a snippet cannot be internal: internal=true is refused.", { verbs: "create", on: kind.snippet }, async (notes) => {
		for (const as of forms)
			for (const who of team) {
				const response = await notes.refusesNew(notes.t.as(who), { body: notes.t.unique("refused"), internal: true }, { as });
				says(notes.t, response.refuses(400), "can not be set for this resource");
			}
		await becomes(notes, ["owner"], { internal: false }, false);
	}),
	noteRule("NOTE-209, NOTE-210", "A note on a wiki page never becomes internal.", { verbs: "create", on: wikiPages }, async (notes) => {
		for (const sent of [{ internal: true }, { confidential: true }, { internal: true, confidential: true, created_at: moment }]) {
			// A server may refuse a field that these notes do not have.
			const isTaken = !(await notes.create(notes.author, { body: "For whom?", ...sent })).refused;
			await becomes(notes, team, sent, false, isTaken);
		}
	}),
];

const limit = 300;
const tooMany = { message: { error: "This endpoint has been requested too many times. Try again later." } };

/** The caller to use if a new user may not write: the kind's author, but only if nothing else runs beside the rule. */
const memberOf = ({ t, author }: Notes): Caller => (t.given.isIsolated ? author : t.skip("a new user, who has no role, may not write notes"));

/** Writes notes as a new user until one is refused, one on each of the places and the rest on the first. Skips if `most` notes are accepted. */
async function writeUntilStopped(t: Context, places: readonly Notes[], most: number) {
	const [first, ...rest] = places;
	if (!first) throw new Error("There is no place to write to.");
	const write = async (who: Caller, place = first) => await place.create(who, { body: "Again." }, { impatient: true });
	let caller = await newUser(t);
	let last = 0;
	for (let written = 0; written <= most; written++) {
		let response = await write(caller, rest[written]);
		if (written === 0 && response.status === 403) {
			caller = memberOf(first);
			response = await write(caller, rest[written]);
		}
		if (response.status === 429 || (response.status >= 400 && written > 0)) return { caller, written, refusal: response, last, first };
		last = response.ok.number("id");
	}
	return t.skip(`the server takes more than ${most} notes a minute from one user, or is too slow to be stopped by a limit`);
}

const limited = (of: readonly Verb[]) => kinds.flatMap((one) => of.map((verb) => one.operations[verb]));

/** How many notes a user may write in a minute. */
export const noteLimits: readonly Rule[] = [
	rule(
		"NOTE-234, CONV-120, ERR-069",
		"Creating notes is rate limited per minute: above the limit a note is refused and not stored.",
		limited(["create"]),
		async (t) => {
			for (const one of t.given.hasControl ? ofTier(t, kinds) : [kind.snippet]) {
				if (t.given.hasControl) await t.given.settings({ rateLimits: { notes_create: 2 } });
				const { caller, first } = await writeUntilStopped(t, [await Notes.on(t, one, true)], 2 * limit);
				const response = await first.unchanged(() => first.create(caller, { body: t.unique("refused") }, { impatient: true }));
				isRefused(t, response);
				if (!t.given.hasControl) continue;
				await t.given.advance("1 minute");
				(await first.create(caller, { body: "A minute later." })).ok;
			}
		},
		{ effect: "destroys", tier: "free" },
	),
	assumed(
		"",
		"A new note updates updated_at of its parent and last_activity_at of the project.",
		["createIssueNote", "createMergeRequestNote", "createProjectSnippetNote", "createEpicNote"],
		async (t) => {
			const [project, group] = [t.scene("project"), t.scene("group")];
			const before = "2027-03-10T12:00:00.000Z";
			await t.given.setClock(before);
			const issue = await t.given.record("issues", { project });
			const merge = await t.given.record("merge_requests", { project });
			const snippet = await t.given.record("snippets", { project });
			const epic = await t.given.record("epics", { group });
			const projectId = await t.given.projectId(project);
			const owner = t.as("owner");
			for (const [index, [table, id, operation, params]] of (
				[
					["issues", issue.id, "createIssueNote", { id: project, issue_iid: issue.iid }],
					["merge_requests", merge.id, "createMergeRequestNote", { id: project, merge_request_iid: merge.iid }],
					["snippets", snippet.id, "createProjectSnippetNote", { id: project, snippet_id: snippet.id }],
					["epics", epic.id, "createEpicNote", { id: group, epic_id: epic.id }],
				] as const
			).entries()) {
				const now = `2027-03-10T13:00:0${index}.000Z`;
				await t.given.setClock(now);
				(await owner.call(operation, { ...params, body: t.unique("note") })).is(201);
				t.same(`the last change in ${table}`, (await t.given.records(table, { id }))[0]?.updated_at, now);
				if (table !== "epics") t.same("the last activity", (await t.given.records("projects", { id: projectId }))[0]?.last_activity_at, now);
			}
		},
		{ id: "rules/notes/touch", effect: "writes", tier: "premium" },
	),
	assumed(
		"NOTE-235..237, CONV-121, ERR-068",
		"A user can create 300 notes a minute across all kinds. Other users and other operations on notes are not limited by it.",
		limited(verbs),
		async (t) => {
			await t.given.limitRates();
			const places = [await Notes.on(t, kind.snippet, true)];
			const all = ofTier(t, kinds);
			for (const one of t.given.hasControl ? [...all, ...all] : ofProjects) places.push(await Notes.on(t, one));
			const { caller, last, refusal, written, first } = await writeUntilStopped(t, places, 2 * limit);
			t.same("the number of notes written before the refusal", written, limit, refusal);
			refusal.refuses(429, tooMany);
			t.same("Retry-After", refusal.header("retry-after"), "60", refusal);
			for (const one of places) (await one.create(caller, { body: "Again." }, { impatient: true })).refuses(429, tooMany);
			await first.make({}, t.as("developer"));
			(await first.list(caller)).is(200);
			(await first.get(caller, last)).is(200);
			(await first.update(caller, last, { body: "Changed." })).is(200);
			(await first.remove(caller, last)).ok;
			(await first.create(caller, { body: "Again." }, { impatient: true })).is(429);
		},
		{ effect: "destroys", tier: "free" },
	),
];
