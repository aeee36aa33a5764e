import fc from "fast-check";
import { newUser } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { type Move, sequences } from "./play";
import { isInVain, onOne, Shelf, withOne, words } from "./shelf";

interface Note {
	readonly id: number;
	body: string;
	gone: boolean;
}

/** A new user writes the notes, since each user may write only a limited number per minute. If only members may write, the developer does. */
async function begin(t: Context) {
	const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid") };
	const user = await newUser(t);
	const trial = await user.call("createIssueNote", { ...where, body: t.unique("note") });
	if (trial.succeeded) t.undo("the first note", () => t.as("owner").call("deleteIssueNote", { ...where, note_id: trial.number("id") }));
	const author = trial.status === 403 ? t.as("developer") : user;
	return { t, author, where, shelf: new Shelf<Note>() };
}
type Model = Awaited<ReturnType<typeof begin>>;

const create = words.map(
	(body): Move<Model> =>
		async ({ t, author, where, shelf }) => {
			const response = (await author.call("createIssueNote", { ...where, body })).is(201).has({ body });
			const id = response.number("id");
			t.undo(`note ${id}`, () => t.as("owner").call("deleteIssueNote", { ...where, note_id: id }));
			t.holds("a new note should have an id of its own", !shelf.items.some((one) => one.id === id), response);
			shelf.add({ id, body, gone: false });
		},
);

const update = withOne(words, async ({ author, where }: Model, note: Note, body) => {
	const response = await author.call("updateIssueNote", { ...where, note_id: note.id, body });
	if (note.gone) return void response.is(404);
	response.is(200).has({ id: note.id, body });
	note.body = body;
});

const remove = onOne(async ({ t, author, where }: Model, note: Note) => {
	const response = await author.call("deleteIssueNote", { ...where, note_id: note.id });
	if (note.gone) return isInVain(t, response);
	response.is(204);
	note.gone = true;
});

async function read({ author, where }: Model, note: Note): Promise<void> {
	const response = await author.call("getIssueNote", { ...where, note_id: note.id });
	if (note.gone) response.is(404);
	else response.is(200).has({ id: note.id, body: note.body });
}

const list: Move<Model> = async ({ t, author, where, shelf }) => {
	const order = { order_by: "created_at", sort: "desc", per_page: 100 };
	const response = (await author.call("listIssueNotes", { ...where, ...order })).is(200);
	const listed = response.items.filter(({ id }) => shelf.items.some((note) => note.id === id));
	const expected = shelf.there.map(({ id, body }) => ({ id, body }));
	const shown = listed.map(({ id, body }) => ({ id, body }));
	// The order is not compared: two notes of the same moment may come in either order.
	const byId = (a: { id?: unknown }, b: { id?: unknown }) => Number(a.id) - Number(b.id);
	t.same("the listed notes of the sequence", shown.sort(byId), expected.sort(byId), response);
};

/** Writes, changes, removes and reads notes of an issue in any order. */
export const issueNotes: Rule = sequences({
	noun: "issue-notes",
	title: "notes of an issue have the values of the last write and are gone after their removal, in any sequence of operations",
	level: "MUST",
	operations: ["createIssueNote", "updateIssueNote", "deleteIssueNote", "getIssueNote", "listIssueNotes"],
	begin,
	first: create,
	moves: [create, update, update, remove, onOne(read), fc.constant(list)],
	last: async (model) => {
		for (const note of model.shelf.items) await read(model, note);
		await list(model);
	},
});
