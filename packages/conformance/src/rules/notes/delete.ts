import type { Rule } from "../../rule/rule";
import { onNotes } from "./on-notes";

/** Removing notes. */
export const noteRemoval: readonly Rule[] = [
	onNotes("NOTE-265", ["delete"], async (notes) => {
		const { t } = notes;
		const [kept, gone] = [await notes.make(), await notes.make()];
		const id = gone.number("id");
		(await notes.remove(notes.author, id)).ok;
		(await notes.get(t.as("owner"), id)).refuses(404);
		const listed = (await notes.list(t.as("owner"))).is(200);
		t.holds("the list should no longer have it", !listed.ids.includes(id), listed);
		t.same("another note", (await notes.get(notes.author, kept.number("id"))).is(200).json, kept.json);
	}),
	onNotes("NOTE-266", ["delete"], async (notes) => {
		const response = (await notes.remove(notes.author, (await notes.make()).number("id"))).is(204);
		notes.t.same("the body", response.text, "", response);
	}),
	onNotes("NOTE-267", ["delete"], async (notes) => {
		const id = (await notes.make()).number("id");
		(await notes.remove(notes.author, id)).ok;
		(await notes.remove(notes.author, id)).refuses(404, { message: "404 Not found" });
	}),
	onNotes("NOTE-268", ["delete"], async (notes) => {
		const made = await notes.make();
		const headers = { "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" };
		const response = await notes.remove(notes.author, made.number("id"), { headers });
		response.refuses(412, { message: "412 Precondition Failed" });
		(await notes.get(notes.author, made.number("id"))).is(200);
	}),
	onNotes("NOTE-269", ["create", "delete"], async (notes) => {
		const first = (await notes.make()).number("id");
		(await notes.remove(notes.author, first)).ok;
		const made = await notes.make();
		notes.t.holds("the next note should have another id", made.number("id") !== first, made);
	}),
];
