import { isFields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, gid, mutate, numberOf, succeed } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";

const reads = { effect: "reads" } as const;

/** Much of a project, with every id. */
const broad = `query($path: ID!, $issue: String, $merge: String!, $tag: String!) { project(fullPath: $path) {
	id group { id } namespace { id }
	issue(iid: $issue) { id author { id } notes(first: 3) { nodes { id author { id } } } }
	mergeRequest(iid: $merge) { id }
	snippets(first: 1) { nodes { id } } pipelines(first: 1) { nodes { id user { id } } }
	release(tagName: $tag) { id assets { links(first: 1) { nodes { id } } } }
	alertManagementAlerts(first: 1) { nodes { id } }
} }`;

const asked = async (t: Context) =>
	await ask(t.as("developer"), broad, {
		path: t.scene("project"),
		issue: String(t.scene("issue_iid")),
		merge: String(t.scene("merge_request_iid")),
		tag: t.scene("tag_name"),
	});

/** Every value of a field `id` at any depth. */
function idsIn(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(idsIn);
	if (!isFields(value)) return [];
	return Object.entries(value).flatMap(([name, one]) => (name === "id" ? [one] : idsIn(one)));
}

/** Of which class each object's Global ID is. */
const classes: readonly (readonly [way: string, form: RegExp])[] = [
	["id", /^gid:\/\/service\/Project\/\d+$/],
	["group", /^gid:\/\/service\/Group\/\d+$/],
	["issue", /^gid:\/\/service\/Issue\/\d+$/],
	["mergeRequest", /^gid:\/\/service\/MergeRequest\/\d+$/],
	["snippets", /^gid:\/\/service\/ProjectSnippet\/\d+$/],
	["pipelines", /^gid:\/\/service\/Ci::Pipeline\/\d+$/],
	["release", /^gid:\/\/service\/Release\/\d+$/],
	["alertManagementAlerts", /^gid:\/\/service\/AlertManagement::Alert\/\d+$/],
];

