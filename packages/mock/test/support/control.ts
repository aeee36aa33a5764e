import { createPlatform, demo, type Platform, type Seed } from "@tenon/mock";
import { afterAll, expect } from "vitest";
import { checkControlResponse, checkedOperations, controlOperations } from "../../../../test/support/control-check";
import { startOfTime } from "./world";

interface Reply {
	status: number;
	headers: Headers;
	/** The header `X-Mock-Undo`. */
	undo: string | null;
	/** The response as it was sent. */
	text: string;
	// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the body
	body: any;
}

/** Sends a call of the control API; the path is below `/_mock`. Every response is validated against openapi/control.yaml. */
type Control = (method: string, path: string, json?: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** A platform that a test controls over HTTP. */
export interface Controlled {
	platform: Platform;
	control: Control;
	/** Sends a call of the platform's own, by default as the developer, or as nobody with null; the path is below `/api/v4`. */
	call(path: string, sent?: { as?: string | null; method?: string; json?: unknown }): Promise<Reply>;
	/** The whole state as text: equal texts mean that nothing changed. */
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

/** The control API of a platform or of worlds. */
export const controlOf =
	({ fetch }: { fetch: typeof globalThis.fetch }): Control =>
	async (method, path, json, headers = {}) => {
		const body = json === undefined ? null : JSON.stringify(json);
		const reply = await read(await fetch(`${origin}/_mock${path}`, { method, headers, body }));
		checkControlResponse(method, path, reply.status, reply.headers.get("content-type"), reply.text);
		return reply;
	};

const first = new Map<Seed, Platform>();

/** A fork costs next to nothing; a new demo for every test would take most of the tests' time. */
function made(seed: Seed): Platform {
	const platform = first.get(seed) ?? createPlatform({ seed, clock: startOfTime });
	first.set(seed, platform);
	return platform.fork();
}

/** A new platform for a test: the demo unless you choose another seed. */
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

/** Checks, after a file's tests, that each operation of the control API that the pattern selects has had a checked response. */
export function testsOperations(pattern: RegExp): void {
	afterAll(() => {
		const missing = controlOperations.filter((one) => pattern.test(one) && !checkedOperations.has(one));
		expect(missing).toEqual([]);
	});
}
