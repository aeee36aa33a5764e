/**
 * Generates the validators: zod/mini schemas that validate as JSON Schema does, in one file per domain. Also generates
 * the type tests that compare their types to those of openapi-typescript. Supports only the contract's subset of JSON
 * Schema, and throws for anything else.
 */
import type { Schema, SchemaType } from "./document";
import { type Model, type NamedSchema, type OperationModel, references, refName } from "./model";
import { isRequirement } from "./requirement";

/** In types, enums of responses are open and those of requests are closed. */
type Direction = "request" | "response";

const literal = (value: unknown): string => JSON.stringify(value);
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

/** Returns the code of a call that is marked as pure. Bundlers need the mark on every call, nested ones included. */
const call = (callee: string, ...args: string[]): string => `/*#__PURE__*/ ${callee}(${args.join(", ")})`;

const checked = (schema: string, checks: string[]): string =>
	checks.length > 0 ? call("s.checked", schema, ...checks) : schema;

const union = (members: string[]): string =>
	members.length === 1 && members[0] ? members[0] : call("z.union", `[${members.join(", ")}]`);

const isNull = (schema: Schema): boolean => schema.type === "null";
const isKnown = (schema: Schema): boolean => schema.enum !== undefined;
const isAnyText = (schema: Schema): boolean =>
	schema.type === "string" && Object.keys(schema).every((word) => word === "type" || word === "description");

function enumeration(values: readonly unknown[], direction: Direction): string {
	const texts = values.filter((value) => typeof value === "string");
	const others = values.filter((value) => typeof value !== "string" && value !== null);
	const members = [
		...(texts.length > 0 ? [call(direction === "response" ? "s.listed" : "z.enum", literal(texts))] : []),
		...(others.length > 0 ? [call("z.literal", literal(others))] : []),
	];
	if (!values.includes(null)) return union(members);
	return members.length > 0 ? call("z.nullable", union(members)) : call("z.null");
}

function text(schema: Schema): string {
	const { minLength, maxLength, pattern, format } = schema;
	if (format === "binary") return "s.file";
	const base = format === "date" ? "s.dateText" : format === "date-time" ? "s.dateTimeText" : "s.string";
	const bounds = [String(minLength ?? 0), ...(maxLength === undefined ? [] : [String(maxLength)])];
	return checked(base, [
		...(minLength === undefined && maxLength === undefined ? [] : [call("s.length", ...bounds)]),
		...(pattern === undefined ? [] : [call("z.regex", String(new RegExp(pattern, "u")))]),
	]);
}

function amount(schema: Schema, base: string): string {
	return checked(base, [
		...(schema.minimum === undefined ? [] : [call("z.minimum", String(schema.minimum))]),
		...(schema.maximum === undefined ? [] : [call("z.maximum", String(schema.maximum))]),
	]);
}

function list(schema: Schema, direction: Direction): string {
	return checked(call("z.array", expression(schema.items ?? {}, direction)), [
		...(schema.minItems === undefined ? [] : [call("z.minLength", String(schema.minItems))]),
		...(schema.maxItems === undefined ? [] : [call("z.maxLength", String(schema.maxItems))]),
		...(schema.uniqueItems ? ["s.unique"] : []),
	]);
}

function object(schema: Schema, direction: Direction, indent: string): string {
	const { properties = {}, required = [], additionalProperties } = schema;
	const inner = `${indent}\t`;
	const fields = Object.entries(properties).map(([name, one]) => {
		const value = expression(one, direction, inner);
		return `${inner}${key(name)}: ${required.includes(name) ? value : call("z.exactOptional", value)},\n`;
	});
	const shape = fields.length > 0 ? `{\n${fields.join("")}${indent}}` : "{}";
	const base =
		typeof additionalProperties === "object"
			? call("z.catchall", call("z.object", shape), expression(additionalProperties, direction, indent))
			: call(additionalProperties === false ? "z.strictObject" : "z.looseObject", shape);
	const unlisted = required.filter((name) => !Object.hasOwn(properties, name));
	const groups = (schema.anyOf ?? []).map((branch) => literal(branch.required ?? []));
	return checked(base, [
		...(unlisted.length > 0 ? [call("s.needs", literal(unlisted))] : []),
		...(groups.length > 0 ? [call("s.needs", ...groups)] : []),
		...(schema.not ? [call("s.excludes", ...schema.not.required.map(literal))] : []),
		...(schema.minProperties === undefined ? [] : [call("s.fields", String(schema.minProperties))]),
	]);
}

function single(type: SchemaType, schema: Schema, direction: Direction, indent: string): string {
	switch (type) {
		case "string":
			return text(schema);
		case "integer":
			return amount(schema, "s.integer");
		case "number":
			return amount(schema, "s.number");
		case "boolean":
			return "s.boolean";
		case "null":
			return call("z.null");
		case "array":
			return list(schema, direction);
		case "object":
			return object(schema, direction, indent);
	}
}

