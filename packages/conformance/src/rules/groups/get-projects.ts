import type { Fields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";

/** The projects that a group's own record tells, those shared with it apart. */
async function response(t: Context, caller: Caller) {
	const answer = (await caller.call("getGroup", { id: t.scene("group") })).is(200);
	const list = (name: string): readonly Fields[] => {
		const value = answer.field(name);
		if (!Array.isArray(value)) throw answer.deviation(`${name} should be a list`);
		return value;
	};
	return { answer, id: answer.field("id"), own: list("projects"), shared: list("shared_projects") };
}

const namespaceOf = (project: Fields): unknown => Object(project.namespace).id;
const paths = (projects: readonly Fields[]) => projects.map((one) => one.path_with_namespace);

/** Projects that stand in a group's own record. */
export const getProjects: readonly Rule[] = [
	assumed(
		"GROUP-070",
		"projects holds only projects whose namespace is the group itself: projects of subgroups and projects shared to the group are left out.",
		"getGroup",
		async (t) => {
			const { answer, id, own } = await response(t, t.as("owner"));
			t.holds("the scene's project should be there", paths(own).includes(t.scene("project")), answer);
			t.holds(
				"every project should be the group's own",
				own.every((one) => namespaceOf(one) === id),
				answer,
			);
		},
	),
	rule("GROUP-071", "shared_projects holds projects shared to the group; the namespace of each differs from the requested group.", "getGroup", async (t) => {
		const { answer, id, shared } = await response(t, t.as("owner"));
		if (shared.length === 0) t.skip("no project is shared with the group");
		t.holds(
			"every shared project should be of another namespace",
			shared.every((one) => namespaceOf(one) !== id),
			answer,
		);
	}),
	assumed("GROUP-072", "Anonymous caller on a public group: projects and shared_projects hold only public projects.", "getGroup", async (t) => {
		const { answer, own, shared } = await response(t, t.anonymous);
		t.holds("the public project should be there", paths(own).includes(t.scene("project")), answer);
		const all = [...own, ...shared];
		t.holds(
			"every project should be public",
			all.every((one) => one.visibility === "public"),
			answer,
		);
		t.holds("the private one should not be there", !paths(own).includes(t.scene("private_project")), answer);
	}),
	assumed(
		"GROUP-073",
		"Signed-in non-member on a public group: projects and shared_projects hold public and internal projects only.",
		"getGroup",
		async (t) => {
			const { answer, own, shared } = await response(t, t.as("outsider"));
			for (const field of ["project", "internal_project"] as const) t.holds(`the ${field} should be there`, paths(own).includes(t.scene(field)), answer);
			t.holds(
				"no project should be private",
				[...own, ...shared].every((one) => one.visibility !== "private"),
				answer,
			);
		},
	),
	assumed("GROUP-074", "A member sees private projects of the group in projects.", "getGroup", async (t) => {
		const { answer, own } = await response(t, t.as("guest"));
		t.holds("the private project should be there", paths(own).includes(t.scene("private_project")), answer);
	}),
	assumed("GROUP-075", "projects and shared_projects are ordered by project id, highest first.", "getGroup", async (t) => {
		const { answer, own, shared } = await response(t, t.as("owner"));
		for (const list of [own, shared]) {
			const ids = list.map((one) => Number(one.id));
			t.same(
				"the ids",
				ids,
				[...ids].sort((a, b) => b - a),
				answer,
			);
		}
		t.holds("there should be several projects", own.length > 1, answer);
	}),
];
