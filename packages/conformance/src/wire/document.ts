/** Reads a bundled OpenAPI document of the contract, and finds the operation of a request in it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { OperationId } from "@tenon/contract";

export interface Media {
	schema?: object;
	example?: unknown;
	examples?: Record<string, { value: unknown }>;
}
interface DeclaredResponse {
	$ref?: string;
	content?: Record<string, Media>;
}
interface DeclaredOperation {
	operationId: OperationId | "executeGraphql";
	responses: Record<string, DeclaredResponse>;
	requestBody?: { content: Record<string, Media> };
	/** Parameters, or references to parameters. */
	parameters?: { $ref?: string }[];
}
type PathItem = Record<string, DeclaredOperation>;
interface Document {
	paths: Record<string, PathItem>;
	components: {
		schemas: Record<string, object>;
		responses: Record<string, DeclaredResponse>;
		pathItems: { graphql: PathItem };
	};
	"x-tenon-common-responses": Record<string, string>;
}

/** Escapes a key as one segment of a JSON pointer in a URI. */
export const pointerPart = (part: string): string =>
	encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

const verbs = ["get", "put", "post", "delete", "patch"];

/** Returns the operations of a path, each with its JSON pointer into the document. */
function routesOf(path: string, pointer: string, item: PathItem) {
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

export const isGraphql = (url: string): boolean =>
	url.includes("/api/graphql") && new URL(url, "http://localhost").pathname.endsWith("/api/graphql");

/** A bundled OpenAPI document of the contract's package. */
export class Contract {
	readonly document: Document;
	readonly #routes: ReturnType<typeof routesOf>;
	readonly #graphql: ReturnType<typeof routesOf>;
	/** The last request and its route, since several callers look up the same request in a row. */
	#last: { method: string; url: string; route: ReturnType<typeof routesOf>[number] | undefined } | undefined;

	constructor(document: Document) {
		this.document = document;
		// Routes with more fixed segments come first, so that they match first.
		this.#routes = Object.entries(this.document.paths)
			.flatMap(([path, item]) => routesOf(path, `/paths/${pointerPart(path)}`, item))
			.sort((a, b) => b.fixed - a.fixed);
		const { graphql } = this.document.components.pathItems;
		this.#graphql = routesOf("/graphql", "/components/pathItems/graphql", graphql);
	}

	/** Returns the value at a JSON pointer of the document. */
	at(pointer: string): unknown {
		return pointer
			.split("/")
			.slice(1)
			.map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
			.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], this.document);
	}

	/** Returns the route that matches a request, the one with the most fixed segments; undefined if none matches. */
	operationOf(method: string, url: string) {
		if (this.#last?.method !== method || this.#last.url !== url)
			this.#last = { method, url, route: this.#routeOf(method, url) };
		return this.#last.route;
	}

	#routeOf(method: string, url: string) {
		const path = new URL(url, "http://localhost").pathname;
		const verb = method === "HEAD" ? "get" : method.toLowerCase();
		// One regular expression for both conditions would backtrack for too long on a path that repeats its beginning.
		if (path.endsWith(".json") && path.includes("/alerts/notify"))
			return this.#routes.find((route) => route.verb === verb && route.path === "/{alert_path}");
		if (isGraphql(url)) return this.#graphql.find((route) => route.verb === verb);
		const below = /\/api\/v4(\/.*?)\/?$/.exec(path)?.[1]?.replace(/\.json$/, "");
		if (!below) return undefined;
		const segments = below.split("/").length;
		return this.#routes.find(
			(route) => route.verb === verb && route.segments === segments && route.pattern.test(below),
		);
	}
}

/** Reads a bundled document of the contract's package. */
export function readContract(name: "openapi.json" | "openapi.gitlab.json"): Contract {
	const file = createRequire(import.meta.url).resolve(`@tenon/contract/${name}`);
	// The file is generated and linted; the interfaces above name the parts that are read here.
	return new Contract(JSON.parse(readFileSync(file, "utf8")) as Document);
}

/** The contract with the names of the specification. */
export const contract = readContract("openapi.json");

/** Statuses with which any operation may refuse a request, even if an extension's document does not declare them. */
const usualRefusals = { 400: "", 401: "", 403: "", 404: "" };

/** Returns the contract of an extension: its document, with the schemas and error responses of the platform. */
export function contractOf(extension: object): Contract {
	// A document that `readExtension` returns has paths and components.
	const { components, ...own } = extension as Pick<Document, "paths" | "components">;
	const { schemas, responses } = contract.document.components;
	return new Contract({
		...own,
		components: {
			...components,
			schemas: { ...schemas, ...components.schemas },
			responses: { ...responses, ...components.responses },
			pathItems: { graphql: {} },
		},
		"x-tenon-common-responses": { ...contract.document["x-tenon-common-responses"], ...usualRefusals },
	});
}
