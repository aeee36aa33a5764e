import type { Member } from "./operations";

/** The texts of the form's fields, by parameter. */
export type Texts = { readonly [name: string]: string };

/** Returns a value as a field shows it. */
export const textOf = (value: unknown): string =>
	value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** The schema of a parameter, without the branches for null and for former values. */
export interface PlainSchema {
	readonly type: string | undefined;
	readonly choices: readonly (string | number | boolean)[];
	readonly format: string | undefined;
}

const isChoice = (value: unknown): value is string | number | boolean => value !== null && typeof value !== "object";

export function plainSchema(schema: Member["schema"]): PlainSchema {
	const branches: unknown = schema.anyOf;
	const all: readonly unknown[] = Array.isArray(branches) ? branches : [schema];
	const types = all.flatMap((one) => [Reflect.get(Object(one), "type")].flat()).filter((type) => type !== "null");
	const words = all.flatMap((one) => {
		const list: unknown = Reflect.get(Object(one), "enum");
		return Array.isArray(list) ? list : [];
	});
	// A choice that also accepts any other text is not a closed choice.
	const isClosed = all.every((one) => {
		const { type, enum: list } = Object(one);
		return list !== undefined || type === "null";
	});
	const type: unknown = types.length === 1 ? types[0] : types.includes("string") ? "string" : types[0];
	return {
		type: typeof type === "string" ? type : undefined,
		choices: isClosed ? words.filter(isChoice) : [],
		format: typeof schema.format === "string" ? schema.format : undefined,
	};
}

/** Converts a field's text to a value. An invalid text is sent unchanged, to see the platform's response. */
function valueFrom(member: Member, text: string): unknown {
	const { type, choices } = plainSchema(member.schema);
	const choice = choices.find((one) => String(one) === text);
	if (choice !== undefined) return choice;
	if (type === "string" && !/^[[{]/.test(text)) return text;
	try {
		return JSON.parse(text);
	} catch {
		return type === "array" ? text.split(",").map((part) => part.trim()) : text;
	}
}

/** Returns the parameters in the fields. Empty fields are left out. */
export const paramsOf = (members: readonly Member[], texts: Texts): { [name: string]: unknown } =>
	Object.fromEntries(
		members.flatMap((member) => {
			const text = texts[member.name] ?? "";
			return text === "" ? [] : [[member.name, valueFrom(member, text)]];
		}),
	);

/** Returns the fields' texts for parameters. */
export const textsOf = (params: { readonly [name: string]: unknown }): Texts =>
	Object.fromEntries(Object.entries(params).map(([name, value]) => [name, textOf(value)]));

/** Returns the initial texts of a form: current rows for the path, and the first example of the body. */
export function firstTexts(members: readonly Member[], examples: { readonly [name: string]: unknown }): Texts {
	const [example] = Object.values(examples);
	const body = typeof example === "object" && example !== null && !Array.isArray(example) ? example : {};
	const fields = Object.entries(body).filter(([name]) => members.some((one) => one.name === name && one.required));
	const path = members.filter((member) => member.in === "path").map(({ name, example: value }) => [name, value]);
	return textsOf({ ...Object.fromEntries(fields), ...Object.fromEntries(path) });
}
