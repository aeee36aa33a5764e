import { eventually } from "../../rule/eventually";
import type { Rule } from "../../rule/rule";
import { kind } from "./kinds";
import type { Notes } from "./notes";
import { onKind } from "./on-notes";

/** A note of a user who is deleted then. */
async function orphaned(notes: Notes, hard_delete: boolean) {
	const { t } = notes;
	const user = await t.given.user();
	const id = user.number("id");
	const note = await notes.make({}, t.as("administrator").sudo(id));
	(await t.as("administrator").call("deleteUser", { id, hard_delete })).ok;
	await eventually(async () => (await t.as("administrator").call("getUser", { id })).status === 404);
	return { author: id, note };
}

/** What becomes of the notes of a deleted user. */
export const notesOfDeletedUsers: readonly Rule[] = [
	onKind("NOTE-052", kind.issue, async (notes) => {
		const { t } = notes;
		const { author, note } = await orphaned(notes, false);
		const read = (await notes.get(t.as("guest"), note.number("id"))).is(200);
		read.has({ body: note.field("body") });
		const { id, username } = Object(read.field("author"));
		t.holds("the author should be a placeholder account", typeof id === "number" && id !== author, read);
		t.holds("the placeholder should have a username", typeof username === "string" && username !== "", read);
	}),
	onKind("NOTE-053", kind.issue, async (notes) => {
		const { t } = notes;
		const { note } = await orphaned(notes, true);
		const id = note.number("id");
		(await notes.get(t.as("administrator"), id)).refuses(404);
		const listed = (await notes.list(t.as("administrator"), { per_page: 100 })).is(200);
		t.holds(`note ${id} should be gone from the list`, !listed.ids.includes(id), listed);
	}),
];
