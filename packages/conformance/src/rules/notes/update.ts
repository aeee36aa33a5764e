import type { Params } from "../../rule/address";
import { type CallOptions, forms } from "../../rule/caller";
import { pause } from "../../rule/eventually";
import type { ApiResponse } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { kind, withCommands, withInternal } from "./kinds";
import { forbidden, isRefused, isWhole, lock, longest, longText, type Notes, noteAssumed, noteRule, says, secluded } from "./lab";

/** Sends a request that must not change the note. */
async function unchanged(notes: Notes, note_id: unknown, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
	const before = await notes.now(note_id);
	const response = await request();
	notes.t.same("the note after the request", await notes.now(note_id), before, response);
	return response;
}

/** Sends an update by the kind's author that must be refused and change nothing. */
async function refusesChange(notes: Notes, made: ApiResponse, fields: Params, options?: CallOptions): Promise<ApiResponse> {
	const id = made.number("id");
	const response = await unchanged(notes, id, () => notes.update(notes.author, id, fields, options));
	isRefused(notes.t, response);
	return response;
}

/** The user's updates and deletion of the note must be refused, and the note must not change. */
async function isKept(notes: Notes, note_id: number, who: Parameters<Notes["t"]["as"]>[0]): Promise<void> {
	const caller = notes.t.as(who);
	const requests = [() => notes.update(caller, note_id, { body: "new" }), () => notes.update(caller, note_id, {}), () => notes.remove(caller, note_id)];
	for (const request of requests.filter((_, index) => index !== 1 || notes.kind === kind.issue))
		(await unchanged(notes, note_id, request)).refuses(403, forbidden);
}

/** The values of `internal` that notes of a kind can have. */
const sorts = (notes: Notes): readonly boolean[] => (withInternal.includes(notes.kind) ? [false, true] : [false]);
const madeAs = async (notes: Notes, internal: boolean): Promise<ApiResponse> => await notes.make(internal ? { internal } : {}, notes.t.as("developer"));

