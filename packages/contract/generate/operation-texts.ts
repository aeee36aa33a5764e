import type { OperationTexts, ResponseTexts } from "../src/reference/operation-texts";
import { typeName } from "../src/reference/schema-words";
import type { Media, Parameter, Response, Schema } from "./document";
import { type Model, type OperationModel, refName } from "./model";
import { isRequirement } from "./requirement";
import { twinOf } from "./twins";

const examplesOf = ({ example, examples = {} }: Media): readonly [name: string, value: unknown][] =>
	example === undefined ? Object.entries(examples).map(([name, { value }]) => [name, value]) : [["Example", example]];

/** Returns the descriptions of a body's fields. The fields of nested objects have their path as name. */
function fieldTexts(schema: Schema, model: Model, path = "", within: readonly string[] = []): Map<string, string> {
	const name = schema.$ref && refName(schema.$ref);
	if (name) {
		const target = model.schemas.get(name);
		return target && !within.includes(name) ? fieldTexts(target.schema, model, path, [...within, name]) : new Map();
	}
	const below = (one: Schema, at: string): Map<string, string> => fieldTexts(one, model, at, within);
	const branches = (schema.anyOf ?? []).filter((branch) => !isRequirement(branch));
	const values = typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : [];
	const inner = [...branches, ...(schema.items ? [schema.items] : []), ...values];
	return new Map([
		...inner.flatMap((one) => [...below(one, path)]),
		...Object.entries(schema.properties ?? {}).flatMap(([key, one]): [string, string][] => {
			const at = path ? `${path}.${key}` : key;
			const text = one.description ?? (one.$ref && model.schemas.get(refName(one.$ref))?.schema.description);
			return [...(text ? [[at, text] satisfies [string, string]] : []), ...below(one, at)];
		}),
	]);
}

function responseTexts([status, { description, content = {} }]: [string, Response]): ResponseTexts {
	const [media] = Object.values(content);
	// Only successes have examples here, because all refusals look the same.
	const [, example] = (media && status.startsWith("2") && examplesOf(media)[0]) || [];
	return {
		status: Number(status),
		description,
		...(media?.schema && status.startsWith("2") ? { type: typeName(media.schema) } : {}),
		...(example === undefined ? {} : { example }),
	};
}

/** Returns the prose and the examples of an operation. */
export function textsOf(one: OperationModel, model: Model): OperationTexts {
	const bodies: Media[] = Object.values(one.source.requestBody?.content ?? {});
	const twin = twinOf(one.id);
	const parameters = one.parameters.map((parameter: Parameter & Media) => {
		const values = examplesOf(parameter).map(([, value]) => value);
		// If the parameter accepts both a number and a text, the text is clearer.
		const example = values.find((value) => typeof value === "string") ?? values[0];
		const description = parameter.description ?? "";
		return [parameter.name, { description, ...(example === undefined ? {} : { example }) }] as const;
	});
	return {
		summary: one.source.summary,
		description: one.source.description ?? "",
		parameters: Object.fromEntries(parameters),
		fields: Object.fromEntries(
			Object.values(one.body?.content ?? {}).flatMap((schema) => [...fieldTexts(schema, model)]),
		),
		examples: Object.fromEntries(bodies.flatMap(examplesOf)),
		responses: Object.entries(one.responses)
			.filter(([status]) => /^\d+$/.test(status))
			.map(responseTexts),
		...(twin === undefined ? {} : { twin }),
	};
}
