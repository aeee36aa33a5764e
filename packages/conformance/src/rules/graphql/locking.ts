/** The lock on the discussion of the scene's issue and merge request. */

import type { Context } from "../../rule/context";
import { ask, type GraphqlAnswer, mutate } from "../../rule/graphql";

export interface Lock {
	readonly projectPath: string;
	readonly iid: string;
	/** How it was found. */
	readonly locked: boolean;
}

async function kept(t: Context, field: "issue" | "mergeRequest", number: number): Promise<Lock> {
	const projectPath = t.scene("project");
	const iid = String(number);
	const query = `query($path: ID!, $iid: String!) { project(fullPath: $path) { ${field}(iid: $iid) { discussionLocked } } }`;
	const response = await ask(t.as("maintainer"), query, { path: projectPath, iid });
	const locked = response.record(`project.${field}`).discussionLocked === true;
	t.undo(`lock of ${field} ${iid}`, async () => (await setLock(t, field, { projectPath, iid, locked })).answer);
	return { projectPath, iid, locked };
}

/** Reads the lock of the scene's issue; it is set back after the check. */
export const keepLock = async (t: Context): Promise<Lock> => await kept(t, "issue", t.scene("issue_iid"));
/** The same of the scene's merge request. */
export const keepMergeLock = async (t: Context): Promise<Lock> => await kept(t, "mergeRequest", t.scene("merge_request_iid"));

/** Sets the lock, as the maintainer unless told otherwise. */
export const setLock = async (
	t: Context,
	field: "issue" | "mergeRequest",
	input: Lock,
	who: Parameters<Context["as"]>[0] = "maintainer",
): Promise<GraphqlAnswer> => await mutate(t.as(who), `${field}SetLocked`, { ...input }, `${field} { id iid discussionLocked }`);
