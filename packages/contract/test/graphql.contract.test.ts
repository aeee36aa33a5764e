import {
	type DocumentNode,
	getNamedType,
	type InlineFragmentNode,
	isInterfaceType,
	isObjectType,
	Kind,
	NoUnusedFragmentsRule,
	parse,
	type SelectionSetNode,
	specifiedRules,
	TypeInfo,
	validate,
	validateSchema,
	visit,
	visitWithTypeInfo,
} from "graphql";
import { describe, expect, test } from "vitest";
import { claimed, documents, items, schema, typed, types, withFields } from "./support/graphql";

const page = "after: String, before: String, first: Int, last: Int";
const alerts =
	"iid: String, statuses: [AlertManagementStatus!], sort: AlertManagementAlertSort, search: String, assigneeUsername: String, domain: AlertManagementDomainFilter! = operations";
const sorted = (names: string[]): string[] => [...names].sort();
const described = (at: string): string => items.find((item) => item.at === at)?.of.description ?? "";
const implementors = (name: string): string[] => {
	const type = schema.getType(name);
	return isInterfaceType(type) ? sorted(schema.getPossibleTypes(type).map((one) => one.name)) : [];
};
const fieldsOf = (name: string): string[] => {
	const type = schema.getType(name);
	return isObjectType(type) || isInterfaceType(type) ? sorted(Object.keys(type.getFields())) : [];
};
const typeName = (info: TypeInfo): string => getNamedType(info.getType() ?? undefined)?.name ?? "";
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** A mutation as the claims write it. Payload fields are all that there are. */
function mutation(name: string, input: string, payload = ""): string {
	const base = `${name[0]?.toUpperCase()}${name.slice(1)}`;
	return `type Mutation { ${name}(input: ${base}Input!): ${base}Payload }
		input ${base}Input { ${input} clientMutationId: String }
		type ${base}Payload { ${payload} errors: [String!]! clientMutationId: String }`;
}

describe("the schema", () => {
	test("builds and is valid", () => {
		expect(validateSchema(schema).map(({ message }) => message)).toEqual([]);
		expect(schema.getQueryType()?.name).toBe("Query");
		expect(mutations.length).toBeGreaterThan(20);
	});

	test("describes every type, field, argument, input field and enum value in a sentence", () => {
		const all = [
			...types.map(({ name, description }) => [name, description]),
			...items.map(({ at, of }) => [at, of.description]),
		];
		expect(all.length).toBeGreaterThan(1000);
		expect(all.filter(([, text]) => !/^\S.*\.$/.test(text ?? "")).map(([at]) => at)).toEqual([]);
	});

	test("holds every ID field and argument to a Global ID, or says that it is none", () => {
		const open = items.filter(({ name, of }) => name === "id" && !/global id/i.test(of.description ?? ""));
		expect(open.map(({ at }) => at)).toEqual([]);
		const exceptions = items.filter(({ of }) => /not (a )?global ids?/i.test(of.description ?? ""));
		expect(exceptions.map(({ at }) => at)).toEqual([
			"Issue.projectId",
			"Note.noteableId",
			"DetailedStatus.id",
			"TestSuiteSummary.buildIds",
		]);
	});
});

