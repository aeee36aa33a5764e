import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { isFields } from "../rule/response";
import { Unreachable } from "../rule/verdict";
import type { Send, Sent } from "../run/sender";
import { PublicBench } from "./public-bench";

/** A request to the mock's control API, under `/_mock`. */
export const controlRequest = (method: string, path: string, body?: unknown): Sent => ({
	operation: undefined,
	actor: "anonymous",
	parameters: [],
	method,
	path: `/_mock${path}`,
	headers: body === undefined ? {} : { "content-type": "application/json" },
	body: body === undefined ? undefined : JSON.stringify(body),
});

/** Arranges through the mock's control API. Each rule has a world of its own there, so nothing needs to be removed. */
export class ControlBench extends PublicBench {
	readonly #send: Send;

	/** Called when the world is set to another release than the contract's: its records lack what came later. */
	readonly #onRelease: () => void;

	constructor(context: Context, send: Send, onRelease: () => void) {
		super(context);
		this.#send = send;
		this.#onRelease = onRelease;
	}

	override async nextSecond(): Promise<void> {
		await this.advance("2 seconds");
	}

	override get isIsolated(): boolean {
		return true;
	}

	override get hasControl(): boolean {
		return true;
	}

	override async record(table: string, fields: Fields = {}): Promise<Fields & { readonly id: number }> {
		const made = await this.control("POST", `/records/${table}`, fields);
		// The control API returns the record that it made, with its id.
		return made as Fields & { readonly id: number };
	}

	override async change(table: string, id: number | string, fields: Fields): Promise<Fields> {
		return this.#fields(await this.control("PATCH", `/records/${table}/${id}`, fields));
	}

	override async remove(table: string, id: number | string): Promise<void> {
		await this.control("DELETE", `/records/${table}/${id}`);
	}

	override async records(table: string, having: Fields = {}): Promise<readonly Fields[]> {
		const query = new URLSearchParams(Object.entries(having).map(([name, value]) => [name, String(value)]));
		query.set("limit", "1000");
		const found = await this.control("GET", `/records/${table}?${query}`);
		const rows = this.#fields(found).rows;
		return Array.isArray(rows) ? rows.filter(isFields) : [];
	}

	override async settings(changes: Fields): Promise<void> {
		if (changes.release !== undefined) this.#onRelease();
		await this.control("PATCH", "/settings", changes);
	}

	override async limitRates(): Promise<void> {
		await this.settings({ rateLimits: "realistic" });
	}

	override async advance(by: string | number): Promise<void> {
		await this.control("POST", "/clock/advance", { by });
	}

	override async setClock(now: string): Promise<void> {
		await this.control("PUT", "/clock", { now, ticking: false });
	}

	override async control(method: string, path: string, body?: unknown): Promise<unknown> {
		const { response } = await this.#send(controlRequest(method, path, body));
		if (response.status >= 300)
			throw new Unreachable(
				`${method} /_mock${path} ${JSON.stringify(body) ?? ""} failed with ${response.status}: ${response.text}`,
			);
		return response.text === "" ? undefined : JSON.parse(response.text);
	}

	#fields(value: unknown): Fields {
		if (!isFields(value)) throw new Error(`The control API returned ${JSON.stringify(value)} instead of a record.`);
		return value;
	}
}
