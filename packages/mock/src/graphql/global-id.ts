import { GraphQLError } from "graphql";

/** A Global ID, read: `gid://service/Ci::Runner/42`. */
export interface GlobalId {
	readonly className: string;
	/** The number of the record; NaN where the last part is none, which finds nothing. */
	readonly id: number;
	/** The last part as it stands. */
	readonly text: string;
}

const pattern = /^gid:\/\/service\/([A-Z]\w*(?:::[A-Z]\w*)*)\/([^/?#\s]{1,255})$/;

/** Writes a Global ID. */
export const globalId = (className: string, id: number | string): string => `gid://service/${className}/${id}`;

const refused = (message: string): GraphQLError =>
	new GraphQLError(message, { extensions: { code: "argumentLiteralsIncompatible", typeName: "CoercionError" } });

/**
 * Reads a Global ID of one of these classes, of any if none is named. Throws where the text is not a Global ID, or one of
 * another class: then the message names the first of them.
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

/** Which classes each scalar of the schema stands for. */
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
