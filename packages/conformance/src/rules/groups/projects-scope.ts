import { type Rule, rule } from "../../rule/rule";
import { pagesAsUsual } from "./pages";
import { onBoth, onProjects } from "./projects-table";
import { unknownGroup } from "./refusals";

const only = { include_subgroups: false };

/** Which projects are listed. */
export const projectScope: readonly Rule[] = [
	rule(
		"GROUP-152",
		"A project owned by the group has namespace.id equal to the group; a project shared to it has another namespace: this is the only mark that tells them apart.",
		"listGroupProjects",
		async (t) => {
			const owner = t.as("owner");
			const id = (await owner.call("getGroup", { id: t.scene("group"), with_projects: false })).is(200).number("id");
			const shared = (await owner.call("listGroupSharedProjects", { id, per_page: 100 })).is(200).ids;
			if (shared.length === 0) t.skip("no project is shared with the group");
			const response = (await owner.call("listGroupProjects", { id, per_page: 100 })).is(200);
			response.every("of the group's namespace, or shared with it", (one) => {
				return (Object(one.namespace).id === id) !== shared.includes(Number(one.id));
			});
		},
		{ effect: "reads" },
	),
	...onBoth(["GROUP-258", "GROUP-346"], async (t, list) => {
		for (const id of [999_999_999, t.unique("nothing")]) (await list({ id })).refuses(404, unknownGroup);
		(await list({ id: t.scene("private_group") }, t.as("outsider"))).refuses(404, unknownGroup);
	}),
	onProjects("GROUP-260", "listGroupProjects", async (t, list) => {
		(await list({}, t.anonymous)).is(200).every("public", (one) => one.visibility === "public");
		(await list({ id: t.scene("private_group") }, t.anonymous)).refuses(404, unknownGroup);
	}),
	onProjects("GROUP-319", "listGroupSharedProjects", async (t, list) => {
		const all = (await list({}, t.as("administrator"))).is(200);
		if (all.items.every((one) => one.visibility === "public")) t.skip("every project that is shared with the group is public");
		const response = (await list({}, t.anonymous)).is(200);
		response.every("public", (one) => one.visibility === "public");
	}),
	...onBoth(["GROUP-261", "GROUP-320"], async (t, list) => {
		const all = (await list({}, t.as("administrator"))).is(200);
		const open = all.items.filter((one) => one.visibility !== "private").map((one) => one.id);
		if (open.length === all.items.length) t.skip("no project of the list is private");
		const response = await list({}, t.as("outsider"));
		t.same("the projects that somebody from outside sees", response.is(200).ids, open, response);
		const hidden = all.ids.filter((id) => !open.includes(id));
		const member = (await list({}, t.as("owner"))).is(200);
		t.holds(
			"a member should see a private one",
			hidden.some((id) => member.ids.includes(id)),
			member,
		);
	}),
	onProjects("GROUP-301", "listGroupProjects", async (t, list) => {
		const shared = (await t.as("owner").call("listGroupSharedProjects", { id: t.scene("group") })).is(200).ids;
		if (shared.length === 0) t.skip("no project is shared with the group");
		const [plain, response] = [(await list(only)).is(200), (await list({ ...only, with_shared: true })).is(200)];
		for (const id of shared) t.holds(`project ${id} should be listed`, plain.ids.includes(id), plain);
		t.same("the projects of with_shared=true", response.ids, plain.ids, response);
	}),
	onProjects("GROUP-302", "listGroupProjects", async (t, list) => {
		const shared = (await t.as("owner").call("listGroupSharedProjects", { id: t.scene("group") })).is(200).ids;
		if (shared.length === 0) t.skip("no project is shared with the group");
		const response = (await list({ ...only, with_shared: false })).is(200);
		t.holds("the group's own should be listed", response.pluck("path_with_namespace").includes(t.scene("project")), response);
		for (const id of shared) t.holds(`project ${id} should not be listed`, !response.ids.includes(id), response);
	}),
	onProjects("GROUP-304", "listGroupProjects", async (t, list) => {
		const below = `${t.scene("subgroup")}/`;
		const all = (await list()).is(200).pluck("path_with_namespace").map(String);
		if (!all.some((path) => path.startsWith(below))) t.skip("the scene's subgroup has no projects below it");
		const response = (await list({ include_subgroups: undefined })).is(200);
		const paths = response.pluck("path_with_namespace").map(String);
		t.holds("the group's own should be listed", paths.includes(t.scene("project")), response);
		t.holds("none of a subgroup should be listed", !paths.some((path) => path.startsWith(below)), response);
	}),
	onProjects("GROUP-305", "listGroupProjects", async (t, list) => {
		const owner = t.as("owner");
		const below: unknown[] = [];
		const groups = (await owner.call("listDescendantGroups", { id: t.scene("group"), per_page: 100 })).is(200);
		for (const id of groups.ids) below.push(...(await owner.call("listGroupProjects", { id, with_shared: false })).is(200).ids);
		if (below.length === 0) t.skip("no group below the scene's group has projects");
		const response = (await list()).is(200);
		for (const id of below) t.holds(`project ${id} should be listed`, response.pluck("id").includes(id), response);
	}),
	onProjects("GROUP-306", "listGroupProjects", async (t, list) => {
		const response = (await list()).is(200);
		const depth = (path: unknown) => String(path).split("/").length;
		const deep = (await t.as("owner").call("listDescendantGroups", { id: t.scene("group"), per_page: 100 })).is(200);
		const deepest = deep.items.toSorted((a, b) => depth(b.full_path) - depth(a.full_path));
		for (const { id, full_path } of deepest.filter((one) => depth(one.full_path) > 2)) {
			const projects = (await t.as("owner").call("listGroupProjects", { id, with_shared: false })).is(200).ids;
			if (projects.length === 0) continue;
			for (const one of projects) t.holds(`project ${one} of ${full_path} should be listed`, response.ids.includes(one), response);
			return;
		}
		t.skip("no group two levels below the scene's group has projects");
	}),
	onProjects("GROUP-315", "listGroupProjects", async (t, list) => {
		const query = { id: t.scene("subgroup"), with_shared: false };
		const plain = (await list(query)).is(200);
		t.holds("the project above should not be listed", !plain.pluck("path_with_namespace").includes(t.scene("project")), plain);
		const response = (await list({ ...query, include_ancestor_groups: true })).is(200);
		t.holds("the project above should be listed", response.pluck("path_with_namespace").includes(t.scene("project")), response);
	}),
	onProjects("GROUP-318", "listGroupSharedProjects", async (t, list) => {
		const own = await t.as("owner").call("listGroupProjects", { id: t.scene("group"), with_shared: false, per_page: 100 });
		const response = (await list()).is(200);
		if (response.items.length === 0) t.skip("no project is shared with the group");
		t.holds(
			"no project of the group's own should be listed",
			response.ids.every((id) => !own.is(200).ids.includes(id)),
			response,
		);
	}),
	...onBoth(["GROUP-316", "GROUP-347"], async (t, list) => {
		await pagesAsUsual(t, (query = {}) => list({ per_page: undefined, ...query }));
	}),
];