describe("rules for all of it", () => {
	const deprecated = items.filter(({ of }) => of.deprecationReason != null);

	test("GQL-037 deprecated items of each kind name what to use, which is there and not deprecated, and the release", () => {
		expect(new Set(deprecated.map(({ kind }) => kind))).toEqual(
			new Set(["field", "argument", "input field", "enum value"]),
		);
		for (const { at, of, beside } of deprecated) {
			const [, other = ""] = /\bUse `(\w+)`\. Deprecated in release \d+\.\d+\.$/.exec(of.deprecationReason ?? "") ?? [];
			expect(beside, at).toContain(other);
			const place = at.endsWith(")") ? at.replace(/\(\w+\)$/, `(${other})`) : at.replace(/\w+$/, other);
			expect(
				deprecated.map((one) => one.at),
				at,
			).not.toContain(place);
		}
	});

	test("GQL-040 experiments and flagged items say that no deprecation precedes their change", () => {
		const experiments = items.filter(({ of }) => /experiment/i.test(of.description ?? ""));
		const flagged = items.filter(({ of }) => /feature flag/i.test(of.description ?? ""));
		for (const { at, of } of experiments)
			expect(of.description, at).toMatch(/Exempt from the deprecation process\. Status: experiment\.$/);
		for (const { at, of } of flagged)
			expect(of.description, at).toMatch(/Exempt from the deprecation process\. Behind the feature flag `\w+`\.$/);
		expect(experiments.map(({ at }) => at)).toEqual(
			expect.arrayContaining(["Query.groups(markedForDeletionOn)", "Query.runners(versionPrefix)"]),
		);
		expect(flagged.map(({ at }) => at)).toEqual(["GroupUpdateInput.stepUpAuthRequiredOauthProvider"]);
		expect([...experiments, ...flagged].filter(({ of }) => of.deprecationReason != null)).toEqual([]);
		const exempt = items.filter(({ of }) => /exempt/i.test(of.description ?? ""));
		expect(sorted(exempt.map(({ at }) => at))).toEqual(sorted([...experiments, ...flagged].map(({ at }) => at)));
	});

	test("GQL-072 fullPath and projectPath arguments are ID!", () => {
		const paths = items.filter(
			({ name, kind }) =>
				(name === "fullPath" || name === "projectPath") && (kind === "argument" || kind === "input field"),
		);
		// A snippet without a project is personal (GQL-129).
		const needed = paths.filter(({ at }) => at !== "CreateSnippetInput.projectPath");
		expect(needed.map(({ at }) => at)).toEqual(
			expect.arrayContaining([
				"Query.project(fullPath)",
				"Query.group(fullPath)",
				"Query.namespace(fullPath)",
				"IssueSetLockedInput.projectPath",
			]),
		);
		expect(needed.filter(({ at }) => typed[at] !== "ID!").map(({ at }) => at)).toEqual([]);
		expect(typed["CreateSnippetInput.projectPath"]).toBe("ID");
	});

	test("GQL-073 iid fields and arguments are String", () => {
		const iids = items.filter(({ name }) => name === "iid");
		for (const kind of ["field", "argument", "input field"]) expect(iids.map((item) => item.kind)).toContain(kind);
		expect(iids.filter(({ at }) => !/^String!?$/.test(typed[at] ?? "")).map(({ at }) => at)).toEqual([]);
		const lists = items.filter(({ name }) => name === "iids");
		expect(lists.length).toBeGreaterThan(0);
		expect(lists.filter(({ at }) => typed[at] !== "[String!]").map(({ at }) => at)).toEqual([]);
	});

	test("GQL-092 every mutation takes one input and gives clientMutationId and errors", () => {
		for (const { name, args, type } of mutations) {
			const base = `${name[0]?.toUpperCase()}${name.slice(1)}`;
			expect(
				args.map((arg) => [arg.name, String(arg.type)]),
				name,
			).toEqual([["input", `${base}Input!`]]);
			expect(String(type), name).toBe(`${base}Payload`);
			expect(typed[`${base}Input.clientMutationId`], name).toBe("String");
			expect(typed[`${base}Payload.clientMutationId`], name).toBe("String");
			expect(typed[`${base}Payload.errors`], name).toBe("[String!]!");
		}
	});

	test("GQL-094 connections have edges, nodes and pageInfo", () => {
		const { wanted, found } = claimed(
			"type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }",
		);
		expect(found).toEqual(wanted);
		expect(fieldsOf("PageInfo")).toHaveLength(4);
		const connections = withFields.map(({ name }) => name).filter((name) => name.endsWith("Connection"));
		expect(connections.length).toBeGreaterThan(10);
		for (const name of connections) {
			const base = name.slice(0, -"Connection".length);
			const one = claimed(
				`type ${name} { edges: [${base}Edge] nodes: [${base}] pageInfo: PageInfo! } type ${base}Edge { cursor: String! node: ${base} }`,
			);
			expect(one.found).toEqual(one.wanted);
		}
		const fields = items.filter(({ at, kind }) => kind === "field" && /Connection!?$/.test(typed[at] ?? ""));
		expect(new Set(fields.map(({ at }) => typed[at]?.replace("!", "")))).toEqual(new Set(connections));
		for (const { at } of fields)
			expect(
				["after", "before", "first", "last"].map((arg) => typed[`${at}(${arg})`]),
				at,
			).toEqual(["String", "String", "Int", "Int"]);
	});

	test("GQL-148 RepositoryBlobConnection has edges, nodes, pageInfo and no count", () => {
		expect(fieldsOf("RepositoryBlobConnection")).toEqual(["edges", "nodes", "pageInfo"]);
	});

	test.each([
		["GQL-202", "Note"],
		["GQL-202", "Issue"],
		["GQL-202", "MergeRequest"],
		["GQL-202", "Pipeline"],
		["GQL-202", "Project"],
		["GQL-202", "Group"],
		["GQL-202", "CiRunner"],
		["GQL-202", "Release"],
		["GQL-202", "UserCore"],
	])("%s %sConnection is countable", (_, name) => {
		const { wanted, found } = claimed(`type ${name}Connection { count(limit: Int): Int! }`);
		expect(found).toEqual(wanted);
	});

	test("GQL-173 User is implemented by CurrentUser and UserCore", () => {
		expect(implementors("User")).toEqual(["CurrentUser", "UserCore"]);
	});

	test("GQL-203 NoteableInterface is implemented by what takes notes", () => {
		expect(implementors("NoteableInterface")).toEqual([
			"AlertManagementAlert",
			"Epic",
			"Issue",
			"MergeRequest",
			"Snippet",
		]);
		const { wanted, found } = claimed(
			`interface NoteableInterface { notes(filter: NotesFilterType, ${page}): NoteConnection! }`,
		);
		expect(found).toEqual(wanted);
	});

	test("GQL-204 an epic needs Premium, so that it can be null", () => {
		expect(typed["Group.epic"]).toBe("Epic");
		expect(described("Group.epic")).toMatch(/Premium and Ultimate only\.$/);
		expect(schema.getType("Epic")?.description).toMatch(/Premium and Ultimate only\.$/);
	});

	test("what excludes one another says so", () => {
		expect(described("Query.user")).toContain("exactly one of `id` and `username`");
		expect(described("Query.users(ids)")).toContain("Not together with `usernames`");
		expect(described("Query.snippets(authorId)")).toContain("Not together with `projectId`");
	});
});

