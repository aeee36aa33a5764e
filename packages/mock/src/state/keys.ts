/** Functions for keys that consist of several values. A definition that names columns derives the same keys. */

/** Returns the group key of the notes on one record. */
export const noteableKey = (type: string, id: number): string => `${type}:${id}`;
/** Returns the group key of the memberships of a group or a project. */
export const sourceKey = (source: "group" | "project", id: number): string => `${source}:${id}`;
/** Returns the unique key of a user's membership. */
export const memberKey = (userId: number, source: "group" | "project", id: number): string =>
	`${userId}:${source}:${id}`;

/** Returns the group key of a group's invitations into a group or a project. */
export const invitationKey = (groupId: number, target: "group" | "project", id: number): string =>
	`${groupId}:${target}:${id}`;

/** Returns the group key of everything below a group, at any depth: the group's path. */
export const belowKey = ({ full_path }: { readonly full_path: string }): string => full_path.toLowerCase();

/** Returns the paths of all groups above a path, from the top. */
export function pathsAbove(fullPath: string): string[] {
	const path = fullPath.toLowerCase();
	const above: string[] = [];
	for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
		above.push(path.slice(0, slash));
	return above;
}

/** Returns the unique key of rows that a place has once for its runners; the instance has the id 0. */
export const runnerPlaceKey = (place: "instance" | "group" | "project", id: number): string => `${place}:${id}`;
/** Returns the unique key of a runner's assignment to a project. */
export const assignmentKey = (runnerId: number, projectId: number): string => `${runnerId}:${projectId}`;

/** Returns the group key of the tokens that a top-level group manages: of its users, or of it and the groups below. */
export const managedTokensKey = (kind: "personal" | "resource", groupId: number): string => `${kind}:${groupId}`;
/** Returns the unique key of a project's release. */
export const releaseKey = (projectId: number, tagName: string): string => `${projectId}:${tagName}`;
/** Returns the unique key of a name, a URL or a path among a release's links. */
export const linkKey = (releaseId: number, text: string): string => `${releaseId}:${text}`;

/** Returns the group key of a project's alerts with a status. */
export const alertStatusKey = (projectId: number, status: string): string => `${projectId}:${status}`;
/** Returns the unique key of the open alert with a fingerprint. */
export const openAlertKey = (projectId: number, fingerprint: string | null): string | null =>
	fingerprint === null ? null : `${projectId}:${fingerprint}`;
/** Returns the unique key of a project's environment. */
export const environmentKey = (projectId: number, name: string): string => `${projectId}:${name}`;

/** Returns the group key of the confidential issues of a project that a user created or is assigned to. */
export const secretKey = (projectId: number, userId: number): string => `${projectId}:${userId}`;

/** Returns the key of a commit of a project. */
export const commitKey = (projectId: number, sha: string): string => `${projectId}:${sha}`;
/** Returns the group key of the pipelines of a branch or a tag. */
export const refKey = (projectId: number, ref: string): string => `${projectId}:${ref}`;

/** Returns the group key of the identities with the same name at a provider. */
export const accountKey = (provider: string, externUid: string): string => `${provider}:${externUid}`;
/** Returns the unique key of an external account: names are only unique within a group's single sign-on. */
export const identityKey = (provider: string, externUid: string, samlProviderId: number | null): string =>
	`${samlProviderId ?? ""}:${accountKey(provider, externUid)}`;
