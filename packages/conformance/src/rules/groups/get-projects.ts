import type { Fields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";

/** The projects that a group's own record tells, those shared with it apart. */
async function told(t: Trial, caller: Caller) {
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
export const getProjects: readonly Check[] = [
	check("GROUP-070", async (t) => {
		const { answer, id, own } = await told(t, t.as("owner"));
		t.holds("the scene's project should be there", paths(own).includes(t.scene("project")), answer);
		t.holds(
			"every project should be the group's own",
			own.every((one) => namespaceOf(one) === id),
			answer,
		);
	}),
	check("GROUP-071", async (t) => {
		const { answer, id, shared } = await told(t, t.as("owner"));
		if (shared.length === 0) t.skip("no project is shared with the group");
		t.holds(
			"every shared project should be of another namespace",
			shared.every((one) => namespaceOf(one) !== id),
			answer,
		);
	}),
	check("GROUP-072", async (t) => {
		const { answer, own, shared } = await told(t, t.anonymous);
		t.holds("the public project should be there", paths(own).includes(t.scene("project")), answer);
		const all = [...own, ...shared];
		t.holds(
			"every project should be public",
			all.every((one) => one.visibility === "public"),
			answer,
		);
		t.holds("the private one should not be there", !paths(own).includes(t.scene("private_project")), answer);
	}),
	check("GROUP-073", async (t) => {
		const { answer, own, shared } = await told(t, t.as("outsider"));
		for (const field of ["project", "internal_project"] as const)
			t.holds(`the ${field} should be there`, paths(own).includes(t.scene(field)), answer);
		t.holds(
			"no project should be private",
			[...own, ...shared].every((one) => one.visibility !== "private"),
			answer,
		);
	}),
	check("GROUP-074", async (t) => {
		const { answer, own } = await told(t, t.as("guest"));
		t.holds("the private project should be there", paths(own).includes(t.scene("private_project")), answer);
	}),
	check("GROUP-075", async (t) => {
		const { answer, own, shared } = await told(t, t.as("owner"));
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
