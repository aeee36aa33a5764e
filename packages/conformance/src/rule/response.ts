import { isDeepStrictEqual } from "node:util";
import type { OperationRow } from "@tenon/contract";
import { parsed } from "../wire/parsed";
import { describeDifference, show } from "./difference";
import type { Exchange } from "./exchange";
import { states } from "./states";
import { Deviation } from "./verdict";

/** A JSON object of a response. */
export type Fields = { readonly [name: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A field of each record. */
export const pluck = (records: readonly Fields[], field: string): unknown[] => records.map((one) => one[field]);

const classOf = (status: number): number => Math.floor(status / 100);

/**
 * A response of the server, with methods for the expectations of a rule. An expectation that is not met throws a Deviation with the exchange.
 *
 * Two deviations are only a warning, even in a MUST rule: another status of the expected class (2xx, 4xx) where the contract marks the
 * status as assumed, and another body of a refusal. The specification shows hardly any of them. A 200 in place of 201 or 204 is a warning
 * too.
 */
export class ApiResponse {
	#json: unknown;
	readonly exchange: Exchange;
	readonly #assume: (deviation: Deviation) => void;
	readonly #row: OperationRow | undefined;

	/**
	 * @param assume Handles a deviation from an assumption. By default it is thrown.
	 * @param row The operation's row, of the contract or an extension.
	 */
	constructor(exchange: Exchange, assume?: (deviation: Deviation) => void, row?: OperationRow) {
		this.exchange = exchange;
		this.#row = row;
		this.#assume =
			assume ??
			((deviation) => {
				throw deviation;
			});
	}

	get status(): number {
		return this.exchange.response.status;
	}
	/** Whether the status is 2xx. */
	get succeeded(): boolean {
		return classOf(this.status) === 2;
	}
	/** Whether the status is 4xx. */
	get refused(): boolean {
		return classOf(this.status) === 4;
	}
	get text(): string {
		return this.exchange.response.text;
	}
	header(name: string): string | null {
		return this.exchange.response.headers.get(name);
	}

	/** The JSON of the body without optional white space and escapes, for searching in it. */
	get compact(): string {
		return JSON.stringify(this.json);
	}

	/** The parsed body. For a refusal that is not JSON, the text: the specification leaves open what it is. */
	get json(): unknown {
		if (this.#json !== undefined) return this.#json;
		try {
			this.#json = parsed(this.text);
		} catch {
			if (!this.refused) throw this.deviation(`body: expected JSON, got ${show(this.text)}`);
			this.#json = this.text;
		}
		return this.#json;
	}

	/** The body as an object. A refusal may have none, and then has no fields. */
	get fields(): Fields {
		const { json } = this;
		if (isFields(json)) return json;
		if (!this.refused) throw this.deviation(`body: expected an object, got ${show(json)}`);
		return {};
	}

	/**
	 * Whether a page that was requested with 100 records is the last one. Only lists of groups are stated to have pages of 100: others may have
	 * shorter pages, with a header for the next one. No page follows an empty one, whatever its headers say.
	 */
	get isLastPage(): boolean {
		return this.items.length === 0 || (this.items.length < 100 && !this.header("x-next-page"));
	}
	/** The body as a list of objects. */
	get items(): readonly Fields[] {
		const { json } = this;
		if (!Array.isArray(json) || !json.every(isFields))
			throw this.deviation(`body: expected a list of records, got ${show(json)}`);
		return json;
	}

	/** The same response, as if its page had these records. */
	withItems(items: readonly Fields[]): ApiResponse {
		return this.#with(items);
	}
	/** The same response, as if it had shown this record. */
	withFields(fields: Fields): ApiResponse {
		return this.#with(fields);
	}
	#with(json: unknown): ApiResponse {
		const response = new ApiResponse(this.exchange, this.#assume, this.#row);
		response.#json = json;
		return response;
	}

	/** A field of the body; undefined if it has none of that name. */
	field(name: string): unknown {
		return this.fields[name];
	}
	/** A field that must be a number. */
	number(name: string): number {
		const value = this.field(name);
		if (typeof value !== "number") throw this.deviation(`${name}: expected a number, got ${show(value)}`);
		return value;
	}
	/** A field that must be a string. */
	string(name: string): string {
		const value = this.field(name);
		if (typeof value !== "string") throw this.deviation(`${name}: expected a string, got ${show(value)}`);
		return value;
	}
	/** The ids of the listed records. */
	get ids(): readonly number[] {
		return this.items.map((item) => {
			if (typeof item.id !== "number") throw this.deviation(`id: expected a number in every record, got ${show(item)}`);
			return item.id;
		});
	}
	/** One field of every listed record. */
	pluck(name: string): readonly unknown[] {
		return this.items.map((item) => item[name]);
	}

	/** The status must be one of these. If the contract only assumes it, another one of its class is a warning. */
	is(...statuses: readonly number[]): this {
		if (statuses.includes(this.status)) return this;
		const deviation = this.deviation(`status: expected ${statuses.join(" or ")}, got ${this.status}`);
		const isOfClass = statuses.some((status) => classOf(status) === classOf(this.status));
		const isPlainSuccess = this.status === 200 && statuses.some((status) => status === 201 || status === 204);
		if (!isOfClass || (this.#isStated(statuses) && !isPlainSuccess)) throw deviation;
		this.#assume(deviation);
		return this;
	}
	#isStated(statuses: readonly number[]): boolean {
		const row = this.#row;
		if (this.exchange.operation === "executeGraphql") return true;
		return row !== undefined && statuses.some((status) => states(row, String(status)));
	}
	/** Any success. */
	get ok(): this {
		if (!this.succeeded) throw this.deviation(`status: expected success (2xx), got ${this.status}`);
		return this;
	}
	/** The response must be a refusal with this status and, if one is given, exactly this body. */
	refuses(status: number, body?: unknown): this {
		this.is(status);
		if (body !== undefined && !isDeepStrictEqual(this.json, body))
			this.#assume(this.deviation(describeDifference("body", this.json, body) ?? "body: not as expected"));
		return this;
	}
	/** These fields must have these values; there may be others. The values of a refusal are assumed. */
	has(expected: Fields): this {
		const actual = this.fields;
		for (const [name, value] of Object.entries(expected)) {
			if (isDeepStrictEqual(actual[name], value)) continue;
			const deviation = this.deviation(describeDifference(name, actual[name], value) ?? `${name}: not as expected`);
			if (this.succeeded) throw deviation;
			this.#assume(deviation);
		}
		return this;
	}
	/** None of these fields may be present. */
	lacks(...names: readonly string[]): this {
		const there = names.filter((name) => Object.hasOwn(this.fields, name));
		if (there.length > 0) throw this.deviation(`${there.join(", ")}: expected to be absent`);
		return this;
	}
	/** All of these fields must be present. */
	shows(...names: readonly string[]): this {
		const missing = names.filter((name) => !Object.hasOwn(this.fields, name));
		if (missing.length > 0) throw this.deviation(`${missing.join(", ")}: expected to be present`);
		return this;
	}
	/** Every listed record must satisfy the predicate, and there must be at least one: an empty list proves nothing. */
	every(what: string, holds: (item: Fields) => boolean): this {
		if (this.items.length === 0) throw this.deviation(`the list: expected a record that is ${what}, got none`);
		const other = this.items.find((item) => !holds(item));
		if (other) throw this.deviation(`every record: expected to be ${what}, got ${show(other)}`);
		return this;
	}

	/** A deviation from what the specification leaves open: a warning in a rule that is a MUST. */
	assume(message: string): void {
		this.#assume(this.deviation(message));
	}

	deviation(message: string): Deviation {
		return new Deviation(message, this.exchange);
	}
}
