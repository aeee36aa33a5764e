import type { OperationId, OperationRow } from "@tenon/contract";
import type { Send } from "../run/sender";
import { parsedIfJson } from "../wire/parsed";
import { addressOf, type Callable, type Params, pairs, queryOf, rowOf } from "./address";
import type { Exchange } from "./exchange";
import { ApiResponse, type Fields, isFields } from "./response";
import { Deviation, Skip } from "./verdict";

export interface SendOptions {
	/** Sent as JSON. */
	readonly json?: unknown;
	/** Sent urlencoded. */
	readonly form?: Params;
	/** Sent as it is. */
	readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
	readonly query?: Params;
	readonly headers?: Readonly<Record<string, string>>;
	/** Gives a 429 back at once. */
	readonly impatient?: boolean;
}

/** Fields that rules read from the response for a user who is created or changed: an administrator's view has them. */
const ofAdministrators = ["username", "email", "is_admin", "external", "private_profile", "identities"] as const;

/** How fields travel: as a JSON body, as a form or in the query. */
export const forms = ["json", "form", "query"] as const;

export interface CallOptions extends Pick<SendOptions, "headers" | "impatient"> {
	/** How the body's fields travel: JSON by default. Split: the first in the query, the others as JSON. */
	readonly as?: "json" | "form" | "multipart" | "query" | "split";
	/** What follows the path, and changes nothing. */
	readonly end?: "/" | ".json";
}

/** Pages of a hundred that are read at most: more would take too long, and show no more. */
const mostPages = 10;

function multipart(params: Params): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(params).flatMap(([at, one]) => pairs(at, one))) form.append(name, value);
	return form;
}

/** The fields of a body as they travel. */
function sentAs(as: NonNullable<CallOptions["as"]>, fields: Params): SendOptions {
	if (as === "form") return { form: fields };
	if (as === "multipart") return { body: multipart(fields) };
	if (as === "query") return { query: fields };
	if (as === "json") return { json: fields };
	const [[name, value] = ["", undefined], ...others] = Object.entries(fields);
	return { query: { [name]: value }, json: Object.fromEntries(others) };
}

/** The headers of a GraphQL request: there a token is stated to travel as a bearer, and PRIVATE-TOKEN is for REST. */
function ofGraphql(own: Caller["headers"], more: Caller["headers"]): Caller["headers"] {
	const { "PRIVATE-TOKEN": token, ...headers } = own;
	const isTaken = [own, more].some((some) => Object.keys(some).some((name) => name.toLowerCase() === "authorization"));
	return token === undefined || isTaken ? own : { Authorization: `Bearer ${token}`, ...headers };
}

/** Someone who asks: a token, or nobody. */
export class Caller {
	readonly actor: Exchange["actor"];
	readonly #sender: Send;
	readonly headers: Readonly<Record<string, string>>;
	readonly #assume: ((deviation: Deviation) => void) | undefined;
	readonly #maySudo: () => void;

	/**
	 * @param assume See `ApiResponse`.
	 * @param maySudo Throws where nobody acts for others.
	 */
	constructor(
		sender: Send,
		actor: Exchange["actor"],
		headers: Readonly<Record<string, string>> = {},
		assume?: (deviation: Deviation) => void,
		maySudo: () => void = () => {},
	) {
		this.#maySudo = maySudo;
		this.#sender = sender;
		this.actor = actor;
		this.headers = headers;
		this.#assume = assume;
	}

	/** The same caller with further headers. */
	with(headers: Readonly<Record<string, string>>): Caller {
		return new Caller(this.#sender, this.actor, { ...this.headers, ...headers }, this.#assume, this.#maySudo);
	}

	/** The same caller acting as someone else, by id or username; administrators may. */
	sudo(user: number | string): Caller {
		this.#maySudo();
		return this.with({ Sudo: String(user) });
	}

	/** An operation of the contract, or of an extension by its row. Parameters that its path and query do not have travel in the body. */
	async call(operation: Callable, params: Params = {}, options: CallOptions = {}): Promise<ApiResponse> {
		const { path, rest } = addressOf(operation, params);
		const names = Object.keys(params);
		const { as = "json", end = "", ...sent } = options;
		// A form may have no fields, which is not the same as no form.
		const hasBody = Object.keys(rest).length > 0 || as === "form";
		const request: SendOptions = hasBody ? { ...sent, ...sentAs(as, rest) } : sent;
		const row = rowOf(operation);
		const address = path.replace(/(?=\?|$)/, end);
		const response = await this.#send(row, row.verb, address, names, request);
		if (row.verb === "DELETE" && hasBody && options.as === undefined && response.refused) {
			// The specification does not say that a deletion reads a body: the query is tried as well.
			const again = await this.#send(row, row.verb, address, names, { ...sent, query: rest });
			if (!again.succeeded) return response;
			this.#assume?.(
				new Deviation("expected: the fields of a deletion should be read from its body", response.exchange),
			);
			return again;
		}
		return (row.id === "createUser" || row.id === "updateUser") && response.succeeded
			? await this.#withUser(response, params)
			: response;
	}

