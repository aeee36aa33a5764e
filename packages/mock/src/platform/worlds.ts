import { ControlRefusal } from "../lib/control-error";
import { fetchThrough } from "../request/http/from-fetch";
import type { RawHandler, RawRequest, RawResponse } from "../request/http/raw";
import type { StateData } from "../state/state";
import { createPlatform, type Platform, type PlatformOptions } from "./platform";

/** What every world begins with, and how many there may be. */
export interface WorldsOptions extends PlatformOptions {
	/**
	 * Most worlds that there may be at once, the one without a name not counted. One more takes the place of the one that was
	 * unused longest. Default 1,000; 0 for none.
	 */
	max?: number;
	/** The name of the world for requests that name none. Default `default`. */
	unnamed?: string;
}

/**
 * Keeps worlds outside of the process.
 *
 * @internal
 */
export interface WorldKeeping {
	/** The worlds that are kept, in the order in which they were made. */
	readonly names: readonly string[];
	/** Fills a world with what is kept of it, if something is, and keeps it from now on. */
	keep(name: string, platform: Platform): void;
	/** Forgets a world that was deleted. */
	remove(name: string): void;
	/** Resolves when a world that was made, changed or deleted is kept so; rejects with `NotKept` if it cannot be. */
	settled(name: string): Promise<void>;
}

/** A world cannot be had; `status` is the status of the responses to requests for it. */
export class WorldError extends ControlRefusal {
	constructor(status: 400 | 403 | 404 | 409 | 500, message: string) {
		super(status, message);
		this.name = "WorldError";
	}
}

/** Loaded at first use, as the control API of a platform is. */
let worldsApi: typeof import("../control-api/worlds") | undefined;

