/** Folders of packages/mock/src with the behaviour of a domain; the rules of `domain:<name>` must notice when one is broken. */
export const foldersOf: Readonly<Record<string, readonly string[]>> = {
	notes: ["domains/notes"],
	pipelines: ["domains/pipelines"],
	groups: ["domains/groups"],
	credentials: ["domains/credentials"],
	users: ["domains/users", "domains/avatars"],
	runners: ["domains/runners"],
	releases: ["domains/releases"],
	alerts: ["domains/alerts"],
	graphql: [
		"graphql",
		...["issues", "epics", "merge-requests", "repository", "snippets", "spam"].map((it) => `domains/${it}`),
	],
	platform: ["request"],
};

/**
 * Files in them that no request to the platform's API reaches: tests, the part of the control API (including the cost of a query),
 * jobs that run by the mock's clock, and additions of extensions to the GraphQL schema.
 */
export const mocksOwn =
	/\.test\.ts$|\/control\.ts$|pipelines\/(settle|simulation|status)\.ts$|graphql\/(cost|extend-schema)\.ts$|\/generated\//;
