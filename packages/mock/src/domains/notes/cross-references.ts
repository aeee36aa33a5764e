/** Cross-references: a note that mentions another issue or merge request adds a system note there. */
import type { Actor } from "../../request/access/actor";
import type { Note, Project, User } from "../../state/records";
import { noteableKey, type State } from "../../state/state";
import { issueIn, mergeRequestIn } from "./find";
import { createSystem } from "./note";
import type { Noteable } from "./noteables";

/** Matches `#7` and `!7`, optionally after a project's full path. The character before must not be part of a path. */
const reference = /(?<![\w./-])((?:[\w.-]+\/)+[\w.-]+)?([#!])(\d{1,9})\b/g;

/** Returns how a project refers to an issue or merge request: only by its number if it is the project's own. */
function nameOf(on: Noteable, project: Project, from: Project): string {
	const [noun, sign] = on.type === "Issue" ? ["issue", "#"] : ["merge request", "!"];
	return `${noun} ${project.id === from.id ? "" : project.full_path}${sign}${on.iid}`;
}

/** Yields the issues and merge requests that a text mentions and the author can see. */
function* mentioned(text: string, home: Project, actor: Actor, state: State): Generator<[Noteable, Project]> {
	for (const [, path, sign, iid] of text.matchAll(reference)) {
		const project = path === undefined ? home : state.project(path);
		if (!project || !actor.seesProject(project)) continue;
		const on = (sign === "#" ? issueIn : mergeRequestIn)(project, Number(iid), actor, state);
		if (on) yield [on, project];
	}
}

/**
 * Adds a system note to each issue and merge request that a note mentions, once for each place. Assumed: internal notes
 * and confidential issues add no notes elsewhere.
 */
export function crossReference(note: Note, on: Noteable, actor: Actor, author: User, state: State): void {
	const { commandable, project: home } = on;
	if (!commandable || !home || note.internal) return;
	if (commandable.kind === "issue" && commandable.record.confidential) return;
	const done = new Set([noteableKey(on.type, on.id)]);
	for (const [target, project] of mentioned(note.body, home, actor, state)) {
		const key = noteableKey(target.type, target.id);
		if (done.has(key)) continue;
		done.add(key);
		const text = `mentioned in ${nameOf(on, home, project)}`;
		const existing = state.notes.in("noteable", key);
		if (existing.some((one) => one.system && one.body === text)) continue;
		createSystem(text, target, author, state, project.id === home.id ? undefined : home.id);
	}
}
