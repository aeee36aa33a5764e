import type { Answer } from "../../rule/answer";
import { pause } from "../../rule/eventually";
import type { Rule } from "../../rule/rule";
import { type Kind, kind, notIssue, withInternal } from "./kinds";
import type { Notes } from "./notes";
import { onKind, onNotes } from "./on-notes";
import { lock } from "./places";

const longest = 1_000_000;

/** Asks for a change of a note after which it must be as it was. */
async function unchanged(notes: Notes, made: Answer, ask: () => Promise<Answer>): Promise<Answer> {
	const owner = notes.t.as("owner");
	const before = (await notes.get(owner, made.number("id"))).is(200);
	const response = await ask();
	const after = await notes.get(owner, made.number("id"));
	notes.t.same("the note", after.is(200).json, before.json, after);
	return response;
}

/** Internal or not, a note stays so. */
const keepsConfidential = (claim: string, on: Kind): Rule =>
	onKind(claim, on, async (notes) => {
		const owner = notes.t.as("owner");
		for (const internal of [true, false]) {
			const made = await notes.make({ internal }, owner);
			const change = { body: "new", confidential: !internal };
			const response = await unchanged(notes, made, () => notes.update(owner, made.number("id"), change));
			const message = JSON.stringify(response.refuses(400).field("message"));
			const wanted = "can not be changed for existing notes";
			notes.t.holds(`the message should contain "${wanted}"`, message.includes(wanted), response);
		}
	});

const takesSameConfidential = (claim: string, on: Kind): Rule =>
	onKind(claim, on, async (notes) => {
		const owner = notes.t.as("owner");
		for (const internal of [true, false]) {
			const made = await notes.make({ internal }, owner);
			const response = (await notes.update(owner, made.number("id"), { body: "new", confidential: internal })).ok;
			const { updated_at } = response.fields;
			notes.t.same("the changed note", response.fields, { ...made.fields, body: "new", updated_at }, response);
		}
	});

const forbidden = { message: "403 Forbidden" };

