/**
 * Holds answers and requests against the contract, as an outsider would: with Ajv and the bundled document. What
 * breaks it throws, so that no test can pass by an answer that the contract does not know.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

interface Media {
	schema?: object;
}
interface Operation {
	operationId: string;
	responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
	requestBody?: { content: Record<string, Media> };
}
interface Document {
	paths: Record<string, Record<string, Operation>>;
	components: {
		responses: Record<string, { content?: Record<string, Media> }>;
		pathItems: { graphql: Record<string, Operation> };
	};
	"x-tenon-common-responses": Record<string, string>;
}

const file = fileURLToPath(new URL("../../packages/contract/openapi.json", import.meta.url));
// The file is generated and linted; the interfaces above name the parts that are read here.
const document = JSON.parse(readFileSync(file, "utf8")) as Document;

const ajv = new Ajv2020({
	strict: false,
	allErrors: true,
	formats: {
		"date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
		date: /^\d{4}-\d{2}-\d{2}$/,
		uri: (text: string) => URL.canParse(text),
		email: /^[^@\s]+@[^@\s]+$/,
		binary: true,
		password: true,
	},
});
ajv.addSchema({ ...document, $id: "contract" });

const verbs = ["get", "put", "post", "delete", "patch"];
const pointerPart = (part: string): string => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

/** The operations of a path, with the pointers to where they stand in the document. */
function routesOf(path: string, pointer: string, item: Record<string, Operation>) {
	const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`);
	const segments = path.split("/");
	const fixed = segments.filter((part) => !part.startsWith("{")).length;
	return verbs.flatMap((verb) => {
		const operation = item[verb];
		return operation
			? [{ verb, path, pattern, operation, segments: segments.length, fixed, pointer: `${pointer}/${verb}` }]
			: [];
	});
}

const routes = Object.entries(document.paths).flatMap(([path, item]) =>
	routesOf(path, `/paths/${pointerPart(path)}`, item),
);
const graphql = routesOf("/graphql", "/components/pathItems/graphql", document.components.pathItems.graphql);

const isGraphql = (url: string): boolean => new URL(url, "http://localhost").pathname.endsWith("/api/graphql");

/** The operation of a request by its address, the one with the most fixed segments first; undefined for none. */
export function operationOf(method: string, url: string) {
	const path = new URL(url, "http://localhost").pathname;
	const verb = method === "HEAD" ? "get" : method.toLowerCase();
	// Not by one pattern: on a path that repeats its beginning that would take for ever.
	if (path.endsWith(".json") && path.includes("/alerts/notify"))
		return routes.find((route) => route.verb === verb && route.path === "/{alert_path}");
	if (isGraphql(url)) return graphql.find((route) => route.verb === verb);
	const below = /\/api\/v4(\/.*?)\/?$/.exec(path)?.[1]?.replace(/\.json$/, "");
	if (!below) return undefined;
	const segments = below.split("/").length;
	return routes
		.filter((route) => route.verb === verb && route.segments === segments && route.pattern.test(below))
		.sort((a, b) => b.fixed - a.fixed)[0];
}

const compiled = new Map<string, ValidateFunction>();

function validator(pointer: string): ValidateFunction {
	let found = compiled.get(pointer);
	if (!found) {
		found = ajv.compile({ $ref: `contract#${pointer}` });
		compiled.set(pointer, found);
	}
	return found;
}

interface Schema {
	$ref?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	allOf?: Schema[];
	anyOf?: Schema[];
	additionalProperties?: unknown;
}

/** What stands at a JSON pointer of the document. */
function at(pointer: string): unknown {
	return pointer
		.split("/")
		.slice(1)
		.map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
		.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
}

