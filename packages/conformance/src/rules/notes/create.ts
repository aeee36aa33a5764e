import type { Rule } from "../../rule/rule";
import type { Notes } from "./notes";
import { onNotes } from "./on-notes";

const longest = 1_000_000;
const minute = 60_000;

/** The body of a note, compared without showing a million characters. */
function isWhole(notes: Notes, got: unknown, sent: string, what: string): void {
	notes.t.holds(`${what} should have all ${sent.length} characters`, got === sent);
}

/** New notes. */
export const noteCreation: readonly Rule[] = [
	onNotes("NOTE-163", ["create", "get", "list"], async (notes) => {
		const { t } = notes;
		const before = await notes.make();
		const made = (await notes.create(notes.author, { body: "text" })).ok;
		made.has({ body: "text", system: false });
		t.same("the author", Object(made.field("author")).id, t.user(notes.kind.author).id, made);
		t.holds("the id should be new", made.number("id") !== before.number("id"), made);
		const read = await notes.get(notes.author, made.number("id"));
		t.same("the note that is read", read.is(200).json, made.json, read);
		const listed = (await notes.list(notes.author)).is(200);
		const entry = listed.items.find(({ id }) => id === made.field("id"));
		t.same("the note that is listed", entry, made.json, listed);
	}),
	onNotes("NOTE-164", ["create"], async (notes) => {
		const made = await notes.make();
		const time = Date.parse(made.string("created_at"));
		notes.t.same("updated_at", made.field("updated_at"), made.field("created_at"), made);
		notes.t.holds("created_at should be about now", Math.abs(time - Date.now()) < 5 * minute, made);
	}),
	onNotes("NOTE-165", ["create"], async (notes) => {
		for (const fields of [{}, { text: "no" }]) (await notes.inVain(() => notes.create(notes.author, fields))).refuses(400, { error: "body is missing" });
	}),
	onNotes("NOTE-166", ["create"], async (notes) => {
		const message = '400 Bad request - Note {:note=>["can\'t be blank"]}';
		for (const body of ["", "\n\t "]) (await notes.inVain(() => notes.create(notes.author, { body }))).refuses(400, { message });
	}),
	onNotes("NOTE-167", ["create"], async (notes) => {
		const body = "x".repeat(longest);
		const made = (await notes.create(notes.author, { body })).ok;
		isWhole(notes, made.field("body"), body, "the new note");
	}),
	onNotes("NOTE-168", ["create"], async (notes) => {
		const response = await notes.inVain(() => notes.create(notes.author, { body: "x".repeat(longest + 1) }));
		notes.t.holds("the note should be refused", response.status >= 400 && response.status < 500, response);
	}),
	onNotes("NOTE-169", ["create"], async (notes) => {
		const response = (await notes.create(notes.author, { body: "x".repeat(longest + 1) })).refuses(400);
		const message = JSON.stringify(response.field("message"));
		const wanted = "is too long (maximum is 1000000 characters)";
		notes.t.holds(`the message should contain "${wanted}"`, message.includes(wanted), response);
	}),
	onNotes("NOTE-170", ["create"], async (notes) => {
		const body = "é".repeat(longest);
		const made = (await notes.create(notes.author, { body })).is(201);
		isWhole(notes, made.field("body"), body, "the new note");
	}),
	onNotes("NOTE-171", ["create", "get"], async (notes) => {
		const body = '  **Bold** <b>and</b> [link](https://example.com) \r\n\r\n- one\n- two\n\n```\n/close\n```\n"quoted" \\ & ';
		const made = (await notes.create(notes.author, { body })).is(201).has({ body });
		(await notes.get(notes.author, made.number("id"))).is(200).has({ body });
	}),
	onNotes("NOTE-172", ["create"], async (notes) => {
		const ordinary = await notes.make();
		const made = (await notes.create(notes.author, { body: ":+1:" })).ok;
		const keys = (note: object) => Object.keys(note).sort();
		notes.t.same("the fields of the answer", keys(made.fields), keys(ordinary.fields), made);
	}),
	onNotes("NOTE-173", ["create", "get"], async (notes) => {
		const { t } = notes;
		for (const who of ["owner", "guest"] as const) {
			const made = (await notes.create(t.as(who), { body: ":+1:" })).is(201).has({ body: ":+1:", system: false });
			(await notes.get(t.as(who), made.number("id"))).is(200).has({ body: ":+1:" });
		}
	}),
	onNotes("NOTE-175", ["create"], async (notes) => {
		const made = await notes.create(notes.author, { body: "text", foo: 1, system: true });
		made.is(201).has({ body: "text", system: false }).lacks("foo");
	}),
];
