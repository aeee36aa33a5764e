/** Validates responses of the control API against openapi/control.yaml. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { parse } from "yaml";

interface DeclaredResponse {
	$ref?: string;
	content?: Record<string, { schema?: object }>;
}
/** The part of a schema that tests read. */
interface Schema {
	$ref?: string;
	type?: string | string[];
	enum?: unknown[];
	format?: string;
	anyOf?: Schema[];
	properties?: Record<string, Schema>;
	additionalProperties?: unknown;
}
interface Parameter {
	$ref?: string;
	name: string;
	in: string;
	schema: Schema;
}
interface Operation {
	parameters?: Parameter[];
	requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
	responses: Record<string, DeclaredResponse>;
}
interface Document {
	paths: Record<string, Record<string, Operation>>;
	components: { responses: Record<string, DeclaredResponse> };
}

const file = fileURLToPath(new URL("../../openapi/control.yaml", import.meta.url));
// The file is linted. The interfaces above declare the parts that this module reads.
const document = parse(readFileSync(file, "utf8")) as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { "date-time": /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ } });
ajv.addSchema({ ...document, $id: "control" });

/** The compiled schemas of responses, by pointer. Compiling one takes longer than the rest of a call. */
const validators = new Map<string, ValidateFunction>();

/** The operations of the control API, such as "GET /settings". */
export const controlOperations = Object.entries(document.paths).flatMap(([path, item]) =>
	Object.keys(item)
		.filter((verb) => verb !== "parameters")
		.map((verb) => `${verb.toUpperCase()} ${path}`),
);

/** Resolves a reference. */
const resolved = <T extends { $ref?: string }>(node: T): T =>
	node.$ref === undefined
		? node
		: resolved(
				node.$ref
					.slice(2)
					.split("/")
					.reduce<unknown>((inner, key) => Object(inner)[key], document) as T,
			); // of the same kind

const deep = (schema: Schema): Schema => {
	const { properties, anyOf, ...rest } = resolved(schema);
	const inner = Object.entries(properties ?? {}).map(([name, one]): [string, Schema] => [name, deep(one)]);
	return {
		...rest,
		...(properties && { properties: Object.fromEntries(inner) }),
		...(anyOf && { anyOf: anyOf.map(deep) }),
	};
};

/** The operations with their query parameters and the schema of their JSON body, with resolved references. */
export const describedOperations = controlOperations.map((one) => {
	const [method = "", path = ""] = one.split(" ");
	const { parameters = [], requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
	const query = parameters.map(resolved).filter((parameter) => parameter.in === "query");
	const schema = requestBody?.content["application/json"]?.schema;
	return {
		method,
		path,
		query: query.map(({ name, schema }) => ({ name, schema: deep(schema) })),
		body: schema && deep(schema),
		required: requestBody?.required === true,
	};
});

/** The operations with a validated response. */
export const checkedOperations = new Set<string>();

const pointerPart = (part: string): string => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

/** Throws if the document does not declare the response. */
export function checkControlResponse(
	method: string,
	path: string,
	status: number,
	type: string | null,
	text: string,
): void {
	const what = `${method} ${path} → ${status}`;
	const plain = path.split("?", 1)[0] ?? "";
	const template = Object.hasOwn(document.paths, plain)
		? plain
		: Object.keys(document.paths).find((one) => new RegExp(`^${one.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(plain));
	const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
	// Unknown paths and verbs get the common refusal, which no operation declares for them.
	const isUndeclared = !template || !operation;
	if (isUndeclared && status !== 404 && status !== 405 && status !== 403)
		throw new Error(`${what}: openapi/control.yaml has no such operation.`);
	const declared = isUndeclared
		? document.components.responses.Refused
		: (operation.responses[String(status)] ?? undefined);
	if (!declared) throw new Error(`${what} is not declared. ${text.slice(0, 300)}`);
	if (!isUndeclared && template) checkedOperations.add(`${method} ${template}`);
	const name = declared.$ref?.split("/").at(-1);
	const content = name ? document.components.responses[name]?.content : declared.content;
	if (!content) {
		if (text !== "") throw new Error(`${what}: has a body, but the document declares none.`);
		return;
	}
	const media = Object.keys(content).find((one) => type?.startsWith(one));
	if (!media) throw new Error(`${what}: content type ${type} is not declared.`);
	if (media !== "application/json") return;
	const base =
		name || isUndeclared
			? `/components/responses/${name ?? "Refused"}`
			: `/paths/${pointerPart(template ?? "")}/${method.toLowerCase()}/responses/${status}`;
	const at = `control#${base}/content/${pointerPart(media)}/schema`;
	const validate = validators.get(at) ?? ajv.compile({ $ref: at });
	validators.set(at, validate);
	if (!validate(JSON.parse(text)))
		throw new Error(`${what} breaks the document: ${ajv.errorsText(validate.errors)}\n${text.slice(0, 1000)}`);
}
