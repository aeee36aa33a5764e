/** Finds the parts of the contract to which the subjects of expectations refer. ../expectations.ts has the grammar. */
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { type Contract, nodeAt, type Operation, type Response, type Schema } from "./openapi";

/** A part of the contract. Its kind determines which properties are present. */
export interface Thing {
	name: string;
	missing?: boolean;
	/** Set if the part is missing because the schema that could have it does not exist. */
	ownerless?: boolean;
	operation?: Operation;
	response?: Response;
	schema?: Schema | undefined;
	/** The node with `description`, `deprecated` and `x-tenon-*`. */
	raw: Record<string, unknown>;
	required?: boolean | undefined;
	value?: unknown;
	operations?: string[];
}

export const words = (text: string): string[] => (text === "none" ? [] : text.split(/\s+/).filter(Boolean));
export const sorted = (list: Iterable<unknown>): string[] => [...list].map(String).sort();
const glob = (text: string): RegExp =>
	new RegExp(`^${text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);

/** The keys after `x-tenon-`. */
export const tenonKeys = [
	"method",
	"retry",
	"access",
	"tier",
	"lifecycle",
	"pagination",
	"rate-limit",
	"reveals",
	"evidence",
];

/** Whether `found` contains everything in `expected`. */
export function includes(expected: unknown, found: unknown): boolean {
	if (Array.isArray(expected))
		return Array.isArray(found) && expected.every((one) => found.some((each) => includes(one, each)));
	if (expected === null || typeof expected !== "object") return isDeepStrictEqual(expected, found);
	if (found === null || typeof found !== "object") return false;
	const actual = new Map(Object.entries(found));
	return Object.entries(expected).every(([key, value]) => includes(value, actual.get(key)));
}

/** Expands `a{b,c}|d` to `ab`, `ac`, `d`. Braces without a comma are a part of a path. */
export function expand(text: string): string[] {
	const [whole, before = "", inner = "", after = ""] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(text) ?? [];
	if (whole !== undefined) return inner.split(",").flatMap((part) => expand(`${before}${part}${after}`));
	return text.split("|");
}

const tagsOf = ({ raw }: Operation): unknown[] => (Array.isArray(raw.tags) ? raw.tags : []);

export function operationsOf(contract: Contract, text: string): Operation[] {
	return expand(text).flatMap((word) => {
		const [pattern = "", ...excluded] = word.split("!");
		const label = pattern.startsWith("@") ? pattern.slice(1) : undefined;
		const matches = (one: Operation): boolean => {
			if (label !== undefined) return tagsOf(one).includes(label) || one.raw[`x-tenon-${label}`] !== undefined;
			return glob(pattern).test(pattern.startsWith("/") ? one.path : one.id);
		};
		const all = [...contract.operations.filter(matches), ...contract.others.filter(({ id }) => id === pattern)];
		const ids = all.map(({ id }) => id);
		for (const id of excluded)
			if (!ids.includes(id)) throw new Error(`${pattern} does not include the operation ${id}`);
		const rest = all.filter(({ id }) => !excluded.includes(id));
		if (rest.length === 0) throw new Error(`The contract has no operation ${word}`);
		return rest;
	});
}

/** Returns the schema with properties: the items of a list, or the object in a union of an object and null. */
export function objectIn(schema: Schema | undefined): Schema | undefined {
	if (!schema || schema.properties) return schema;
	if (schema.items) return objectIn(schema.items);
	const [object, ...others] = (schema.anyOf ?? []).filter((branch) => branch.properties);
	return object && others.length === 0 ? object : schema;
}

function stepFrom(from: Schema | undefined, step: string): { schema: Schema | undefined; required?: boolean } {
	const branch = /^#(\d+)$/.exec(step)?.[1];
	if (branch) return { schema: from?.anyOf?.[Number(branch) - 1] };
	const owner = objectIn(from);
	const values = owner?.additionalProperties;
	if (step === "*") return { schema: typeof values === "object" ? values : undefined };
	return { schema: owner?.properties?.[step], required: (owner?.required ?? []).includes(step) };
}

/** Returns a property at a path in a schema. Only the last segment can be missing, or `absent` could hide a typo. */
function propertyAt(root: Schema, path: string, name: string): Thing {
	let thing: Thing = { name, schema: root, raw: root };
	for (const step of path === "" ? [] : path.split(".")) {
		if (thing.missing) throw new Error(`${name}: the contract has no ${path.slice(0, path.indexOf(`.${step}`))}`);
		const { schema, required } = stepFrom(thing.schema, step);
		thing = { name, schema, raw: schema ?? {}, required, missing: schema === undefined };
	}
	return thing;
}

export const mediaNames: Record<string, string> = {
	json: "application/json",
	form: "application/x-www-form-urlencoded",
	multipart: "multipart/form-data",
};

/** Returns the parts of one operation to which `query search`, `body email` or `200 id` refer. */
function partsOf(operation: Operation, rest: string): Thing[] {
	const name = rest === "" ? operation.id : `${operation.id} ${rest}`;
	const [kind = "", part = "", last = ""] = rest.split(/\s+/);
	const inside = (schemas: (Schema | undefined)[], more: Partial<Thing>): Thing[] =>
		[...new Set(schemas)].flatMap((schema) =>
			expand(part).map((path) => {
				const label = `${operation.id} ${kind} ${path}`.trim();
				const none = { name: label, raw: {}, missing: true, ownerless: part !== "" };
				const thing = schema ? propertyAt(schema, path, label) : none;
				return part === "" ? { ...thing, ...more } : thing;
			}),
		);
	if (kind === "") return [{ name, operation, raw: operation.raw }];
	if (["query", "path", "header"].includes(kind))
		return expand(part).map((word) => {
			const one = operation.parameters.find((each) => each.name === word && each.in === kind);
			const label = `${operation.id} ${kind} ${word}`;
			if (!one) return { name: label, raw: {}, missing: true };
			return { name: label, schema: one.schema, raw: one, required: one.required };
		});
	if (kind === "body" || mediaNames[kind]) {
		const all = kind === "body" ? Object.values(operation.bodies) : [operation.bodies[mediaNames[kind] ?? ""]];
		return inside(all.length > 0 ? all : [undefined], {});
	}
	if (/^[1-5]XX$/.test(kind)) {
		const statuses = Object.keys(operation.responses).filter((status) => status[0] === kind[0]);
		const all = statuses.flatMap((status) => partsOf(operation, rest.replace(kind, status)));
		return all.length > 0 ? all : [{ name, raw: {}, missing: true }];
	}
	if (!/^[1-5]\d\d$/.test(kind)) throw new Error(`"${rest}" names nothing of an operation`);
	const response = operation.responses[kind];
	if (!response) return [{ name, raw: {}, missing: true }];
	if (part === "header")
		return expand(last).map((word) => {
			const { [word]: header } = response.headers;
			const label = `${operation.id} ${kind} header ${word}`;
			return {
				name: label,
				schema: header?.schema,
				raw: { ...header },
				required: header?.required === true,
				missing: !header,
			};
		});
	const schemas = Object.values(response.content);
	return inside(schemas.length > 0 ? schemas : [undefined], { response, raw: response, missing: false });
}

/** Whether an operation has what follows `operations with`: a parameter, a property, a status, or a key. */
function has(operation: Operation, rest: string): boolean {
	const [, kind = "", part = ""] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
	if (part.startsWith("{") && tenonKeys.includes(kind)) return includes(parse(part), operation.raw[`x-tenon-${kind}`]);
	if (/^([1-5](\d\d|XX)|query|path|header|body|json|form|multipart)$/.test(kind)) {
		return partsOf(operation, rest).some((one) => !one.missing);
	}
	if (tenonKeys.includes(rest)) return operation.raw[`x-tenon-${rest}`] !== undefined;
	if (!["servers", "callbacks", "deprecated"].includes(rest)) throw new Error(`"with ${rest}" selects no operations`);
	return Boolean(operation.raw[rest]);
}

/** Returns the security alternatives by name. An alternative without schemes is `anonymous`. */
export const alternativesOf = ({ security }: Operation): string[] =>
	security.map((schemes) => schemes.join("+") || "anonymous");

function setOf(contract: Contract, name: string, selector: string, rest: string): Thing[] {
	const select: Record<string, (one: Operation) => boolean> = {
		with: (one) => has(one, rest),
		tagged: (one) => tagsOf(one).includes(rest),
		auth: (one) => isDeepStrictEqual(sorted(words(rest.replaceAll(" or ", " "))), sorted(alternativesOf(one))),
		at: (one) => glob(rest).test(one.path),
		changing: (one) => one.verb !== "GET" && glob(rest).test(one.path),
	};
	const matches = select[selector];
	if (!matches || !rest) throw new Error(`"${selector} ${rest}" selects no operations`);
	return [{ name, raw: {}, operations: contract.operations.filter(matches).map((one) => one.id) }];
}

/** Returns all parts to which a subject refers. Throws if there are none. */
export function thingsOf(contract: Contract, subject: string): Thing[] {
	const [first = "", second = "", ...others] = subject.split(/\s+/);
	if (first.startsWith("#/")) {
		const [, parent = "", key = ""] = /^(.*)\/([^/]+)$/.exec(first) ?? [];
		const value = nodeAt(contract.document, parent, [key]);
		const raw = value !== null && typeof value === "object" ? { ...value } : { description: String(value) };
		return [{ name: subject, value, raw, missing: value === undefined }];
	}
	if (first === "operations") return setOf(contract, subject, second, others.join(" "));
	return operationsOf(contract, first).flatMap((one) =>
		expand(second).flatMap((kind) => partsOf(one, [kind, ...others].join(" ").trim())),
	);
}

/** Returns the only part to which a subject refers. */
export function single(contract: Contract, subject: string): Thing {
	const [thing, ...others] = thingsOf(contract, subject);
	if (!thing || thing.missing || others.length > 0)
		throw new Error(`${subject} does not name one thing of the contract`);
	return thing;
}