	/**
	 * The specification does not show what comes back for a user who is created or changed: where that is not an administrator's view of the
	 * record, the record is read.
	 */
	async #withUser(response: ApiResponse, { id, username, private_token }: Params): Promise<ApiResponse> {
		const body = parsedIfJson(response.text);
		const shown = isFields(body) ? body : {};
		if (typeof shown.id === "number" && ofAdministrators.every((name) => Object.hasOwn(shown, name))) return response;
		// The token may have travelled with the fields.
		const reader = typeof private_token === "string" ? this.with({ "PRIVATE-TOKEN": private_token }) : this;
		const found = shown.id ?? id ?? (await reader.call("listUsers", { username })).is(200).items[0]?.id;
		const read = found === undefined ? response : await reader.call("getUser", { id: found });
		return read.succeeded ? response.withFields({ ...read.fields, ...shown }) : response;
	}

	/**
	 * A list as a whole: the response for its first hundred records, with the records of the pages after it. Skips the rule if the list is too
	 * long for that. With `page` or `per_page` it is only that page.
	 */
	async list(operation: Callable, params: Params = {}): Promise<ApiResponse> {
		if (params.page !== undefined || params.per_page !== undefined)
			return await this.call(operation, { per_page: 100, ...params });
		const first = await this.call(operation, { ...params, per_page: 100 });
		if (!first.succeeded || first.isLastPage) return first;
		const items = [...first.items];
		let last = first;
		for (let page = 2; items.length === (page - 1) * first.items.length; page++) {
			if (page > mostPages)
				throw new Skip(`the list has ${items.length} records or more: too long to be read as a whole`, "excluded");
			const response = await this.call(operation, { ...params, per_page: 100, page });
			// A page beyond the end may be refused.
			if (response.refused && !last.header("x-next-page")) break;
			items.push(...response.is(200).items);
			last = response;
		}
		return first.withItems(items);
	}

	/** Every record of a list, however many there are. A server that gives one page again and again has no last one: nothing new is the end. */
	async all(operation: Callable, params: Params = {}): Promise<readonly Fields[]> {
		const found: Fields[] = [];
		const known = new Set<unknown>();
		let isAnnounced = true;
		for (let page = 1; ; page++) {
			const response = await this.call(operation, { ...params, per_page: 100, page });
			if (response.refused && !isAnnounced) return found;
			response.is(200);
			isAnnounced = Boolean(response.header("x-next-page"));
			const before = known.size;
			for (const item of response.items) known.add(item.id);
			found.push(...response.items);
			if (response.isLastPage || known.size === before) return found;
		}
	}

	/** Any request; the path is relative to the base URL (`/api/v4/…`), or is a complete URL. */
	async send(method: string, path: string, options: SendOptions = {}): Promise<ApiResponse> {
		return await this.#send(undefined, method, path, [], options);
	}

	/** A GraphQL request; its response whole, errors and all. */
	async graphql(query: string, variables?: Params, options: Pick<SendOptions, "headers"> = {}): Promise<ApiResponse> {
		const json = variables ? { query, variables } : { query };
		return await this.#send("executeGraphql", "POST", "/api/graphql", [], { json, ...options });
	}

	async #send(
		operation: OperationRow | "executeGraphql" | undefined,
		method: string,
		path: string,
		parameters: readonly string[],
		{ json, form, body, query, headers, impatient }: SendOptions,
	): Promise<ApiResponse> {
		const own = path.startsWith("/api/graphql") ? ofGraphql(this.headers, headers ?? {}) : this.headers;
		const all: Record<string, string> = { ...own };
		let payload = body;
		if (json !== undefined) {
			all["content-type"] = "application/json";
			payload = JSON.stringify(json);
		} else if (form) {
			all["content-type"] = "application/x-www-form-urlencoded";
			payload = queryOf(form);
		}
		const search = query ? queryOf(query) : "";
		const isRow = typeof operation === "object";
		const exchange = await this.#sender({
			// An extension's ids are its own.
			operation: isRow ? (operation.id as OperationId) : operation,
			...(isRow && { row: operation }),
			actor: this.actor,
			parameters,
			method,
			path: search ? `${path}${path.includes("?") ? "&" : "?"}${search}` : path,
			headers: { ...all, ...headers },
			body: payload,
			...(impatient && { impatient }),
		});
		return new ApiResponse(exchange, this.#assume, isRow ? operation : undefined);
	}
}
