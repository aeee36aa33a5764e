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
	/** Sent unchanged. */
	readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
	readonly query?: Params;
	readonly headers?: Readonly<Record<string, string>>;
	/** Returns a 429 at once, without waiting. */
	readonly impatient?: boolean;
}

/** Fields that rules read from the response when a user is created or changed. An administrator's view has them. */
const ofAdministrators = ["username", "email", "is_admin", "external", "private_profile", "identities"] as const;

/** How fields are sent: as a JSON body, as a form or in the query. */
export const forms = ["json", "form", "query"] as const;
/** Returns the forms in turn, so that requests in a row are sent in each of them. */
export const formAt = (turn: number): (typeof forms)[number] => forms[turn % forms.length] ?? "json";

export interface CallOptions extends Pick<SendOptions, "headers" | "impatient"> {
	/** How the body's fields are sent. Default `json`. `split`: the first in the query, the others as JSON. */
	readonly as?: "json" | "form" | "multipart" | "query" | "split";
	/** A suffix of the path, which has no effect. */
	readonly end?: "/" | ".json";
}

/** The most pages of 100 records that are read: more would take too long and prove nothing more. */
const mostPages = 10;

function multipart(params: Params): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(params).flatMap(([at, one]) => pairs(at, one))) form.append(name, value);
	return form;
}

/** The fields of a body, in the form in which they are sent. */
function sentAs(as: NonNullable<CallOptions["as"]>, fields: Params): SendOptions {
	if (as === "form") return { form: fields };
	if (as === "multipart") return { body: multipart(fields) };
	if (as === "query") return { query: fields };
	if (as === "json") return { json: fields };
	const [[name, value] = ["", undefined], ...others] = Object.entries(fields);
	return { query: { [name]: value }, json: Object.fromEntries(others) };
}

/** The headers of a GraphQL request: the specification states a bearer token for it, and PRIVATE-TOKEN only for REST. */
function ofGraphql(own: Caller["headers"], more: Caller["headers"]): Caller["headers"] {
	const { "PRIVATE-TOKEN": token, ...headers } = own;
	const isTaken = [own, more].some((some) => Object.keys(some).some((name) => name.toLowerCase() === "authorization"));
	return token === undefined || isTaken ? own : { Authorization: `Bearer ${token}`, ...headers };
}

/** Sends requests with one token, or without credentials. */
export class Caller {
	readonly actor: Exchange["actor"];
	readonly #sender: Send;
	readonly headers: Readonly<Record<string, string>>;
	readonly #assume: ((deviation: Deviation) => void) | undefined;
	readonly #maySudo: () => void;

	/**
	 * @param assume See `ApiResponse`.
	 * @param maySudo Throws if the server has no sudo.
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

	/** The same caller acting as another user, by id or username. Only administrators can. */
	sudo(user: number | string): Caller {
		this.#maySudo();
		return this.with({ Sudo: String(user) });
	}

	/** Calls an operation of the contract, or of an extension by its row. Parameters that are not in its path or query go in the body. */
	async call(operation: Callable, params: Params = {}, options: CallOptions = {}): Promise<ApiResponse> {
		const { path, rest } = addressOf(operation, params);
		const names = Object.keys(params);
		const { as = "json", end = "", ...sent } = options;
		// A form without fields is not the same as no form.
		const hasBody = Object.keys(rest).length > 0 || as === "form";
		const request: SendOptions = hasBody ? { ...sent, ...sentAs(as, rest) } : sent;
		const row = rowOf(operation);
		const address = path.replace(/(?=\?|$)/, end);
		const response = await this.#send(row, row.verb, address, names, request);
		if (row.verb === "DELETE" && hasBody && options.as === undefined && response.refused) {
			// The specification does not say that DELETE reads a body, so the query is tried too.
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
	 * The specification does not show the response when a user is created or changed: if it is not an administrator's view of the record, the
	 * record is read.
	 */
	async #withUser(response: ApiResponse, { id, username, private_token }: Params): Promise<ApiResponse> {
		const body = parsedIfJson(response.text);
		const shown = isFields(body) ? body : {};
		if (typeof shown.id === "number" && ofAdministrators.every((name) => Object.hasOwn(shown, name))) return response;
		// The token may have been sent with the fields.
		const reader = typeof private_token === "string" ? this.with({ "PRIVATE-TOKEN": private_token }) : this;
		const found = shown.id ?? id ?? (await reader.call("listUsers", { username })).is(200).items[0]?.id;
		const read = found === undefined ? response : await reader.call("getUser", { id: found });
		return read.succeeded ? response.withFields({ ...read.fields, ...shown }) : response;
	}

	/**
	 * A whole list: the response for its first hundred records, with the records of all later pages. Skips the rule if the list is too long
	 * for that. With `page` or `per_page`, only that page.
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

	/** Every record of a list, however long. It also ends at a page without new records, in case the server repeats one page forever. */
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

	/** Sends any request. The path is relative to the base URL (`/api/v4/…`), or a complete URL. */
	async send(method: string, path: string, options: SendOptions = {}): Promise<ApiResponse> {
		return await this.#send(undefined, method, path, [], options);
	}

	/** Sends a GraphQL request. The response may have errors. */
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
			// Ids of an extension are not ids of the contract.
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
