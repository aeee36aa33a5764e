import { rule } from "../../rule/rule";
import { kind } from "../notes/kinds";
import { epicsOf, Notes } from "../notes/lab";

/** Names of parents that are none. */
export const wrongParents = [
	rule(
		"ERR-001",
		"Using an epic's IID in place of its ID → 404, or the notes of another epic that has that ID.",
		"listEpicNotes",
		async (t) => {
			const notes = new Notes(t, kind.epic);
			const iid = (await epicsOf(t)).find(({ id }) => id === t.scene("epic_id"))?.iid;
			if (iid === undefined || iid === t.scene("epic_id")) t.skip("epic_id should be another number than the IID");
			const own = (await notes.make()).number("id");
			const owner = t.as("owner");
			t.holds("the note should be on the epic", (await notes.list(owner)).is(200).ids.includes(own));
			const response = (await notes.at({ epic_id: iid }).list(owner)).is(200, 404);
			if (response.status === 404) return;
			t.same(
				"the notes that are not of the epic with that ID",
				response.items.filter((note) => note.noteable_id !== iid),
				[],
				response,
			);
		},
		{ effect: "writes" },
	),
	rule(
		"ERR-002",
		"Using a wiki page slug in place of the meta ID → 404 (all five operations, project and group wiki).",
		"listProjectWikiPageNotes",
		async (t) => {
			for (const one of t.facts.tier === "free" ? [kind.projectWikiPage] : [kind.projectWikiPage, kind.groupWikiPage]) {
				const notes = new Notes(t, one);
				const id = (await notes.make()).number("id");
				await notes.at({ wiki_page_meta_id: "home" }).refuses(t.as("owner"), id, 404);
				(await notes.get(t.as("owner"), id)).is(200);
			}
		},
		{ effect: "writes" },
	),
];
