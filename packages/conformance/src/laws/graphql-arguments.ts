import type { ActorName } from "../rule/actors";
import type { Context } from "../rule/context";
import { ask, gid, numberOf } from "../rule/graphql";
import type { Fields } from "../rule/response";
import type { Effect, Rule } from "../rule/rule";
import { generic, projectOf } from "../rules/alerts/intake";
import { quoted } from "../rules/graphql/lab";
import { type Connection, follows, type Meaning } from "../rules/graphql/meanings";
import { stringOrders } from "../rules/graphql/places";
import { graphqlLaw } from "./graphql-law";

/** A connection of records in the scene. Rules that create records check the other connections. */
interface Row {
	readonly parent: string;
	/** Returns the query around the connection. `at` is the connection's path in the data. */
	readonly around: (t: Context) => string | Promise<string>;
	readonly at: string;
	readonly who: readonly ActorName[];
	readonly more?: Partial<Connection>;
	readonly meaning?: Meaning;
	readonly effect?: Effect;
}

const inProject = (t: Context): string => `project(fullPath: ${quoted(t.scene("project"))}) { @ }`;
const ofGroup = { about: { ACTIVITY: "lastActivityAt", includeSubgroups: null }, texts: ["name", "path", "description"] };
const isActive =
	(expected: boolean) =>
	(node: Fields): boolean =>
		node.active === expected;

/** The scopes of pipelines, which no field shows. */
const inScope: Meaning = {
	fields: "status",
	filters: Object.fromEntries(
		Object.entries({ FINISHED: ["SUCCESS", "FAILED", "CANCELED"], RUNNING: ["RUNNING"], PENDING: ["PENDING"] }).map(([scope, statuses]) => [
			`scope: ${scope}`,
			(node: Fields) => statuses.includes(String(node.status)),
		]),
	),
};

/** Returns a query for the runner whose list is the longest. */
async function busiest(t: Context, list: string): Promise<string> {
	const runners = (await ask(t.as("administrator"), `{ runners { nodes { id ${list} { count } } } }`)).list("runners.nodes");
	const sizeOf = (one: Fields): number => Number(Object(one[list]).count);
	const [most] = [...runners].sort((a, b) => sizeOf(b) - sizeOf(a));
	return most ? `runner(id: ${quoted(most.id)}) { @ }` : t.skip("there are no runners");
}

const rows: readonly Row[] = [
	...["managers", "jobs"].map((list): Row => ({ parent: "CiRunner", around: (t) => busiest(t, list), at: `runner.${list}`, who: ["administrator"] })),
	{
		...{ parent: "CiRunner", around: (t) => busiest(t, "projects"), at: "runner.projects", who: ["administrator"] },
		meaning: { texts: ["name", "path", "description"], fields: "fullPath", usual: '"id_asc"', orders: stringOrders },
	},
	{
		...{ parent: "Project", around: inProject, at: "project.releases", who: ["guest", "outsider"] },
		...{ more: { key: "tagName" }, meaning: { usual: "RELEASED_AT_DESC" } },
	},
	{
		parent: "Project",
		around: inProject,
		at: "project.pipelines",
		who: ["developer"],
		meaning: { about: { username: "user.username", refType: null, scope: null }, ...inScope },
	},
	{
		...{ parent: "MergeRequest", at: "project.mergeRequest.notes", who: ["developer", "guest"] },
		effect: "writes",
		async around(t) {
			const where = { id: t.scene("project"), merge_request_iid: t.scene("merge_request_iid") };
			const write = async (): Promise<number> => {
				const note_id = (await t.as("owner").call("createMergeRequestNote", { ...where, body: t.unique("note") })).ok.number("id");
				t.undo(`note ${note_id}`, async () => await t.as("owner").call("deleteMergeRequestNote", { ...where, note_id }));
				return note_id;
			};
			const [older] = [await write(), await write()];
			// A change of a note does not change its position.
			(await t.as("owner").call("updateMergeRequestNote", { ...where, note_id: older, body: t.unique("changed") })).ok;
			return inProject(t).replace("@", `mergeRequest(iid: "${where.merge_request_iid}") { @ }`);
		},
		meaning: {
			fields: "system",
			orders: { "": { by: (node) => numberOf(node.id) } },
			usual: "",
			filters: {
				"filter: ALL_NOTES": () => true,
				"filter: ONLY_COMMENTS": (node) => node.system === false,
				"filter: ONLY_ACTIVITY": (node) => node.system === true,
			},
		},
	},
	{
		...{ parent: "Project", at: "project.alertManagementHttpIntegrations", who: ["maintainer"], more: { uncounted: true } },
		around: (t) => `project(fullPath: ${quoted(projectOf(generic(t)))}) { @ }`,
	},
	{
		...{ parent: "Group", at: "group.groupMembers", who: ["administrator", "outsider"], more: { uncounted: true } },
		around: (t) => `group(fullPath: ${quoted(t.scene("subgroup"))}) { @ }`,
		meaning: {
			about: { accessLevels: "accessLevel.stringValue", relations: null },
			texts: ["user.name", "user.username"],
			filters: { "relations: [INHERITED, DIRECT]": () => true },
		},
	},
	{
		...{ parent: "Namespace", at: "namespace.projects", who: ["administrator", "outsider"], meaning: ofGroup },
		around: (t) => `namespace(fullPath: ${quoted(t.scene("group"))}) { @ }`,
	},
	{
		...{ parent: "UserCore", at: "user.groups", who: ["administrator", "outsider"], meaning: { texts: ["name", "fullPath"] } },
		around: (t) => `user(id: "${gid("User", t.user("developer").id)}") { @ }`,
	},
	{
		...{
			parent: "CurrentUser",
			around: () => "currentUser { @ }",
			at: "currentUser.personalAccessTokens",
			who: ["maintainer", "owner", "developer"],
			more: { uncounted: true },
		},
		meaning: { texts: ["name"], fields: "active", filters: { "state: ACTIVE": isActive(true), "state: INACTIVE": isActive(false) } },
	},
];

/** Each argument of a connection has the effect that its name says, alone and with other arguments. */
export const graphqlArguments: readonly Rule[] = rows.flatMap(({ parent, around, at, who, more, meaning, effect }) =>
	who.map((one) =>
		graphqlLaw(
			`arguments-${at.replaceAll(".", "-")}-${one}`,
			`the arguments of ${at} filter and sort by the fields that they name, for ${one}`,
			"ASSUMED",
			async (t) => {
				await follows(t, { caller: t.as(one), around: await around(t), at, parent, ...more }, meaning);
			},
			effect && { effect },
		),
	),
);
