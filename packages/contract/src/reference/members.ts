import { isRequirement } from "../../generate/requirement";
import type { Lifecycle, Tier } from "../operation-row";
import { code, codes, entry } from "./markdown";
import { bounds, choices, type Described, typeName } from "./schema-words";
import { lifecycleText, tierText } from "./wording";

/** A parameter, a field of a body or a property of a record. */
export interface Member {
	readonly name: string;
	readonly required: boolean;
	readonly deprecated: boolean;
	readonly schema: Described;
	/** Markdown. */
	readonly description: string;
	readonly tier?: Tier | undefined;
	readonly lifecycle?: Lifecycle | undefined;
}

/** Formats the name of a type as Markdown, optionally with links to its records. */
export type TypeText = (type: string) => string;

const list = (values: readonly unknown[]): string => codes(values.map((value) => JSON.stringify(value)));

/** Returns the members of an object schema, with their own descriptions or those that `describe` finds for a name. */
export const membersOf = (schema: Described, describe?: (name: string) => string | undefined): Member[] =>
	Object.entries(schema.properties ?? {}).map(([name, one]) => ({
		name,
		required: (schema.required ?? []).includes(name),
		deprecated: one.deprecated === true || one["x-tenon-lifecycle"]?.stage === "deprecated",
		schema: one,
		description: describe?.(name) ?? one.description ?? "",
		tier: one["x-tenon-tier"],
		lifecycle: one["x-tenon-lifecycle"],
	}));

/** Returns the objects in a schema that have no own page: itself, the items of a list, the branches of a union. */
function objectsIn(schema: Described): readonly Described[] {
	if (schema.anyOf && !schema.anyOf.every(isRequirement)) return schema.anyOf.flatMap(objectsIn);
	if (schema.items) return objectsIn(schema.items);
	if (typeof schema.additionalProperties === "object") return objectsIn(schema.additionalProperties);
	return schema.properties ? [schema] : [];
}

function notesOf({ schema, tier, lifecycle, deprecated }: Member): string[] {
	const listed = choices(schema);
	const limits = bounds(schema).join("; ");
	const former = (schema.anyOf ?? []).filter((branch) => branch.deprecated && branch.enum);
	const { replacedBy, removal } = lifecycle ?? {};
	return [
		listed.length > 0 && `One of ${list(listed)}.`,
		...former.map((branch) => {
			const use = branch["x-tenon-lifecycle"]?.replacedBy;
			return `Deprecated: ${list(branch.enum ?? [])}${use ? `; use ${code(JSON.stringify(use))}` : ""}.`;
		}),
		limits && `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`,
		schema.default !== undefined && `Default: ${code(JSON.stringify(schema.default))}.`,
		tierText(tier),
		lifecycleText(lifecycle),
		deprecated &&
			`Deprecated${replacedBy ? `: use ${replacedBy}` : ""}${removal ? `, to be removed in ${removal}` : ""}.`,
	].flatMap((text) => text || []);
}

/** Formats members as a Markdown list, with the fields of nested objects as nested lists. */
export function memberList(
	members: readonly Member[],
	typeText: TypeText,
	describe: (path: string) => string | undefined = () => undefined,
	path = "",
): string {
	const items = members.map((member) => {
		const { name, required, schema, description } = member;
		const own = `${path}${name}`;
		const nested = objectsIn(schema)
			.map((one) =>
				memberList(
					membersOf(one, (field) => describe(`${own}.${field}`)),
					typeText,
					describe,
					`${own}.`,
				),
			)
			.filter(Boolean);
		const text = [description.trim(), ...notesOf(member)].filter(Boolean).join(" ");
		const head = `${code(name)} ${typeText(typeName(schema))}${required ? ", **required**" : ""}`;
		return entry(head, text, ...nested);
	});
	return items.join("\n");
}