/** The keywords that restrict a value. All others only describe it. */
const judging = [
	"type",
	"enum",
	"const",
	"properties",
	"required",
	"items",
	"additionalProperties",
	"minimum",
	"maximum",
	"minLength",
	"maxLength",
	"pattern",
	"minItems",
	"maxItems",
	"uniqueItems",
	"minProperties",
	"not",
];

function alternatives(branches: Schema[], direction: Direction, indent: string): string {
	const rest = branches.filter((branch) => !isNull(branch));
	const names = rest.find(isKnown)?.enum?.filter((value) => typeof value === "string");
	const member =
		names && rest.length === 2 && rest.some(isAnyText)
			? call(`s.known<${names.map(literal).join(" | ")}>`)
			: union(rest.map((branch) => expression(branch, direction, indent)));
	return rest.length < branches.length ? call("z.nullable", member) : member;
}

function expression(schema: Schema, direction: Direction, indent = ""): string {
	if (schema.$ref) return refName(schema.$ref);
	if (schema.const !== undefined)
		return schema.const === null ? call("z.null") : enumeration([schema.const], direction);
	if (schema.enum) return enumeration(schema.enum, direction);
	if (schema.anyOf && !schema.anyOf.every(isRequirement)) {
		const beside = judging.filter((word) => schema[word] !== undefined);
		if (beside.length > 0) throw new Error(`anyOf beside ${beside.join(", ")} is not in the contract's subset.`);
		return alternatives(schema.anyOf, direction, indent);
	}
	if (schema.type === undefined) {
		const untyped = judging.filter((word) => schema[word] !== undefined);
		if (untyped.length > 0) throw new Error(`${untyped.join(", ")} without a type is not in the contract's subset.`);
		return "s.unknown";
	}
	const types = [schema.type].flat();
	const members = types.filter((type) => type !== "null").map((type) => single(type, schema, direction, indent));
	if (members.length === 0) return call("z.null");
	return members.length < types.length ? call("z.nullable", union(members)) : union(members);
}

/** Matches a generated call with a type argument. No text of the document matches, because its quotes are escaped. */
const knownType = /s\.known<(?:"(?:[^"\\]|\\.)*"(?: \| )?)+>\(/g;

const withoutTypes = (code: string): string => code.replaceAll(knownType, "s.known(");

/** Returns the JavaScript code of a schema's validator. */
export const schemaExpression = (schema: Schema): string => withoutTypes(expression(schema, "request"));

/** Returns the schemas in such an order that each comes after the schemas that it refers to. */
function sorted(schemas: NamedSchema[], model: Model): NamedSchema[] {
	const done = new Set<NamedSchema>();
	const open: NamedSchema[] = [];
	const visit = (one: NamedSchema): void => {
		if (done.has(one)) return;
		if (open.includes(one)) throw new Error(`Recursion: ${[...open, one].map(({ name }) => name).join(" → ")}.`);
		open.push(one);
		for (const name of references(one.schema)) {
			const next = model.schemas.get(name);
			if (!next) throw new Error(`${one.name} refers to ${name}, which does not exist.`);
			visit(next);
		}
		open.pop();
		done.add(one);
	};
	schemas.forEach(visit);
	return [...done].filter((one) => schemas.includes(one));
}

const doc = (description: string | undefined): string =>
	description ? `/** ${description.trim().replace(/\s+/g, " ").replaceAll("*/", "*\\/")} */\n` : "";

function record({ name, schema, inResponses, inRequests }: NamedSchema): string {
	const direction = inResponses && !inRequests ? "response" : "request";
	return `${doc(schema.description)}export const ${name} = ${expression(schema, direction)};\n`;
}

function jsonResponses(one: OperationModel): [string, Schema][] {
	return Object.entries(one.responses).flatMap(([status, response]): [string, Schema][] => {
		const schema = response.content?.["application/json"]?.schema;
		return schema ? [[status, schema]] : [];
	});
}

function parametersOf(one: OperationModel): Schema {
	const read = one.parameters.filter((each) => each.in !== "header");
	const properties = Object.fromEntries(read.map((each) => [each.name, each.schema]));
	if (Object.keys(properties).length < read.length) throw new Error(`${one.id} has two parameters of one name.`);
	return {
		type: "object",
		properties,
		required: read.filter((each) => each.required).map((each) => each.name),
	};
}

function operation(one: OperationModel): string {
	const responses = jsonResponses(one).map(
		([status, schema]) => `\t${literal(status)}: ${expression(schema, "response", "\t")},\n`,
	);
	return `/** Path and query parameters of ${one.id}. */
export const ${one.id}Parameters = ${expression(parametersOf(one), "request")};

/** JSON responses of ${one.id}, by status. */
export const ${one.id}Responses = {\n${responses.join("")}};
`;
}

