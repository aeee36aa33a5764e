import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "./exchange";
import { Deviation } from "./verdict";

/** A JSON object of an answer. */
export type Fields = { readonly [name: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const show = (value: unknown): string => {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

/** An answer of the server, with what a check asks of it. Whatever is not as asked throws a Deviation that holds the exchange. */
export class Answer {
	#json: unknown;

	readonly exchange: Exchange;

	constructor(exchange: Exchange) {
		this.exchange = exchange;
	}

	get status(): number {
		return this.exchange.response.status;
	}
	get text(): string {
		return this.exchange.response.text;
	}
	header(name: string): string | null {
		return this.exchange.response.headers.get(name);
	}

	/** The body, parsed. */
	get json(): unknown {
		if (this.#json !== undefined) return this.#json;
		try {
			this.#json = JSON.parse(this.text);
		} catch {
			throw this.deviation(`the body should be JSON, and is ${show(this.text)}`);
		}
		return this.#json;
	}

	/** The body as an object. */
	get fields(): Fields {
		const { json } = this;
		if (!isFields(json)) throw this.deviation(`the body should be an object, and is ${show(json)}`);
		return json;
	}

	/** The body as a list of objects. */
	get items(): readonly Fields[] {
		const { json } = this;
		if (!Array.isArray(json) || !json.every(isFields))
			throw this.deviation(`the body should be a list of records, and is ${show(json)}`);
		return json;
	}

	/** A field of the body; undefined where it has none of that name. */
	field(name: string): unknown {
		return this.fields[name];
	}
	/** A field that must be a number. */
	number(name: string): number {
		const value = this.field(name);
		if (typeof value !== "number") throw this.deviation(`${name} should be a number, and is ${show(value)}`);
		return value;
	}
	/** A field that must be a text. */
	string(name: string): string {
		const value = this.field(name);
		if (typeof value !== "string") throw this.deviation(`${name} should be a text, and is ${show(value)}`);
		return value;
	}
	/** The ids of the listed records. */
	get ids(): readonly number[] {
		return this.items.map((item) => {
			if (typeof item.id !== "number") throw this.deviation(`every record should have an id: ${show(item)}`);
			return item.id;
		});
	}
	/** One field of every listed record. */
	pluck(name: string): readonly unknown[] {
		return this.items.map((item) => item[name]);
	}

	/** The status must be one of these. */
	is(...statuses: readonly number[]): this {
		if (!statuses.includes(this.status))
			throw this.deviation(`the status should be ${statuses.join(" or ")}, and is ${this.status}`);
		return this;
	}
	/** Any success. */
	get ok(): this {
		if (this.status < 200 || this.status > 299)
			throw this.deviation(`the call should succeed, and is answered ${this.status}`);
		return this;
	}
	/** A refusal of this status, and of exactly this body if one is given. */
	refuses(status: number, body?: unknown): this {
		this.is(status);
		if (body !== undefined && !isDeepStrictEqual(this.json, body))
			throw this.deviation(`the body should be ${show(body)}, and is ${show(this.json)}`);
		return this;
	}
	/** The fields named here must have these values; others may be there. */
	has(expected: Fields): this {
		for (const [name, value] of Object.entries(expected))
			if (!isDeepStrictEqual(this.field(name), value))
				throw this.deviation(`${name} should be ${show(value)}, and is ${show(this.field(name))}`);
		return this;
	}
	/** None of these fields may be there. */
	lacks(...names: readonly string[]): this {
		const there = names.filter((name) => Object.hasOwn(this.fields, name));
		if (there.length > 0) throw this.deviation(`${there.join(", ")} should not be in the answer`);
		return this;
	}
	/** All of these fields must be there. */
	shows(...names: readonly string[]): this {
		const missing = names.filter((name) => !Object.hasOwn(this.fields, name));
		if (missing.length > 0) throw this.deviation(`${missing.join(", ")} should be in the answer`);
		return this;
	}
	/** Every listed record must satisfy the predicate, and there must be one, lest the check prove nothing. */
	every(what: string, holds: (item: Fields) => boolean): this {
		if (this.items.length === 0) throw this.deviation(`the list should have a record that is ${what}, and is empty`);
		const other = this.items.find((item) => !holds(item));
		if (other) throw this.deviation(`every record should be ${what}, and this is not: ${show(other)}`);
		return this;
	}

	deviation(message: string): Deviation {
		return new Deviation(message, this.exchange);
	}
}