/** A schema with what it joins or chooses from, references followed. */
function parts(schema: Schema): Schema[] {
	// References of the bundled document lead to schemas inside it.
	if (schema.$ref) return parts(at(schema.$ref.slice(1)) as Schema);
	return [schema, ...[...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap(parts)];
}

/** Paths of the fields that the contract does not know, though it lets them pass. */
function undocumented(schema: Schema, value: unknown, path = ""): string[] {
	const all = parts(schema);
	if (Array.isArray(value)) {
		const items = all.flatMap((one) => one.items ?? []);
		return items.length === 0 ? [] : value.flatMap((item) => undocumented({ anyOf: items }, item, `${path}[]`));
	}
	if (!value || typeof value !== "object" || all.some((one) => one.additionalProperties !== undefined)) return [];
	if (!all.some((one) => one.properties)) return [];
	return Object.entries(value).flatMap(([key, inner]) => {
		const known = all.flatMap((one) =>
			one.properties && Object.hasOwn(one.properties, key) ? [one.properties[key] ?? {}] : [],
		);
		return known.length === 0 ? [`${path}/${key}`] : undocumented({ anyOf: known }, inner, `${path}/${key}`);
	});
}

function judge(pointer: string, value: unknown, what: string): void {
	const validate = validator(pointer);
	if (validate(value)) {
		const unknown = [...new Set(undocumented(at(pointer) as Schema, value))];
		if (unknown.length > 0) throw new Error(`${what}: the contract does not know ${unknown.join(", ")}`);
		return;
	}
	const faults = (validate.errors ?? []).map((fault) => `${fault.instancePath || "/"} ${fault.message}`).join("; ");
	throw new Error(`${what} breaks the contract: ${faults}\n${JSON.stringify(value)?.slice(0, 2000)}`);
}

/** Throws if an answer is not one that the contract declares for the request. `text` is the body. */
export function checkAnswer(method: string, url: string, status: number, type: string | null, text: string): void {
	const route = operationOf(method, url);
	const what = `${method} ${url} → ${status}`;
	const isError = status >= 400 && type?.startsWith("application/json") && text !== "";
	if (!route || status === 501) {
		if (!isError) return;
		const body: unknown = JSON.parse(text);
		// What GraphQL's address refuses before it looks at the verb, it refuses in GraphQL's words.
		const isRefusal = typeof body === "object" && body !== null && "errors" in body && isGraphql(url);
		judge(`/components/schemas/${isRefusal ? "GraphqlRefusal" : "ErrorBody"}`, body, what);
		return;
	}
	const declared = route.operation.responses[String(status)];
	if (!declared) {
		if (!(String(status) in document["x-tenon-common-responses"]))
			throw new Error(`${what}: ${route.operation.operationId} does not declare ${status}. ${text.slice(0, 300)}`);
		if (isError) judge("/components/schemas/ErrorBody", JSON.parse(text), what);
		return;
	}
	if (method === "HEAD") return;
	const base = declared.$ref ? declared.$ref.slice(1) : `${route.pointer}/responses/${status}`;
	const content = (declared.$ref ? document.components.responses[declared.$ref.split("/").at(-1) ?? ""] : declared)
		?.content;
	if (!content) {
		if (status === 204 && text !== "") throw new Error(`${what}: has a body, and the contract says none.`);
		return;
	}
	const media = Object.keys(content).find((one) => type?.startsWith(one.replace(/\*$/, "")));
	if (!media) throw new Error(`${what}: content type ${type} is not declared.`);
	if (media === "application/json" && content[media]?.schema)
		judge(`${base}/content/${pointerPart(media)}/schema`, JSON.parse(text), what);
}

/** Throws if a JSON request body is not one that the contract takes. */
export function checkRequest(method: string, url: string, type: string | null, text: string): void {
	const route = operationOf(method, url);
	if (!route || text === "" || !type?.startsWith("application/json")) return;
	if (!route.operation.requestBody?.content["application/json"]) return;
	const pointer = `${route.pointer}/requestBody/content/application~1json/schema`;
	judge(pointer, JSON.parse(text), `${method} ${url} (request)`);
}

type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** The same fetch, with every answer held against the contract; `requests` holds the requests against it too. */
export function checkedFetch(fetch: Fetch, { requests = false } = {}): Fetch {
	return async (input, init) => {
		const request = new Request(input, init);
		if (requests)
			checkRequest(request.method, request.url, request.headers.get("content-type"), await request.clone().text());
		const response = await fetch(request);
		const copy = response.clone();
		const type = copy.headers.get("content-type");
		checkAnswer(request.method, request.url, copy.status, type, await copy.text());
		return response;
	};
}
