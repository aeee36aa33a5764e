/** The names of branches, tags and commits, and the files at them. */
import type { Project, RepositoryTree } from "../../state/records";
import { commitKey, type State } from "../../state/state";

export type RefType = "heads" | "tags";

// biome-ignore lint/suspicious/noControlCharactersInRegex: git takes none of them in a name
const forbidden = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$|(?:^|\/)\.|\.lock(?:\/|$)/;

/** Whether a text is a valid name of a ref. */
export const isRefName = (ref: string): boolean => ref !== "" && ref !== "@" && !forbidden.test(ref);

/** Returns the commit of a branch, else of a tag, else the name as a SHA. Undefined if a typed ref is missing. */
export function commitOf(project: Project, ref: string | null, type: RefType | null): string | undefined {
	const name = ref === null || ref === "HEAD" ? project.default_branch : ref;
	if (name === null) return undefined;
	const short = name.replace(/^refs\/(heads|tags)\//, "");
	const heads = Object.hasOwn(project.branches, short) ? project.branches[short] : undefined;
	const tags = Object.hasOwn(project.tags, short) ? project.tags[short] : undefined;
	if (type === "heads" || name.startsWith("refs/heads/")) return heads;
	if (type === "tags" || name.startsWith("refs/tags/")) return tags;
	return heads ?? tags ?? name;
}

/** Returns the files at a ref, or undefined if there are none. Seven or more first digits of a SHA name a commit. */
export function treeOf(
	project: Project,
	ref: string | null,
	type: RefType | null,
	state: State,
): RepositoryTree | undefined {
	const commit = commitOf(project, ref, type)?.toLowerCase();
	if (commit === undefined) return undefined;
	const exact = state.repositoryTrees.one("commit", commitKey(project.id, commit));
	if (exact || !/^[0-9a-f]{7,39}$/.test(commit)) return exact;
	return state.repositoryTrees.in("project", project.id).find(({ sha }) => sha.startsWith(commit));
}
