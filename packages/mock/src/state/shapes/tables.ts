import type { Has, Report, Shape } from "../../lib/checks";
import type { NoteableType, RunnerPlace } from "../records";
import type { State } from "../state";
import type { Row, Table } from "../table";
import { definitions } from "../tables";
import * as groups from "./groups";
import * as pipelines from "./pipelines";
import * as users from "./users";
import * as work from "./work";

export type RowOf<Held> = Held extends Table<infer R, infer _Group, infer _Unique, infer _Filled> ? R : never;
export type TableName = { [Name in keyof State]: RowOf<State[Name]> extends never ? never : Name }[keyof State];

/** What the rows of each table look like. */
export const shapes: { readonly [Name in TableName]: Shape<RowOf<State[Name]>> } = {
	users: users.user,
	tokens: users.token,
	secondaryEmails: users.secondaryEmail,
	identities: users.identity,
	scimIdentities: users.scimIdentity,
	supportPins: users.supportPin,
	todos: users.todo,
	sessions: users.session,
	groups: groups.group,
	projects: groups.project,
	members: groups.member,
	shares: groups.share,
	issues: work.issue,
	mergeRequests: work.mergeRequest,
	snippets: work.snippet,
	repositoryTrees: work.repositoryTree,
	spamLogs: work.spamLog,
	alerts: work.alert,
	alertIntegrations: work.alertIntegration,
	environments: work.environment,
	epics: work.epic,
	wikiPages: work.wikiPage,
	notes: work.note,
	pipelines: pipelines.pipeline,
	jobs: pipelines.job,
	jobSteps: pipelines.jobStep,
	runners: pipelines.runner,
	runnerManagers: pipelines.runnerManager,
	runnerAssignments: pipelines.runnerAssignment,
	runnerTokens: pipelines.runnerToken,
	registrationTokens: pipelines.registrationToken,
	runnerRules: pipelines.runnerRule,
	enterpriseUsers: users.enterpriseUser,
	sshKeys: users.sshKey,
	releases: definitions.releases.shape,
	releaseLinks: definitions.releaseLinks.shape,
	deployTokens: groups.deployToken,
	feedTokens: groups.feedToken,
};

const noteables: { readonly [Type in NoteableType]: TableName } = {
	Issue: "issues",
	Snippet: "snippets",
	MergeRequest: "mergeRequests",
	Epic: "epics",
	"WikiPage::Meta": "wikiPages",
	"AlertManagement::Alert": "alerts",
};
const places: { readonly [Place in RunnerPlace]: TableName | null } = {
	instance: null,
	group: "groups",
	project: "projects",
};

/** What a field refers to where another field of the row says into which table. */
type Pointing = readonly [field: string, table: string | null, id: number];
const pointings: { readonly [Name in TableName]?: (row: RowOf<State[Name]>) => Pointing | null } = {
	members: (row) => ["source_id", places[row.source], row.source_id],
	shares: (row) => ["target_id", places[row.target], row.target_id],
	deployTokens: (row) => ["source_id", places[row.source], row.source_id],
	wikiPages: (row) => ["container_id", places[row.container], row.container_id],
	registrationTokens: (row) => ["place_id", places[row.place], row.place_id],
	runnerRules: (row) => ["place_id", places[row.place], row.place_id],
	notes: (row) => ["noteable_id", noteables[row.noteable_type], row.noteable_id],
	tokens: ({ resource }) => resource && ["resource.id", places[resource.type], resource.id],
};

/** Reports a reference of a row, whose fields are right by themselves, that leads nowhere. */
export function checkPointing(table: string, row: Row, report: Report, has: Has): void {
	// The row has passed the shape of this very table.
	const pointing = Reflect.get(pointings, table) as ((row: Row) => Pointing | null) | undefined;
	const [field, target, id] = pointing?.(row) ?? [];
	if (field && target && id !== undefined && !has(target, id)) report(field, `the id of one of the ${target}`, id);
}
