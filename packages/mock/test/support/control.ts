import { createPlatform, demo, type Platform, type Seed } from "@tenon/mock";
import { afterAll, expect } from "vitest";
import { checkControlResponse, checkedOperations, controlOperations } from "../../../../test/support/control-check";
import { startOfTime } from "./world";

interface Reply {
	status: number;
	headers: Headers;
	/** The value of the header `X-Mock-Undo`. */
	undo: string | null;
	/** The unparsed body of the response. */
	text: string;
	// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the body
	body: any;
}

/** Calls the control API, at a path below `/_mock`. Validates every response against openapi/control.yaml. */
type Control = (method: string, path: string, json?: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** A platform that a test controls over HTTP. */
export interface Controlled {
	platform: Platform;
	control: Control;
	/** Calls the platform's API below `/api/v4`, by default as the developer; null is an anonymous caller. */
	call(path: string, sent?: { as?: string | null; method?: string; json?: unknown }): Promise<Reply>;
	/** Returns the whole state as text. If it is equal to an earlier one, nothing has changed. */
	state(): string;
}

const origin = "http://127.0.0.1:4010";

async function read(response: Response): Promise<Reply> {
	const { status, headers } = response;
	const text = await response.text();
	const isJson = text !== "" && headers.get("content-type")?.startsWith("application/json");
	return {
		status,
		headers,
		undo: headers.get("x-mock-undo"),
		text,
		body: isJson ? JSON.parse(text) : text || undefined,
	};
}

/** Returns a function that calls the control API of a platform or of worlds. */
export const controlOf =
	({ fetch }: { fetch: typeof globalThis.fetch }): Control =>
	async (method, path, json, headers = {}) => {
		const body = json === undefined ? null : JSON.stringify(json);
		const reply = await read(await fetch(`${origin}/_mock${path}`, { method, headers, body }));
		checkControlResponse(method, path, reply.status, reply.headers.get("content-type"), reply.text);
		return reply;
	};

const first = new Map<Seed, Platform>();

/** Returns a fork of a seeded platform, which is much faster than loading the seed for every test. */
function made(seed: Seed): Platform {
	const platform = first.get(seed) ?? createPlatform({ seed, clock: startOfTime });
	first.set(seed, platform);
	return platform.fork();
}

/** Returns a new platform for a test, by default with the demo seed. */
export function controlled(seed: Seed = demo): Controlled {
	const platform = made(seed);
	return {
		platform,
		control: controlOf(platform),
		state: () => JSON.stringify(platform.snapshot()),
		call: async (path, { as = "developer", method = "GET", json } = {}) => {
			const headers = {
				...(as === null ? {} : { "PRIVATE-TOKEN": `${as}-token` }),
				...(json === undefined ? {} : { "content-type": "application/json" }),
			};
			const body = json === undefined ? null : JSON.stringify(json);
			return read(await platform.fetch(`${origin}/api/v4${path}`, { method, headers, body }));
		},
	};
}

/** Checks, after a file's tests, that each matching operation of the control API has had a validated response. */
export function testsOperations(pattern: RegExp): void {
	afterAll(() => {
		const missing = controlOperations.filter((one) => pattern.test(one) && !checkedOperations.has(one));
		expect(missing).toEqual([]);
	});
}
