import type { OperationId } from "@tenon/contract";
import { generated } from "../generators/generated";
import { inPath, pathNames, placeOf } from "../generators/least-params";
import { isIdle } from "../generators/no-record";
import { byId, type RestOperation, restOperations } from "../generators/rest-operations";
import { unchanged } from "../generators/unchanged";
import { type Plan, planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { ask } from "../rule/graphql";
import type { Rule } from "../rule/rule";
import { type Kind, kinds } from "../rules/notes/kinds";
import { epicsOf, issuesOf, mergeRequestsOf, newSnippet } from "../rules/notes/lab";

/** Operations on a record in a group or project, whose id is the last parameter in the path. */
const nested = restOperations.filter(
	(row) => placeOf(row) !== undefined && pathNames(row).length > 1 && /\{[a-z_]+\}(\/[a-z_]+)*$/.test(row.path) && !namesOther(row),
);

/** Whether the last parameter can name a different record in another project: an issue, a merge request or a release. */
function namesOther({ path }: RestOperation): boolean {
	return /(_iid|tag_name)\}\/[a-z/]+$/.test(path);
}

/** Returns other projects or groups to which the owner has access. */
const otherPlaces = (row: RestOperation, t: Context): readonly string[] =>
	placeOf(row) === "project" ? [t.scene("internal_project"), t.scene("private_project")] : [t.scene("subgroup"), t.scene("private_group")];

/** Returns another record of the kind that has the scene's notes, in the same project or group, or undefined if there is none. */
async function sibling(t: Context, kind: Kind): Promise<number | undefined> {
	const project = t.scene("project");
	const own = t.scene(kind.field);
	const other = (all: readonly unknown[]) => all.map(Number).find((one) => one !== own);
	switch (kind.name) {
		case "issue":
			return other((await issuesOf(t, project)).map(({ iid }) => iid));
		case "merge request":
			return other((await mergeRequestsOf(t, project)).map(({ iid }) => iid));
		case "project snippet":
			return await newSnippet(t, project);
		case "epic":
			return other((await epicsOf(t)).map(({ id }) => id));
		default:
			return undefined;
	}
}

/** Returns the tag of another release of the scene's project, or undefined if there is none. */
async function otherTag(t: Context): Promise<string | undefined> {
	const query = "query ($at: ID!) { project(fullPath: $at) { releases(first: 20) { nodes { tagName } } } }";
	const all = (await ask(t.as("owner"), query, { at: t.scene("project") })).list("project.releases.nodes");
	return all.map(({ tagName }) => String(tagName)).find((one) => one !== t.scene("tag_name"));
}

/** Returns path parameters that name a wrong parent of the record, or its iid instead of its id. */
async function wrongPaths(row: RestOperation, { caller, params }: Plan, t: Context): Promise<readonly Params[]> {
	const wrong: Params[] = otherPlaces(row, t)
		.filter((id) => id !== params.id)
		.map((id) => ({ id }));
	const kind = kinds.find(({ operations }) => Object.values<OperationId>(operations).includes(row.id));
	// Lists and creations are left out, because they are valid for another parent.
	const other = kind && Object.hasOwn(params, "note_id") ? await sibling(t, kind) : undefined;
	if (kind && other !== undefined) wrong.push({ [kind.parameter]: other });
	const tag = Object.hasOwn(params, "link_id") ? await otherTag(t) : undefined;
	if (tag !== undefined) wrong.push({ tag_name: tag });
	if (Object.hasOwn(params, "pipeline_id")) {
		const at = inPath(byId("getPipeline"), params);
		const iid = (await caller.call("getPipeline", at)).is(200).number("iid");
		// If another pipeline has this number as its id, the request must return that pipeline.
		const other = await caller.call("getPipeline", { ...at, pipeline_id: iid });
		if (!other.succeeded) wrong.push({ pipeline_id: iid });
		else t.same("the id of the pipeline for the iid sent as pipeline_id", other.number("id"), iid, other);
	}
	return wrong;
}

/**
 * A record is found only under its own parent. In another project or group, on another issue, merge request, snippet, epic or release, or by
 * the iid instead of the id, a request returns 404 and changes nothing. Catches a server that looks up only the last id.
 */
export const wrongParents: readonly Rule[] = nested.map((row) =>
	generated(
		row,
		{
			phase: "laws",
			what: "parent",
			title: "returns 404 for an existing record under the wrong parent, and changes nothing",
			level: "MUST",
		},
		async (t) => {
			const plan = await planOf(row.id, t);
			await unchanged(t, plan, async () => {
				// Also as an administrator, who may do everything. A removal may succeed without effect; `unchanged` checks that the record still exists.
				for (const wrong of await wrongPaths(row, plan, t))
					for (const caller of plan.caller.actor === "administrator" ? [plan.caller, t.as("owner")] : [plan.caller, t.as("administrator")]) {
						const response = await caller.call(row.id, { ...plan.params, ...wrong });
						const idles = isIdle(row, response) && (row.verb === "GET" || plan.look !== undefined);
						t.assume("a request that finds no record should be refused", !idles, response);
						if (idles) continue;
						t.holds(`a request with ${JSON.stringify(wrong)} should be refused`, response.status >= 400, response);
						// Operations on credentials have other refusals for groups that cannot manage them.
						if (row.domain !== "credentials") t.assume(`${JSON.stringify(wrong)} should return 404`, response.status === 404, response);
						if (/^(notes|pipelines|releases)$/.test(row.domain) && !Object.hasOwn(wrong, "id"))
							t.assume(`${JSON.stringify(wrong)} should be "404 Not found"`, response.compact === '{"message":"404 Not found"}', response);
					}
			});
		},
	),
);
