import { fetchThrough } from "../request/http/from-fetch";
import type { Door, RawRequest, RawResponse } from "../request/http/raw";
import { createPlatform, type Platform, type PlatformOptions } from "./platform";

/** What every world begins with, and how many there may be. */
export interface WorldsOptions extends PlatformOptions {
	/** Most worlds that there may be at once, the one without a name not counted. Default 1,000. */
	max?: number;
	/** The name of the world for requests that name none. Default `default`. */
	unnamed?: string;
}

/** A world cannot be had; `status` is what requests for it are answered with. */
export class WorldError extends Error {
	readonly status: 400 | 409;

	constructor(status: 400 | 409, message: string) {
		super(message);
		this.name = "WorldError";
		this.status = status;
	}
}

const addressed = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*?)\/_world\/([^/?#]*)(.*)$/i;

/**
 * Many platforms in one process, none of which sees another. A request says which one it is for by the header
 * `X-Mock-World: <name>`, or by an address that begins with `/_world/<name>`, which links in the answers keep; one that says
 * neither is for the world `default`, or the one that the option `unnamed` names. A world is made of the seed when it is first asked for. That costs next to nothing: what
 * the seed made is there once, and each world keeps what it changed.
 *
 * @example
 * const worlds = createWorlds({ seed: demo });
 * const server = await listen(worlds);
 * await fetch(`${server.url}/api/v4/user`, { headers: { "PRIVATE-TOKEN": "owner-token", "X-Mock-World": "test-7" } });
 * const client = createClient({ baseUrl: `${server.url}/_world/test-8`, auth: { token: "owner-token" } });
 * worlds.get("test-7").clock.advance("8 days");
 */
export class Worlds implements Door {
	readonly #options: PlatformOptions;
	readonly #max: number;
	readonly #unnamed: string;
	readonly #worlds = new Map<string, Platform>();
	/** Stays as the seed made it. */
	#first: Platform | undefined;
	/** Where addresses begin that the platform is reached by from outside. */
	readonly #prefix: string;

	constructor({ max = 1_000, unnamed = "default", ...options }: WorldsOptions = {}) {
		this.#options = options;
		this.#unnamed = unnamed;
		this.#max = max;
		this.#prefix = options.externalUrl ? new URL(options.externalUrl).pathname.replace(/\/+$/, "") : "";
	}

	/** The worlds' names, in the order of their making. */
	get names(): string[] {
		return [...this.#worlds.keys()];
	}

	/**
	 * The world of a name, made if it is not there; without a name the one for requests that name none.
	 *
	 * @throws WorldError for a name that is none, and for one world too many.
	 */
	get(name: string = this.#unnamed): Platform {
		const there = this.#worlds.get(name);
		if (there) return there;
		if (!/^[\w.-]{1,64}$/.test(name))
			throw new WorldError(400, "The name of a world has 1 to 64 letters, digits, dots, dashes and underscores.");
		const others = this.#worlds.size - (this.#worlds.has(this.#unnamed) ? 1 : 0);
		if (name !== this.#unnamed && others >= this.#max)
			throw new WorldError(
				409,
				`There are ${others} worlds, and there may be no more: delete one, or raise the bound.`,
			);
		this.#first ??= createPlatform(this.#options);
		const made = this.#first.fork();
		this.#worlds.set(name, made);
		return made;
	}

	/** Takes a world away with all that is in it; who asks for it again gets a new one. False where there is none. */
	delete(name: string): boolean {
		return this.#worlds.delete(name);
	}

	/** The worlds as one `fetch` function, to give to any client that takes one. */
	fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response> = fetchThrough(this);

	/** Answers a request in its world. A name that is none is refused with 400, one world too many with 409. */
	async handle(request: RawRequest): Promise<RawResponse> {
		if (request.url.includes("/_mock/worlds")) {
			const { answerWorlds } = await import("../control-api/worlds");
			const path = request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
			const answer = answerWorlds(
				request,
				path.startsWith(this.#prefix) ? path.slice(this.#prefix.length) : path,
				this,
			);
			if (answer) return answer;
		}
		const [, origin = "", before, inAddress, rest = ""] =
			(request.url.includes("/_world/") && addressed.exec(request.url)) || [];
		const isAddressed = inAddress !== undefined && before === this.#prefix;
		const name = isAddressed ? inAddress : (request.headers["x-mock-world"] ?? this.#unnamed);
		let world: Platform;
		try {
			world = this.get(name);
		} catch (error) {
			if (!(error instanceof WorldError)) throw error;
			return refused(request, error);
		}
		if (!isAddressed) return world.handle(request);
		return world.handle({ ...request, url: `${origin}${before}${rest || "/"}`, prefix: `/_world/${name}` });
	}
}

function refused(request: RawRequest, { status, message }: WorldError): RawResponse {
	const headers = { "content-type": "application/json" };
	return {
		status,
		headers: request.headers.origin === undefined ? headers : { ...headers, "access-control-allow-origin": "*" },
		body: JSON.stringify({ message }),
	};
}

/**
 * Makes worlds: platforms by name, each made of the same seed at its first use.
 *
 * @example
 * const worlds = createWorlds({ seed: demo, max: 200 });
 */
export const createWorlds = (options?: WorldsOptions): Worlds => new Worlds(options);
