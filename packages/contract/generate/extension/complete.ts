/** Adds what a file leaves out: the metadata of each operation, and the names of bodies. */
import { usualRetry } from "../client/route";
import { type Document, type Operation, type PathItem, type Verb, verbs } from "../document";
import { refName } from "../model";
import { camelCase, methodOf } from "./method-name";

/** An operation in a file. */
export interface Site {
	readonly path: string;
	readonly verb: Verb;
	readonly item: PathItem;
	readonly source: Operation;
}

/** Returns the operations of a document, in the order of its paths. */
export const sitesOf = (document: Document): Site[] =>
	Object.entries(document.paths).flatMap(([path, item]) =>
		verbs.flatMap((verb): Site[] => {
			const source = item[verb];
			return source ? [{ path, verb, item, source }] : [];
		}),
	);

/**
 * Completes a document in place.
 *
 * @param name the name of the extension, which becomes the tag of operations without one
 */
export function complete(document: Document, name: string): void {
	document.openapi = "3.1.0";
	document.info ??= { title: name, version: "0" };
	document.servers ??= [{ url: "/api/v4" }];
	document.components ??= { schemas: {} };
	document.components.schemas ??= {};
	// Each path item has already been copied to the paths that referred to it.
	delete document.components.pathItems;
	if (!document.security) {
		document.security = [{ privateToken: [] }];
		document.components.securitySchemes ??= { privateToken: { type: "apiKey", in: "header", name: "PRIVATE-TOKEN" } };
	}
	for (const site of sitesOf(document)) {
		nameBodies(site.source, document);
		inlineLists(site.source, document);
		describe(site, document, name);
	}
}

/** Replaces each body by a reference to a schema that is named after the operation, as in the contract. */
function nameBodies(source: Operation, { components }: Document): void {
	const body = resolved(source.requestBody, components.requestBodies);
	const pascal = source.operationId?.replace(/^./, (first) => first.toUpperCase());
	for (const [type, media] of Object.entries(body?.content ?? {})) {
		const { schema } = media;
		const target = schema?.$ref ? components.schemas[refName(schema.$ref)] : schema;
		const name = `${pascal}${type === "multipart/form-data" ? "Form" : "Body"}`;
		if (!target || (components.schemas[name] !== undefined && components.schemas[name] !== target)) continue;
		components.schemas[name] = target;
		media.schema = { $ref: `#/components/schemas/${name}` };
	}
}

/** Replaces each reference to a named list by the list itself, so that the generators see its items. */
function inlineLists(source: Operation, { components }: Document): void {
	for (const entry of Object.values(source.responses ?? {})) {
		const response = resolved(entry, components.responses);
		if (response) response.description ??= "";
		for (const media of Object.values(response?.content ?? {})) {
			const target = media.schema?.$ref ? components.schemas[refName(media.schema.$ref)] : undefined;
			if (target?.type === "array") media.schema = target;
		}
	}
}

function describe({ path, verb, item, source }: Site, document: Document, name: string): void {
	if (!source.tags?.length) source.tags = [name];
	const [tag = name] = source.tags;
	source["x-tenon-method"] ??= methodOf(tag, source.operationId ?? camelCase(`${verb} ${path}`));
	source["x-tenon-retry"] ??= usualRetry[verb];
	source["x-tenon-evidence"] ??= { stated: [], assumed: [] };
	source["x-tenon-access"] = { ...usualAccess(path, verb, source), ...source["x-tenon-access"] };
	if (source["x-tenon-pagination"] || !isList(source, document)) return;
	const query = new Map(
		[...(item.parameters ?? []), ...(source.parameters ?? [])].map((entry) => {
			const one = resolved(entry, document.components.parameters) ?? entry;
			return [one.name, one.schema];
		}),
	);
	const max = query.get("per_page")?.maximum;
	source["x-tenon-pagination"] =
		query.has("page") && query.has("per_page")
			? { styles: ["offset"], ...(typeof max === "number" ? { max } : {}) }
			: { styles: [] };
}

function usualAccess(path: string, verb: Verb, { security }: Operation): Operation["x-tenon-access"] {
	const [, where = "instance"] = /^\/(project|group)s\/\{/.exec(path) ?? [];
	const isOpen = security?.some((one) => Object.keys(one).length === 0) || security?.length === 0;
	return {
		role: isOpen ? "anonymous" : "signed-in",
		where,
		scopes: verb === "get" ? ["api", "read_api"] : ["api"],
	};
}

const isList = ({ responses }: Operation, { components }: Document): boolean =>
	Object.entries(responses ?? {}).some(([status, entry]) => {
		const schema = resolved(entry, components.responses)?.content?.["application/json"]?.schema;
		return status.startsWith("2") && schema?.type === "array";
	});

/** Resolves a reference to a component. */
function resolved<T extends object>(entry: T | undefined, own: unknown): T | undefined {
	let at: (T & { $ref?: string }) | undefined = entry;
	while (at?.$ref) at = (own as Record<string, T> | undefined)?.[refName(at.$ref)]; // of the same kind, which was checked
	return at;
}