export const idChecks = [
	rule(
		"GQL-071",
		"Projects, groups and namespaces are looked up by full path (argument `fullPath`).",
		"executeGraphql",
		async (t) => {
			const query = `query($project: ID!, $group: ID!) {
				project(fullPath: $project) { fullPath } group(fullPath: $group) { fullPath } namespace(fullPath: $group) { fullPath }
			}`;
			const [project, group] = [t.scene("project"), t.scene("group")];
			const response = await ask(t.as("guest"), query, { project, group });
			t.same("what is found", response.data, { project: { fullPath: project }, group: { fullPath: group }, namespace: { fullPath: group } }, response.answer);
		},
		reads,
	),
	rule(
		"GQL-074",
		"An object with an IID is addressed by full path plus IID: issueSetLocked(projectPath, iid), project.mergeRequest(iid).",
		"executeGraphql",
		async (t) => {
			const path = t.scene("project");
			const [issue, merge] = [String(t.scene("issue_iid")), String(t.scene("merge_request_iid"))];
			const query =
				"query($path: ID!, $issue: String, $merge: String!) { project(fullPath: $path) { issue(iid: $issue) { iid discussionLocked } mergeRequest(iid: $merge) { iid } } }";
			const response = await ask(t.as("maintainer"), query, { path, issue, merge });
			t.same("the issue's IID", response.at("project.issue.iid"), issue, response.answer);
			t.same("the merge request's IID", response.at("project.mergeRequest.iid"), merge, response.answer);
			const input = { projectPath: path, iid: issue, locked: response.at("project.issue.discussionLocked") };
			const payload = await succeed(t.as("maintainer"), "issueSetLocked", input, "issue { iid }");
			t.same("the issue of issueSetLocked", payload.issue, { iid: issue });
		},
	),
	rule(
		"GQL-075",
		"Every other object is addressed by a Global ID beginning `gid://service/`.",
		"executeGraphql",
		async (t) => {
			const response = await asked(t);
			const ids = idsIn(response.data);
			t.holds("there should be ids", ids.length > 5, response.answer);
			const others = ids.filter((id) => !String(id).startsWith("gid://service/"));
			t.same("ids that do not begin with gid://service/", others, [], response.answer);
			const issue = response.text("project.issue.id");
			const found = await ask(t.as("developer"), "query($id: IssueID!) { issue(id: $id) { id } }", { id: issue });
			t.same("the issue found by it", found.at("issue.id"), issue, found.answer);
		},
		reads,
	),
	rule("GQL-076", "A runner's `id` is `gid://service/Ci::Runner/<number>`, the number being its REST id.", "executeGraphql", async (t) => {
		const id = gid("Ci::Runner", (await t.given.runner()).number("id"));
		const response = await ask(t.as("owner"), "query($id: CiRunnerID!) { runner(id: $id) { id } }", { id });
		t.same("the runner", response.at("runner.id"), id, response.answer);
	}),
	rule(
		"GQL-077",
		"Fields and arguments named `id` are Global IDs, never bare database numbers; the few exceptions are marked in the schema's descriptions.",
		"executeGraphql",
		async (t) => {
			const response = await asked(t);
			const bare = idsIn(response.data).filter((id) => typeof id !== "string" || !/^gid:\/\/\w+\/[\w:]+\/\w+$/.test(id));
			t.same("ids that are no Global IDs", bare, [], response.answer);
			const number = numberOf(response.text("project.issue.id"));
			const refused = await ask(t.as("developer"), `{ issue(id: "${number}") { id } }`);
			t.holds("a bare number should be refused as an argument", refused.errors.length > 0, refused.answer);
		},
		reads,
	),
	assumed(
		"GQL-078",
		"Global IDs of the other types: gid://service/Project/1, Group, User, Issue, MergeRequest, Note, ProjectSnippet or PersonalSnippet, Ci::Pipeline, Release, Releases::Link, AlertManagement::Alert.",
		"executeGraphql",
		async (t) => {
			const response = await asked(t);
			for (const [way, form] of classes) {
				const [id] = way === "id" ? [response.at("project.id")] : idsIn(response.at(`project.${way}`));
				if (id === undefined) t.skip(`the scene's project has no ${way}`);
				t.holds(`the id should be of the form ${form.source}, and is ${String(id)}`, form.test(String(id)), response.answer);
			}
			const further: readonly (readonly [way: string, form: RegExp])[] = [
				["project.issue.author", /^gid:\/\/service\/User\/\d+$/],
				["project.issue.notes.nodes", /^gid:\/\/service\/(Discussion)?Note\/\d+$/],
				["project.release.assets.links.nodes", /^gid:\/\/service\/Releases::Link\/\d+$/],
			];
			for (const [way, form] of further) {
				const [id] = idsIn(response.at(way));
				t.holds(`${way} should have an id like ${form.source}, and has ${String(id)}`, form.test(String(id)), response.answer);
			}
		},
		reads,
	),
	assumed(
		"GQL-079",
		"DiscussionNote notes may carry gid://service/DiscussionNote/<n>; gid://service/Note/<n> finds them as well.",
		"executeGraphql",
		async (t) => {
			const developer = t.as("developer");
			const noteableId = (await asked(t)).text("project.issue.id");
			const first = await succeed(developer, "createNote", { noteableId, body: t.unique("begin") }, "note { id }");
			const start = isFields(first.note) ? first.note.id : undefined;
			const discussionId = gid("Discussion", numberOf(start));
			t.undo("the discussion's first note", async () => (await mutate(developer, "destroyNote", { id: start })).answer);
			const response = await mutate(developer, "createNote", { noteableId, body: t.unique("answer"), discussionId }, "note { id }");
			if (response.errors.length > 0) t.skip("discussions cannot be answered by the number of their first note here");
			const id = response.text("createNote.note.id");
			t.undo("the answer", async () => (await mutate(developer, "destroyNote", { id })).answer);
			for (const className of ["Note", "DiscussionNote"]) {
				const found = await ask(developer, "query($id: NoteID!) { note(id: $id) { id } }", {
					id: gid(className, numberOf(id)),
				});
				t.same(`the note found as ${className}`, found.at("note.id"), id, found.answer);
			}
		},
	),
	assumed(
		"GQL-080",
		'An `id` argument that is not a Global ID (e.g. "1") → error "\\"1\\" is not a valid Global ID" as an invalid argument or variable.',
		"executeGraphql",
		async (t) => {
			const message = '"1" is not a valid Global ID';
			(await ask(t.as("guest"), '{ runner(id: "1") { id } }')).refuses(message);
			const variable = await ask(t.as("guest"), "query($id: CiRunnerID!) { runner(id: $id) { id } }", { id: "1" });
			t.holds(`the message should hold ${message}`, variable.message?.includes(message) === true, variable.answer);
		},
		reads,
	),
	assumed(
		"GQL-081",
		'A Global ID of another class → error "\\"gid://service/Project/1\\" does not represent an instance of Ci::Runner".',
		"executeGraphql",
		async (t) => {
			(await ask(t.as("guest"), '{ runner(id: "gid://service/Project/1") { id } }')).refuses(
				'"gid://service/Project/1" does not represent an instance of Ci::Runner',
			);
		},
		reads,
	),
	assumed(
		"GQL-082",
		"A well-formed Global ID of a missing object → null without error in a query.",
		"executeGraphql",
		async (t) => {
			const response = await ask(
				t.as("administrator"),
				`{ runner(id: "gid://service/Ci::Runner/999999999") { id } issue(id: "gid://service/Issue/999999999") { id }
					user(id: "gid://service/User/999999999") { id } }`,
			);
			t.same("what is found", response.data, { runner: null, issue: null, user: null }, response.answer);
		},
		reads,
	),
	rule(
		"GQL-084",
		"A Global ID obtained from one query works as argument of the next within a release; clients must not persist it as the contract says it can change.",
		"executeGraphql",
		async (t) => {
			const id = (await asked(t)).text("project.issue.id");
			const response = await ask(t.as("developer"), "query($id: IssueID!) { issue(id: $id) { id iid } }", { id });
			t.same("the issue", response.at("issue"), { id, iid: String(t.scene("issue_iid")) }, response.answer);
		},
		reads,
	),
];
