/** The kinds of records that can be nested in others, and how a nested record refers to its parent. */
import type { Group, Pipeline, Project, User } from "../../state/records";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";
import { definitions, type Rows, type TableName } from "../../state/tables";
import { kindOf } from "../kinds";

/** Returns the fields of a nested record, or names that stand for fields, that follow from its parent. */
type Link<Row> = (parent: Row) => { readonly [name: string]: unknown };

/** The table of nested records, and the fields that follow from their parent. */
export interface Nest<Row> {
	readonly table: string;
	readonly link: Link<Row>;
}

/** The lists that a record can have, named by their kind; `subgroups` and `children` also say how they relate. */
export type Nests<Row> = { readonly [name: string]: Nest<Row> };

const nest = <Row>(table: string, link: Link<Row>): Nest<Row> => ({ table, link });

const ofUser = ({ id }: User) => ({ user_id: id });
const byUser = ({ id }: User) => ({ author_id: id });
const ofGroup = ({ id }: Group) => ({ group_id: id });
const inGroup = ({ full_path }: Group) => ({ group: full_path });
const ofProject = ({ id }: Project) => ({ project_id: id });
const inProject = ({ full_path }: Project) => ({ project: full_path });
const into = ({ full_path }: Group | Project) => ({ into: full_path });

const notesOf = <Row extends { readonly id: number }>(kind: string): Nests<Row> => ({
	notes: nest("notes", ({ id }) => ({ on: { [kind]: id } })),
});

export const nesting: { readonly [Name in TableName]?: Nests<Rows[Name]> } = {
	users: {
		tokens: nest("tokens", ofUser),
		secondary_emails: nest("secondaryEmails", ofUser),
		identities: nest("identities", ofUser),
		scim_identities: nest("scimIdentities", ofUser),
		support_pins: nest("supportPins", ofUser),
		todos: nest("todos", ofUser),
		sessions: nest("sessions", ofUser),
		enterprise_users: nest("enterpriseUsers", ofUser),
		ssh_keys: nest("sshKeys", ofUser),
		feed_tokens: nest("feedTokens", ofUser),
		spam_logs: nest("spamLogs", ofUser),
		snippets: nest("snippets", byUser),
		projects: nest("projects", ({ id }) => ({ owner_id: id })),
	},
	groups: {
		subgroups: nest("groups", ({ id }) => ({ parent_id: id })),
		projects: nest("projects", ofGroup),
		members: nest("members", inGroup),
		shares: nest("shares", into),
		epics: nest("epics", ofGroup),
		wiki_pages: nest("wikiPages", inGroup),
		runners: nest("runners", ofGroup),
		runner_rules: nest("runnerRules", inGroup),
		tokens: nest("tokens", inGroup),
		deploy_tokens: nest("deployTokens", inGroup),
		enterprise_users: nest("enterpriseUsers", ofGroup),
		scim_identities: nest("scimIdentities", ofGroup),
	},
	projects: {
		members: nest("members", inProject),
		shares: nest("shares", into),
		issues: nest("issues", ofProject),
		merge_requests: nest("mergeRequests", ofProject),
		labels: nest("labels", ofProject),
		snippets: nest("snippets", ofProject),
		wiki_pages: nest("wikiPages", inProject),
		repository_trees: nest("repositoryTrees", ofProject),
		environments: nest("environments", ofProject),
		releases: nest("releases", ofProject),
		pipelines: nest("pipelines", ofProject),
		alert_integrations: nest("alertIntegrations", ofProject),
		alerts: nest("alerts", ofProject),
		runners: nest("runners", ({ full_path }) => ({ projects: [full_path] })),
		runner_rules: nest("runnerRules", inProject),
		tokens: nest("tokens", inProject),
		deploy_tokens: nest("deployTokens", inProject),
	},
	issues: notesOf("issue"),
	mergeRequests: notesOf("merge_request"),
	epics: notesOf("epic"),
	snippets: notesOf("snippet"),
	wikiPages: notesOf("wiki_page"),
	alerts: notesOf("alert"),
	pipelines: {
		jobs: nest("jobs", ({ id }) => ({ pipeline_id: id })),
		children: nest("pipelines", ({ id, project_id }: Pipeline) => ({ parent_id: id, project_id })),
	},
	jobs: { job_steps: nest("jobSteps", ({ id }) => ({ job_id: id })) },
	releases: { release_links: nest("releaseLinks", ({ id }) => ({ release_id: id })) },
	runners: {
		runner_managers: nest("runnerManagers", ({ id }) => ({ runner_id: id })),
		runner_tokens: nest("runnerTokens", ({ id }) => ({ runner_id: id })),
		runner_assignments: nest("runnerAssignments", ({ id }) => ({ runner_id: id })),
	},
};

/** Returns the names of the tables that extensions define. */
const extensionTables = ({ definitions: all }: State): string[] =>
	Object.keys(all).filter((name) => !Object.hasOwn(definitions, name));

/** Returns the nested lists for extension tables: each can be nested in the tables of its fields `<name>_id`. */
export const extensionNests = (table: string, state: State): Nests<Row> =>
	Object.fromEntries(
		extensionTables(state).flatMap((name): [string, Nest<Row>][] => {
			const [field] =
				Object.entries(state.definition(name).columns).find(
					([one, { check }]) => check.table === table && one.endsWith("_id"),
				) ?? [];
			return field === undefined ? [] : [[kindOf(name), nest(name, ({ id }) => ({ [field]: id }))]];
		}),
	);

/** Returns the order in which a state's tables are filled. */
export const orderOf = (state: State): readonly string[] => [...order, ...extensionTables(state)];

/** The order in which tables are filled, so that references are found. Within a table, the order is the file's. */
const order: readonly TableName[] = [
	"users",
	"groups",
	"projects",
	"members",
	"shares",
	"enterpriseUsers",
	"identities",
	"scimIdentities",
	"secondaryEmails",
	"supportPins",
	"todos",
	"sessions",
	"spamLogs",
	"tokens",
	"sshKeys",
	"feedTokens",
	"deployTokens",
	"registrationTokens",
	"runnerRules",
	"repositoryTrees",
	"environments",
	"alertIntegrations",
	"issues",
	"labels",
	"mergeRequests",
	"epics",
	"snippets",
	"wikiPages",
	"alerts",
	"releases",
	"releaseLinks",
	"runners",
	"runnerManagers",
	"runnerAssignments",
	"runnerTokens",
	"pipelines",
	"jobs",
	"jobSteps",
	"notes",
];
