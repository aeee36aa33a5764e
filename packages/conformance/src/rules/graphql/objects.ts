import type { ActorName } from "../../rule/actors";
import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import { dig } from "../../rule/dig";
import { ask, type GraphqlResponse, gid, mutate, numberOf, succeed } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { generic, projectOf, raise } from "../alerts/intake";
import { newIssue } from "../notes/lab";
import { nodesOf } from "./connections";
import { by, enrich, freshProject, pathOf, quoted, reads, refusedToAll, stated, unstated, writes } from "./lab";
import { found, snippetOf } from "./snippet-lab";

/** Much of a project, with every id. */
const broad = `query($path: ID!, $issue: String, $merge: String!, $tag: String!) { project(fullPath: $path) {
	id group { id } namespace { id } issue(iid: $issue) { id author { id } notes(first: 3) { nodes { id author { id } } } }
	mergeRequest(iid: $merge) { id } snippets(first: 1) { nodes { id } } pipelines(first: 1) { nodes { id user { id } } }
	release(tagName: $tag) { id assets { links(first: 1) { nodes { id } } } } alertManagementAlerts(first: 1) { nodes { id } } } }`;
const read = async (t: Context, query = broad) =>
	await ask(t.as("developer"), query, {
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

/** The ids at any depth that are not Global IDs. */
export const bareIn = (data: unknown): unknown[] => idsIn(data).filter((id) => typeof id !== "string" || !/^gid:\/\/\w+\/[\w:]+\/\w+$/.test(id));

/** The classes of Global IDs that differ from the name of the type. */
const classes: { readonly [type: string]: string } = {
	...{ UserCore: "User", Namespace: "Group", Note: "(?:Discussion)?Note", Snippet: "ProjectSnippet", Pipeline: "Ci::Pipeline" },
	...{ ReleaseAssetLink: "Releases::Link", AlertManagementAlert: "AlertManagement::Alert" },
};

/** Fields of Query that take a Global ID, and the class of the ID. */
const finders = [
	["runner", "id", "CiRunnerID", "Ci::Runner"],
	["issue", "id", "IssueID", "Issue"],
	["mergeRequest", "id", "MergeRequestID", "MergeRequest"],
	["note", "id", "NoteID", "Note"],
	["user", "id", "UserID", "User"],
] as const;
const filters = [
	["users", "groupId", "GroupID", "Group"],
	["snippets", "authorId", "UserID", "User"],
	["snippets", "projectId", "ProjectID", "Project"],
	["snippets", "ids", "[SnippetID!]", "Snippet"],
] as const;

const ids: readonly Rule[] = [
	stated("GQL-071", "Projects, groups and namespaces are found by their full path.", reads, async (t) => {
		const query =
			"query($project: ID!, $group: ID!) { project(fullPath: $project) { fullPath } group(fullPath: $group) { fullPath } namespace(fullPath: $group) { fullPath } }";
		for (const [project, group] of [
			[t.scene("project"), t.scene("group")],
			[t.scene("private_project"), t.scene("subgroup")],
			[await deepest(t, "project"), await deepest(t, "group")],
		] as const) {
			const response = await ask(t.as("guest"), query, { project, group });
			t.same("what is found", response.data, { project: { fullPath: project }, group: { fullPath: group }, namespace: { fullPath: group } }, response.http);
		}
		const { username } = t.user("developer");
		const own = await ask(t.as("developer"), "query($at: ID!) { namespace(fullPath: $at) { fullPath } }", { at: username });
		t.same("the namespace of a user", own.data, { namespace: { fullPath: username } }, own.http);
		const numbers = { project: String(await t.given.projectId(t.scene("project"))), group: String(await t.given.groupId(t.scene("group"))) };
		const numbered = await ask(t.as("guest"), query, numbers);
		t.assume(
			"a number finds nothing",
			Object.values(numbered.found).every((one) => one === null),
			numbered.http,
		);
		const shouted = await ask(t.as("guest"), query, { project: t.scene("project").toUpperCase(), group: t.scene("subgroup").toUpperCase() });
		t.assume(
			"capitals make no difference",
			dig(shouted.found, "project", "fullPath") === t.scene("project") && dig(shouted.found, "group", "fullPath") === t.scene("subgroup"),
			shouted.http,
		);
	}),
	stated("GQL-074", "Issues and merge requests are addressed by the project's full path and their IID, in queries and in mutations.", writes, async (t) => {
		const path = t.scene("project");
		const [issue, merge] = [String(t.scene("issue_iid")), String(t.scene("merge_request_iid"))];
		const query =
			"query($path: ID!, $issue: String, $merge: String!) { project(fullPath: $path) { issue(iid: $issue) { iid discussionLocked } mergeRequest(iid: $merge) { iid } } }";
		const response = await ask(t.as("maintainer"), query, { path, issue, merge });
		t.same("the issue's IID", response.at("project.issue.iid"), issue, response.http);
		t.same("the merge request's IID", response.at("project.mergeRequest.iid"), merge, response.http);
		const lock = async (iid: string, locked: unknown, projectPath = path) => {
			const payload = await succeed(t.as("maintainer"), "issueSetLocked", { projectPath, iid, locked }, "issue { iid discussionLocked }");
			t.same("the issue of issueSetLocked", payload.issue, { iid, discussionLocked: locked });
			const read = await ask(t.as("maintainer"), query, { path: projectPath, issue: iid, merge });
			t.same("the issue that is read", read.at("project.issue"), { iid, discussionLocked: locked }, read.http);
		};
		await lock(issue, response.at("project.issue.discussionLocked"));
		const own: (readonly [iid: string, projectPath: string])[] = [];
		await enrich(async () => {
			own.push([String(await newIssue(t, path)), path]);
		});
		if (t.given.hasControl) {
			const below = `${t.scene("subgroup")}/${t.unique("below")}`;
			await t.given.record("projects", { full_path: below });
			own.push([String((await t.given.record("issues", { project: below })).iid), below]);
		}
		for (const [iid, at] of own) for (const locked of [true, true, false]) await lock(iid, locked, at);
	}),
	stated("GQL-075", "The id of every record is a Global ID that begins with gid://service/.", reads, async (t) => {
		const response = await read(t);
		const all = idsIn(response.data);
		t.holds("there are ids", all.length > 5, response.http);
		const others = all.filter((id) => !String(id).startsWith("gid://service/"));
		t.same("ids that begin otherwise", others, [], response.http);
	}),
	stated("GQL-077", "Fields and arguments named id are Global IDs, never bare numbers.", writes, async (t) => {
		const iid = await raise(t, generic(t), { title: t.unique("alert"), service_environment_name: t.scene("environment") });
		const alerts = `{ project(fullPath: ${quoted(projectOf(generic(t)))}) { alertManagementAlert(iid: ${quoted(iid)}) { id environment { id } }
			alertManagementHttpIntegrations { nodes { id } } } }`;
		const members = `{ group(fullPath: ${quoted(t.scene("group"))}) { groupMembers { nodes { id user { id } } } projects { nodes { id } } }
			currentUser { groupMemberships { nodes { id } } projectMemberships { nodes { id } } runners { nodes { id managers { nodes { id } } } } }
			namespace(fullPath: ${quoted(t.user("maintainer").username)}) { id } }`;
		const [response, own] = [await read(t), await ask(t.as("maintainer"), members)];
		for (const one of [response, await ask(t.as("maintainer"), alerts), own]) {
			t.same("ids that are no Global IDs", bareIn(one.data), [], one.http);
		}
		const issue = response.text("project.issue.id");
		// The numbers of records that the fields find by their Global IDs.
		const known: { readonly [field: string]: unknown } = {
			runner: own.at("currentUser.runners.nodes.0.id"),
			mergeRequest: response.at("project.mergeRequest.id"),
			note: response.at("project.issue.notes.nodes.0.id"),
			user: response.at("project.issue.author.id"),
		};
		for (const [field, name, type] of finders) {
			const number = numberOf(String(known[field] ?? issue));
			for (const bare of [number, String(number)]) {
				const literal = await ask(t.as("maintainer"), `{ ${field}(${name}: ${quoted(bare)}) { id } }`);
				const variable = await ask(t.as("maintainer"), `query($id: ${type}${field === "user" ? "" : "!"}) { ${field}(${name}: $id) { id } }`, { id: bare });
				for (const found of [literal, variable]) {
					t.holds(`${quoted(bare)} finds nothing by ${field}`, found.errors.length > 0 || !found.data[field], found.http);
					t.assume(`${quoted(bare)} is refused by ${field}`, found.errors.length > 0, found.http);
				}
			}
		}
		const { id, number, title } = await snippetOf(t);
		for (const bare of [number, String(number)]) {
			const { http } = await mutate(t.as("maintainer"), "updateSnippet", { id: bare, title: t.unique("bare") });
			t.same("the title of the snippet with that number", (await found(t, "maintainer", id))?.title, title, http);
		}
	}),
	unstated("GQL-078", "The Global ID of a record consists of gid://service/, the class of the record and its number.", reads, async (t) => {
		const response = await read(t, broad.replace(/\bid\b/g, "__typename id"));
		const all = [...quoted(response.data).matchAll(/"__typename":"(\w+)","id":"([^"]*)"/g)];
		for (const [, type = "", id = ""] of all) {
			const className = classes[type] ?? type;
			t.holds(`${type}: ${id} is of class ${className}`, new RegExp(`^gid://service/${className}/\\d+$`).test(id), response.http);
		}
		const missing = ["Project", "Group", "Issue", "MergeRequest", "Release", ...Object.keys(classes)].filter((type) => !all.some((one) => one[1] === type));
		if (missing.length > 0) t.skip(`the scene's project has no ${missing.join(", ")}`);
	}),
	unstated("GQL-080, GQL-081", "An id that is not a Global ID, or of another class, is refused as an argument and as a variable.", reads, async (t) => {
		for (const [field, name, type, className] of [...finders, ...filters]) {
			const selection = field === "users" || field === "snippets" ? "{ nodes { id } }" : "{ id }";
			const other = className === "Project" ? "Issue" : "Project";
			const wrong = ["1", "", `gid://service/${className}/`, `gid://elsewhere/${className}/1`, `gid:/service/${className}/1`].map(
				(id) => [id, "is not a valid Global ID"] as const,
			);
			for (const [id, fault] of [...wrong, [gid(other, 1), `does not represent an instance of ${className}`]] as const) {
				const message = `${quoted(id)} ${fault}`;
				const list = type.startsWith("[");
				(await ask(t.as("guest"), `{ ${field}(${name}: ${list ? `[${quoted(id)}]` : quoted(id)}) ${selection} }`)).refuses(message).http.lacks("data");
				const variable = await ask(
					t.as("guest"),
					`query($id: ${type}) { ${field}(${name}: $id) ${selection} }`.replace(
						/\$id: (\w+)\)/,
						field === "users" || field === "snippets" || field === "user" ? "$id: $1)" : "$id: $1!)",
					),
					{ id: list ? [id] : id },
				);
				variable.http.lacks("data");
				t.holds(`the message says ${message}`, variable.message?.includes(message) === true, variable.http);
			}
		}
		for (const field of ["users", "projects", "groups"]) {
			const className = { users: "User", projects: "Project", groups: "Group" }[field];
			await refusedToAll(t, `{ ${field}(ids: ["${gid("Issue", 1)}"]) { nodes { id } } }`, new RegExp(`does not represent an instance of ${className}$`));
		}
	}),
	unstated("GQL-082", "A query by a Global ID of a record that does not exist returns null without an error.", reads, async (t) => {
		for (const [field, , , className] of finders)
			for (const number of ["999999999", "x", "99999999999999999999", "0"])
				t.same(`${field} ${number}`, (await ask(t.as("administrator"), `{ ${field}(id: "gid://service/${className}/${number}") { id } }`)).data, {
					[field]: null,
				});
	}),
	stated("GQL-084", "A Global ID that one query returns can be used as an argument of the next query.", writes, async (t) => {
		const response = await read(t, broad.replace("notes(first: 3)", "notes(first: 20)"));
		for (const [path, field] of [
			["project.issue", "issue"],
			["project.mergeRequest", "mergeRequest"],
			...response.list("project.issue.notes.nodes").map((_, index) => [`project.issue.notes.nodes.${index}`, "note"] as const),
			["project.issue.author", "user"],
		] as const) {
			const id = response.text(`${path}.id`);
			t.same(`the ${field}`, (await ask(t.as("developer"), `{ ${field}(id: "${id}") { id } }`)).at(`${field}.id`), id);
		}
		const { id } = await snippetOf(t);
		t.same("the snippet", (await found(t, "maintainer", id, "id"))?.id, id);
		const projects = await ask(t.as("developer"), "{ projects(first: 3) { nodes { id fullPath } } }");
		const again = await ask(
			t.as("developer"),
			`{ projects(ids: [${projects
				.list("projects.nodes")
				.map(({ id }) => quoted(id))
				.join(", ")}]) { nodes { id fullPath } } }`,
		);
		t.same("the projects", again.at("projects.nodes"), projects.at("projects.nodes"), again.http);
	}),
	unstated("GQL-086", "Times are returned in UTC and in whole seconds.", reads, async (t) => {
		const query = `query($path: ID!) { project(fullPath: $path) { createdAt lastActivityAt issues(first: 5) { nodes { createdAt updatedAt closedAt } }
				pipelines(first: 5) { nodes { createdAt updatedAt startedAt finishedAt } } releases { nodes { createdAt releasedAt } } } currentUser { createdAt } }`;
		const response = await ask(t.as("developer"), query, { path: t.scene("project") });
		const times = [...quoted(response.data).matchAll(/At":"([^"]*)"/g)].map(([, time]) => time ?? "");
		t.holds("there are times", times.length > 2, response.http);
		const others = times.filter((time) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time));
		t.same("times of another form", others, [], response.http);
	}),
];

const text = (value: unknown): string => String(value);
/** The words of a text without its markup. */
const words = (html: unknown): string =>
	text(html)
		.replace(/<[^>]*>/g, "")
		.replace(/\s+/g, " ")
		.trim();

/** Fields that follow from others of the same record or of the project around it. */
const derived: readonly Rule[] = [
	unstated("GQL-198, GQL-201", "URLs, references, counts and rendered texts of issues, merge requests and notes match other fields.", writes, async (t) => {
		await t.given.issueNote({ body: "The first line.\n\nAnd another." });
		const note = "notes(last: 3, filter: ONLY_COMMENTS) { count nodes { id body bodyHtml bodyFirstLineHtml url resolvable resolved project { fullPath } } }";
		const query = `query($path: ID!, $issue: String, $merge: String!) { project(fullPath: $path) { webUrl fullPath
			issue(iid: $issue) { iid webUrl webPath short: reference full: reference(full: true) userNotesCount ${note} }
			mergeRequest(iid: $merge) { iid webUrl diffHeadSha headPipeline { id } pipelines { nodes { id sha ref } } sourceBranch ${note} }
			pipelines(first: 10) { nodes { ref refPath sha short: sha(format: SHORT) } } } }`;
		const [issue_, merge_] = [String(t.scene("issue_iid")), String(t.scene("merge_request_iid"))];
		for (const who of ["developer", "guest"] as const) {
			const project = (await ask(t.as(who), query, { path: t.scene("project"), issue: issue_, merge: merge_ })).record("project");
			const [issue, merge] = [project.issue, project.mergeRequest].map((one) =>
				isFields(one) ? one : t.skip("the scene's issue or merge request is not there"),
			);
			const path = text(project.fullPath);
			const kinds = await ask(
				t.as(who),
				`{ project(fullPath: ${quoted(path)}) { issues(first: 50) { nodes { iid type severity author { username } userPermissions { adminIssue updateIssue } } } } }`,
			);
			for (const { iid, author, userPermissions } of kinds.list("project.issues.nodes")) {
				const { adminIssue, updateIssue } = Object(userPermissions);
				t.same(`whether ${who} may update issue ${iid}`, updateIssue, adminIssue === true || Object(author).username === t.user(who).username, kinds.http);
			}
			const severe = kinds.list("project.issues.nodes").filter(({ type, severity }) => type === "ISSUE" && severity !== null);
			t.same("issues with a severity that are no incidents", severe, [], kinds.http);
			const expected = { webPath: `/${path}/-/issues/${issue_}`, short: `#${issue_}`, full: `${path}#${issue_}`, userNotesCount: Object(issue?.notes).count };
			const { webPath, short, full, userNotesCount } = issue ?? {};
			t.same("the issue", { webPath, short, full, userNotesCount }, expected);
			for (const [kind, noteable] of Object.entries({ issues: issue, merge_requests: merge })) {
				t.same(`the address of ${kind}`, noteable?.webUrl, `${text(project.webUrl)}/-/${kind}/${text(noteable?.iid)}`);
				for (const one of nodesOf(noteable?.notes)) {
					t.same("the address and project of a note", [one.url, one.project], [`${text(noteable?.webUrl)}#note_${numberOf(one.id)}`, { fullPath: path }]);
					t.holds(
						`the first line is part of ${text(one.bodyHtml)}`,
						one.bodyFirstLineHtml !== "" && words(one.bodyHtml).startsWith(words(one.bodyFirstLineHtml)),
					);
					if (/^[\w\s.,:?!-]*$/.test(text(one.body)))
						t.same(
							"the words of a note, and of its first line",
							[words(one.bodyHtml), words(one.bodyFirstLineHtml)],
							[words(one.body), words(text(one.body).trim().split("\n")[0])],
						);
					t.holds("only what is resolvable is resolved", one.resolvable === true || one.resolved === false);
				}
			}
			t.holds(`the head of the merge request is a commit: ${text(merge?.diffHeadSha)}`, /^[0-9a-f]{40}$/.test(text(merge?.diffHeadSha)));
			const head = nodesOf(merge?.pipelines).find(({ sha, ref }) => sha === merge?.diffHeadSha && ref === merge?.sourceBranch);
			t.same("the pipeline of the head", merge?.headPipeline ?? null, head ? { id: head.id } : null);
			for (const { ref, refPath, sha, short } of nodesOf(project.pipelines)) {
				t.holds(`${text(refPath)} is a branch or tag ${text(ref)}`, [`refs/heads/${text(ref)}`, `refs/tags/${text(ref)}`].includes(text(refPath)));
				t.same("the short SHA", short, text(sha).slice(0, 8));
			}
		}
	}),
	unstated(
		"GQL-238",
		"The counts, ownerProject and userPermissions of a project runner match its projects, its jobs and the caller's role.",
		{ id: "GQL-238/derived" },
		async (t) => {
			const id = (await t.given.projectRunner()).number("id");
			const fields =
				"projectCount ownerProject { fullPath } projects { nodes { fullPath } } groups { count } jobCount jobs { count } userPermissions { readRunner updateRunner deleteRunner assignRunner }";
			const shown = async (who: ActorName) => (await ask(t.as(who), `{ runner(id: "${gid("Ci::Runner", id)}") { ${fields} } }`)).at("runner");
			const rest = (await t.as("owner").list("listRunnerJobs", { id })).ok.items.length;
			const own = { fullPath: t.scene("project") };
			for (const [who, may] of Object.entries({ administrator: true, owner: true, maintainer: true, auditor: false } as const)) {
				const rights = { readRunner: true, updateRunner: may, deleteRunner: may, assignRunner: may };
				const counts = { projectCount: 1, groups: { count: 0 }, jobCount: rest, jobs: { count: rest } };
				t.same(`the runner for ${who}`, await shown(who as ActorName), { ...counts, ownerProject: own, projects: { nodes: [own] }, userPermissions: rights });
			}
			t.same("the runner for a developer", await shown("developer"), null);
			const statuses = ["SUCCESS", "FAILED", "RUNNING", "CANCELED", "[SUCCESS, FAILED, CANCELED]"];
			const counts = statuses.map((some, at) => `n${at}: jobCount(statuses: ${some}) l${at}: jobs(statuses: ${some}, first: 100) { count nodes { status } }`);
			for (const one of (await ask(t.as("owner"), `{ currentUser { runners(first: 10) { nodes { ${counts.join(" ")} } } } }`)).list(
				"currentUser.runners.nodes",
			))
				for (const [at, some] of statuses.entries()) {
					const jobs = one[`l${at}`] ?? null;
					t.same(`jobCount of ${some}`, one[`n${at}`], isFields(jobs) ? jobs.count : null);
					t.holds(
						`jobs(statuses: ${some}) should return only jobs of these statuses`,
						nodesOf(jobs).every(({ status }) => some.includes(text(status))),
					);
					if (at > 3 && jobs !== null) t.same("the jobs of several statuses", one.n4, Number(one.n0) + Number(one.n1) + Number(one.n3));
				}
		},
	),
];

/** Ids of records inside a project, by the field of Query that finds them. */
async function insides(t: Context, path: string): Promise<readonly (readonly [field: string, id: unknown])[]> {
	const query = `query($path: ID!) { project(fullPath: $path) { issues(first: 1) { nodes { id notes(first: 1) { nodes { id } } } } mergeRequests(first: 1) { nodes { id notes(first: 1) { nodes { id } } } }
		snippets(first: 1) { nodes { id } } runners(first: 1) { nodes { id } } } }`;
	const project = (await ask(t.as("administrator"), query, { path })).record("project");
	const [issue, merge, snippet, runner] = ["issues", "mergeRequests", "snippets", "runners"].map((name) => nodesOf(project[name])[0]);
	const notes = [issue, merge].map((one) => nodesOf(one?.notes)[0]);
	return (
		[
			["issue", issue],
			["mergeRequest", merge],
			["note", notes[0]],
			["note", notes[1]],
			["snippets", snippet],
			["runner", runner],
		] as const
	).flatMap(([field, one]) => (one ? [[field, one.id] as const] : []));
}

const isShown = (response: GraphqlResponse, field: string): boolean =>
	field === "snippets" ? response.list("snippets.nodes").length > 0 : response.at(field) !== null;

const refusals: readonly Rule[] = [
	unstated("GQL-088", "A project, group or record that does not exist or that the caller cannot see is null, without an error.", writes, async (t) => {
		const query = "query($project: ID!, $group: ID!) { project(fullPath: $project) { id } group(fullPath: $group) { id } namespace(fullPath: $group) { id } }";
		const nothing = { project: null, group: null, namespace: null };
		const hidden = { project: t.scene("private_project"), group: t.scene("private_group") };
		for (const who of ["outsider", null] as const)
			for (const variables of [hidden, { project: `${t.scene("group")}/${t.unique("none")}`, group: t.unique("none") }])
				t.same("what is found", (await ask(by(t, who), query, variables)).data, nothing);
		let path = hidden.project;
		await enrich(async () => {
			path = pathOf(await freshProject(t, { visibility: "private" }));
			for (const table of ["issues", "merge_requests"])
				await t.given.record("notes", { on: { [table.replace(/s$/, "")]: (await t.given.record(table, { project: path })).id } });
			await t.given.record("snippets", { project: path, visibility: "private" });
			await t.given.record("runners", { projects: [path] });
		});
		for (const [field, id] of await insides(t, path)) {
			const one = `{ ${field === "snippets" ? `snippets(ids: [${quoted(id)}]) { nodes { id } }` : `${field}(id: ${quoted(id)}) { id }`} }`;
			for (const who of ["outsider", null] as const) {
				const response = await ask(by(t, who), one);
				t.holds(`${field} of a private project does not show to ${who}`, !isShown(response, field), response.http);
			}
			// A record that another rule has removed meanwhile proves nothing.
			const isThere = isShown(await ask(t.as("administrator"), one), field) || !(await insides(t, path)).some(([, other]) => other === id);
			t.holds(`${field} shows to an administrator`, isThere);
		}
	}),
	unstated("GQL-089", "Connections neither list nor count records that the caller cannot see, with any filter and sort order.", reads, async (t) => {
		const [open, hidden, closed] = [t.scene("project"), t.scene("private_project"), t.scene("private_group")];
		const last = (path: string) => quoted(path.split("/").at(-1));
		for (const args of [`fullPaths: [${quoted(open)}, ${quoted(hidden)}]`, `fullPaths: [${quoted(hidden)}, ${quoted(open)}], sort: "name_desc"`])
			for (const [who, paths] of [
				["outsider", [open]],
				[null, [open]],
				["guest", [hidden, open]],
				["auditor", [hidden, open]],
			] as const) {
				const response = await ask(by(t, who), `{ projects(${args}) { count nodes { fullPath } } }`);
				t.same(
					`the projects of ${who}`,
					response
						.list("projects.nodes")
						.map(({ fullPath }) => fullPath)
						.sort(),
					[...paths].sort(),
					response.http,
				);
				t.same("their count", response.at("projects.count"), paths.length, response.http);
			}
		const group = `group(fullPath: ${quoted(t.scene("group"))})`;
		for (const query of [
			`{ projects(search: ${last(hidden)}) { nodes { fullPath } } }`,
			'{ projects(sort: "id_asc") { nodes { fullPath } } }',
			`{ ${group} { projects(includeSubgroups: true, sort: PATH_ASC) { nodes { fullPath } } } }`,
			`{ ${group} { projects(search: ${last(hidden)}) { nodes { fullPath } } } }`,
			`{ groups(search: ${last(closed)}) { nodes { fullPath } } }`,
			'{ groups(sort: "path_desc", topLevelOnly: true) { nodes { fullPath } } }',
			`{ groups(allAvailable: true) { nodes { fullPath } } }`,
			"{ users(usernames: [" +
				quoted(t.user("developer").username) +
				"]) { nodes { groupMemberships { nodes { group { fullPath } } } projectMemberships { nodes { project { fullPath } } } groups { nodes { fullPath } } } } }",
		]) {
			const response = await ask(t.as("outsider"), query);
			for (const path of [hidden, closed]) t.holds(`${path} is nowhere in ${query}`, !response.http.text.includes(quoted(path)), response.http);
		}
	}),
	unstated("GQL-091, GQL-093", "A mutation returns domain errors as sentences in its payload, and always returns its clientMutationId.", writes, async (t) => {
		const input = (fields: Fields) => ({ projectPath: t.scene("project"), visibilityLevel: "public", ...fields });
		const description = "d".repeat(1_048_577);
		for (const clientMutationId of [t.unique("mutation"), "", null]) {
			const failed = await mutate(t.as("maintainer"), "createSnippet", input({ title: "", description, clientMutationId }), "snippet { id } clientMutationId");
			const errors = ["Title can't be blank", "Description is too long (maximum is 1048576 characters)", "Content can't be blank"];
			t.same("the payload of a failure", failed.record("createSnippet"), { snippet: null, errors, clientMutationId }, failed.http);
			const { id } = await snippetOf(t);
			const done = await mutate(t.as("maintainer"), "updateSnippet", { id, title: "Done", clientMutationId }, "clientMutationId");
			t.same("the payload of a success", done.record("updateSnippet"), { errors: [], clientMutationId }, done.http);
			const refused = await mutate(t.as("maintainer"), "updateSnippet", { id, title: "", clientMutationId }, "clientMutationId");
			t.same("the payload of a refused change", refused.record("updateSnippet"), { errors: ["Title can't be blank"], clientMutationId }, refused.http);
		}
	}),
];

export const objectRules: readonly Rule[] = [...ids, ...derived, ...refusals];
