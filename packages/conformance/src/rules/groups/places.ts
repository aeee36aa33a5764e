import type { Context } from "../../rule/context";

/** The numeric id of a project that the owner sees, by its full path. */
export async function projectId(t: Context, path: string): Promise<number> {
	const id = path.slice(0, path.lastIndexOf("/"));
	const query = { id, with_shared: false, per_page: 100, search: path.slice(path.lastIndexOf("/") + 1) };
	const response = (await t.as("owner").call("listGroupProjects", query)).is(200);
	const found = response.items.find((one) => one.path_with_namespace === path);
	return typeof found?.id === "number" ? found.id : t.skip(`the project ${path} is not in the list of its group`);
}
