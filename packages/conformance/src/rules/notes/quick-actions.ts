import type { Answer } from "../../rule/answer";
import type { Rule } from "../../rule/rule";
import { type Kind, kind } from "./kinds";
import type { Notes } from "./notes";
import { onKind, onNotes } from "./on-notes";
import { issuesOf } from "./places";

const command = async (notes: Notes, body: string): Promise<Answer> => await notes.create(notes.t.as("developer"), { body });

/** Takes an action back by another, which may have been done by the check itself. */
const undone = (notes: Notes, by: string): void =>
	notes.t.undo(`quick action, by ${by}`, async () => {
		const response = await command(notes, by);
		return response.status === 400 ? await notes.list(notes.t.as("owner")) : response;
	});

/** The scene's issue as it is now; its notes must be its own. */
async function issueNow({ t, where }: Notes) {
	const found = (await issuesOf(t, t.scene("project"))).find(({ iid }) => iid === String(where.issue_iid));
	return found ?? t.skip("GraphQL does not show the scene's issue");
}

async function opened(notes: Notes): Promise<void> {
	if ((await issueNow(notes)).state !== "opened") notes.t.skip("the scene's issue is closed");
	undone(notes, "/reopen");
}

/** An answer to commands alone: what changed, and a text of what was done. */
function isSummary(notes: Notes, response: Answer): void {
	const { commands_changes, summary } = response.is(202).fields;
	const isObject = typeof commands_changes === "object" && commands_changes !== null;
	notes.t.holds("commands_changes should be an object with something in it", isObject && Object.keys(commands_changes).length > 0, response);
	notes.t.holds("summary should be a list of texts", Array.isArray(summary) && summary.every((one) => typeof one === "string"), response);
}

const commandsAlone = (claim: string, on: Kind): Rule =>
	onKind(claim, on, async (notes) => {
		undone(notes, "/done");
		isSummary(notes, await notes.inVain(() => command(notes, "/todo")));
	});

const changedToCommands = (claim: string, on: Kind): Rule =>
	onKind(claim, on, async (notes) => {
		undone(notes, "/done");
		const developer = notes.t.as("developer");
		const id = (await notes.make({}, developer)).number("id");
		isSummary(notes, await notes.update(developer, id, { body: "/todo" }));
		(await notes.get(developer, id)).refuses(404);
	});

/** Lines of a note that act on what it is written on. */
export const quickActions: readonly Rule[] = [
	commandsAlone("NOTE-225", kind.issue),
	commandsAlone("NOTE-226", kind.mergeRequest),
	onKind("NOTE-227", kind.issue, async (notes) => {
		const { t } = notes;
		await opened(notes);
		for (const [body, state_event, sentence, state] of [
			["/close", "close", "Closed this issue.", "closed"],
			["/reopen", "reopen", "Reopened this issue.", "opened"],
		] as const) {
			const response = (await command(notes, body)).is(202);
			t.same("the answer", response.json, { commands_changes: { state_event }, summary: [sentence] }, response);
			t.same("the issue's state", (await issueNow(notes)).state, state, response);
		}
	}),
	onKind("NOTE-229", kind.issue, async (notes) => {
		const { t } = notes;
		undone(notes, "/spend -1h");
		const response = (await command(notes, "/spend 1h")).is(202);
		const { spend_time } = Object(response.field("commands_changes"));
		t.same("the time spent", Object(spend_time).duration, 3600, response);
		t.same("the summary", response.field("summary"), ["Added 1h spent time."], response);
	}),
	onKind("NOTE-230", kind.issue, async (notes) => {
		const response = await notes.inVain(() => command(notes, "/spend asdf"));
		response.refuses(400, { message: "400 Bad request - Failed to apply commands." });
	}),
	onKind("NOTE-231", kind.issue, async (notes) => {
		await opened(notes);
		const body = "Done here.\nThanks to all!";
		const response = (await command(notes, "Done here.\n/close\nThanks to all!")).is(201).has({ body });
		(await notes.get(notes.author, response.number("id"))).is(200).has({ body });
		notes.t.same("the issue's state", (await issueNow(notes)).state, "closed", response);
	}),
	onKind("NOTE-232", kind.issue, async (notes) => {
		const { t } = notes;
		const before = await issueNow(notes);
		const [newest] = (await notes.list(t.as("owner"), { activity_filter: "only_activity", per_page: 1 })).is(200).items;
		const response = (await command(notes, "hello world\n/spend hello")).is(201).has({ body: "hello world" });
		t.same("the issue", await issueNow(notes), before, response);
		const [now] = (await notes.list(t.as("owner"), { activity_filter: "only_activity", per_page: 1 })).is(200).items;
		t.same("the newest activity of the issue", now, newest, response);
	}),
	onNotes(
		"NOTE-233",
		["create"],
		async (notes) => {
			const owner = notes.t.as("owner");
			const made = (await notes.create(owner, { body: "/close" })).is(201).has({ body: "/close" });
			(await notes.get(owner, made.number("id"))).is(200).has({ body: "/close" });
		},
		{ on: [kind.snippet, kind.epic, kind.projectWikiPage, kind.groupWikiPage] },
	),
	changedToCommands("NOTE-262", kind.issue),
	changedToCommands("NOTE-263", kind.mergeRequest),
];
