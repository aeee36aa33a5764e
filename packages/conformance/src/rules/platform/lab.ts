import type { OperationId, OperationRow } from "@tenon/contract";
import { nobody } from "../../generators/least-params";
import { restOperations } from "../../generators/rest-operations";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";

export const unauthorized = { message: "401 Unauthorized" };
export const noRoute = { error: "404 Not Found" };
export const projectNotFound = { message: "404 Project Not Found" };
export const groupNotFound = { message: "404 Group Not Found" };
export const isInvalid = (name: string) => ({ error: `${name} is invalid` });
export const insufficient = (scopes: readonly string[]) => ({
	error: "insufficient_scope",
	error_description: "The request requires higher privileges than provided by the access token.",
	scope: scopes.join(" "),
});

/** The scene's issue, as parameters of its notes. */
export const onIssue = (t: Context) => ({ id: t.scene("project"), issue_iid: t.scene("issue_iid") });
/** A path below the scene's project. */
export const ofProject = (t: Context, path = "") => `/api/v4/projects/${encodeURIComponent(t.scene("project"))}${path}`;

/** The operations that accept an access token. The others are called by a runner, with its own token. */
export const scopedOperations = restOperations.filter(({ access }) => access.scopes.length > 0);

/** Those of the operations that the server has in its offering. */
export const offered = (t: Context, rows: readonly OperationRow[]): readonly OperationRow[] =>
	rows.filter(({ id, tier }) => t.offers(tier?.offering) && !t.facts.absent.includes(id));

/** The path of an operation, in the scene's project or group unless `place` names another. The records below it do not exist. */
export function addressOf(t: Context, { path }: OperationRow, place?: number | string, other: number | string = nobody): string {
	const own = (name: "group" | "project") => encodeURIComponent(String(place ?? t.scene(name)));
	const named = path.replace("/projects/{id}", () => `/projects/${own("project")}`).replace("/groups/{id}", () => `/groups/${own("group")}`);
	return `/api/v4${named.replace(/\{[^}]+\}/g, String(other))}`;
}

/** An empty project in the scene's group. Only the control API can make one. */
export async function newProject(t: Context, fields: Fields = {}): Promise<{ readonly id: number; readonly full_path: string }> {
	const full_path = `${t.scene("group")}/${t.unique("project")}`;
	const { id } = await t.given.record("projects", { full_path, visibility: "public", ...fields });
	return { id, full_path };
}

/** How a record is read. */
export type Read = readonly [caller: Caller, operation: OperationId, params: Params];

/** The record must be the same before and after `act`. */
export async function unchanged(t: Context, [caller, operation, params]: Read, act: () => Promise<unknown>): Promise<void> {
	const before = (await caller.call(operation, params)).ok.json;
	await act();
	const after = (await caller.call(operation, params)).ok;
	t.same("the record after the refused requests", after.json, before, after);
}

/** A pipeline of the scene's project, made by this caller and removed after the rule. */
export async function makePipeline(t: Context, caller: Caller, id: number | string, params: Fields = {}): Promise<ApiResponse> {
	const response = await caller.call("createPipeline", { id, ref: t.scene("ref"), ...params });
	if (response.succeeded) {
		const pipeline_id = response.number("id");
		t.undo(`pipeline ${pipeline_id}`, () => t.as("owner").call("deletePipeline", { id, pipeline_id }));
	}
	return response;
}
