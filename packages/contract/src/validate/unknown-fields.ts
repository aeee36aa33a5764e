/** The part of a schema that is looked at, as zod's core tells it: see its documentation for authors of libraries. */
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

/** Where in a value there are fields that its schema does not name, each as a path such as `/0/author/shoe_size`. */
export function unknownFields(schemas: readonly Schema[], value: unknown, path = ""): string[] {
	if (typeof value !== "object" || value === null) return [];
	const { fields, elements, open } = gather(schemas, value, { fields: [], elements: [], open: false });
	if (Array.isArray(value))
		return elements.length === 0 ? [] : value.flatMap((one, at) => unknownFields(elements, one, `${path}/${at}`));
	if (fields.length === 0) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const known = fields.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name]] : [])) as Schema[]; // there, as just asked
		const at = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
		if (known.length > 0) return unknownFields(known, inner, at);
		return open ? [] : [at];
	});
}

/** The fields of an answer that the contract does not name. Needs the package `zod`. */
export async function unknownFieldsOf(operation: string, status: number, text: string): Promise<string[]> {
	const validators: { readonly [name: string]: unknown } = await import("@tenon/contract/validators");
	const byStatus = validators[`${operation}Responses`];
	const schema = typeof byStatus === "object" && byStatus !== null ? Reflect.get(byStatus, String(status)) : undefined;
	if (typeof schema !== "object" || schema === null || !("_zod" in schema)) return [];
	try {
		// A validator of ours is a schema of zod's.
		return unknownFields([schema as Schema], JSON.parse(text));
	} catch {
		return [];
	}
}
