import type * as z from "zod/mini";

/** The part of a schema that is read here, as zod's core describes it: see its documentation for library authors. */
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

/** The possible kinds of a value: objects with fields, lists, or anything. */
interface Shapes {
	readonly fields: { readonly [name: string]: Schema }[];
	readonly elements: Schema[];
	open: boolean;
}

/** Returns the branches of a union that a value matches, or all of them if it matches none. */
function chosen(options: readonly Schema[], value: unknown): readonly Schema[] {
	const fitting = options.filter((option) => option.safeParse(value).success);
	return fitting.length > 0 ? fitting : options;
}

function gather(schemas: readonly Schema[], value: unknown, into: Shapes): Shapes {
	for (const { _zod } of schemas) {
		const { type, shape, element, innerType, options, getter } = _zod.def;
		// An object schema without fields allows any field.
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
 * Finds fields in a value, at any depth, that its schema does not define.
 *
 * @returns the paths of the fields: names and indexes
 * @example
 * unknownFields(Pipeline, { id: 7, shoe_size: 42 }); // [["shoe_size"]]
 */
export const unknownFields = (schema: z.ZodMiniType, value: unknown): (readonly (string | number)[])[] =>
	// Every schema has its definition in the same property, and can parse.
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
