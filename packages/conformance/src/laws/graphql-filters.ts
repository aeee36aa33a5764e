import type { ActorName } from "../rule/actors";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { ask } from "../rule/graphql";
import type { Rule } from "../rule/rule";
import { graphqlLaw } from "./graphql-law";
import { whileUnchanged } from "./whole-list";

/** A connection and arguments that leave out some of its nodes. */
interface Filtered {
	/** The fields that lead to it. */
	readonly path: readonly string[];
	readonly filters: (t: Context) => readonly string[];
	readonly place?: "project" | "group";
}

const enums = (name: string, ...values: readonly string[]): readonly string[] => values.map((value) => `${name}: ${value}`);
const texts = (name: string, ...values: readonly string[]): readonly string[] => values.map((value) => `${name}: ${JSON.stringify(value)}`);
const names = (t: Context): readonly string[] => (["owner", "developer"] as const).map((who) => t.user(who).username);
const inProject = (name: string, filters: Filtered["filters"]): Filtered => ({ path: ["project(fullPath: $at)", name], filters, place: "project" });
const inGroup = (name: string, filters: Filtered["filters"]): Filtered => ({ path: ["group(fullPath: $at)", name], filters, place: "group" });
const ofRunners = () => [
	...enums("paused", "true", "false"),
	...enums("type", "PROJECT_TYPE", "GROUP_TYPE"),
	...enums("status", "NEVER_CONTACTED", "ONLINE", "STALE"),
];

const connections: readonly Filtered[] = [
	{ path: ["users"], filters: () => [...enums("active", "true"), ...enums("humans", "true"), ...enums("admins", "true"), ...texts("search", "an")] },
	{ path: ["groups"], filters: () => [...enums("topLevelOnly", "true"), ...enums("ownedOnly", "true"), ...texts("search", "e")] },
	{ path: ["snippets"], filters: () => [...enums("visibility", "private", "internal", "public"), ...enums("type", "personal", "project")] },
	{ path: ["runners"], filters: ofRunners },
	inProject("pipelines", (t) => [
		...enums("status", "SUCCESS", "FAILED"),
		...texts("ref", t.scene("ref")),
		...texts("username", ...names(t)),
		...texts("source", "api"),
	]),
	inProject("issues", (t) => [
		...enums("state", "opened", "closed"),
		...texts("authorUsername", ...names(t)),
		...texts("search", "the"),
		...enums("confidential", "true"),
	]),
	inProject("mergeRequests", (t) => [
		...enums("state", "opened", "merged", "closed"),
		...texts("authorUsername", ...names(t)),
		...texts("targetBranches", t.scene("ref")),
	]),
	inProject("runners", ofRunners),
	inProject("snippets", () => enums("visibility", "private", "internal", "public")),
	inProject("alertManagementAlerts", () => [...enums("statuses", "[TRIGGERED]", "[RESOLVED]"), ...texts("search", "a")]),
	inGroup("projects", () => [...texts("search", "o")]),
	inGroup("descendantGroups", () => [...enums("owned", "true"), ...texts("search", "e")]),
	inGroup("runners", ofRunners),
];

/** What the caller sees of the connection with such arguments; undefined where there is nothing to see for this caller. */
async function idsOf(t: Context, who: ActorName, { path, place }: Filtered, args: readonly string[]): Promise<readonly string[] | undefined> {
	const inner = path.reduceRight(
		(text, field, at) => (at === path.length - 1 ? `${field}(${[...args, "first: 100"].join(", ")}) { nodes { id } }` : `${field} { ${text} }`),
		"",
	);
	const params: Params = place ? { at: t.scene(place) } : {};
	const response = await ask(t.as(who), `query${place ? "($at: ID!)" : ""} { ${inner} }`, params);
	const found = response.at(path.map((field) => field.replace(/\(.*/, "")).join("."));
	const { nodes } = Object(found);
	return Array.isArray(nodes) ? nodes.map((node) => String(Object(node).id)) : undefined;
}

/**
 * A filter of a connection shows nodes of the connection alone, to anyone, and two filters show those that pass both. Catches a filter under
 * which a caller sees what is hidden otherwise, and one that is ignored beside another.
 */
export const graphqlFilters: readonly Rule[] = connections.map((connection) => {
	const name = connection.path.map((field) => field.replace(/\(.*/, "")).join("-");
	return graphqlLaw(
		`filters-${name}`,
		`filters of ${name} show what the connection shows without them, and two of them what passes both`,
		"ASSUMED",
		async (t) => {
			const filters = connection.filters(t);
			for (const who of ["administrator", "outsider"] as const)
				await whileUnchanged(
					async () => [{ ids: await idsOf(t, who, connection, []) }],
					async ([whole]) => {
						const all = whole?.ids;
						if (!Array.isArray(all) || all.length === 0 || all.length > 99) return;
						const found = new Map<string, readonly string[]>();
						for (const filter of filters) {
							const ids = await idsOf(t, who, connection, [filter]);
							const more = (ids ?? []).filter((id) => !all.includes(id));
							t.same(`what ${who} sees with ${filter} and not without`, more, []);
							if (ids) found.set(filter, ids);
						}
						const nameOf = (filter: string) => filter.split(":")[0];
						for (const [one, ids] of found)
							for (const [other, others] of found) {
								if (one >= other || nameOf(one) === nameOf(other)) continue;
								const both = await idsOf(t, who, connection, [one, other]);
								t.same(`what ${who} sees with ${one} and ${other}`, [...(both ?? [])].sort(), ids.filter((id) => others.includes(id)).sort());
							}
					},
				);
		},
	);
});
