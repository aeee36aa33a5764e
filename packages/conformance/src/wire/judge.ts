/** Validates responses and requests against a bundled document of the contract with Ajv, as any other tool can. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { type Contract, contract, isGraphql, pointerPart } from "./document";
import { parsed } from "./parsed";

/** A deviation of a response or request from the contract. */
export interface Fault {
	/**
	 * `status`: not declared. `media`: content type or body not declared. `schema`: the body does not match its schema.
	 * `extra`: a field is not in the contract. `page`: too many records on a page. `header`: wrong pagination header.
	 */
	readonly kind: "status" | "media" | "schema" | "extra" | "page" | "header";
	readonly message: string;
	/** A JSON pointer to the violated part of the contract; for pages, the `per_page` of the request. */
	readonly pointer: string;
	/** Whether the contract only assumes the violated part (as with `x-tenon-assumed`). */
	readonly isAssumed?: boolean;
}

/** Accepted forms of a time: in UTC, as the platform returns it, or with any offset, as clients may send it. */
export const times = {
	utc: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
	any: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
};

const optionsWith = (time: RegExp) => ({
	strict: false,
	allErrors: true,
	// An extension may use formats that Ajv does not know and would warn about.
	logger: false as const,
	formats: {
		"date-time": time,
		date: /^\d{4}-\d{2}-\d{2}$/,
		// A URL in a record may lack its host.
		uri: (text: string) => URL.canParse(text) || text.startsWith("/"),
		email: /^[^@\s]+@[^@\s]+$/,
		binary: true as const,
		password: true as const,
	},
});

interface Schema {
	$ref?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	allOf?: Schema[];
	anyOf?: Schema[];
	additionalProperties?: unknown;
	"x-tenon-assumed"?: { readonly presence?: readonly string[]; readonly values?: readonly string[] };
}

/** Returns a schema and all schemas of its `allOf` and `anyOf`, with references resolved. */
function parts(schema: Schema, from: Contract): Schema[] {
	// Every reference of the bundled document points to a schema inside the document.
	if (schema.$ref) return parts(from.at(schema.$ref.slice(1)) as Schema, from);
	return [schema, ...[...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap((one) => parts(one, from))];
}

/** The fields and list items that schemas declare, including their `allOf` and `anyOf`. Each is computed only once. */
export class Shape {
	readonly #from: Contract;
	readonly #all: readonly Schema[];
	readonly #fields = new Map<string, Shape | undefined>();
	/** Whether it is an object with named fields only, so that any other field is not in the contract. */
	readonly isClosed: boolean;
	#items: Shape | undefined;

	constructor(schemas: readonly Schema[], from: Contract) {
		this.#from = from;
		this.#all = schemas.flatMap((one) => parts(one, from));
		this.isClosed =
			this.#all.some((one) => one.properties) && this.#all.every((one) => one.additionalProperties === undefined);
	}

	get items(): Shape {
		this.#items ??= new Shape(
			this.#all.flatMap((one) => one.items ?? []),
			this.#from,
		);
		return this.#items;
	}

	/** Whether the contract only assumes the presence or the values of a field. */
	assumes(what: "presence" | "values", name: string): boolean {
		return this.#all.some((one) => one["x-tenon-assumed"]?.[what]?.includes(name));
	}

	/** Returns the shape of a field; undefined if the contract does not have the field. */
	field(name: string): Shape | undefined {
		if (!this.#fields.has(name)) {
			const known = this.#all.flatMap(({ properties = {} }) =>
				Object.hasOwn(properties, name) ? [properties[name] ?? {}] : [],
			);
			this.#fields.set(name, known.length > 0 ? new Shape(known, this.#from) : undefined);
		}
		return this.#fields.get(name);
	}
}

/** Returns the paths of fields that are not in the contract, although their schemas accept them. */
function undocumented(shape: Shape, value: unknown, path = ""): string[] {
	if (Array.isArray(value)) return value.flatMap((item) => undocumented(shape.items, item, `${path}[]`));
	if (!value || typeof value !== "object" || !shape.isClosed) return [];
	return Object.entries(value).flatMap(([key, inner]) => {
		const field = shape.field(key);
		return field ? undocumented(field, inner, `${path}/${key}`) : [`${path}/${key}`];
	});
}

/** Whether the contract only assumes the values of the field with the fault, or the presence of the missing field. */
function isAssumed(shape: Shape | undefined, { instancePath, params }: ErrorObject): boolean {
	let at = shape;
	for (const name of instancePath.split("/").slice(1)) {
		if (at?.assumes("values", name)) return true;
		at = /^\d+$/.test(name) ? at?.items : at?.field(name);
	}
	return "missingProperty" in params && at?.assumes("presence", String(params.missingProperty)) === true;
}

/** Whether a fault is at an ancestor of another: Ajv reports it for alternatives that lack the path of the other. */
const isAbove = (fault: ErrorObject, other: ErrorObject): boolean =>
	/^(type|oneOf)$/.test(fault.keyword) && other.instancePath.startsWith(`${fault.instancePath}/`);

/** The most characters of texts that a judge remembers. */
const mostCharacters = 16_000_000;

/** Validates messages against one contract. */
export class Judge {
	readonly #contract: Contract;
	readonly #ajv: Ajv2020;
	readonly #compiled = new Map<string, ValidateFunction>();
	readonly #shapes = new Map<string, Shape>();
	/** Texts that match, by the pointer of their schema: most responses of a run occur more than once. */
	readonly #matching = new Map<string, Set<string>>();
	#remembered = 0;

