import { createPlatform, demo, type Platform, type Seed } from "@tenon/mock";
import { checkControlResponse } from "../../../../test/support/control-check";
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

/** A platform that a test controls over HTTP; every response is validated against openapi/control.yaml. */
export interface Controlled {
	platform: Platform;
	/** Sends a call of the control API; the path is below `/_mock`. */
	control(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Reply>;
	/** The whole state as text: equal texts mean that nothing changed. */
	state(): string;
}

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
		state: () => JSON.stringify(platform.snapshot()),
		async control(method, path, json, headers = {}) {
			const body = json === undefined ? null : JSON.stringify(json);
			const response = await platform.fetch(`http://127.0.0.1:4010/_mock${path}`, { method, headers, body });
			const text = await response.text();
			const type = response.headers.get("content-type");
			checkControlResponse(method, path, response.status, type, text);
			const { status, headers: received } = response;
			const isJson = text !== "" && type?.startsWith("application/json");
			const undo = received.get("x-mock-undo");
			return { status, headers: received, undo, text, body: isJson ? JSON.parse(text) : text || undefined };
		},
	};
}
