/** Where the checks of release links work: the scene's release, asked as a developer. */
import type { OperationId } from "@tenon/contract";
import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";

export const operations = [
	"listReleaseLinks",
	"getReleaseLink",
	"createReleaseLink",
	"updateReleaseLink",
	"deleteReleaseLink",
] as const satisfies readonly OperationId[];
export type LinkOperation = (typeof operations)[number];
export const writes: readonly LinkOperation[] = ["createReleaseLink", "updateReleaseLink", "deleteReleaseLink"];

export const place = (t: Context): { id: string; tag_name: string } => ({
	id: t.scene("project"),
	tag_name: t.scene("tag_name"),
});

/** Asks for a link of the scene's release unless told otherwise; what comes of it is taken back. */
export async function create(t: Context, fields: Params, caller: Caller = t.as("developer"), options?: CallOptions): Promise<Answer> {
	const where = { ...place(t), ...fields };
	const answer = await caller.call("createReleaseLink", where, options);
	if (answer.status !== 201) return answer;
	const link_id = answer.number("id");
	const { id, tag_name } = where;
	t.undo(`release link ${link_id}`, () => t.as("owner").call("deleteReleaseLink", { id, tag_name, link_id }));
	return answer;
}

/** A name that no other link has, and an address. */
export function fresh(t: Context): { name: string; url: string } {
	const name = t.unique("link");
	return { name, url: `https://example.com/${name}` };
}

export const get = async (t: Context, link_id: unknown, caller = t.as("developer")): Promise<Answer> =>
	await caller.call("getReleaseLink", { ...place(t), link_id });

export const list = async (t: Context, query: Params = {}, caller = t.as("developer")): Promise<Answer> =>
	await caller.call("listReleaseLinks", { ...place(t), ...query });

export const update = async (t: Context, link_id: unknown, fields: Params, caller = t.as("developer")): Promise<Answer> =>
	await caller.call("updateReleaseLink", { ...place(t), link_id, ...fields });

export const remove = async (t: Context, link_id: unknown, caller = t.as("developer")): Promise<Answer> =>
	await caller.call("deleteReleaseLink", { ...place(t), link_id });

/** Any of the operations with parameters that nothing is wrong with, at a place that may be another. */
export async function perform(t: Context, operation: LinkOperation, caller: Caller, link_id: unknown, where: Params = {}): Promise<Answer> {
	const params = { ...place(t), ...where };
	if (operation === "createReleaseLink") return await create(t, { ...fresh(t), ...where }, caller);
	const one = operation === "listReleaseLinks" ? {} : { link_id };
	const change = operation === "updateReleaseLink" ? { name: t.unique("renamed") } : {};
	return await caller.call(operation, { ...params, ...one, ...change });
}

/** A request that must change nothing of the release's links. */
export async function inVain(t: Context, request: () => Promise<Answer>): Promise<Answer> {
	const links = async () => (await list(t, { per_page: 100 })).is(200).json;
	const before = await links();
	const answer = await request();
	t.same("the links after a request that should not change them", await links(), before, answer);
	return answer;
}

/** The tag of another release of the project; skips where there is none. */
export async function otherTag(t: Context): Promise<string> {
	const query = "query ($at: ID!) { project(fullPath: $at) { releases(first: 20) { nodes { tagName } } } }";
	const response = await ask(t.as("owner"), query, { at: t.scene("project") });
	const other = response.list("project.releases.nodes").find(({ tagName }) => tagName !== t.scene("tag_name"));
	return typeof other?.tagName === "string" ? other.tagName : t.skip("the project has no second release");
}