/** Changing notes. */
export const noteChanges: readonly Rule[] = [
	noteRule("NOTE-244", "Updating a note on an issue without a body succeeds and changes nothing.", { verbs: "update", on: kind.issue }, async (notes) => {
		for (const internal of [false, true]) {
			const id = (await madeAs(notes, internal)).number("id");
			for (const fields of [{}, { foo: 1 }, { confidential: internal }])
				for (const as of ["json", "form"] as const) {
					const response = await unchanged(notes, id, () => notes.update(notes.author, id, fields, { as }));
					// A server may refuse an unknown field.
					if (response.refused && "foo" in fields) {
						notes.t.assume("an unknown field should be ignored", false, response);
						continue;
					}
					response.ok;
					notes.t.same("the returned note", response.json, await notes.now(id), response);
				}
		}
	}),
	noteAssumed("NOTE-247, ERR-044", "Updating a note to an empty or blank body is refused.", "update", async (notes) => {
		const made = await notes.make();
		for (const as of ["json", "form"] as const) (await refusesChange(notes, made, { body: "" }, { as })).refuses(400, { error: "body is empty" });
		(await refusesChange(notes, made, { body: " \n" })).refuses(400);
	}),
	noteRule(
		"NOTE-167..169, NOTE-248, NOTE-249, NOTE-245, CONV-103, CONV-104",
		"The body of a new or updated note has at most 1,000,000 characters. An update by a form needs it too, except on an issue.",
		["create", "get", "update"],
		async (notes, t) => {
			const { author } = notes;
			const [body, long] = ["x".repeat(longest), "x".repeat(longest + 1)];
			const other = (await notes.make()).number("id");
			for (const written of [(await notes.create(author, { body })).ok, (await notes.byAuthor(author, (who) => notes.update(who, other, { body }))).ok]) {
				const id = written.number("id");
				for (const note of [written, (await notes.get(author, id)).is(200)]) isWhole(t, note, body);
				// Delete it at once: all other rules that list these notes receive it.
				(await notes.byAuthor(author, (who) => notes.remove(who, id))).ok;
			}
			const more = withInternal.includes(notes.kind) ? { internal: true } : {};
			for (const response of [await notes.refusesNew(author, { body: long }), await notes.refusesNew(t.as("owner"), { body: long, ...more }, { as: "form" })])
				says(t, response.refuses(400), `is too long (maximum is ${longest} characters)`);
			const made = await notes.make();
			if (notes.kind !== kind.issue) await refusesChange(notes, made, {}, { as: "form" });
			// A command that would make the text shorter does not help.
			for (const [text, as] of [
				[long, "json"],
				[`/todo ${body}`, "form"],
			] as const)
				says(t, (await refusesChange(notes, made, { body: text }, { as })).refuses(400), "is too long");
		},
	),
	noteAssumed("NOTE-170", "The maximum length of a note's body is counted in characters, not in bytes.", ["create", "get", "update"], async (notes, t) => {
		const body = longText(longest);
		const made = (await notes.create(notes.author, { body })).ok;
		isWhole(t, made, body);
		// The same for an update, with another text of that length.
		const changed = `${body.slice(0, -1)}y`;
		isWhole(t, (await notes.byAuthor(notes.author, (who) => notes.update(who, made.number("id"), { body: changed }))).ok, changed);
		says(t, (await refusesChange(notes, made, { body: longText(longest + 1) })).refuses(400), "is too long");
		(await notes.byAuthor(notes.author, (who) => notes.remove(who, made.number("id")))).ok;
	}),
	noteAssumed("NOTE-250", "Updating a note to the body that it already has changes nothing, not even updated_at.", "update", async (notes) => {
		const made = await notes.make({ body: "As ever." });
		await pause(3);
		const response = await unchanged(notes, made.field("id"), () => notes.update(notes.author, made.number("id"), { body: "As ever." }));
		notes.t.same("the returned note", response.is(200).json, made.json, response);
	}),
	noteAssumed("NOTE-251, NOTE-253, NOTE-255", "confidential of an existing note cannot be changed.", { verbs: "update", on: withInternal }, async (notes) => {
		const owner = notes.t.as("owner");
		for (const internal of [true, false]) {
			const id = (await madeAs(notes, internal)).number("id");
			for (const rest of [{ body: "new" }, ...(notes.kind === kind.issue ? [{}] : [])]) {
				const response = await unchanged(notes, id, () => notes.update(owner, id, { ...rest, confidential: !internal }));
				says(notes.t, response.refuses(400), "can not be changed for existing notes");
			}
		}
	}),
	noteRule(
		"NOTE-252, NOTE-254, NOTE-256, NOTE-245",
		"An update of a note may repeat its confidential value. Alone, that value does not replace a required body.",
		{ verbs: "update", on: withInternal },
		async (notes) => {
			for (const internal of [true, false]) {
				const made = await madeAs(notes, internal);
				for (const as of forms) {
					const body = `new as ${as}`;
					const changed = (await notes.update(notes.t.as("developer"), made.number("id"), { body, confidential: internal }, { as })).ok;
					const { updated_at } = changed.fields;
					notes.t.same("the changed note", changed.fields, { ...made.fields, body, updated_at }, changed);
					notes.t.same("the note that is read", await notes.now(made.field("id")), changed.fields, changed);
				}
				if (notes.kind !== kind.issue) await refusesChange(notes, made, { confidential: internal });
			}
		},
	),
	noteAssumed("NOTE-257", "Authors can update and delete their own notes, whatever their role.", ["update", "delete"], async (notes) => {
		for (const who of ["outsider", "guest", "reporter", "developer"] as const) {
			const caller = notes.t.as(who);
			const id = (await notes.make({}, caller)).number("id");
			(await notes.update(caller, id, { body: "new" })).is(200).has({ body: "new" });
			(await notes.remove(caller, id)).ok;
			(await notes.get(caller, id)).refuses(404);
		}
	}),
	noteAssumed("NOTE-260", "System notes cannot be updated or deleted, not even by an administrator.", ["update", "delete"], async (notes, t) => {
		// Without a control API, only issues and merge requests can be expected to have one.
		if (!t.given.hasControl && !withCommands.includes(notes.kind)) return;
		const found = t.given.hasControl
			? [await notes.record({ system: true })]
			: (await notes.all(t.as("owner"))).filter(({ system }) => system).map(({ id }) => Number(id));
		const id = found[0] ?? t.skip(`the scene's ${notes.kind.name} has no system note`);
		for (const who of ["developer", "maintainer", "owner", "administrator"] as const) await isKept(notes, id, who);
	}),
	noteAssumed(
		"NOTE-261",
		"If the discussion of an issue or merge request is locked, only authors who are members can update or delete their notes.",
		{ verbs: ["update", "delete"], on: withCommands, alone: "locked discussions" },
		async (scene, t) => {
			const notes = await secluded(scene);
			const [theirs, members] = [(await notes.make({}, t.as("outsider"))).number("id"), (await notes.make({}, t.as("guest"))).number("id")];
			await lock(notes);
			await isKept(notes, theirs, "outsider");
			(await notes.update(t.as("guest"), members, { body: "new" })).is(200);
			(await notes.remove(t.as("guest"), members)).ok;
		},
	),
	noteAssumed("NOTE-264", "internal is ignored when a note is updated.", "update", async (notes) => {
		for (const internal of sorts(notes)) {
			const id = (await madeAs(notes, internal)).number("id");
			for (const sent of [!internal, "maybe"]) {
				const changed = await notes.update(notes.t.as("owner"), id, { body: `With ${sent}`, internal: sent });
				changed.is(200).has({ body: `With ${sent}`, internal, confidential: internal });
				notes.t.same("the note that is read", await notes.now(id), changed.fields, changed);
			}
		}
	}),
];
