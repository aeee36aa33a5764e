import type { Context } from "./context";
import { ask } from "./graphql";

const levels = (path: string): number => path.split("/").length;

/** The path of the group or project that is most levels below the scene's subgroup; undefined if none is below. */
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
 * The same, for rules about what is inherited from a group above: it must be inherited at every distance, not only by the next level. For
 * groups it is the subgroup itself if none is below; for projects the rule is skipped.
 */
export const deepest = async (t: Context, noun: "group" | "project"): Promise<string> =>
	(await deepestOf(t, noun)) ??
	(noun === "group" ? t.scene("subgroup") : t.skip("the subgroup has no project: add one"));