function named(schemas: Schema[]): Set<string> {
	return new Set(schemas.flatMap((schema) => [...references(schema)]));
}

/** A generated file, and the domains whose schemas and operations are in it. */
interface ValidatorFile {
	readonly path: string;
	/** The path with which other generated files import it. */
	readonly specifier: string;
	readonly has: (domain: string) => boolean;
}

/** The differences between the contract's own validators and those of an extension. */
export interface ValidatorLayout {
	/** The first line of each file. */
	readonly banner: string;
	/** The module that exports the helpers of the validators. */
	readonly support: string;
	readonly files: readonly ValidatorFile[];
	/** The schemas of another package. The generated files import them. */
	readonly imported?: Omit<ValidatorFile, "path">;
	/** Whether to generate JavaScript without types, which runs as it is. */
	readonly isJavaScript?: boolean;
}

function textOf(file: ValidatorFile, model: Model, layout: ValidatorLayout): string | undefined {
	const own = sorted(
		[...model.schemas.values()].filter((one) => file.has(one.domain)),
		model,
	);
	const operations = model.operations.filter((one) => file.has(one.domain));
	if (own.length === 0 && operations.length === 0) return undefined;
	const used = named([
		...own.map((one) => one.schema),
		...operations.flatMap((one) => [
			...one.parameters.map((each) => each.schema),
			...jsonResponses(one).map(([, schema]) => schema),
		]),
	]);
	const foreign = [...layout.files.filter((other) => other !== file), ...(layout.imported ? [layout.imported] : [])]
		.map((other): [string, string[]] => [
			other.specifier,
			[...used].filter((name) => other.has(model.schemas.get(name)?.domain ?? "")).sort(),
		])
		.filter(([, names]) => names.length > 0);
	const written = [...own.map(record), ...operations.map(operation)].join("\n");
	const body = layout.isJavaScript ? withoutTypes(written) : written;
	const imports = [
		'import * as z from "zod/mini";',
		...(/^(?!\/\*\*).*\bs\.\w/m.test(body) ? [`import * as s from ${literal(layout.support)};`] : []),
		...foreign.map(([specifier, names]) => `import { ${names.join(", ")} } from ${literal(specifier)};`),
	];
	return `${layout.banner}\n${imports.join("\n")}\n\n${body}`;
}

/** Generates the validators of records, parameters and responses, by path in the layout's folder. */
export function validatorFiles(model: Model, layout: ValidatorLayout): Map<string, string> {
	assertNoFileCycle(model, layout);
	return new Map(
		layout.files.flatMap((file): [string, string][] => {
			const text = textOf(file, model, layout);
			return text === undefined ? [] : [[file.path, text]];
		}),
	);
}

/** Throws if two files need each other. This cannot work, because each creates its constants when it is loaded. */
function assertNoFileCycle(model: Model, { files }: ValidatorLayout): void {
	const fileOf = (schema: NamedSchema | undefined) => files.find((file) => schema && file.has(schema.domain));
	const needs = new Map<ValidatorFile, Map<ValidatorFile, string>>();
	for (const one of model.schemas.values()) {
		const own = fileOf(one);
		if (!own) continue;
		const from = needs.get(own) ?? new Map<ValidatorFile, string>();
		needs.set(own, from);
		for (const name of references(one.schema)) {
			const to = fileOf(model.schemas.get(name));
			if (to && to !== own && !from.has(to)) from.set(to, `${one.name} needs ${name}`);
		}
	}
	const done = new Set<ValidatorFile>();
	const visit = (file: ValidatorFile, path: ValidatorFile[], reasons: string[]): void => {
		if (path.includes(file))
			throw new Error(`Files that need one another: ${reasons.slice(path.indexOf(file)).join(", ")}.`);
		if (done.has(file)) return;
		for (const [to, reason] of needs.get(file) ?? []) visit(to, [...path, file], [...reasons, reason]);
		done.add(file);
	};
	for (const file of files) visit(file, [], []);
}

/** Generates type tests: the type of each validator and the generated type of the same name are mutually assignable. */
export function validatorTypeTests(model: Model, banner: string): string {
	const tests = [...model.schemas.keys()].map(
		(name) => `	test("${name}", () => {
		expectTypeOf<z.output<typeof validators.${name}>>().toExtend<types.${name}>();
		expectTypeOf<types.${name}>().toExtend<z.output<typeof validators.${name}>>();
	});`,
	);
	return `${banner}
import { describe, expectTypeOf, test } from "vitest";
import type * as z from "zod/mini";
import type * as types from "../../src/generated/openapi";
import type * as validators from "../../src/validators";

describe("a validator's type and the type of the same name fit one another", () => {
${tests.join("\n")}
});
`;
}
