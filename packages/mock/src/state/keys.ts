/** The keys by which rows are found where they are made of several values. A definition that names columns makes the same keys. */

/** The group key of the notes of one parent. */
export const noteableKey = (type: string, id: number): string => `${type}:${id}`;
/** The group key of the memberships of a group or a project. */
export const sourceKey = (source: "group" | "project", id: number): string => `${source}:${id}`;
/** The unique key of one person's membership. */
export const memberKey = (userId: number, source: "group" | "project", id: number): string =>
	`${userId}:${source}:${id}`;

/** The group key of a group's invitations into a group or a project. */
export const invitationKey = (groupId: number, target: "group" | "project", id: number): string =>
	`${groupId}:${target}:${id}`;

/** The group key of what lies at any depth below a group: the group's path. */
export const belowKey = ({ full_path }: { readonly full_path: string }): string => full_path.toLowerCase();

/** The paths of all that something lies in, from the top. */
export function pathsAbove(fullPath: string): string[] {
	const path = fullPath.toLowerCase();
	const above: string[] = [];
	for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
		above.push(path.slice(0, slash));
	return above;
}

/** The unique key of what a place has once for its runners; the instance has id 0. */
export const runnerPlaceKey = (place: "instance" | "group" | "project", id: number): string => `${place}:${id}`;
/** The unique key of a runner's assignment to a project. */
export const assignmentKey = (runnerId: number, projectId: number): string => `${runnerId}:${projectId}`;

/** The group key of the tokens that a top-level group looks after: its people's, or its own and those below it. */
export const managedTokensKey = (kind: "personal" | "resource", groupId: number): string => `${kind}:${groupId}`;
/** The unique key of a project's release. */
export const releaseKey = (projectId: number, tagName: string): string => `${projectId}:${tagName}`;
/** The unique key of a name, an address or a path among a release's links. */
export const linkKey = (releaseId: number, text: string): string => `${releaseId}:${text}`;

/** The group key of a project's alerts of a status. */
export const alertStatusKey = (projectId: number, status: string): string => `${projectId}:${status}`;
/** The unique key of the open alert with a fingerprint. */
export const openAlertKey = (projectId: number, fingerprint: string | null): string | null =>
	fingerprint === null ? null : `${projectId}:${fingerprint}`;
/** The unique key of a project's environment. */
export const environmentKey = (projectId: number, name: string): string => `${projectId}:${name}`;

/** The group key of the confidential issues of a project that somebody wrote or works on. */
export const secretKey = (projectId: number, userId: number): string => `${projectId}:${userId}`;

/** The key of a commit of a project. */
export const commitKey = (projectId: number, sha: string): string => `${projectId}:${sha}`;
/** The group key of a branch's or a tag's pipelines. */
export const refKey = (projectId: number, ref: string): string => `${projectId}:${ref}`;

/** The group key of the identities with the same name at a provider. */
export const accountKey = (provider: string, externUid: string): string => `${provider}:${externUid}`;
/** The unique key of an account elsewhere: each group's single sign-on has names of its own. */
export const identityKey = (provider: string, externUid: string, samlProviderId: number | null): string =>
	`${samlProviderId ?? ""}:${accountKey(provider, externUid)}`;
