import type { Schema } from "./document";
import { type Model, type OperationModel, refName } from "./model";
import { isRequirement } from "./requirement";

/** The keywords that restrict a value or that the platform uses. Descriptions and examples are left out. */
const kept = [
	"type",
	"enum",
	"const",
	"format",
	"required",
	"minimum",
	"maximum",
	"minLength",
	"maxLength",
	"pattern",
	"minItems",
	"maxItems",
	"default",
	"x-tenon-tier",
	"x-tenon-lifecycle",
];

/** Returns a schema with resolved references and without its descriptions. */
function compact(schema: Schema, model: Model): Schema {
	if (schema.$ref) {
		const named = model.schemas.get(refName(schema.$ref));
		if (!named) throw new Error(`no schema at ${schema.$ref}`);
		return compact(named.schema, model);
	}
	const out: Schema = {};
	for (const key of kept) if (schema[key] !== undefined) out[key] = schema[key];
	if (schema.properties)
		out.properties = Object.fromEntries(
			Object.entries(schema.properties).map(([name, one]) => [name, compact(one, model)]),
		);
	if (schema.items) out.items = compact(schema.items, model);
	if (schema.anyOf && !schema.anyOf.every(isRequirement)) out.anyOf = schema.anyOf.map((one) => compact(one, model));
	if (typeof schema.additionalProperties === "object")
		out.additionalProperties = compact(schema.additionalProperties, model);
	return out;
}

interface Restrictions {
	"x-tenon-tier"?: unknown;
	"x-tenon-lifecycle"?: unknown;
}

function restrictions(from: Restrictions): object {
	return {
		...(from["x-tenon-tier"] ? { tier: from["x-tenon-tier"] } : {}),
		...(from["x-tenon-lifecycle"] ? { lifecycle: from["x-tenon-lifecycle"] } : {}),
	};
}

function bodyOf(one: OperationModel, model: Model): object | undefined {
	if (!one.body) return undefined;
	const contents = Object.entries(one.body.content);
	const whole = contents.map(([, schema]) => named(schema, model));
	const main = named(one.body.content["application/json"] ?? contents[0]?.[1] ?? {}, model);
	const properties = new Map<string, Schema>();
	for (const [name, schema] of whole.flatMap((one) => Object.entries(one.properties ?? {}))) {
		// A field that is nullable in JSON and a file in a form has both types.
		const type = new Set([properties.get(name)?.type ?? [], schema.type ?? []].flat());
		properties.set(name, type.size > 1 ? { ...schema, type: [...type] } : schema);
	}
	const groups = (main.anyOf ?? []).filter(isRequirement).map((branch) => branch.required ?? []);
	return {
		types: contents.map(([type]) => type),
		required: one.body.required,
		...(main.properties || properties.size > 0
			? {
					fields: [...properties].map(([name, schema]) => {
						const { "x-tenon-tier": _t, "x-tenon-lifecycle": _l, ...rest } = compact(schema, model);
						return {
							name,
							...((main.required ?? []).includes(name) ? { required: true } : {}),
							...restrictions(schema),
							schema: rest,
						};
					}),
				}
			: { schema: compact(main, model) }),
		...(groups.length > 0 ? { atLeastOne: groups.flat() } : {}),
		...(main.not ? { exclusive: main.not.required } : {}),
	};
}

const named = (schema: Schema, model: Model): Schema =>
	schema.$ref ? (model.schemas.get(refName(schema.$ref))?.schema ?? {}) : schema;

/** Returns the media types of successful responses. */
function responseTypes({ responses }: OperationModel): string[] {
	const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
	return [...new Set(successes.flatMap(([, response]) => Object.keys(response.content ?? {})))];
}

const isJson = (type: string): boolean => type === "application/json";

/** Returns the row of an operation: its entire contract except its prose and its responses. */
export function row(one: OperationModel, model: Model): object {
	const { source } = one;
	return {
		id: one.id,
		domain: one.domain,
		method: `${one.resource}.${one.action}`,
		verb: one.verb.toUpperCase(),
		path: one.path,
		...(source.deprecated ? { deprecated: true } : {}),
		parameters: one.parameters
			.filter((each) => each.in !== "header")
			.map((each) => {
				const { "x-tenon-tier": _t, "x-tenon-lifecycle": _l, ...schema } = compact(each.schema, model);
				return {
					name: each.name,
					in: each.in,
					...(each.required ? { required: true } : {}),
					...(each.deprecated ? { deprecated: true } : {}),
					...(each.explode === false ? { separator: "," } : {}),
					...restrictions(each),
					schema,
				};
			}),
		...(one.body ? { body: bodyOf(one, model) } : {}),
		...(responseTypes(one).every(isJson) ? {} : { mediaTypes: responseTypes(one) }),
		statuses: Object.keys(one.responses)
			.filter((status) => /^\d+$/.test(status))
			.map(Number),
		anonymous: one.security.length === 0 || one.security.some((each) => each.length === 0),
		access: source["x-tenon-access"],
		retry: source["x-tenon-retry"],
		...(source["x-tenon-pagination"] ? { pagination: source["x-tenon-pagination"] } : {}),
		...restrictions(source),
		...(source["x-tenon-rate-limit"] ? { rateLimit: source["x-tenon-rate-limit"] } : {}),
		...(source["x-tenon-reveals"] ? { reveals: source["x-tenon-reveals"] } : {}),
		evidence: source["x-tenon-evidence"],
	};
}

/** The differences between the contract's own operation table and that of an extension. */
export interface OperationsLayout {
	/** The first line of the file. */
	readonly banner: string;
	/** The module that exports the type of a row. */
	readonly rowFrom: string;
}

/** Generates the operation table: one row per operation. */
export function operationsFile(model: Model, { banner, rowFrom }: OperationsLayout): string {
	const rows = model.operations.map((one) => `\t${one.id}: ${JSON.stringify(row(one, model))},`);
	const ids = model.operations.map((one) => `\t| "${one.id}"`);
	return `${banner}
import type { OperationRow } from ${JSON.stringify(rowFrom)};

export type OperationId =
${ids.join("\n")};

export const operations: { readonly [id in OperationId]: OperationRow } = {
${rows.join("\n")}
};
`;
}
