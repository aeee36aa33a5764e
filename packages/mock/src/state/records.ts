/** The rows of the tables. Times are ISO strings in UTC with milliseconds; dates are `YYYY-MM-DD`. */

export type {
	Alert,
	AlertField,
	AlertIntegration,
	AlertMapping,
	AlertSeverity,
	AlertStatus,
	Environment,
} from "./tables/alerts";
export { alertFields } from "./tables/alerts";
export type { DeployToken, EnterpriseUser, FeedToken, Session, SshKey, Token } from "./tables/credentials";
export type {
	BranchProtection,
	CustomAttribute,
	FeatureAccess,
	Group,
	Member,
	Permission,
	Project,
	ProjectSettings,
	ProjectStatistics,
	Share,
	SharedRunnersSetting,
	StoredFile,
	Visibility,
} from "./tables/groups";
export type {
	Epic,
	Issue,
	Label,
	MergeRequest,
	Note,
	NoteableType,
	Snippet,
	SnippetFile,
	SpamLog,
	WikiPage,
} from "./tables/notes";
export type { Job, JobStep, Pipeline, PipelineStatus, PipelineVariable, TestCase, TestSuite } from "./tables/pipelines";
export { pipelineStatuses } from "./tables/pipelines";
export type { Release, ReleaseLink } from "./tables/releases";
export type { RepositoryFile, RepositoryTree } from "./tables/repository";
export type {
	RegistrationToken,
	Runner,
	RunnerAccessLevel,
	RunnerAssignment,
	RunnerManager,
	RunnerPlace,
	RunnerProgram,
	RunnerRule,
	RunnerToken,
	RunnerType,
} from "./tables/runners";
export type {
	Identity,
	ScimIdentity,
	SecondaryEmail,
	SupportPin,
	Todo,
	User,
	UserPreferences,
	UserStatus,
} from "./tables/users";