const addressed = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*?)\/_world\/([^/?#]*)(.*)$/i;

/**
 * Many platforms in one process, isolated from each other. A request says which one it is for by the header
 * `X-Mock-World: <name>`, or by an address that begins with `/_world/<name>`, which links in the responses keep; one that says
 * neither is for the world `default`, or the one that the option `unnamed` names. A world is made of the seed when a request to
 * the platform's API is first made for it, unless that comes from a page of another site. That costs next to nothing: what the
 * seed made is there once, and each world keeps what it changed.
 *
 * @example
 * const worlds = createWorlds({ seed: demo });
 * const server = await listen(worlds);
 * await fetch(`${server.url}/api/v4/user`, { headers: { "PRIVATE-TOKEN": "owner-token", "X-Mock-World": "test-7" } });
 * const client = createClient({ baseUrl: `${server.url}/_world/test-8`, auth: { token: "owner-token" } });
 * worlds.get("test-7").clock.advance("8 days");
 */
export class Worlds implements RawHandler {
	readonly #options: PlatformOptions;
	readonly #max: number;
	/** @internal The world for requests that name none. */
	readonly unnamed: string;
	readonly #worlds = new Map<string, World>();
	/** How often a world was used. */
	#uses = 0;
	/** Stays as the seed made it. */
	#first: Platform | undefined;
	#keeping: WorldKeeping | undefined;
	/** Where addresses begin that the platform is reached by from outside. */
	readonly #prefix: string;

	constructor({ max = 1_000, unnamed = "default", ...options }: WorldsOptions = {}) {
		this.#options = options;
		this.unnamed = unnamed;
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
	 * @throws WorldError for a name that is none, and where there may be no worlds.
	 */
	get(name: string = this.unnamed): Platform {
		return this.#used(name) ?? this.#make(name, () => this.#seeded().fork());
	}

	/**
	 * Makes a world: from the seed, or from what another world holds or held.
	 *
	 * @throws WorldError for a name that is none or taken, for a world that is not there, and where there may be no worlds.
	 * @example
	 * worlds.fork("test-8", { from: "prepared" });
	 */
	fork(
		name: string,
		{
			from,
			snapshot,
		}: {
			/** The world to copy. Default: none. */
			readonly from?: string;
			/** What `snapshot` of that world returned, or of another platform. */
			readonly snapshot?: StateData;
		} = {},
	): Platform {
		if (this.#worlds.has(name)) throw new WorldError(409, `There is a world ${name} already.`);
		const origin = from === undefined ? this.#seeded() : this.#used(from);
		if (!origin) throw new WorldError(404, `There is no world ${from}.`);
		return this.#make(name, () => {
			const made = origin.fork();
			if (snapshot) made.restore(snapshot);
			return made;
		});
	}

	/**
	 * Has every world kept from now on: those that are there, and those that are kept already; without, no longer. `persist`
	 * does it.
	 *
	 * @internal
	 */
	keepBy(keeping: WorldKeeping | undefined): void {
		if (keeping && this.#keeping) throw new Error("The worlds are kept already.");
		this.#keeping = keeping;
		for (const [name, { platform }] of this.#worlds)
			if (!platform) this.#worlds.delete(name);
			else if (name !== this.unnamed) keeping?.keep(name, platform);
		for (const name of keeping?.names ?? [])
			if (!this.#worlds.has(name)) this.#worlds.set(name, { platform: undefined, lastUse: 0 });
	}

	/** @internal Resolves when a world that was made, changed or deleted is kept so. */
	async settled(name: string): Promise<void> {
		await this.#keeping?.settled(name);
	}

	/** @internal The worlds that were used since the process began. */
	get open(): Platform[] {
		return [...this.#worlds.values()].flatMap(({ platform }) => platform ?? []);
	}

	/** @internal A world as it is, which does not count as a use; undefined if there is none, or nobody has used it yet. */
	peek(name: string): Platform | undefined {
		return this.#worlds.get(name)?.platform;
	}

	/**
	 * Notes a world. Returns what puts it back after it was deleted, in the place of one that has its name by then; undefined for
	 * a world that cannot be read.
	 *
	 * @internal
	 */
	remember(name: string): (() => void) | undefined {
		const platform = this.#readable(name);
		if (!platform) return undefined;
		const bringBack = platform.rememberAll();
		const snapshots = platform.snapshots.all;
		return () => {
			if (this.peek(name) !== platform) {
				this.delete(name);
				// Whoever keeps it takes what it has then for kept: its snapshots come after that.
				platform.snapshots.all = new Map();
				this.#make(name, () => platform);
			}
			bringBack();
			platform.snapshots.all = snapshots;
		};
	}

	#readable(name: string): Platform | undefined {
		try {
			return this.#used(name);
		} catch (error) {
			if (error instanceof WorldError) return undefined;
			throw error;
		}
	}

	/** What the seed made: it stays as it is. */
	#seeded(): Platform {
		this.#first ??= createPlatform(this.#options);
		return this.#first;
	}

	#used(name: string): Platform | undefined {
		const world = this.#worlds.get(name);
		if (!world) return undefined;
		this.#uses += 1;
		world.lastUse = this.#uses;
		world.platform ??= this.#reopened(name);
		return world.platform;
	}

	/** A world that is kept and was not used yet. */
	#reopened(name: string): Platform {
		const platform = this.#seeded().fork();
		try {
			this.#keeping?.keep(name, platform);
		} catch (error) {
			throw new WorldError(
				500,
				`The world ${name} cannot be read: ${error instanceof Error ? error.message : error} Delete it to begin anew.`,
			);
		}
		return platform;
	}

	#make(name: string, platformOf: () => Platform): Platform {
		if (!/^[\w.-]{1,64}$/.test(name))
			throw new WorldError(400, "The name of a world has 1 to 64 letters, digits, dots, dashes and underscores.");
		if (name !== this.unnamed) this.#makeRoom();
		const platform = platformOf();
		this.#uses += 1;
		this.#worlds.set(name, { platform, lastUse: this.#uses });
		if (name !== this.unnamed) this.#keeping?.keep(name, platform);
		return platform;
	}

	#makeRoom(): void {
		if (this.#max === 0) throw new WorldError(409, "There are no worlds here but the one without a name.");
		const others = [...this.#worlds].filter(([name]) => name !== this.unnamed);
		others.sort(([, a], [, b]) => a.lastUse - b.lastUse);
		// More than one if more are kept than there may be now.
		for (const [name] of others.slice(0, Math.max(0, others.length - this.#max + 1))) this.delete(name);
	}

	/** Deletes a world with all that is in it; whoever asks for it again gets a new one. False where there is none. */
	delete(name: string): boolean {
		const world = this.#worlds.get(name);
		if (!world) return false;
		// What it holds waits for nothing any more.
		world.platform?.faults.clear();
		if (name === this.unnamed && this.#keeping) {
			// The new one is kept where the old one was.
			world.platform?.reset();
			if (world.platform) world.platform.snapshots.all = new Map();
			return true;
		}
		this.#keeping?.remove(name);
		return this.#worlds.delete(name);
	}

	/** A world for a request that names one that is not there. */
	#madeBy({ method, headers }: RawRequest, name: string, url: string): Platform {
		if (name === this.unnamed) return this.get(name);
		// A browser's question before a request is none to the platform.
		if (method === "OPTIONS" && /^[\w.-]{1,64}$/.test(name)) return this.#seeded();
		if (headers["sec-fetch-site"] === "cross-site")
			throw new WorldError(
				403,
				`There is no world ${name}, and a page of another site may not make one. Make it with POST /_mock/worlds.`,
			);
		if (!isApi(url)) throw new WorldError(404, `There is no world ${name}.`);
		return this.get(name);
	}

	/** The worlds as one `fetch` function, to give to any client that takes one. */
	fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response> = fetchThrough(this);

	/** Handles a request in its world. An invalid name is refused with 400, one that the request may not make with 403 or 404. */
	handle(request: RawRequest): Promise<RawResponse> {
		return isOfAll.test(request.url) ? this.#handleOfAll(request) : this.#handleInWorld(request);
	}

	/** A call of the control API that is about the worlds themselves, unless it turns out to be about one. */
	async #handleOfAll(request: RawRequest): Promise<RawResponse> {
		worldsApi ??= await import("../control-api/worlds");
		const path = request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
		const response = await worldsApi.answerWorlds(
			request,
			path.startsWith(this.#prefix) ? path.slice(this.#prefix.length) : path,
			this,
		);
		return response ?? this.#handleInWorld(request);
	}

	/** Not async, so that a request waits for one promise less. */
	#handleInWorld(request: RawRequest): Promise<RawResponse> {
		const [, origin = "", before, inAddress, rest = ""] =
			(request.url.includes("/_world/") && addressed.exec(request.url)) || [];
		const isAddressed = inAddress !== undefined && before === this.#prefix;
		const name = isAddressed ? inAddress : (request.headers["x-mock-world"] ?? this.unnamed);
		let world: Platform;
		try {
			world = this.#used(name) ?? this.#madeBy(request, name, isAddressed ? rest : request.url);
		} catch (error) {
			return error instanceof WorldError ? Promise.resolve(refused(request, error)) : Promise.reject(error);
		}
		if (!isAddressed) return world.handle(request);
		return world.handle({ ...request, url: `${origin}${before}${rest || "/"}`, prefix: `/_world/${name}` });
	}
}

/** Calls of the control API about the worlds themselves, or all of them. */
const isOfAll = /\/_mock\/(?:worlds|undo\/world-|coverage\?|journal\/summaries\?)/;

/** A path of the API or of the control API, below whatever prefix. */
const isApi = (url: string): boolean => /\/(?:api|_mock)(?:\/|$)|\/alerts\/notify/.test(url.split(/[?#]/, 1)[0] ?? "");

interface World {
	/** Undefined of one that is kept and was not used yet. */
	platform: Platform | undefined;
	lastUse: number;
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
