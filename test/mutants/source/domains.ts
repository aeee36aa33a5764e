/** Folders of packages/mock/src that hold the behaviour of a domain; the rules of `domain:<name>` must notice when one is broken. */
export const foldersOf: Readonly<Record<string, readonly string[]>> = {
	notes: ["notes"],
	pipelines: ["pipelines"],
	groups: ["groups"],
	credentials: ["credentials"],
	users: ["users", "avatars"],
	runners: ["runners"],
	releases: ["releases"],
	alerts: ["alerts"],
	graphql: ["graphql", "issues", "epics", "merge-requests", "repository", "snippets", "spam"],
	platform: ["access", "call", "http"],
};
