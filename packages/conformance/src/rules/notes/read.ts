import type { Rule } from "../../rule/rule";
import { kinds, type Verb, withInternal } from "./kinds";
import { Notes } from "./notes";
import { onNotes } from "./on-notes";

const ofOne: readonly Verb[] = ["get", "update", "delete"];

/** Reading one note. */
export const noteReading: readonly Rule[] = [
	onNotes("NOTE-134", ["get"], async (notes) => {
		const { t } = notes;
		await notes.make();
		const listed = (await notes.list(t.as("developer"), { per_page: 3 })).is(200);
		for (const entry of listed.items) {
			const read = await notes.get(t.as("developer"), entry.id);
			t.same(`note ${entry.id}`, read.is(200).json, entry, read);
		}
	}),
	onNotes("NOTE-135", ofOne, async (notes) => {
		await notes.refuses(notes.t.as("owner"), 999_999_999, 404, { message: "404 Not found" }, ofOne);
	}),
	onNotes("NOTE-136", ofOne, async (notes) => {
		const { t } = notes;
		const made = await notes.make();
		const id = made.number("id");
		for (const other of kinds) {
			if (other === notes.kind || other.place !== notes.kind.place) continue;
			if (other.paid && t.facts.tier === "free") continue;
			await new Notes(t, other).refuses(t.as("owner"), id, 404, undefined, ofOne);
		}
		const kept = await notes.get(t.as("owner"), id);
		t.same("the note", kept.is(200).json, made.json, kept);
	}),
	onNotes(
		"NOTE-137",
		["get"],
		async (notes) => {
			const { t } = notes;
			const id = (await notes.make({ internal: true }, t.as("developer"))).number("id");
			(await notes.get(t.as("outsider"), id)).refuses(404, { message: "404 Note Not Found" });
			(await notes.get(t.as("reporter"), id)).is(200);
		},
		{ on: withInternal },
	),
];