	constructor(from: Contract, time: RegExp) {
		this.#contract = from;
		this.#ajv = new Ajv2020(optionsWith(time));
		this.#ajv.addSchema({ ...from.document, $id: "contract" });
	}

	#validator(pointer: string): ValidateFunction {
		let found = this.#compiled.get(pointer);
		if (!found) {
			found = this.#ajv.compile({ $ref: `contract#${pointer}` });
			this.#compiled.set(pointer, found);
		}
		return found;
	}

	#shapeAt(pointer: string): Shape {
		// The pointer always points to a schema.
		const shape = this.#shapes.get(pointer) ?? new Shape([this.#contract.at(pointer) as Schema], this.#contract);
		this.#shapes.set(pointer, shape);
		return shape;
	}

	#faultsOfValue(pointer: string, value: unknown): Fault[] {
		const validate = this.#validator(pointer);
		if (!validate(value)) {
			// A value that matches no schema of an `anyOf` also has faults for each of these schemas.
			const faults = (validate.errors ?? []).filter(({ keyword }) => keyword !== "anyOf");
			const assumed = faults.filter((fault) => isAssumed(this.#shapeAt(pointer), fault));
			return faults.map((fault) => ({
				kind: "schema",
				message: `${fault.instancePath || "/"} ${fault.message}`,
				pointer,
				isAssumed: assumed.includes(fault) || assumed.some((other) => isAbove(fault, other)),
			}));
		}
		return [...new Set(undocumented(this.#shapeAt(pointer), value))].map((field) => ({
			kind: "extra",
			message: `the contract has no field ${field}`,
			pointer,
		}));
	}

	#faultsOfText(pointer: string, text: string): Fault[] {
		if (this.#matching.get(pointer)?.has(text)) return [];
		let value: unknown;
		try {
			value = parsed(text);
		} catch {
			return [{ kind: "schema", message: `the body is not JSON: ${text.slice(0, 100)}`, pointer }];
		}
		const faults = this.#faultsOfValue(pointer, value);
		if (faults.length === 0) this.#remember(pointer, text);
		return faults;
	}

	#remember(pointer: string, text: string): void {
		this.#remembered += text.length;
		if (this.#remembered > mostCharacters) {
			this.#matching.clear();
			this.#remembered = text.length;
		}
		const matching = this.#matching.get(pointer) ?? new Set();
		this.#matching.set(pointer, matching.add(text));
	}

	/** Returns the deviations of a response from the contract, none if it conforms. `text` is the body. */
	faultsOfResponse(method: string, url: string, status: number, type: string | null, text: string): readonly Fault[] {
		const route = this.#contract.operationOf(method, url);
		const isError = status >= 400 && type?.toLowerCase().startsWith("application/json") && text !== "";
		if (!route || status === 501) {
			if (!isError) return [];
			// The GraphQL endpoint may refuse a request in GraphQL's format before it checks the verb.
			const isRefusal = isGraphql(url) && text.includes('"errors"');
			return this.#faultsOfText(`/components/schemas/${isRefusal ? "GraphqlRefusal" : "ErrorBody"}`, text);
		}
		const declared = route.operation.responses[String(status)];
		if (!declared) {
			if (!(String(status) in this.#contract.document["x-tenon-common-responses"])) {
				const message = `${route.operation.operationId} does not declare ${status}. ${text.slice(0, 300)}`;
				return [{ kind: "status", message, pointer: `${route.pointer}/responses` }];
			}
			return isError ? this.#faultsOfText("/components/schemas/ErrorBody", text) : [];
		}
		if (method === "HEAD") return [];
		const base = declared.$ref ? declared.$ref.slice(1) : `${route.pointer}/responses/${status}`;
		const content = (
			declared.$ref ? this.#contract.document.components.responses[declared.$ref.split("/").at(-1) ?? ""] : declared
		)?.content;
		if (!content) {
			if (status !== 204 || (text === "" && type === null)) return [];
			const message = `has ${text === "" ? "a content type" : "a body"}, but the contract declares none`;
			return [{ kind: "media", message, pointer: base, isAssumed: text === "" }];
		}
		const declares = (one: string | null) =>
			Object.keys(content).find((each) => one?.toLowerCase().startsWith(each.replace(/\*$/, "")));
		const isOtherJson = type !== null && !declares(type) && /^application\/[\w.-]+\+json\b/i.test(type);
		const media = declares(isOtherJson ? "application/json" : type);
		const undeclared: Fault = {
			kind: "media",
			message: `content type ${type} is not declared`,
			pointer: `${base}/content`,
			isAssumed: isOtherJson,
		};
		if (!media) return [undeclared];
		const schema = media === "application/json" && content[media]?.schema;
		return [
			// It is assumed that the content type of JSON is application/json.
			...(isOtherJson ? [undeclared] : []),
			...(schema ? this.#faultsOfText(`${base}/content/${pointerPart(media)}/schema`, text) : []),
		];
	}

	/** Returns the deviations of a JSON request body from the contract. */
	faultsOfRequest(method: string, url: string, type: string | null, text: string): readonly Fault[] {
		const route = this.#contract.operationOf(method, url);
		if (!route || text === "" || !type?.startsWith("application/json")) return [];
		if (!route.operation.requestBody?.content["application/json"]) return [];
		return this.#faultsOfText(`${route.pointer}/requestBody/content/application~1json/schema`, text);
	}
}

/** Validates responses that use the names of the specification. */
export const judge = new Judge(contract, times.utc);
/** Validates requests that use the names of the specification. */
export const requestJudge = new Judge(contract, times.any);
