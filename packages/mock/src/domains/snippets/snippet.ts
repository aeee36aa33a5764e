/** The lifecycle of a snippet: how it is created, changed and deleted. */
import { isLonger } from "../../lib/is-longer";
import type { Actor } from "../../request/access/actor";
import { invalid } from "../../request/http/errors";
import type { Settings } from "../../request/settings/settings";
import type { Project, Snippet, SnippetFile, User, Visibility } from "../../state/records";
import { remove } from "../../state/references";
import type { State } from "../../state/state";

/** A change to a file of a snippet. */
export interface FileAction {
	readonly action: "create" | "update" | "delete" | "move";
	readonly filePath: string;
	readonly previousPath?: string | null | undefined;
	readonly content?: string | null | undefined;
}

export interface SnippetValues {
	readonly title: string;
	readonly description: string | null;
	readonly visibility: Visibility;
	readonly files: readonly SnippetFile[];
}

type Faults = { [field: string]: string[] };

const longestTitle = 255;
const longestDescription = 1_048_576;

function faultsOf({ title, description, files }: SnippetValues): Faults {
	const faults: Faults = {};
	if (title.trim() === "") faults.title = ["can't be blank"];
	else if (isLonger(title, longestTitle)) faults.title = [`is too long (maximum is ${longestTitle} characters)`];
	if ((description ?? "").length > longestDescription)
		faults.description = [`is too long (maximum is ${longestDescription} characters)`];
	if (files.length === 0) faults.content = ["can't be blank"];
	return faults;
}

const invalidActions = (): Error => invalid({ snippet_actions: ["have invalid data"] });

/** Returns the name of a new file. Generates one if the caller sent none. */
function newPath(text: string, files: readonly SnippetFile[]): string {
	if (text.trim() !== "") return text;
	for (let number = 1; ; number++)
		if (!files.some(({ path }) => path === `snippetfile${number}.txt`)) return `snippetfile${number}.txt`;
}

/** Returns the files after an action. Throws 400 if the action is not possible. */
function acted(files: readonly SnippetFile[], one: FileAction): readonly SnippetFile[] {
	const { action, filePath, previousPath, content } = one;
	const index = files.findIndex(({ path }) => path === filePath);
	const at = files[index];
	switch (action) {
		case "create": {
			if (!content || at) throw invalidActions();
			return [...files, { path: newPath(filePath, files), content }];
		}
		case "update":
			if (!content) throw invalidActions();
			if (!at) throw invalid({ base: ["Repository Error updating the snippet - A file with this name doesn't exist"] });
			return files.with(index, { path: filePath, content });
		case "delete":
			if (!at) throw invalid({ base: ["Repository Error updating the snippet - A file with this name doesn't exist"] });
			return files.toSpliced(index, 1);
		case "move": {
			if (!previousPath || filePath.trim() === "") throw invalidActions();
			const from = files.findIndex(({ path }) => path === previousPath);
			const before = files[from];
			if (!before || at)
				throw invalid({
					base: [
						`Repository Error updating the snippet - A file with this name ${at ? "already exists" : "doesn't exist"}`,
					],
				});
			return files.with(from, { path: filePath, content: content ?? before.content });
		}
	}
}

/** Returns the files after all actions, in order. */
const afterActions = (files: readonly SnippetFile[], actions: readonly FileAction[]): readonly SnippetFile[] =>
	actions.reduce(acted, files);

function checkVisibility(requested: Visibility, actor: Actor, settings: Settings, faults: Faults): void {
	if (settings.restrictedVisibilities.includes(requested) && !actor.isAdmin)
		faults.visibility_level = [`${requested} has been restricted by your administrator`];
}

function must(faults: Faults): void {
	if (Object.keys(faults).length > 0) throw invalid(faults);
}

export interface NewSnippet {
	readonly title: string;
	readonly description: string | null;
	readonly visibility: Visibility;
	readonly actions: readonly FileAction[];
}

/** Returns the values of a new snippet. Throws 400 if they are invalid. */
export function newSnippet(input: NewSnippet, actor: Actor, settings: Settings): SnippetValues {
	if (input.actions.some(({ action }) => action !== "create")) throw invalidActions();
	const values = { ...input, files: afterActions([], input.actions) };
	const faults = faultsOf(values);
	checkVisibility(values.visibility, actor, settings, faults);
	must(faults);
	const { title, description, visibility, files } = values;
	return { title, description, visibility, files };
}

export function createSnippet(values: SnippetValues, project: Project | null, author: User, state: State): Snippet {
	const now = state.clock.iso();
	return state.snippets.insert({
		...values,
		project_id: project?.id ?? null,
		author_id: author.id,
		created_at: now,
		updated_at: now,
	});
}

export interface SnippetChanges {
	readonly title?: string | null | undefined;
	readonly description?: string | null | undefined;
	readonly visibility?: Visibility | null | undefined;
	readonly actions?: readonly FileAction[] | null | undefined;
}

/** Returns the values of a snippet after a change. Throws 400 if they are invalid. */
export function changedSnippet(
	snippet: Snippet,
	changes: SnippetChanges,
	actor: Actor,
	settings: Settings,
): SnippetValues {
	const values = {
		title: changes.title ?? snippet.title,
		description: changes.description === undefined ? snippet.description : changes.description,
		visibility: changes.visibility ?? snippet.visibility,
		files: afterActions(snippet.files, changes.actions ?? []),
	};
	const faults = faultsOf(values);
	if (values.visibility !== snippet.visibility) checkVisibility(values.visibility, actor, settings, faults);
	must(faults);
	return values;
}

export const updateSnippet = (snippet: Snippet, values: SnippetValues, state: State): Snippet =>
	state.snippets.update(snippet.id, { ...values, updated_at: state.clock.iso() });

/** Deletes a snippet and its notes. */
export const destroySnippet = (snippet: Snippet, state: State): void => remove("snippets", snippet.id, state);
