import { isRequirement } from "../../generate/requirement";
import type { Lifecycle, Tier } from "../operation-row";

/**
 * A schema as the reference reads it: from the document, or from the operation table, where references are resolved.
 */
export interface Described {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly format?: string;
	readonly properties?: { readonly [name: string]: Described };
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Described;
	readonly items?: Described;
	readonly anyOf?: readonly Described[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly minProperties?: number;
	readonly uniqueItems?: boolean;
	readonly pattern?: string;
	readonly default?: unknown;
	readonly description?: string;
	readonly deprecated?: boolean;
	readonly "x-tenon-separator"?: string;
	readonly "x-tenon-tier"?: Tier;
	readonly "x-tenon-lifecycle"?: Lifecycle;
}

/** Returns a short text for a schema's type: `string (date)`, `integer[]`, `Pipeline | null`. */
export function typeName(schema: Described): string {
	if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
	if (schema.anyOf && !schema.anyOf.every(isRequirement)) return [...new Set(schema.anyOf.map(typeName))].join(" | ");
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	const types = [schema.type ?? []].flat().map((type) => {
		if (type === "array") {
			const item = typeName(schema.items ?? {});
			return item.includes(" ") ? `(${item})[]` : `${item}[]`;
		}
		const values = schema.additionalProperties;
		return type === "object" && typeof values === "object" ? `map of ${typeName(values)}` : type;
	});
	const named = types.length > 0 ? types.join(" | ") : "any value";
	return schema.format ? `${named} (${schema.format})` : named;
}

/** Returns the enum values of a schema, of its branches, or of a list's items. */
export function choices(schema: Described): readonly unknown[] {
	if (schema.enum) return schema.enum;
	const branches = (schema.anyOf ?? []).filter((branch) => branch.enum && !branch.deprecated);
	if (branches.length > 0) return branches.flatMap((branch) => branch.enum ?? []);
	return schema.items ? choices(schema.items) : [];
}

const count = (least: number | undefined, most: number | undefined, what: string): string | undefined => {
	if (least === undefined) return most === undefined ? undefined : `at most ${most.toLocaleString("en")}${what}`;
	if (most === undefined) return `at least ${least.toLocaleString("en")}${what}`;
	return `${least.toLocaleString("en")} to ${most.toLocaleString("en")}${what}`;
};

/** Returns a text for each bound of a schema. */
export function bounds(schema: Described): string[] {
	return [
		count(schema.minimum, schema.maximum, ""),
		count(schema.minLength, schema.maxLength, " characters"),
		count(schema.minItems, schema.maxItems, " items"),
		count(schema.minProperties, undefined, " properties"),
		schema.uniqueItems ? "each once" : undefined,
		schema.pattern && `matches \`${schema.pattern}\``,
		schema["x-tenon-separator"] && `a list, or one text separated by \`${schema["x-tenon-separator"]}\``,
	].flatMap((one) => one || []);
}
