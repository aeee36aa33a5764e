/** The TypeScript types of what a caller passes to an operation, and of what it returns. */
import type { Schema } from "../document";
import { type Model, type OperationModel, refName } from "../model";
import { isRequirement } from "../requirement";
import type { Described } from "./jsdoc";
import { key } from "./names";

/** Returns the TypeScript type of a value. Requests accept a Date for a date; enums in responses are open. */
export function typeOf(schema: Schema, direction: "request" | "response"): string {
	if (schema.$ref) return `T.${refName(schema.$ref)}`;
	if (schema.enum) {
		const values = schema.enum.map((value) => JSON.stringify(value));
		return [...values, ...(direction === "response" ? ["(string & {})"] : [])].join(" | ");
	}
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.anyOf && !schema.anyOf.every(isRequirement)) {
		const known =
			schema.anyOf.some((one) => one.enum) && schema.anyOf.some((one) => one.type === "string" && !one.enum);
		return schema.anyOf
			.map((one) => (known && one.type === "string" && !one.enum ? "(string & {})" : typeOf(one, direction)))
			.join(" | ");
	}
	const each = [schema.type ?? []].flat().map((type) => {
		switch (type) {
			case "integer":
			case "number":
				return "number";
			case "string":
				if (schema["x-tenon-separator"] && direction === "request") return "string | readonly string[]";
				if (schema.format === "binary") return direction === "request" ? "Upload" : "Blob";
				return direction === "request" && schema.format?.startsWith("date") ? "string | Date" : "string";
			case "array": {
				const item = typeOf(schema.items ?? {}, direction);
				return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
			}
			case "object": {
				if (schema.properties) return inline(schema, direction);
				const values = schema.additionalProperties;
				return `{ [key: string]: ${typeof values === "object" ? typeOf(values, direction) : "unknown"} }`;
			}
			default:
				return type;
		}
	});
	return each.length > 0 ? [...new Set(each)].join(" | ") : "unknown";
}

function inline(schema: Schema, direction: "request" | "response"): string {
	const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => {
		const optional = !(schema.required ?? []).includes(name);
		const undefinedToo = optional && direction === "request" ? " | undefined" : "";
		return `${key(name)}${optional ? "?" : ""}: ${typeOf(one, direction)}${undefinedToo}`;
	});
	return `{ ${fields.join("; ")} }`;
}

export interface Field extends Described {
	name: string;
	required: boolean;
}

/** Returns all fields that the caller passes: path and query parameters and the fields of the body. */
export function fieldsOf(one: OperationModel, model: Model): Field[] {
	const fields = new Map<string, Field>();
	for (const each of one.parameters)
		if (each.in !== "header") fields.set(each.name, { ...each, required: each.required === true });
	for (const content of Object.values(one.body?.content ?? {})) {
		const body = content.$ref ? model.schemas.get(refName(content.$ref))?.schema : content;
		for (const [name, schema] of Object.entries(body?.properties ?? {})) {
			const before = fields.get(name);
			const required = (body?.required ?? []).includes(name);
			if (before && JSON.stringify(before.schema) !== JSON.stringify(schema)) {
				// The field is a file in the multipart form and a text elsewhere. Both are accepted.
				fields.set(name, { ...before, schema: { anyOf: [before.schema, schema] } });
			} else if (!before) {
				const { description, deprecated } = schema;
				fields.set(name, {
					name,
					required,
					schema,
					...(description === undefined ? {} : { description }),
					...(deprecated === undefined ? {} : { deprecated }),
				});
			}
		}
	}
	return [...fields.values()];
}

/** Adds the body's `anyOf` and `not` to the type of the parameters: at least one, or at most one, of some fields. */
export function constrained(type: string, one: OperationModel, model: Model): string {
	const [content] = Object.values(one.body?.content ?? {});
	const body = content?.$ref ? model.schemas.get(refName(content.$ref))?.schema : content;
	const names = (list: string[]) => list.map((name) => JSON.stringify(name)).join(" | ");
	const some = body?.anyOf?.every(isRequirement) ? body.anyOf.flatMap((branch) => branch.required ?? []) : [];
	const never = body?.not?.required ?? [];
	const { on, needs = {} } = body?.["x-tenon-depends"] ?? {};
	if (on) {
		const each = Object.entries(needs).map(([value, fields]) => `${key(value)}: ${names(fields) || "never"}`);
		return `Dependent<${type}, ${JSON.stringify(on)}, { ${each.join("; ")} }>`;
	}
	const least = some.length > 0 ? `AtLeastOne<${type}, ${names(some)}>` : type;
	return never.length > 0 ? `AtMostOne<${least}, ${names(never)}>` : least;
}

/** Returns the type of the whole body if the body is not a plain object of fields, as for alerts. */
export function wholeBody(one: OperationModel, model: Model): string | undefined {
	const ref = one.body && Object.values(one.body.content)[0]?.$ref;
	const schema = ref ? model.schemas.get(refName(ref))?.schema : undefined;
	return ref && schema && !schema.properties ? `T.${refName(ref)}` : undefined;
}

export interface Result {
	kind: "list" | "value" | "nothing" | "file";
	type: string;
}

export function resultOf(one: OperationModel): Result {
	const bodies = Object.entries(one.responses)
		.filter(([status]) => status.startsWith("2"))
		.map(([, response]) => Object.entries(response.content ?? {})[0]);
	const schemas = bodies.flatMap((entry) =>
		entry?.[0] === "application/json" && entry[1].schema ? [entry[1].schema] : [],
	);
	if (schemas.length === 0)
		return bodies.some((entry) => entry) && !bodies.some((entry) => entry?.[0] === "application/json")
			? { kind: "file", type: "Download" }
			: { kind: "nothing", type: "void" };
	const [first] = schemas;
	if (schemas.length === 1 && first?.type === "array" && one.source["x-tenon-pagination"])
		return { kind: "list", type: typeOf(first.items ?? {}, "response") };
	return { kind: "value", type: schemas.map((schema) => typeOf(schema, "response")).join(" | ") };
}
