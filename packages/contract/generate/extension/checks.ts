/** Checks that the operations of a file can be combined with the 112 operations of the contract. */
import { follow } from "../../lint/contract";
import { operations as contract } from "../../src/generated/operations";
import { pascal } from "../client/names";
import type { Document, Parameter } from "../document";
import { flatten } from "../model";
import { type Site, sitesOf } from "./complete";
import { type Finding, found } from "./errors";
import { reservedForOperations, reservedForResources, reservedForSchemas } from "./names";
import { isMapping } from "./shapes";
import type { Sources } from "./sources";

type Report = (node: object, key: string | undefined, says: string) => void;

/** Checks the file before missing parts are added: its version, and that its paths are below `/api/v4`. */
export function* documentFaults(document: Record<string, unknown>, sources: Sources): Generator<Finding> {
	const at = (key?: string): string => sources.placeOf(document, key) ?? "the document";
	const { openapi, paths, servers } = document;
	if (typeof openapi !== "string" || !/^3\.[01]\./.test(openapi))
		yield { at: at("openapi"), says: `openapi: expected a version 3.0 or 3.1, found ${found(openapi)}.` };
	if (!isMapping(paths) || Object.keys(paths).length === 0)
		yield { at: at("paths"), says: `paths: expected at least one path, found ${found(paths)}.` };
	for (const path of isMapping(paths) ? Object.keys(paths) : []) {
		if (path.startsWith("x-")) continue;
		const place = sources.placeOf(paths as object, path) ?? at("paths");
		if (!path.startsWith("/")) yield { at: place, says: `A path must begin with a slash, found ${found(path)}.` };
		if (path.startsWith("/api/v4"))
			yield {
				at: place,
				says: `${path}: leave out /api/v4, which belongs in servers. Expected ${path.slice(7)}.`,
			};
	}
	for (const server of Array.isArray(servers) ? servers : []) {
		const url: unknown = isMapping(server) ? server.url : server;
		if (typeof url !== "string" || !/\/api\/v4\/?$/.test(url))
			yield { at: at("servers"), says: `servers: expected URLs that end with /api/v4, found ${found(url)}.` };
	}
}

/** Checks the operations and names of a completed document. */
export function operationFaults(document: Document, sources: Sources): Finding[] {
	const findings: Finding[] = [];
	const report: Report = (node, key, says) => {
		findings.push({ at: sources.placeOf(node, key) ?? "the document", says });
	};
	const sites = sitesOf(document);
	collisions(sites, report);
	for (const site of sites) {
		names(site, report);
		servers(site, report);
		for (const one of [...(site.item.parameters ?? []), ...(site.source.parameters ?? [])])
			parameter(follow(one, document), report);
		body(site, document, report);
		responses(site, report);
	}
	schemaNames(document, sites, sources, report);
	return findings;
}

const template = (path: string): string => path.replace(/\{[^}]*\}/g, "{}");

/** Checks that no two operations, including the contract's, have the same path, id or method. */
function collisions(sites: readonly Site[], report: Report): void {
	const owners = {
		path: new Map(Object.values(contract).map(({ verb, path, id }) => [`${verb} ${template(path)}`, id])),
		operationId: new Map(Object.values(contract).map(({ id }) => [id as string, id])),
		method: new Map(Object.values(contract).map(({ method, id }) => [method, id])),
	};
	const ours = new Set<string>(Object.keys(contract));
	for (const { path, verb, source } of sites) {
		const { operationId: id = "?", "x-tenon-method": method } = source;
		const own = { path: `${verb.toUpperCase()} ${template(path)}`, operationId: id, method };
		for (const what of ["path", "operationId", "method"] as const) {
			const owner = owners[what].get(own[what]);
			const whose = owner !== undefined && ours.has(owner) ? `@tenon/contract's ${owner}` : owner;
			const shown = what === "path" ? `${verb.toUpperCase()} ${path}` : own[what];
			const hint = what === "method" ? ": name another with x-tenon-method" : "";
			// Lint reports an operationId that occurs twice in the file.
			if (owner !== undefined && what === "operationId" && !ours.has(owner)) continue;
			if (owner !== undefined)
				report(
					source,
					what === "operationId" ? "operationId" : "x-tenon-method",
					`The ${what} ${shown} is already used by ${whose}${hint}.`,
				);
			else owners[what].set(own[what], id as never); // an operationId of this file
		}
	}
}

function names({ source }: Site, report: Report): void {
	const { operationId: id, "x-tenon-method": method } = source;
	const [resource = ""] = method.split(".");
	if (reservedForOperations.has(id))
		report(source, "operationId", `The operationId ${id} is reserved: choose another.`);
	if (reservedForResources.has(resource) || method.endsWith(".then"))
		report(source, "x-tenon-method", `The method ${method} has a reserved name: choose another with x-tenon-method.`);
}

function servers({ item, source }: Site, report: Report): void {
	for (const one of [item, source])
		if (one.servers)
			report(
				one,
				"servers",
				"servers of a path or an operation are not supported: all are below the client's base URL.",
			);
}

const usualHeaders = ["accept", "content-type", "authorization", "private-token", "sudo"];

function parameter(one: Parameter, report: Report): void {
	const { name, in: where, schema, required, style } = one;
	if (typeof name !== "string") report(one, undefined, "A parameter must have a name.");
	if (!["path", "query", "header", "cookie"].includes(where))
		report(one, "in", `in: expected path, query, header or cookie, found ${found(where)}.`);
	if (!schema) report(one, undefined, `The parameter ${name} must have a schema.`);
	const isUsual = where === "header" && usualHeaders.includes(name.toLowerCase());
	if (required && (where === "cookie" || (where === "header" && !isUsual)))
		report(one, "in", `The ${where} ${name} cannot be required: only path and query parameters are passed to methods.`);
	if (style !== undefined && style !== "form" && style !== "simple")
		report(one, "style", `style: expected form or simple, found ${found(style)}.`);
}

function body({ verb, source }: Site, document: Document, report: Report): void {
	if (!source.requestBody) return;
	if (verb === "get") report(source, "requestBody", "A GET operation cannot have a body.");
	for (const [type, { schema }] of Object.entries(follow(source.requestBody, document).content ?? {})) {
		if (schema && flatten(follow(schema, document), document.components.schemas).properties) continue;
		report(
			source.requestBody,
			undefined,
			`The body ${type} must be an object with properties, which become the method's parameters.`,
		);
	}
}

function responses({ source }: Site, report: Report): void {
	const statuses = Object.keys(source.responses ?? {});
	for (const status of statuses)
		if (!/^[1-5]\d\d$/.test(status) && status !== "default")
			report(source.responses, status, `Expected a status such as 200 or 404, found ${found(status)}.`);
	if (!statuses.some((status) => status.startsWith("2")))
		report(source, undefined, "The operation declares no 2xx response.");
}

function schemaNames(document: Document, sites: readonly Site[], sources: Sources, report: Report): void {
	const taken = new Set(
		sites.flatMap(({ source: { operationId: id = "" } }) => [
			id,
			`${id}Parameters`,
			`${id}Responses`,
			`${pascal(id)}Params`,
		]),
	);
	for (const [name, schema] of Object.entries(document.components.schemas)) {
		if (sources.isImported(schema)) continue;
		if (!/^[A-Za-z_]\w*$/.test(name))
			report(document.components.schemas, name, `The schema ${name} needs a name of letters, digits and underscores.`);
		if (reservedForSchemas.has(name) || taken.has(name))
			report(document.components.schemas, name, `The name of the schema ${name} is reserved: choose another.`);
	}
}