// A claim as partial SDL. `@further` where the claim ends with "…", or leaves more open.
const claims: [string, string, string][] = [
	[
		"GQL-083",
		"typed IDs",
		`scalar UserID scalar ProjectID scalar GroupID scalar IssueID scalar MergeRequestID scalar NoteID scalar NoteableID
		scalar DiscussionID scalar SnippetID scalar CiRunnerID scalar CiRunnerManagerID scalar CiPipelineID scalar ReleaseID
		scalar ReleasesLinkID scalar AlertManagementHttpIntegrationID`,
	],
	[
		"GQL-085",
		"further scalars",
		"scalar Time scalar Date scalar BigInt scalar Duration scalar JSON scalar JsonString scalar PayloadAlertFieldPathSegment",
	],
	["GQL-116", "currentUser", "type Query { currentUser: CurrentUser }"],
	["GQL-118", "project", "type Query { project(fullPath: ID!): Project }"],
	["GQL-120", "runner", "type Query { runner(id: CiRunnerID!): CiRunner }"],
	[
		"GQL-123",
		"issueSetLocked",
		mutation("issueSetLocked", "projectPath: ID! iid: String! locked: Boolean!", "issue: Issue"),
	],
	[
		"GQL-129",
		"createSnippet",
		`input CreateSnippetInput { title: String! visibilityLevel: VisibilityLevelsEnum! description: String projectPath: ID
		uploadedFiles: [String!] blobActions: [SnippetBlobActionInputType!] clientMutationId: String }
		type Mutation { createSnippet(input: CreateSnippetInput!): CreateSnippetPayload }`,
	],
	[
		"GQL-130",
		"blob actions",
		`input SnippetBlobActionInputType { action: SnippetBlobActionEnum! filePath: String! previousPath: String content: String }
		enum SnippetBlobActionEnum { create update delete move }`,
	],
	[
		"GQL-131",
		"snippet payloads",
		`type CreateSnippetPayload { snippet: Snippet errors: [String!]! clientMutationId: String }
		type UpdateSnippetPayload { snippet: Snippet errors: [String!]! clientMutationId: String }`,
	],
	["GQL-132", "visibility", "enum VisibilityLevelsEnum { private internal public }"],
	[
		"GQL-140",
		"updateSnippet",
		mutation(
			"updateSnippet",
			"id: SnippetID! title: String description: String visibilityLevel: VisibilityLevelsEnum blobActions: [SnippetBlobActionInputType!]",
			"snippet: Snippet",
		),
	],
	[
		"GQL-147",
		"blobs",
		`type Repository { blobs(paths: [String!]!, ref: String, refType: RefType, ${page}): RepositoryBlobConnection }`,
	],
	[
		"GQL-149",
		"RepositoryBlob",
		`type RepositoryBlob { id: ID! oid: String! path: String! name: String mode: String size: BigInt rawSize: BigInt
		rawBlob: String rawTextBlob: String plainData: String base64EncodedBlob: String fileType: String language: String
		lfsOid: String webPath: String rawPath: String simpleViewer: BlobViewer! }`,
	],
	[
		"GQL-150",
		"BlobViewer",
		`type BlobViewer { type: BlobViewersType! fileType: String! collapsed: Boolean! loadAsync: Boolean! tooLarge: Boolean!
		renderError: String } enum BlobViewersType { auxiliary rich simple }`,
	],
	[
		"GQL-151",
		"Repository",
		`type Repository { rootRef: String empty: Boolean! exists: Boolean! blobs: RepositoryBlobConnection @further }
		enum RefType { HEADS TAGS }`,
	],
	[
		"GQL-157",
		"lookups",
		`type Query { group(fullPath: ID!): Group namespace(fullPath: ID!): Namespace user(id: UserID, username: String): UserCore
		note(id: NoteID!): Note issue(id: IssueID!): Issue mergeRequest(id: MergeRequestID!): MergeRequest }`,
	],
	[
		"GQL-158",
		"users",
		`type Query { users(ids: [ID!], usernames: [String!], search: String, sort: Sort, admins: Boolean, active: Boolean,
		humans: Boolean, groupId: GroupID): UserCoreConnection @further }`,
	],
	[
		"GQL-159",
		"runners",
		`type Query { runners(paused: Boolean, status: CiRunnerStatus, type: CiRunnerType, tagList: [String!], search: String,
		sort: CiRunnerSort, versionPrefix: String, creatorId: UserID, creatorUsername: String, active: Boolean @deprecated
		): CiRunnerConnection @further }`,
	],
	[
		"GQL-160",
		"snippets",
		`type Query { snippets(ids: [SnippetID!], authorId: UserID, projectId: ProjectID, type: TypeEnum,
		visibility: VisibilityScopesEnum, explore: Boolean): SnippetConnection @further } enum TypeEnum { personal project }`,
	],
	[
		"GQL-161",
		"groups",
		`type Query { groups(search: String, sort: String, topLevelOnly: Boolean, ownedOnly: Boolean, allAvailable: Boolean,
		active: Boolean, ids: [ID!], parentPath: ID, markedForDeletionOn: Date): GroupConnection @further }`,
	],
	[
		"GQL-162",
		"metadata",
		"type Query { metadata: Metadata } type Metadata { version: String! revision: String! enterprise: Boolean! }",
	],
	[
		"GQL-163",
		"echo and queryComplexity",
		"type Query { echo(text: String!): String! queryComplexity: QueryComplexity } type QueryComplexity { score: Int limit: Int }",
	],
	[
		"GQL-171",
		"projects",
		`type Query { projects(fullPaths: [String!], ids: [ID!], search: String, membership: Boolean, sort: String
		): ProjectConnection @further }`,
	],
	...["interface User", "type CurrentUser implements User", "type UserCore implements User"].flatMap(
		(head): [string, string, string][] => [
			[
				"GQL-173",
				head,
				`${head} { id: UserID! username: String! name: String! state: UserState! webUrl: String! webPath: String! avatarUrl: String
				publicEmail: String bot: Boolean! human: Boolean active: Boolean createdAt: Time }`,
			],
			[
				"GQL-174",
				head,
				`${head} { bio: String location: String organization: String jobTitle: String pronouns: String commitEmail: String
				lastActivityOn: Date status: UserStatus namespace: Namespace groupCount: Int type: UserType!
				userPermissions: UserPermissions! email: String @deprecated } type UserPermissions { createSnippet: Boolean! }`,
			],
			[
				"GQL-175",
				head,
				`${head} { groupMemberships: GroupMemberConnection @further projectMemberships: ProjectMemberConnection @further
				groups(search: String): GroupConnection @further
				snippets(ids: [SnippetID!], type: TypeEnum, visibility: VisibilityScopesEnum): SnippetConnection @further }`,
			],
		],
	),
	[
		"GQL-175",
		"the caller's own",
		`type CurrentUser { runners: CiRunnerConnection @further personalAccessTokens: PersonalAccessTokenConnection @further }`,
	],
	[
		"GQL-176",
		"UserState",
		"enum UserState { active blocked banned deactivated ldap_blocked blocked_pending_approval }",
	],
	[
		"GQL-177",
		"UserStatus",
		`type UserStatus { availability: AvailabilityEnum! emoji: String message: String messageHtml: String clearStatusAt: Time }
		enum AvailabilityEnum { BUSY NOT_SET }`,
	],
	[
		"GQL-181",
		"Project",
		`type Project { id: ID! fullPath: ID! path: String! name: String! nameWithNamespace: String! description: String
		visibility: String archived: Boolean webUrl: String avatarUrl: String createdAt: Time lastActivityAt: Time
		starCount: Int! forksCount: Int! topics: [String!] }`,
	],
	[
		"GQL-182",
		"Project",
		`type Project { sshUrlToRepo: String httpUrlToRepo: String openIssuesCount: Int issuesEnabled: Boolean
		mergeRequestsEnabled: Boolean wikiEnabled: Boolean jobsEnabled: Boolean snippetsEnabled: Boolean
		sharedRunnersEnabled: Boolean publicJobs: Boolean requestAccessEnabled: Boolean group: Group namespace: Namespace
		repository: Repository }`,
	],
	[
		// The claim types the pipeline's iid `ID`; that an IID is a String stands in the law and in GQL-073.
		"GQL-183",
		"Project's children",
		`type Project { issue(iid: String): Issue @further issues: IssueConnection @further mergeRequest(iid: String!): MergeRequest
		mergeRequests: MergeRequestConnection @further
		snippets(ids: [SnippetID!], visibility: VisibilityScopesEnum, ${page}): SnippetConnection
		pipeline(id: CiPipelineID, iid: String, sha: String): Pipeline pipelines: PipelineConnection @further
		release(tagName: String!): Release releases(sort: ReleaseSort, ${page}): ReleaseConnection }`,
	],
	[
		"GQL-184",
		"Project's children",
		`type Project { runners: CiRunnerConnection @further alertManagementAlert(iid: String): AlertManagementAlert @further
		alertManagementAlerts: AlertManagementAlertConnection @further
		alertManagementAlertStatusCounts(assigneeUsername: String, search: String): AlertManagementAlertStatusCountsType
		alertManagementHttpIntegrations(id: AlertManagementHttpIntegrationID, types: [AlertManagementIntegrationType!], ${page}
		): AlertManagementHttpIntegrationConnection userPermissions: ProjectPermissions! }`,
	],
	[
		"GQL-185",
		"ProjectPermissions",
		`type ProjectPermissions { readProject: Boolean! createIssue: Boolean! createSnippet: Boolean! createPipeline: Boolean!
		downloadCode: Boolean! adminProject: Boolean! adminOperations: Boolean! }`,
	],
	[
		"GQL-186",
		"Group",
		`type Group { id: ID fullPath: ID! path: String! name: String fullName: String description: String visibility: String
		webUrl: String! avatarUrl: String parent: Group createdAt: Time requestAccessEnabled: Boolean lfsEnabled: Boolean
		emailsEnabled: Boolean emailsDisabled: Boolean mentionsDisabled: Boolean }`,
	],
	[
		"GQL-187",
		"Group",
		`type Group { projectCreationLevel: String subgroupCreationLevel: String requireTwoFactorAuthentication: Boolean
		twoFactorGracePeriod: Int autoDevopsEnabled: Boolean shareWithGroupLock: Boolean mathRenderingLimitsEnabled: Boolean
		lockMathRenderingLimitsEnabled: Boolean sharedRunnersSetting: SharedRunnersSetting }`,
	],
	[
		// As in GQL-183: the claim types the epic's iid `ID`.
		"GQL-188",
		"Group's children",
		`type Group { projects(includeSubgroups: Boolean, search: String, ids: [ID!], sort: NamespaceProjectSort
		): ProjectConnection! @further descendantGroups: GroupConnection @further groupMembers: GroupMemberConnection @further
		runners: CiRunnerConnection @further epic(iid: String): Epic rootStorageStatistics: RootStorageStatistics }`,
	],
	[
		"GQL-189",
		"Namespace",
		`type Namespace { id: ID! fullPath: ID! fullName: String! path: String! name: String! description: String
		visibility: String projects: ProjectConnection! @further }`,
	],
	[
		"GQL-190",
		"SharedRunnersSetting",
		"enum SharedRunnersSetting { ENABLED DISABLED_AND_OVERRIDABLE DISABLED_AND_UNOVERRIDABLE }",
	],
	[
		"GQL-191",
		"GroupMember",
		`type GroupMember { id: ID! accessLevel: AccessLevel user: UserCore group: Group createdAt: Time expiresAt: Time }
		type AccessLevel { integerValue: Int stringValue: AccessLevelEnum }
		enum AccessLevelEnum @further { GUEST PLANNER REPORTER DEVELOPER MAINTAINER OWNER }`,
	],
	[
		"GQL-195",
		"groupUpdate",
		mutation(
			"groupUpdate",
			`fullPath: ID! name: String path: String visibility: VisibilityLevelsEnum sharedRunnersSetting: SharedRunnersSetting
			mathRenderingLimitsEnabled: Boolean lockMathRenderingLimitsEnabled: Boolean stepUpAuthRequiredOauthProvider: String`,
			"group: Group",
		),
	],
	[
		"GQL-197",
		"Issue",
		`type Issue { id: ID! iid: String! title: String! description: String state: IssueState! author: UserCore!
		confidential: Boolean! discussionLocked: Boolean! createdAt: Time! updatedAt: Time! closedAt: Time webUrl: String!
		webPath: String! userNotesCount: Int! projectId: Int }`,
	],
	[
		"GQL-198",
		"Issue",
		`type Issue { assignees: UserCoreConnection @further severity: IssuableSeverity type: IssueType
		alertManagementAlerts: AlertManagementAlertConnection @further notes(filter: NotesFilterType): NoteConnection! @further
		userPermissions: IssuePermissions! reference(full: Boolean): String! }
		type IssuePermissions { readIssue: Boolean! createNote: Boolean! adminIssue: Boolean! updateIssue: Boolean! }`,
	],
	[
		"GQL-199",
		"MergeRequest",
		`type MergeRequest { id: ID! iid: String! title: String! state: MergeRequestState! sourceBranch: String!
		targetBranch: String! diffHeadSha: String discussionLocked: Boolean! createdAt: Time! updatedAt: Time! mergedAt: Time
		webUrl: String project: Project! notes: NoteConnection! @further pipelines: PipelineConnection @further
		headPipeline: Pipeline }`,
	],
	[
		"GQL-200",
		"states and filters",
		`enum IssueState { opened closed locked all } enum MergeRequestState { opened closed merged locked all }
		enum NotesFilterType { ALL_NOTES ONLY_COMMENTS ONLY_ACTIVITY }`,
	],
	[
		"GQL-201",
		"Note",
		`type Note { id: NoteID! body: String! bodyHtml: String! bodyFirstLineHtml: String! author: UserCore system: Boolean!
		internal: Boolean resolvable: Boolean! resolved: Boolean! createdAt: Time! updatedAt: Time! noteableId: Int
		noteableType: String! project: Project url: String imported: Boolean }`,
	],
	[
		"GQL-204",
		"Epic",
		`type Epic implements NoteableInterface { id: ID! iid: String! title: String state: EpicState! confidential: Boolean
		group: Group! author: UserCore! createdAt: Time updatedAt: Time notes: NoteConnection! @further }`,
	],
	[
		"GQL-208",
		"createNote",
		mutation(
			"createNote",
			"noteableId: NoteableID! body: String! internal: Boolean discussionId: DiscussionID mergeRequestDiffHeadSha: String",
			"note: Note quickActionsStatus: QuickActionsStatus",
		),
	],
	["GQL-209", "updateNote", mutation("updateNote", "id: NoteID! body: String", "note: Note")],
	["GQL-209", "destroyNote", mutation("destroyNote", "id: NoteID!", "note: Note")],
	[
		"GQL-210",
		"QuickActionsStatus",
		"type QuickActionsStatus { commandNames: [String!] messages: [String!] errorMessages: [String!] commandsOnly: Boolean }",
	],
	[
		"GQL-216",
		"mergeRequestSetLocked",
		mutation("mergeRequestSetLocked", "projectPath: ID! iid: String! locked: Boolean!", "mergeRequest: MergeRequest"),
	],
	[
		"GQL-218",
		"Snippet",
		`type Snippet { id: SnippetID! title: String! description: String descriptionHtml: String fileName: String
		visibilityLevel: VisibilityLevelsEnum! author: UserCore project: Project webUrl: String! rawUrl: String!
		httpUrlToRepo: String sshUrlToRepo: String createdAt: Time! updatedAt: Time! imported: Boolean! }`,
	],
	[
		"GQL-219",
		"Snippet",
		`type Snippet { blobs(paths: [String!]): SnippetBlobConnection @further notes: NoteConnection! @further
		userPermissions: SnippetPermissions! }
		type SnippetPermissions { readSnippet: Boolean! updateSnippet: Boolean! adminSnippet: Boolean! createNote: Boolean! }`,
	],
	[
		"GQL-220",
		"SnippetBlob",
		`type SnippetBlob { name: String path: String mode: String size: Int! binary: Boolean! rawPath: String! plainData: String
		richData: String rawPlainData: String renderedAsText: Boolean! simpleViewer: BlobViewer! richViewer: BlobViewer }`,
	],
	["GQL-221", "destroySnippet", mutation("destroySnippet", "id: SnippetID!", "snippet: Snippet")],
	[
		"GQL-225",
		"Pipeline",
		`type Pipeline { id: ID! iid: String! sha(format: ShaFormat): String ref: String refPath: String source: String
		name: String status: PipelineStatusEnum! detailedStatus: DetailedStatus! beforeSha: String duration: Int
		queuedDuration: Duration coverage: Float createdAt: Time! updatedAt: Time! startedAt: Time finishedAt: Time
		committedAt: Time }`,
	],
	[
		"GQL-226",
		"Pipeline",
		`type Pipeline { user: UserCore project: Project yamlErrors: Boolean! yamlErrorMessages: String active: Boolean!
		complete: Boolean! cancelable: Boolean! retryable: Boolean! child: Boolean! latest: Boolean! failedJobsCount: Int!
		totalJobs: Int! testReportSummary: TestReportSummary! upstream: Pipeline downstream: PipelineConnection @further
		userPermissions: PipelinePermissions! }`,
	],
	[
		"GQL-227",
		"PipelineStatusEnum",
		`enum PipelineStatusEnum { CREATED WAITING_FOR_RESOURCE PREPARING PENDING RUNNING SUCCESS FAILED CANCELED SKIPPED MANUAL
		SCHEDULED WAITING_FOR_CALLBACK CANCELING }`,
	],
	[
		"GQL-228",
		"DetailedStatus",
		`type DetailedStatus { id: String! name: String label: String tooltip: String favicon: String detailsPath: String
		hasDetails: Boolean icon: String @deprecated text: String @deprecated group: String @deprecated }`,
	],
	[
		"GQL-229",
		"TestReportSummary",
		`type TestReportSummary { total: TestReportTotal! testSuites: TestSuiteSummaryConnection! @further }
		type TestReportTotal { time: Float count: Int success: Int failed: Int skipped: Int error: Int suiteError: String }
		type TestSuiteSummary { name: String totalTime: Float totalCount: Int successCount: Int failedCount: Int
		skippedCount: Int errorCount: Int suiteError: String buildIds: [ID!] }`,
	],
	[
		"GQL-230",
		"Project.pipelines",
		`type Project { pipelines(ids: [CiPipelineID!], ref: String, refType: RefType, scope: PipelineScopeEnum, sha: String,
		source: String, status: PipelineStatusEnum, updatedAfter: Time, updatedBefore: Time, username: String
		): PipelineConnection @further } enum PipelineScopeEnum { RUNNING PENDING FINISHED BRANCHES TAGS }`,
	],
	[
		"GQL-231",
		"pipelineCreate",
		`${mutation("pipelineCreate", "projectPath: ID! ref: String! variables: [CiVariableInput!] inputs: [CiInputsInput!]", "pipeline: Pipeline")}
		input CiVariableInput { key: String! value: String! variableType: CiVariableType } enum CiVariableType { ENV_VAR FILE }`,
	],
	["GQL-232", "pipelineRetry", mutation("pipelineRetry", "id: CiPipelineID!", "pipeline: Pipeline")],
	["GQL-232", "pipelineCancel", mutation("pipelineCancel", "id: CiPipelineID!", "pipeline: Pipeline")],
	["GQL-232", "pipelineDestroy", mutation("pipelineDestroy", "id: CiPipelineID!")],
	[
		"GQL-237",
		"CiRunner",
		`type CiRunner { id: CiRunnerID! description: String runnerType: CiRunnerType! status: CiRunnerStatus! paused: Boolean!
		active: Boolean! @deprecated locked: Boolean runUntagged: Boolean! accessLevel: CiRunnerAccessLevel! tagList: [String!]
		maximumTimeout: Int maintenanceNote: String shortSha: String }`,
	],
	[
		"GQL-238",
		"CiRunner",
		`type CiRunner { contactedAt: Time createdAt: Time tokenExpiresAt: Time createdBy: UserCore projectCount: Int
		jobCount(statuses: [CiJobStatus!]): Int jobExecutionStatus: CiRunnerJobExecutionStatus
		projects: ProjectConnection @further groups: GroupConnection @further ownerProject: Project
		managers(status: CiRunnerStatus, systemId: String): CiRunnerManagerConnection @further
		jobs(statuses: [CiJobStatus!]): CiJobConnection @further userPermissions: RunnerPermissions! }`,
	],
	[
		"GQL-239",
		"runner enums",
		`enum CiRunnerStatus { ONLINE OFFLINE STALE NEVER_CONTACTED } enum CiRunnerType { INSTANCE_TYPE GROUP_TYPE PROJECT_TYPE }
		enum CiRunnerAccessLevel { NOT_PROTECTED REF_PROTECTED } enum CiRunnerJobExecutionStatus { IDLE ACTIVE }`,
	],
	[
		"GQL-240",
		"CiRunnerSort",
		`enum CiRunnerSort { CREATED_ASC CREATED_DESC CONTACTED_ASC CONTACTED_DESC TOKEN_EXPIRES_AT_ASC TOKEN_EXPIRES_AT_DESC
		MOST_ACTIVE_DESC }`,
	],
	[
		"GQL-241",
		"CiRunnerManager",
		`type CiRunnerManager { id: CiRunnerManagerID! systemId: String! version: String revision: String platformName: String
		architectureName: String ipAddress: String createdAt: Time contactedAt: Time status: CiRunnerStatus! runner: CiRunner }`,
	],
	[
		"GQL-242",
		"RunnerPermissions",
		"type RunnerPermissions { readRunner: Boolean! updateRunner: Boolean! deleteRunner: Boolean! assignRunner: Boolean! }",
	],
	[
		"GQL-243",
		"runnerCreate",
		mutation(
			"runnerCreate",
			`runnerType: CiRunnerType! groupId: GroupID projectId: ProjectID description: String paused: Boolean locked: Boolean
			runUntagged: Boolean tagList: [String!] accessLevel: CiRunnerAccessLevel maximumTimeout: Int maintenanceNote: String`,
			"runner: CiRunner",
		),
	],
	[
		"GQL-244",
		"runnerUpdate",
		mutation(
			"runnerUpdate",
			`id: CiRunnerID! description: String paused: Boolean active: Boolean @deprecated locked: Boolean runUntagged: Boolean
			tagList: [String!] accessLevel: CiRunnerAccessLevel maximumTimeout: Int maintenanceNote: String
			associatedProjects: [ProjectID!]`,
			"runner: CiRunner",
		),
	],
	["GQL-244", "runnerDelete", mutation("runnerDelete", "id: CiRunnerID!")],
	["GQL-245", "runnerAssignToProject", mutation("runnerAssignToProject", "runnerId: CiRunnerID! projectPath: ID!")],
	[
		"GQL-245",
		"runnerUnassignFromProject",
		mutation("runnerUnassignFromProject", "runnerId: CiRunnerID! projectPath: ID!"),
	],
	[
		"GQL-245",
		"runnersRegistrationTokenReset",
		mutation("runnersRegistrationTokenReset", "type: CiRunnerType! id: ID", "token: String"),
	],
	[
		"GQL-253",
		"Release",
		`type Release { id: ReleaseID! tagName: String name: String description: String createdAt: Time releasedAt: Time
		author: UserCore assets: ReleaseAssets } type ReleaseAssets { count: Int links: ReleaseAssetLinkConnection @further }
		enum ReleaseSort { CREATED_ASC CREATED_DESC RELEASED_AT_ASC RELEASED_AT_DESC }`,
	],
	[
		"GQL-254",
		"ReleaseAssetLink",
		`type ReleaseAssetLink { id: ID! name: String url: String directAssetUrl: String directAssetPath: String
		linkType: ReleaseAssetLinkType } enum ReleaseAssetLinkType { OTHER RUNBOOK IMAGE PACKAGE }`,
	],
	[
		"GQL-255",
		"releaseAssetLinkCreate",
		mutation(
			"releaseAssetLinkCreate",
			"projectPath: ID! tagName: String! name: String! url: String! directAssetPath: String linkType: ReleaseAssetLinkType",
			"link: ReleaseAssetLink",
		),
	],
	[
		"GQL-255",
		"releaseAssetLinkUpdate",
		mutation(
			"releaseAssetLinkUpdate",
			"id: ReleasesLinkID! name: String url: String directAssetPath: String linkType: ReleaseAssetLinkType",
			"link: ReleaseAssetLink",
		),
	],
	[
		"GQL-255",
		"releaseAssetLinkDelete",
		mutation("releaseAssetLinkDelete", "id: ReleasesLinkID!", "link: ReleaseAssetLink"),
	],
	[
		"GQL-258",
		"AlertManagementAlert",
		`type AlertManagementAlert { id: ID! iid: String! title: String description: String service: String monitoringTool: String
		runbook: String severity: AlertManagementSeverity status: AlertManagementStatus hosts: [String!] startedAt: Time
		endedAt: Time createdAt: Time updatedAt: Time eventCount: Int details: JSON issue: Issue environment: Environment
		assignees: UserCoreConnection @further notes: NoteConnection! @further webUrl: String! detailsUrl: String! }`,
	],
	[
		"GQL-259",
		"alert enums",
		`enum AlertManagementStatus { TRIGGERED ACKNOWLEDGED RESOLVED IGNORED }
		enum AlertManagementSeverity { CRITICAL HIGH MEDIUM LOW INFO UNKNOWN }`,
	],
	[
		"GQL-260",
		"alertManagementAlerts",
		`type Project { alertManagementAlerts(${alerts}): AlertManagementAlertConnection @further }
		enum AlertManagementDomainFilter @further { operations }`,
	],
	[
		"GQL-261",
		"AlertManagementAlertSort",
		`enum AlertManagementAlertSort { ${[
			"STARTED_AT",
			"ENDED_AT",
			"CREATED_TIME",
			"UPDATED_TIME",
			"EVENT_COUNT",
			"SEVERITY",
			"STATUS",
			"CREATED",
			"UPDATED",
		]
			.map((key) => `${key}_ASC ${key}_DESC`)
			.join(" ")} }`,
	],
	[
		"GQL-262",
		"status counts",
		`type AlertManagementAlertStatusCountsType { all: Int open: Int triggered: Int acknowledged: Int resolved: Int ignored: Int }`,
	],
	[
		"GQL-263",
		"updateAlertStatus",
		mutation(
			"updateAlertStatus",
			"projectPath: ID! iid: String! status: AlertManagementStatus!",
			"alert: AlertManagementAlert issue: Issue todo: Todo",
		),
	],
	[
		"GQL-264",
		"createAlertIssue",
		mutation("createAlertIssue", "projectPath: ID! iid: String!", "alert: AlertManagementAlert issue: Issue"),
	],
	[
		"GQL-264",
		"alertSetAssignees",
		mutation(
			"alertSetAssignees",
			"projectPath: ID! iid: String! assigneeUsernames: [String!]! operationMode: MutationOperationMode",
			"alert: AlertManagementAlert",
		),
	],
	[
		"GQL-265",
		"AlertManagementHttpIntegration",
		`type AlertManagementHttpIntegration { id: ID! name: String token: String url: String active: Boolean
		type: AlertManagementIntegrationType! payloadExample: JsonString
		payloadAttributeMappings: [AlertManagementPayloadAlertMappingField!]
		payloadAlertFields: [AlertManagementPayloadAlertField!] } enum AlertManagementIntegrationType { HTTP PROMETHEUS }`,
	],
	[
		"GQL-266",
		"httpIntegrationCreate",
		mutation(
			"httpIntegrationCreate",
			`projectPath: ID! name: String! active: Boolean! type: AlertManagementIntegrationType payloadExample: JsonString
			payloadAttributeMappings: [AlertManagementPayloadAlertFieldInput!]`,
			"integration: AlertManagementHttpIntegration",
		),
	],
	[
		"GQL-266",
		"httpIntegrationUpdate",
		mutation(
			"httpIntegrationUpdate",
			`id: AlertManagementHttpIntegrationID! name: String active: Boolean payloadExample: JsonString
			payloadAttributeMappings: [AlertManagementPayloadAlertFieldInput!]`,
			"integration: AlertManagementHttpIntegration",
		),
	],
	...["httpIntegrationResetToken", "httpIntegrationDestroy"].map((name): [string, string, string] => [
		"GQL-266",
		name,
		mutation(name, "id: AlertManagementHttpIntegrationID!", "integration: AlertManagementHttpIntegration"),
	]),
	[
		"GQL-267",
		"payload field input",
		`input AlertManagementPayloadAlertFieldInput { fieldName: AlertManagementPayloadAlertFieldName!
		path: [PayloadAlertFieldPathSegment!]! type: AlertManagementPayloadAlertFieldType! label: String }
		enum AlertManagementPayloadAlertFieldType { ARRAY DATETIME NUMBER STRING }`,
	],
	[
		"GQL-268",
		"payload field names",
		`enum AlertManagementPayloadAlertFieldName { TITLE DESCRIPTION START_TIME END_TIME SERVICE MONITORING_TOOL HOSTS SEVERITY
		FINGERPRINT SERVICE_ENVIRONMENT_NAME }`,
	],
];

