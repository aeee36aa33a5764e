import type { Builder } from "../builder";
import { alerts } from "./alerts";
import { credentials } from "./credentials";
import { crowd } from "./crowd";
import { discussion, groupNoteables, noteables } from "./discussions";
import { groupSettings } from "./group-settings";
import { neighbours } from "./neighbours";
import { owners } from "./owners";
import { people } from "./people";
import { pipelines } from "./pipelines";
import { groups, projects } from "./places";
import { releases } from "./releases";
import { repository } from "./repository";
import { runners } from "./runners";
import { sharing } from "./sharing";
import { spares } from "./spares";
import { users } from "./users";

/**
 * A small company to try things on: the users `root owner maintainer developer reporter guest outsider auditor`, each with
 * the token `<name>-token`, the public group `acme` with its subgroups and projects, issues, merge requests and pipelines.
 * The same clock gives the same bytes.
 *
 * @example
 * const platform = createPlatform({ seed: demo });
 */
export function demo(make: Builder): void {
	people(make);
	const { acme } = groups(make);
	const { web, others } = projects(make);
	discussion(make, web);
	for (const project of [web, ...others]) noteables(make, project);
	groupNoteables(make, acme);
	make.snippet(null, {
		title: "Personal notes",
		description: "What I keep looking up.",
		author_id: make.userId("developer"),
		files: [
			{ path: "git.md", content: "# Git\n\nUndo the last commit: `git reset --soft HEAD~1`\n" },
			{ path: "deploy.sh", content: "#!/bin/sh\nnpm run build && npm run deploy\n" },
		],
	});
	repository(make, web);
	pipelines(make, web);
	for (const project of others) {
		const made = make.pipeline(project, { status: "success", user_id: make.userId("developer"), duration: 60 });
		make.job(made);
	}
	credentials(make);
	releases(make, web);
	runners(make, web, others);
	sharing(make);
	groupSettings(make);
	users(make);
	alerts(make, web);
	crowd(make);
	spares(make);
	neighbours(make);
	owners(make);
}
