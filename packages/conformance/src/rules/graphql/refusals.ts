import { ask, mutate, noPermission } from "../../rule/graphql";
import { assumed } from "../../rule/rule";
import { keepLock } from "./locking";

const reads = { effect: "reads" } as const;

export const refusalChecks = [
	assumed(
		"GQL-088",
		"A query for an unknown object, or one the caller may not see, gives null without error (project, group, runner, issue, note).",
		"executeGraphql",
		async (t) => {
			const query = `query($project: ID!, $group: ID!) { project(fullPath: $project) { id } group(fullPath: $group) { id }
				runner(id: "gid://service/Ci::Runner/999999999") { id } issue(id: "gid://service/Issue/999999999") { id }
				note(id: "gid://service/Note/999999999") { id } }`;
			const nothing = { project: null, group: null, runner: null, issue: null, note: null };
			for (const variables of [
				{ project: t.scene("private_project"), group: t.scene("private_group") },
				{ project: `${t.scene("group")}/${t.unique("none")}`, group: t.unique("none") },
			]) {
				const response = await ask(t.as("outsider"), query, variables);
				t.same("what is found", response.data, nothing, response.answer);
			}
		},
		reads,
	),
	assumed(
		"GQL-089",
		"A connection leaves out items the caller may not see.",
		"executeGraphql",
		async (t) => {
			const [open, hidden] = [t.scene("project"), t.scene("private_project")];
			const query = "query($paths: [String!]) { projects(fullPaths: $paths) { count nodes { fullPath } } }";
			const found = async (who: "owner" | "outsider") => (await ask(t.as(who), query, { paths: [open, hidden] })).record("projects");
			t.same("what an outsider finds", await found("outsider"), { count: 1, nodes: [{ fullPath: open }] });
			t.same("the number that the owner finds", (await found("owner")).count, 2);
		},
		reads,
	),
	assumed(
		"GQL-090",
		'A mutation on an unknown object or without permission → 200, field null, error "The resource that you are attempting to access does not exist or you don\'t have permission to perform this action", with locations and path.',
		"executeGraphql",
		async (t) => {
			const iid = String(t.scene("issue_iid"));
			for (const input of [
				{ projectPath: t.scene("project"), iid, locked: true },
				{ projectPath: t.scene("project"), iid: "999999999", locked: true },
				{ projectPath: t.unique("no/such"), iid, locked: true },
			]) {
				const response = await mutate(t.as("outsider"), "issueSetLocked", input);
				response.refuses(noPermission);
				const [error] = response.errors;
				t.same("data", response.answer.field("data"), { issueSetLocked: null }, response.answer);
				t.same("the error's path", error?.path, ["issueSetLocked"], response.answer);
				t.holds("it should carry locations", Array.isArray(error?.locations), response.answer);
			}
		},
	),
	assumed(
		"GQL-091",
		"Domain failures of a mutation come as full sentences in the payload's `errors: [String!]!`, not as top-level errors; on success it is [].",
		"executeGraphql",
		async (t) => {
			const maintainer = t.as("maintainer");
			const input = { projectPath: t.scene("project"), visibilityLevel: "public" };
			const failed = await mutate(maintainer, "createSnippet", { ...input, title: "" }, "snippet { id }");
			const { errors, snippet } = failed.record("createSnippet");
			t.same("the snippet", snippet, null, failed.answer);
			t.holds(
				`errors should be full sentences, and are ${JSON.stringify(errors)}`,
				Array.isArray(errors) && errors.length > 0 && errors.every((one) => /^[A-Z`].* /.test(String(one))),
				failed.answer,
			);
			const lock = "query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { discussionLocked } } }";
			const variables = { path: t.scene("project"), iid: String(t.scene("issue_iid")) };
			const locked = (await ask(maintainer, lock, variables)).at("project.issue.discussionLocked");
			const response = await mutate(maintainer, "issueSetLocked", {
				projectPath: variables.path,
				iid: variables.iid,
				locked,
			});
			t.same("errors on success", response.record("issueSetLocked").errors, [], response.answer);
		},
	),
	assumed("GQL-093", "clientMutationId comes back unchanged.", "executeGraphql", async (t) => {
		const [failed, done] = [t.unique("mutation"), t.unique("mutation")];
		const input = { projectPath: t.scene("project"), title: "", visibilityLevel: "public", clientMutationId: failed };
		const refused = await mutate(t.as("maintainer"), "createSnippet", input, "clientMutationId");
		t.same("clientMutationId of a failure", refused.at("createSnippet.clientMutationId"), failed, refused.answer);
		const lock = { ...(await keepLock(t)), clientMutationId: done };
		const response = await mutate(t.as("maintainer"), "issueSetLocked", lock, "clientMutationId");
		t.same("clientMutationId of a success", response.at("issueSetLocked.clientMutationId"), done, response.answer);
	}),
];