/** Changing notes. */
export const noteChanges: readonly Rule[] = [
	onNotes("NOTE-242", ["update"], async (notes) => {
		const id = (await notes.make()).number("id");
		(await notes.update(notes.author, id, { body: "new" })).ok.has({ id, body: "new" });
		(await notes.get(notes.author, id)).is(200).has({ body: "new" });
	}),
	onNotes("NOTE-243", ["update"], async (notes) => {
		const { t } = notes;
		const developer = t.as("developer");
		for (const fields of withInternal.includes(notes.kind) ? [{}, { internal: true }] : [{}]) {
			const before = await notes.make(fields, developer);
			await pause(5);
			const response = (await notes.update(developer, before.number("id"), { body: "new" })).is(200);
			const updated_at = response.string("updated_at");
			t.same("the changed note", response.fields, { ...before.fields, body: "new", updated_at }, response);
			const passed = Date.parse(updated_at) - Date.parse(before.string("updated_at"));
			t.holds("updated_at should be that of the change", passed > 0 && passed < 60_000, response);
		}
	}),
	onKind("NOTE-244", kind.issue, async (notes) => {
		const made = await notes.make();
		const response = await unchanged(notes, made, () => notes.update(notes.author, made.number("id"), {}));
		response.ok.has({ body: made.field("body") });
	}),
	onNotes(
		"NOTE-245",
		["update"],
		async (notes) => {
			const made = await notes.make();
			const response = await unchanged(notes, made, () => notes.update(notes.author, made.number("id"), {}));
			notes.t.holds("the change should be refused", response.status >= 400 && response.status < 500, response);
		},
		{ on: notIssue },
	),
	onNotes(
		"NOTE-246",
		["update"],
		async (notes) => {
			const made = await notes.make();
			(await notes.update(notes.author, made.number("id"), {})).refuses(400, { error: "body is missing" });
		},
		{ on: notIssue },
	),
	onNotes("NOTE-247", ["update"], async (notes) => {
		const made = await notes.make();
		const response = await unchanged(notes, made, () => notes.update(notes.author, made.number("id"), { body: "" }));
		response.refuses(400, { error: "body is empty" });
	}),
	onNotes("NOTE-248", ["update"], async (notes) => {
		const id = (await notes.make()).number("id");
		const body = "x".repeat(longest);
		const response = (await notes.update(notes.author, id, { body })).ok;
		notes.t.holds("the note should have all 1000000 characters", response.field("body") === body);
	}),
	onNotes("NOTE-249", ["update"], async (notes) => {
		const made = await notes.make();
		const body = "x".repeat(longest + 1);
		(await unchanged(notes, made, () => notes.update(notes.author, made.number("id"), { body }))).refuses(400);
	}),
	onNotes("NOTE-250", ["update"], async (notes) => {
		const made = await notes.make({ body: "As ever." });
		await pause(3);
		const same = { body: "As ever." };
		const response = await unchanged(notes, made, () => notes.update(notes.author, made.number("id"), same));
		notes.t.same("the answer", response.is(200).json, made.json, response);
	}),
	keepsConfidential("NOTE-251", kind.issue),
	takesSameConfidential("NOTE-252", kind.issue),
	keepsConfidential("NOTE-253", kind.mergeRequest),
	takesSameConfidential("NOTE-254", kind.mergeRequest),
	keepsConfidential("NOTE-255", kind.epic),
	takesSameConfidential("NOTE-256", kind.epic),
	onNotes("NOTE-257", ["update", "delete"], async (notes) => {
		for (const who of ["outsider", "guest", "developer"] as const) {
			const caller = notes.t.as(who);
			const id = (await notes.make({}, caller)).number("id");
			(await notes.update(caller, id, { body: "new" })).is(200).has({ body: "new" });
			(await notes.remove(caller, id)).ok;
			(await notes.get(caller, id)).refuses(404);
		}
	}),
	onNotes("NOTE-258", ["update", "delete"], async (notes) => {
		const { t } = notes;
		for (const who of ["maintainer", "owner", "administrator"] as const) {
			const made = await notes.make({}, t.as("developer"));
			const id = made.number("id");
			const response = (await notes.update(t.as(who), id, { body: `By ${who}.` })).is(200).has({ body: `By ${who}.` });
			t.same("the author", response.field("author"), made.field("author"), response);
			(await notes.remove(t.as(who), id)).ok;
			(await notes.get(t.as("developer"), id)).refuses(404);
		}
	}),
	onNotes("NOTE-259", ["update", "delete"], async (notes) => {
		const { t } = notes;
		const made = await notes.make({}, t.as("owner"));
		const id = made.number("id");
		for (const who of ["developer", "reporter", "guest", "outsider"] as const) {
			(await notes.update(t.as(who), id, { body: "new" })).refuses(403, forbidden);
			(await notes.remove(t.as(who), id)).refuses(403, forbidden);
		}
		t.same("the note", (await notes.get(t.as("owner"), id)).is(200).json, made.json);
	}),
	onNotes(
		"NOTE-260",
		["update", "delete"],
		async (notes) => {
			const { t } = notes;
			const note = await notes.system();
			if (!note) return t.skip(`the scene's ${notes.kind.name} has no note of the platform's own`);
			for (const who of ["developer", "owner", "administrator"] as const) {
				(await notes.update(t.as(who), note.id, { body: "new" })).refuses(403, forbidden);
				(await notes.remove(t.as(who), note.id)).refuses(403, forbidden);
			}
			t.same("the note", (await notes.get(t.as("owner"), note.id)).is(200).json, note);
		},
		// On the others the platform writes nothing that a run could find.
		{ on: [kind.issue, kind.mergeRequest] },
	),
	onKind("NOTE-261", kind.issue, async (notes) => {
		const { t } = notes;
		const outsider = t.as("outsider");
		const made = await notes.make({}, outsider);
		const id = made.number("id");
		await lock(t, kind.issue);
		(await notes.update(outsider, id, { body: "new" })).refuses(403);
		(await notes.remove(outsider, id)).refuses(403);
		t.same("the note", (await notes.get(t.as("owner"), id)).is(200).json, made.json);
	}),
	onNotes("NOTE-264", ["update"], async (notes) => {
		const owner = notes.t.as("owner");
		for (const internal of withInternal.includes(notes.kind) ? [true, false] : [false]) {
			const id = (await notes.make(internal ? { internal } : {}, owner)).number("id");
			const response = await notes.update(owner, id, { body: "new", internal: !internal });
			response.is(200).has({ body: "new", internal, confidential: internal });
			(await notes.get(owner, id)).is(200).has({ internal, confidential: internal });
		}
	}),
];
