/** What the rules of release links share. They use the scene's release, as its owner, or a release that the rule creates. */
import type { OperationId } from "@tenon/contract";
import type { Params } from "../../rule/address";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";

export const reads = ["listReleaseLinks", "getReleaseLink"] as const satisfies readonly OperationId[];
export const writes = ["createReleaseLink", "updateReleaseLink", "deleteReleaseLink"] as const satisfies readonly OperationId[];
export const operations = [...reads, ...writes] as const;
export type LinkOperation = (typeof operations)[number];

export const place = (t: Context): { id: string; tag_name: string } => ({ id: t.scene("project"), tag_name: t.scene("tag_name") });

/** Creates a link, in the scene's release unless the fields say otherwise; it is removed after the rule. */
export async function create(t: Context, fields: Params, caller: Caller = t.as("owner"), options?: CallOptions): Promise<ApiResponse> {
	const where = { ...place(t), ...fields };
	const response = await caller.call("createReleaseLink", where, options);
	if (!response.succeeded) return response;
	const link_id = response.number("id");
	const { id, tag_name } = where;
	t.undo(`release link ${link_id}`, () => t.as("owner").call("deleteReleaseLink", { id, tag_name, link_id }));
	return response;
}

/** A unique name and URL for a link. */
export function fresh(t: Context): { name: string; url: string } {
	const name = t.unique("link");
	return { name, url: `http://example.com:8080/${name}?a=1&b=%2F#c` };
}

/** A link whose every field is set to something other than its default. */
export async function linked(t: Context, where: Params = {}): Promise<{ id: number; before: Fields; path: string }> {
	const { name, url } = fresh(t);
	const path = `/bin/${name}`;
	const made = (await create(t, { name, url, link_type: "image", direct_asset_path: path, ...where })).ok;
	return { id: made.number("id"), before: made.fields, path };
}

export const get = async (t: Context, link_id: unknown, caller = t.as("owner")): Promise<ApiResponse> =>
	await caller.call("getReleaseLink", { ...place(t), link_id });

export const list = async (t: Context, query: Params = {}, caller = t.as("owner")): Promise<ApiResponse> =>
	await caller.call("listReleaseLinks", { ...place(t), ...query });

export const update = async (t: Context, link_id: unknown, fields: Params, options?: CallOptions): Promise<ApiResponse> =>
	await t.as("owner").call("updateReleaseLink", { ...place(t), link_id, ...fields }, options);

export const remove = async (t: Context, link_id: unknown, caller = t.as("owner")): Promise<ApiResponse> =>
	await caller.call("deleteReleaseLink", { ...place(t), link_id });

/** Calls an operation with valid parameters, for the scene's release unless `where` names another one. */
export async function perform(t: Context, operation: LinkOperation, caller: Caller, link_id: unknown, where: Params = {}): Promise<ApiResponse> {
	if (operation === "createReleaseLink") return await create(t, { ...fresh(t), ...where }, caller);
	const one = operation === "listReleaseLinks" ? {} : { link_id };
	const change = operation === "updateReleaseLink" ? { name: t.unique("renamed") } : {};
	return await caller.call(operation, { ...place(t), ...where, ...one, ...change });
}

/** The links of a release that this rule created: other clients may add and remove theirs at any time. */
export async function mine(t: Context, where: Params = {}): Promise<readonly Fields[]> {
	const mark = /^of(-.*-)\d+$/.exec(t.unique("of"))?.[1] ?? "";
	const listed = (await list(t, { per_page: 100, ...where }, t.as("owner"))).ok;
	return listed.items.filter(({ name, url }) => `${name} ${url}`.includes(mark));
}

/** Sends requests that must be refused, and must not create, change or remove any link of this rule. */
export async function allInVain(t: Context, requests: readonly (() => Promise<ApiResponse>)[], where: Params = {}): Promise<readonly ApiResponse[]> {
	const before = await mine(t, where);
	const responses: ApiResponse[] = [];
	for (const request of requests) {
		const response = await request();
		t.holds("the request is refused", response.refused, response);
		responses.push(response);
	}
	t.same("the links after requests that should not change them", await mine(t, where), before, responses.at(-1));
	return responses;
}

/** Sends one request that must be refused, and must not create, change or remove any link of this rule. */
export async function inVain(t: Context, request: () => Promise<ApiResponse>, where: Params = {}): Promise<ApiResponse> {
	const [response] = await allInVain(t, [request], where);
	return response ?? t.skip("nothing was sent");
}

/** The tag of another release of the project; skips where there is none. */
export async function otherTag(t: Context): Promise<string> {
	const query = "query ($at: ID!) { project(fullPath: $at) { releases(first: 20) { nodes { tagName } } } }";
	const response = await ask(t.as("owner"), query, { at: t.scene("project") });
	const other = response.list("project.releases.nodes").find(({ tagName }) => tagName !== t.scene("tag_name"));
	return typeof other?.tagName === "string" ? other.tagName : t.skip("the project has no second release");
}
