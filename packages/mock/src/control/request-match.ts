import { nullable, object, optional, plain, text } from "../lib/checks";
import { isRecord } from "../lib/is-record";
import { randomNumbers } from "../lib/random";
import { decodeLeniently } from "../lib/utf8";
import type { RawRequest } from "../request/http/raw";
import type { User } from "../state/records";
import type { AnyCheck } from "./check-fields";
import type { Exchange } from "./exchange";
import { fits } from "./glob";
import { includes } from "./partial";

/** The requests to match. All conditions must be met. */
export interface RequestMatch {
	/** Case-insensitive. */
	readonly method?: string;
	/** The path below the installation's base URL, without query; `*` matches any characters. */
	readonly path?: string;
	/** Parameters that the query must have, decoded; `*` matches any characters. */
	readonly query?: { readonly [name: string]: string };
	/** What the body must contain at least: JSON, or the fields of a form. */
	readonly body?: unknown;
	/** The username of the credential's owner, even if it is invalid; null for requests without a known owner. */
	readonly user?: string | null;
}

/** Returns the owner of a request's credential. */
export type SenderOf = (request: RawRequest) => User | undefined;

const path = plain<string>(
	'a path that begins with "/" or "*"',
	(value) => typeof value === "string" && /^[/*]/.test(value),
);
const texts: AnyCheck = {
	expected: "an object of texts",
	run(value, path, report) {
		if (!isRecord(value) || !Object.values(value).every((one) => typeof one === "string"))
			report(path, this.expected, value);
	},
};
const shape: AnyCheck = object({
	method: optional(text),
	path: optional(path),
	query: { ...texts, optional: true },
	body: { expected: "a JSON value", optional: true, run: () => {} },
	user: { ...nullable(text), optional: true },
});

/** The checks of the options that limit a fault or an override to some requests. */
export const matchChecks: { readonly match: AnyCheck; readonly share: AnyCheck; readonly seed: AnyCheck } = {
	match: {
		expected: "an object with at least one of method, path, query, body and user",
		run(value, path, report, has) {
			if (value === undefined) return;
			if (!isRecord(value) || Object.keys(value).length === 0) report(path, this.expected, value);
			else shape.run(value, path, report, has);
		},
	},
	share: optional(
		plain<number>("a share above 0, up to 1", (value) => typeof value === "number" && value > 0 && value <= 1),
	),
	seed: optional(
		plain<number>("a whole number from 0 on", (value) => Number.isSafeInteger(value) && Number(value) >= 0),
	),
};

/** Returns a body as a value: JSON, or the fields of a form; undefined for any other body. */
export function bodyValue({ body, headers }: RawRequest): unknown {
	const sent = typeof body === "string" ? body : decodeLeniently(body ?? new Uint8Array());
	if (/urlencoded/i.test(headers["content-type"] ?? "")) return Object.fromEntries(new URLSearchParams(sent));
	try {
		return JSON.parse(sent);
	} catch {
		return undefined;
	}
}

/** Whether a request meets all conditions. */
export function isMeant(match: RequestMatch | undefined, exchange: Exchange, senderOf: SenderOf): boolean {
	if (!match) return true;
	const { request } = exchange;
	if (match.method !== undefined && match.method.toUpperCase() !== request.method) return false;
	if (match.path !== undefined && !fits(match.path, exchange.path)) return false;
	const query = new URLSearchParams(exchange.queryText);
	for (const [name, value] of Object.entries(match.query ?? {}))
		if (!query.getAll(name).some((one) => fits(value, one))) return false;
	if (match.user !== undefined && (senderOf(request)?.username ?? null) !== match.user) return false;
	return match.body === undefined || includes(bodyValue(request), match.body);
}

/** Returns a function that selects a share of the requests at random, in the same way for the same seed and order. */
export function drawing(share = 1, seed = 1): () => boolean {
	if (share === 1) return () => true;
	const random = randomNumbers(seed);
	return () => random() < share;
}
