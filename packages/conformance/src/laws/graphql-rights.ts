import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { ask, GraphqlResponse, gid, mutate } from "../rule/graphql";
import { type Fields, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { projectOf } from "../rules/alerts/intake";
import { incidentWith } from "../rules/graphql/incident";
import { by, everyone, quoted, type Who } from "../rules/graphql/lab";
import { snippetOf } from "../rules/graphql/snippet-lab";
import { graphqlLaw } from "./graphql-law";

/** Tries an action and returns whether the caller may do it. It must not change anything that the next caller's attempt depends on. */
type Act = (t: Context, who: Who, id: string) => Promise<boolean>;

/** A record with `userPermissions`, and an action for each of them. */
interface Subject {
	/** Creates or finds the record, and returns its id or path. */
	readonly make: (t: Context) => Promise<string> | string;
	readonly around: (id: string) => string;
	readonly acts: { readonly [right: string]: Act };
	/** The claims that the law proves. */
	readonly claims?: string;
}

/** Returns an action that sends a mutation: callers without the right get an error. */
const tries =
	(name: string, input: (t: Context, id: string) => Params | Promise<Params>): Act =>
	async (t, who, id) => {
		const { errors } = await mutate(by(t, who), name, await input(t, id));
		return errors.length === 0;
	};
/** Returns an action that sends a query: callers without the right get null or an empty list. */
const shows =
	(around: (id: string) => string): Act =>
	async (t, who, id) => {
		const response = new GraphqlResponse((await by(t, who).graphql(`{ ${around(id)} }`)).is(200));
		return !/:null|\[\]/.test(quoted(response.data));
	};

const inProject = (path: string): string => `project(fullPath: ${quoted(path)}) { @ }`;
const blank = { title: "", visibilityLevel: "private", blobActions: [] };

const ofProject: Subject["acts"] = {
	readProject: shows((path) => inProject(path).replace("@", "id")),
	createIssue: async (t, who, path) => who !== null && (await shows((path) => inProject(path).replace("@", "issues { count }"))(t, who, path)),
	createSnippet: tries("createSnippet", (_t, projectPath) => ({ ...blank, projectPath })),
	createPipeline: tries("pipelineCreate", (t, projectPath) => ({ projectPath, ref: t.unique("no-ref") })),
	downloadCode: shows((path) => inProject(path).replace("@", "repository { exists }")),
	// Auditors can read everything that maintainers can, but administer nothing.
	adminProject: async (t, who, path) => who !== "auditor" && (await shows(() => inProject(path).replace("@", "runners { count }"))(t, who, path)),
	adminOperations: tries("httpIntegrationCreate", (_t, projectPath) => ({ projectPath, name: "", active: false })),
};

const snippet = (id: string): string => `snippets(ids: [${quoted(id)}]) { nodes { @ } }`;
const ofSnippet: Subject["acts"] = {
	readSnippet: shows((id) => snippet(id).replace("@", "id")),
	...Object.fromEntries(["updateSnippet", "adminSnippet"].map((right) => [right, tries("updateSnippet", (_t, id) => ({ id }))])),
	createNote: tries("createNote", (_t, noteableId) => ({ noteableId, body: "" })),
};

const runner = (id: string): string => `runner(id: ${quoted(id)}) { @ }`;
const ofRunner: Subject["acts"] = {
	readRunner: shows((id) => runner(id).replace("@", "id")),
	updateRunner: tries("runnerUpdate", (_t, id) => ({ id })),
	deleteRunner: tries("runnerDelete", (_t, id) => ({ id })),
};

const issue = (id: string): string => `issue(id: ${quoted(id)}) { @ }`;
const ofIssue = (path: (t: Context) => string): Subject["acts"] => ({
	readIssue: shows((id) => issue(id).replace("@", "id")),
	createNote: tries("createNote", (_t, noteableId) => ({ noteableId, body: "" })),
	async adminIssue(t, who, id) {
		const iid = (await ask(t.as("administrator"), `{ ${issue(id).replace("@", "iid")} }`)).text("issue.iid");
		return await tries("issueSetLocked", () => ({ projectPath: path(t), iid, locked: false }))(t, who, id);
	},
	async updateIssue(t, who, id) {
		const title = t.unique("titled");
		await mutate(by(t, who), "createNote", { noteableId: id, body: `/title ${title}` });
		return (await ask(t.as("administrator"), `{ ${issue(id).replace("@", "title")} }`)).at("issue.title") === title;
	},
});

const subjects: { readonly [slug: string]: Subject } = {
	...Object.fromEntries(
		(["project", "internal_project", "private_project"] as const).map((scene) => [
			scene,
			{ claims: "GQL-185", make: (t: Context) => t.scene(scene), around: inProject, acts: ofProject },
		]),
	),
	...Object.fromEntries(
		["public", "internal", "private"].flatMap((visibilityLevel) =>
			(["project", "private_project", null] as const).map((scene) => [
				`${visibilityLevel}_snippet_of_${scene ?? "a_person"}`,
				{
					make: async (t: Context) => String((await snippetOf(t, { visibilityLevel, projectPath: scene && t.scene(scene) }, "developer")).id),
					...{ claims: "GQL-219", around: snippet, acts: ofSnippet },
				},
			]),
		),
	),
	...Object.fromEntries(
		(["runner", "projectRunner", "instanceRunner"] as const).map((kind) => [
			kind,
			{ make: async (t: Context) => gid("Ci::Runner", (await t.given[kind]()).number("id")), around: runner, acts: ofRunner, claims: "GQL-238, GQL-242" },
		]),
	),
	...Object.fromEntries(
		["", "/confidential", "/confidential\n/assign @guest"].map((commands, at) => [
			["issue", "confidential_issue", "assigned_issue"][at] ?? "",
			{
				claims: "GQL-198",
				make: async (t: Context) => (await incidentWith(t, commands.replace("guest", t.user("guest").username))).id,
				...{ around: issue, acts: ofIssue((t) => projectOf({ url: t.scene("alert_url"), key: "" })) },
			},
		]),
	),
	pipeline: {
		claims: "GQL-226",
		make: async (t) => gid("Ci::Pipeline", (await t.given.pipeline()).number("id")),
		around: (id) => `project(fullPath: "#") { pipeline(id: ${quoted(id)}) { @ } }`,
		acts: {
			cancelPipeline: tries("pipelineCancel", (_t, id) => ({ id })),
			updatePipeline: tries("pipelineRetry", (_t, id) => ({ id })),
			adminPipeline: async (t, who) => who !== "auditor" && (await shows(() => inProject(t.scene("project")).replace("@", "runners { count }"))(t, who, "")),
			destroyPipeline: tries("pipelineDestroy", (_t, id) => ({ id })),
		},
	},
	user: {
		make: () => "",
		around: () => "currentUser { @ }",
		acts: { createSnippet: tries("createSnippet", () => blank) },
	},
};

/** Rights whose action removes the record. */
const ends = /^(delete|destroy)/;

/** Each of the `userPermissions` is true exactly for the callers who may do what it names. */
export const graphqlRights: readonly Rule[] = Object.entries(subjects).map(([slug, { make, around, acts, claims = "" }]) =>
	graphqlLaw(
		`rights-${slug}`,
		`each of the userPermissions is true only for callers who can do what it names (${slug.replaceAll("_", " ")})`,
		"ASSUMED",
		async (t) => {
			let id = await make(t);
			const names = Object.keys(acts);
			for (const who of [...everyone, ...(t.hasToken("runner-keeper") ? (["runner-keeper"] as const) : [])]) {
				const query = around(id)
					.replace("#", t.scene("project"))
					.replace("@", `userPermissions { ${names.join(" ")} }`);
				const found = permissionsIn((await ask(by(t, who), `{ ${query} }`)).data);
				for (const [right, act] of Object.entries(acts)) {
					const may = await act(t, who, id);
					t.same(`${right} of ${who}`, found[right] === true, may);
					if (may && ends.test(right)) id = await make(t);
				}
			}
		},
		{ effect: "writes", claims },
	),
);

function permissionsIn(value: unknown): Fields {
	if (Array.isArray(value)) return Object.assign({}, ...value.map(permissionsIn));
	if (!isFields(value)) return {};
	return isFields(value.userPermissions) ? value.userPermissions : Object.assign({}, ...Object.values(value).map(permissionsIn));
}
