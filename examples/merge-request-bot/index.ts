/** Comments once on each open merge request, and keeps that comment up to date. */
import { createClient } from "@tenon/client";
import {
	accepted,
	CreateNoteDocument,
	CurrentUserDocument,
	createGraphQL,
	type GraphQL,
	MergeRequestNotesDocument,
	ProjectMergeRequestsDocument,
	UpdateNoteDocument,
} from "@tenon/client/graphql";
import { program, runIfStarted } from "../support/program";
import { checklist } from "./checklist";

/** The bot recognizes its comment by this marker. Readers do not see it. */
const marker = "<!-- merge-request-bot -->";

/** The bot's own comment on a merge request, if there is one. */
async function ownNote(graphql: GraphQL, fullPath: string, iid: string, username: string, signal: AbortSignal) {
	const variables = { fullPath, iid, filter: "ONLY_COMMENTS" } as const;
	const notes = graphql.paginate(MergeRequestNotesDocument, variables, ({ project }) => project?.mergeRequest?.notes, {
		signal,
	});
	for await (const note of notes) if (note.author?.username === username && note.body.includes(marker)) return note;
	return undefined;
}

export const main = program({
	help: `
Usage: merge-request-bot [--project <path>] [--dry-run]

Comments once on each open merge request, with a checklist. The next run updates the comments whose checklist has changed.

  --project <path>  Default acme/web.
  --dry-run         Show what would be done, without writing anything.
`,
	options: { project: { type: "string", default: "acme/web" }, "dry-run": { type: "boolean", default: false } },
	async run({ values, platform, signal, print }) {
		const fullPath = values.project;
		const graphql = createGraphQL(createClient(platform));
		const { currentUser } = await graphql.request(CurrentUserDocument, {}, { signal });
		const username = currentUser?.username ?? "";
		const mergeRequests = graphql.paginate(
			ProjectMergeRequestsDocument,
			{ fullPath, state: "opened" },
			({ project }) => project?.mergeRequests,
			{ signal },
		);
		const counts = { commented: 0, updated: 0, unchanged: 0 };
		for await (const mergeRequest of mergeRequests) {
			const body = `${marker}\n${checklist(mergeRequest)}`;
			const note = await ownNote(graphql, fullPath, mergeRequest.iid, username, signal);
			const outcome = !note ? "commented" : note.body === body ? "unchanged" : "updated";
			if (!values["dry-run"] && outcome === "commented")
				accepted(
					(await graphql.request(CreateNoteDocument, { input: { noteableId: mergeRequest.id, body } }, { signal }))
						.createNote,
				);
			if (!values["dry-run"] && note && outcome === "updated")
				accepted((await graphql.request(UpdateNoteDocument, { input: { id: note.id, body } }, { signal })).updateNote);
			counts[outcome] += 1;
			print(`!${mergeRequest.iid.padEnd(4)} ${outcome.padEnd(9)}  ${mergeRequest.title}`);
		}
		const summary = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
		print(`${summary.join(", ")}${values["dry-run"] ? " (dry run: nothing was written)" : ""}`);
	},
});

await runIfStarted(import.meta.url, main);
