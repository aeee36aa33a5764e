import type { Context } from "./context";
import { ask } from "./graphql";

const levels = (path: string): number => path.split("/").length;

/** The path of the group or project that is most levels below the scene's subgroup; undefined where none is below. */
export async function deepestOf(t: Context, noun: "group" | "project"): Promise<string | undefined> {
	const path = t.scene("subgroup");
	const list = noun === "group" ? "descendantGroups" : "projects(includeSubgroups: true)";
	const found = await ask(
		t.as("owner"),
		`query($path: ID!) { group(fullPath: $path) { below: ${list} { nodes { fullPath } } } }`,
		{ path },
	);
	const paths = found.list("group.below.nodes").map(({ fullPath }) => String(fullPath));
	return paths.sort((a, b) => levels(b) - levels(a))[0];
}

/**
 * The same: what holds there because of a group above it must hold at every distance, not at the next level alone. Of groups it is the subgroup
 * itself where none is below.
 */
export const deepest = async (t: Context, noun: "group" | "project"): Promise<string> =>
	(await deepestOf(t, noun)) ??
	(noun === "group" ? t.scene("subgroup") : t.skip("the subgroup has no project: add one"));
