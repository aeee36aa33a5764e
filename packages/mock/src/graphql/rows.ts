/**
 * The parents that the resolvers of each type get, by the type's name in the schema. The generated resolver types use
 * them. A field without its own resolver is the row's property of the same name (`createdAt` is `created_at`).
 */

import type { SuiteSummary } from "../domains/pipelines/test-report";
import type {
	Alert,
	AlertIntegration,
	Group as GroupRow,
	Issue as IssueRow,
	Job,
	Member,
	MergeRequest as MergeRequestRow,
	Note as NoteRow,
	Pipeline as PipelineRow,
	Project as ProjectRow,
	ReleaseLink,
	Release as ReleaseRow,
	RunnerManager,
	Runner as RunnerRow,
	Snippet as SnippetRow,
	Token,
	User as UserRow,
} from "../state/records";
import type { Connection } from "./connection";
import type { RepositoryBlobRow } from "./types/repository";
import type { SnippetBlobRow } from "./types/snippets";

export type {
	Environment,
	Epic,
	Group,
	Issue,
	MergeRequest,
	Note,
	Pipeline,
	Project,
	Release,
	Snippet,
	Todo,
} from "../state/records";

export type User = UserRow;
export type CurrentUser = UserRow;
export type UserCore = UserRow;
/** A group, or the user whose personal namespace it is. */
export type Namespace = GroupRow | UserRow;
export type GroupMember = Member;
export type ProjectMember = Member;
export type PersonalAccessToken = Token;
export type RootStorageStatistics = GroupRow;
export type CiJob = Job;
export type CiRunner = RunnerRow;
export type CiRunnerManager = RunnerManager;
export type ReleaseAssets = ReleaseRow;
export type ReleaseAssetLink = ReleaseLink;
export type Repository = ProjectRow;
export type TestReportSummary = PipelineRow;

export type ProjectInterface = ProjectRow;
export type GroupInterface = GroupRow;
export type PipelineInterface = PipelineRow;
export type CiJobInterface = Job;
export interface PersonalAccessTokenScope {
	readonly value: string;
}

export type CiJobInterfaceConnection = Connection<Job>;
export type CiRunnerConnection = Connection<RunnerRow>;
export type CiRunnerManagerConnection = Connection<RunnerManager>;
export type GroupConnection = Connection<GroupRow>;
export type GroupInterfaceConnection = Connection<GroupRow>;
export type GroupMemberConnection = Connection<Member>;
export type IssueConnection = Connection<IssueRow>;
export type MergeRequestConnection = Connection<MergeRequestRow>;
export type NoteConnection = Connection<NoteRow>;
export type PersonalAccessTokenConnection = Connection<Token>;
export type PipelineConnection = Connection<PipelineRow>;
export type ProjectConnection = Connection<ProjectRow>;
export type ProjectMemberConnection = Connection<Member>;
export type ReleaseConnection = Connection<ReleaseRow>;
export type ReleaseAssetLinkConnection = Connection<ReleaseLink>;
export type SnippetConnection = Connection<SnippetRow>;
export type UserCoreConnection = Connection<UserRow>;

export type NoteableInterface = IssueRow | MergeRequestRow | SnippetRow;
export type SnippetBlob = SnippetBlobRow;
export type RepositoryBlob = RepositoryBlobRow;
export type TestSuiteSummary = SuiteSummary;
export type AlertManagementAlert = Alert;
export type AlertManagementHttpIntegration = AlertIntegration;
export type AlertManagementAlertConnection = Connection<AlertManagementAlert>;
export type AlertManagementHttpIntegrationConnection = Connection<AlertManagementHttpIntegration>;
export type TestSuiteSummaryConnection = Connection<TestSuiteSummary>;
export type RepositoryBlobConnection = Connection<RepositoryBlob>;
export type SnippetBlobConnection = Connection<SnippetBlob>;