describe("what the claims name is in the schema as they say", () => {
	test.each(claims)("%s %s", (_, __, sdl) => {
		const { wanted, found } = claimed(sdl);
		expect(Object.keys(wanted).length).toBeGreaterThan(0);
		expect(found).toEqual(wanted);
	});

	const payloads = claims.flatMap(([id, , sdl]) =>
		[...sdl.matchAll(/type (\w+Payload) \{([^}]*)\}/g)].map(([, name = "", body = ""]): [string, string, string[]] => [
			id,
			name,
			sorted([...body.matchAll(/(\w+):/g)].map(([, field = ""]) => field)),
		]),
	);
	test.each(payloads)("%s %s has nothing else", (_, name, fields) => {
		expect(fieldsOf(name)).toEqual(fields);
	});

	test("no mutation is left out", () => {
		const named = payloads.map(([, name]) => name);
		expect(new Set(named)).toEqual(new Set(mutations.map(({ type }) => getNamedType(type).name)));
	});
});

describe("the documents", () => {
	const operations = documents.flatMap(({ file, operation, document }) =>
		operation ? [{ file, operation, document }] : [],
	);
	const kebab = (name: string): string => name.replace(/\B[A-Z]/g, "-$&").toLowerCase();

	test.each(documents.map(({ file, ...rest }) => [file, rest] as const))(
		"%s is one definition, valid, named as its file",
		(file, { own, operation, document }) => {
			const rules = operation ? specifiedRules : specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);
			expect(validate(schema, document, rules).map(({ message }) => message)).toEqual([]);
			expect(own).toHaveLength(1);
			expect(own.map((node) => ("name" in node && node.name ? kebab(node.name.value) : ""))).toEqual([file]);
		},
	);

	test("there is one for each mutation, and for what users ask first", () => {
		const names = operations.map(({ operation }) => operation.name?.value);
		expect(names).toEqual(
			expect.arrayContaining(mutations.map(({ name }) => `${name[0]?.toUpperCase()}${name.slice(1)}`)),
		);
		expect(names).toEqual(
			expect.arrayContaining([
				"CurrentUser",
				"Project",
				"ProjectIssues",
				"ProjectMergeRequests",
				"ProjectPipelines",
				"ProjectReleases",
				"ProjectAlerts",
				"Group",
				"Runner",
				"Runners",
				"RepositoryBlobs",
			]),
		);
		const used = new Set(operations.flatMap(({ document }) => document.definitions.slice(1)));
		expect(
			documents.filter(
				({ own, operation }) =>
					!operation && !own.some((node) => node.kind === Kind.FRAGMENT_DEFINITION && used.has(node)),
			),
		).toEqual([]);
	});

	test.each(operations.map(({ file, document, operation }) => [file, { document, operation }] as const))(
		"%s pages every list, selects nothing deprecated and asks for a mutation's errors",
		(_, { document, operation }) => {
			const info = new TypeInfo(schema);
			const depth: string[] = [];
			visit(
				document,
				visitWithTypeInfo(info, {
					Field: {
						enter(node) {
							const name = node.name.value;
							expect(info.getFieldDef()?.deprecationReason ?? null, name).toBeNull();
							const type = typeName(info);
							const selected = node.selectionSet?.selections ?? [];
							const asks = (field: string): boolean =>
								selected.some((one) => one.kind === Kind.FIELD && one.name.value === field);
							if (info.getParentType() === schema.getMutationType()) expect(asks("errors")).toBe(true);
							if (!type.endsWith("Connection")) return;
							if (asks("nodes") || asks("edges")) {
								expect(asks("pageInfo"), name).toBe(true);
								if (depth.length === 0 && operation.operation === "query")
									expect(
										node.arguments?.map((one) => one.name.value),
										name,
									).toEqual(expect.arrayContaining(["first", "after"]));
							}
							depth.push(name);
						},
						leave(node) {
							if (depth.at(-1) === node.name.value) depth.pop();
						},
					},
					FragmentDefinition(node) {
						if (node.name.value !== "PageInfoFields") return;
						const fields = node.selectionSet.selections.map((one) => (one.kind === Kind.FIELD ? one.name.value : ""));
						expect(fields).toEqual(["hasNextPage", "endCursor"]);
					},
				}),
			);
		},
	);

	// Each field costs 1, contents and git data more; `sort` and `search` add to it; a page of 100 doubles its connection.
	const dear: Record<string, number> = {
		rawBlob: 2,
		rawTextBlob: 2,
		plainData: 5,
		base64EncodedBlob: 3,
		rootRef: 2,
		blobs: 2,
	};

	function cost(document: DocumentNode): number {
		const fragments = new Map<string, SelectionSetNode>();
		for (const node of document.definitions)
			if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
		const inlined: DocumentNode = visit(document, {
			FragmentDefinition: () => null,
			FragmentSpread(node): InlineFragmentNode {
				const selectionSet = fragments.get(node.name.value);
				if (!selectionSet) throw new Error(`There is no fragment ${node.name.value}`);
				return { kind: Kind.INLINE_FRAGMENT, selectionSet };
			},
		});
		const info = new TypeInfo(schema);
		const open = [0];
		const add = (score: number): void => void open.push((open.pop() ?? 0) + score);
		visit(
			inlined,
			visitWithTypeInfo(info, {
				Field: {
					enter() {
						open.push(0);
					},
					leave(node) {
						const args = node.arguments?.map((one) => one.name.value) ?? [];
						const children = open.pop() ?? 0;
						const all =
							children +
							(dear[node.name.value] ?? 1) +
							(args.includes("sort") ? 1 : 0) +
							(args.includes("search") ? 5 : 0);
						add(typeName(info).endsWith("Connection") ? 2 * all : all);
					},
				},
			}),
		);
		return open[0] ?? 0;
	}

	test("the costs below are counted as the platform does", () => {
		const of = (text: string): number => cost(parse(text));
		expect(of("{ currentUser { name username } }")).toBe(3);
		expect(of('{ project(fullPath: "a/b") { issues { nodes { title } } } }')).toBe(7);
		expect(of('{ project(fullPath: "a/b") { ...F } } fragment F on Project { id name }')).toBe(3);
	});

	test.each(operations.map(({ file, document }) => [file, document] as const))(
		"%s costs at most 250 at the largest page",
		(_, document) => {
			expect(cost(document)).toBeLessThanOrEqual(250);
		},
	);
});
