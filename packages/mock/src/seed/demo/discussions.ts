import type { Group, Project } from "../../state/records";
import type { Builder } from "../builder";
import { ago, roles } from "./times";

const systemTexts = [
	"changed the description",
	"assigned to @developer",
	"changed title from **Check-out fails** to **Check-out fails on Sundays**",
	"mentioned in merge request !1",
];

/** One issue with 120 notes: every fifth written by the platform, every seventh internal, the rest ordinary. */
export function discussion(make: Builder, web: Project): void {
	const { state } = make;
	const issue = make.issue(web, {
		title: "Check-out fails on Sundays",
		description: "Steps: put anything into the cart, wait for Sunday, pay.",
		author_id: make.userId("reporter"),
		created_at: ago(state, 240),
		updated_at: ago(state, 120),
	});
	const on = { type: "Issue", id: issue.id, project_id: web.id } as const;
	for (let number = 1; number <= 120; number++) {
		const system = number % 5 === 0;
		const internal = !system && number % 7 === 0;
		const author = internal ? "developer" : (roles[number % roles.length] ?? "developer");
		make.note(on, {
			body: system
				? (systemTexts[(number / 5) % systemTexts.length] ?? "changed the description")
				: `${internal ? "For the team only: comment" : "Comment"} ${number} of 120.`,
			author_id: make.userId(author),
			system,
			internal,
			created_at: ago(state, 240 - number),
		});
	}
	make.issue(web, { title: "Dark mode", author_id: make.userId("guest"), state: "closed" });
	make.issue(web, { title: "Leaked key", author_id: make.userId("maintainer"), confidential: true });
	make.issue(web, { title: "Old argument", author_id: make.userId("outsider"), discussion_locked: true });
}

/** Merge requests, a snippet and a wiki page of a project, with a few notes. */
export function noteables(make: Builder, project: Project): void {
	const author_id = make.userId("developer");
	const projectOf = (type: "MergeRequest" | "Snippet" | "WikiPage::Meta", id: number) => ({
		type,
		id,
		project_id: project.id,
	});
	const merge = make.mergeRequest(project, { title: "Speed up the start page", author_id });
	make.mergeRequest(project, {
		title: "Remove the old banner",
		author_id,
		state: "merged",
		merged_at: make.state.clock.iso(),
	});
	make.mergeRequest(project, {
		title: "Draft: new search",
		author_id: make.userId("maintainer"),
		discussion_locked: true,
	});
	const snippet = make.snippet(project, {
		title: "Deployment checklist",
		description: "To go through before every release.",
		files: [{ path: "checklist.md", content: "- [ ] Tests pass\n- [ ] Changelog written\n" }],
		author_id,
	});
	const page = make.wikiPage(project);
	make.note(projectOf("MergeRequest", merge.id), { body: "Looks good to me.", author_id: make.userId("maintainer") });
	make.note(projectOf("MergeRequest", merge.id), {
		body: "approved this merge request",
		author_id: make.userId("maintainer"),
		system: true,
	});
	make.note(projectOf("Snippet", snippet.id), { body: "Very helpful.", author_id: make.userId("reporter") });
	make.note(projectOf("WikiPage::Meta", page.id), {
		body: "Please add the new address.",
		author_id: make.userId("guest"),
	});
}

/** Epics and a wiki page of a group. */
export function groupNoteables(make: Builder, group: Group): void {
	const epic = make.epic(group, { title: "Move the shop", author_id: make.userId("owner") });
	make.epic(group, { title: "Audit findings", author_id: make.userId("owner"), confidential: true });
	const page = make.wikiPage(group);
	make.note(
		{ type: "Epic", id: epic.id, project_id: null },
		{ body: "First step is done.", author_id: make.userId("developer") },
	);
	make.note(
		{ type: "WikiPage::Meta", id: page.id, project_id: null },
		{ body: "Welcome!", author_id: make.userId("owner") },
	);
}
