/** The typed GraphQL documents with the same effect or result as an operation, by operationId. */
const twins: Readonly<Record<string, string>> = {
	listIssueNotes: "IssueNotes",
	listMergeRequestNotes: "MergeRequestNotes",
	listPipelines: "ProjectPipelines",
	getPipeline: "ProjectPipeline",
	createPipeline: "PipelineCreate",
	retryPipeline: "PipelineRetry",
	cancelPipeline: "PipelineCancel",
	deletePipeline: "PipelineDestroy",
	listGroups: "Groups",
	getGroup: "Group",
	updateGroup: "GroupUpdate",
	listGroupProjects: "GroupProjects",
	listUsers: "Users",
	getUser: "User",
	getCurrentUser: "CurrentUser",
	createUserRunner: "RunnerCreate",
	listAllRunners: "Runners",
	getRunner: "Runner",
	updateRunner: "RunnerUpdate",
	deleteRunner: "RunnerDelete",
	listRunnerManagers: "RunnerManagers",
	listProjectRunners: "ProjectRunners",
	listGroupRunners: "GroupRunners",
	assignProjectRunner: "RunnerAssignToProject",
	unassignProjectRunner: "RunnerUnassignFromProject",
	resetRunnerRegistrationToken: "RunnersRegistrationTokenReset",
	resetProjectRunnerRegistrationToken: "RunnersRegistrationTokenReset",
	resetGroupRunnerRegistrationToken: "RunnersRegistrationTokenReset",
	listReleaseLinks: "ProjectReleases",
	createReleaseLink: "ReleaseAssetLinkCreate",
	updateReleaseLink: "ReleaseAssetLinkUpdate",
	deleteReleaseLink: "ReleaseAssetLinkDelete",
};

/** In GraphQL, notes of issues, merge requests, snippets and epics use the same documents. Wiki pages have none. */
const noteTwins: Readonly<Record<string, string>> = {
	create: "CreateNote",
	get: "Note",
	update: "UpdateNote",
	delete: "DestroyNote",
};

/** Returns the name of the document with the same effect as an operation, if there is one. */
export function twinOf(operationId: string): string | undefined {
	const [, verb = ""] =
		/^(create|get|update|delete)(?:Issue|MergeRequest|ProjectSnippet|Epic)Note$/.exec(operationId) ?? [];
	return twins[operationId] ?? noteTwins[verb];
}
