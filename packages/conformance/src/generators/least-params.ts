import type { ValueSchema } from "@tenon/contract";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { isGenerous, type RestOperation } from "./rest-operations";

/** A number that no record has. */
export const nobody = 999_999_999;

/** Returns a value that a schema accepts. */
function sample(schema: ValueSchema): unknown {
	if (schema.enum) return schema.enum[0];
	if (schema.anyOf?.[0]) return sample(schema.anyOf[0]);
	switch ([schema.type ?? "string"].flat()[0]) {
		case "integer":
			return schema.minimum ?? 1;
		case "boolean":
			return true;
		case "array":
			return [];
		case "object":
			return {};
		default:
			return schema.format === "email" ? "someone@example.com" : schema.format === "uri" ? "https://example.com" : "text";
	}
}

/** Returns the field of the scene for the `{id}` of an operation's path; undefined if the path has no such place. */
export const placeOf = ({ path }: RestOperation): "project" | "group" | undefined =>
	path.startsWith("/projects/{id}") ? "project" : path.startsWith("/groups/{id}") ? "group" : undefined;

/** Returns a second place in which a list's parameters mean the same: a subgroup, or another project of the group. Undefined if there is none. */
export function secondPlace(row: RestOperation, params: Params, t: Context): string | undefined {
	const place = placeOf(row);
	return place && params.id === t.scene(place) && isGenerous(row) ? t.scene(place === "group" ? "subgroup" : "internal_project") : undefined;
}

/** Returns the numeric id of a project or group. */
export const numberOf = async (t: Context, place: "project" | "group", path: string): Promise<number> =>
	await (place === "project" ? t.given.projectId(path) : t.given.groupId(path));

/** Returns the names of the path parameters of an operation. */
export const pathNames = ({ parameters }: RestOperation): readonly string[] => parameters.filter((one) => one.in === "path").map(({ name }) => name);

/** Returns only the parameters that are in the path of an operation. */
export const inPath = (row: RestOperation, params: Params): Params => Object.fromEntries(pathNames(row).map((name) => [name, params[name]]));

/** Returns the required parameters, well-formed. They name no existing record except the scene's project or group. */
export function leastParams(row: RestOperation, t: Context): Params {
	const place = placeOf(row);
	const named = (name: string) => (name === "id" && place ? t.scene(place) : nobody);
	const places = pathNames(row).map((name) => [name, named(name)]);
	const fields = [...row.parameters.filter((one) => one.in === "query"), ...(row.body?.fields ?? [])];
	const [oneOf] = row.body?.atLeastOne ?? [];
	const needed = fields.filter(({ name, required }) => required || name === oneOf).map(({ name, schema }) => [name, sample(schema)]);
	return Object.fromEntries([...places, ...needed]);
}
