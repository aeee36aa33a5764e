import { GraphQLError } from "graphql";

/** A parsed Global ID, such as `gid://service/Ci::Runner/42`. */
export interface GlobalId {
	readonly className: string;
	/** The ID of the record. NaN, which finds nothing, if the last part is not a number. */
	readonly id: number;
	/** The last part, unchanged. */
	readonly text: string;
}

const pattern = /^gid:\/\/service\/([A-Z]\w*(?:::[A-Z]\w*)*)\/([^/?#\s]{1,255})$/;

/** Returns a Global ID. */
export const globalId = (className: string, id: number | string): string => `gid://service/${className}/${id}`;

const refused = (message: string): GraphQLError =>
	new GraphQLError(message, { extensions: { code: "argumentLiteralsIncompatible", typeName: "CoercionError" } });

/**
 * Parses a Global ID of one of these classes, or of any class if none is named. Throws if the text is not a Global ID,
 * or if its class does not match; then the message names the first of the classes.
 */
export function parseGlobalId(value: unknown, ...classNames: readonly string[]): GlobalId {
	const match = typeof value === "string" && value.length <= 400 ? pattern.exec(value) : null;
	if (!match) throw refused(`${JSON.stringify(value)} is not a valid Global ID`);
	const [, className = "", text = ""] = match;
	if (classNames.length > 0 && !classNames.includes(className))
		throw refused(`${JSON.stringify(value)} does not represent an instance of ${classNames[0]}`);
	return {
		className,
		text,
		id: /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : Number.NaN,
	};
}

/** The classes that each scalar of the schema accepts. */
export const classesOf: { readonly [scalar: string]: readonly string[] } = {
	UserID: ["User"],
	ProjectID: ["Project"],
	GroupID: ["Group"],
	IssueID: ["Issue"],
	MergeRequestID: ["MergeRequest"],
	NoteID: ["Note", "DiscussionNote", "DiffNote"],
	NoteableID: [
		...["Noteable", "Issue", "MergeRequest", "Snippet", "ProjectSnippet", "PersonalSnippet", "Epic"],
		"AlertManagement::Alert",
	],
	DiscussionID: ["Discussion"],
	SnippetID: ["Snippet", "ProjectSnippet", "PersonalSnippet"],
	CiRunnerID: ["Ci::Runner"],
	CiRunnerManagerID: ["Ci::RunnerManager"],
	CiPipelineID: ["Ci::Pipeline"],
	JobID: ["CommitStatus", "Ci::Build"],
	ReleaseID: ["Release"],
	ReleasesLinkID: ["Releases::Link"],
	AlertManagementHttpIntegrationID: ["AlertManagement::HttpIntegration"],
};
