import type * as z from "zod/mini";

/** The part of a schema that is looked at, as zod's core describes it: see its documentation for authors of libraries. */
interface Schema {
	readonly _zod: { readonly def: Def };
	safeParse(value: unknown): { success: boolean };
}
interface Def {
	readonly type: string;
	readonly shape?: { readonly [name: string]: Schema };
	readonly element?: Schema;
	readonly innerType?: Schema;
	readonly options?: readonly Schema[];
	readonly getter?: () => Schema;
}

/** What a value may be: objects with fields, lists, or anything. */
interface Shapes {
	readonly fields: { readonly [name: string]: Schema }[];
	readonly elements: Schema[];
	open: boolean;
}

/** A value of a choice is one of those that it fits; where it fits none, each of them may be meant. */
function chosen(options: readonly Schema[], value: unknown): readonly Schema[] {
	const fitting = options.filter((option) => option.safeParse(value).success);
	return fitting.length > 0 ? fitting : options;
}

function gather(schemas: readonly Schema[], value: unknown, into: Shapes): Shapes {
	for (const { _zod } of schemas) {
		const { type, shape, element, innerType, options, getter } = _zod.def;
		// An object without fields of its own says that any may be in it.
		if (shape && Object.keys(shape).length > 0) into.fields.push(shape);
		else if (element) into.elements.push(element);
		else if (innerType) gather([innerType], value, into);
		else if (options) gather(chosen(options, value), value, into);
		else if (getter) gather([getter()], value, into);
		else if (!["string", "number", "int", "boolean", "null", "enum", "literal"].includes(type)) into.open = true;
	}
	return into;
}

/**
 * Where in a value there are fields that its schema does not name, however deep.
 *
 * @returns Their paths: names and indexes from the outside in.
 * @example
 * unknownFields(Pipeline, { id: 7, shoe_size: 42 }); // [["shoe_size"]]
 */
export const unknownFields = (schema: z.ZodMiniType, value: unknown): (readonly (string | number)[])[] =>
	// Every kind of schema keeps what it is made of in the same place, and can parse.
	unknownIn([schema as unknown as Schema], value, []);

function unknownIn(
	schemas: readonly Schema[],
	value: unknown,
	path: readonly (string | number)[],
): (readonly (string | number)[])[] {
	if (typeof value !== "object" || value === null) return [];
	const { fields, elements, open } = gather(schemas, value, { fields: [], elements: [], open: false });
	if (Array.isArray(value))
		return elements.length === 0 ? [] : value.flatMap((one, at) => unknownIn(elements, one, [...path, at]));
	if (fields.length === 0) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const known = fields.flatMap((shape) => shape[name] ?? []);
		if (known.length > 0) return unknownIn(known, inner, [...path, name]);
		return open ? [] : [[...path, name]];
	});
}
