import { ControlRefusal } from "../lib/control-error";
import { fetchThrough } from "../request/http/from-fetch";
import type { RawHandler, RawRequest, RawResponse } from "../request/http/raw";
import type { StateData } from "../state/state";
import { createPlatform, type Platform, type PlatformOptions } from "./platform";

/** The options that every world starts with, and the maximum number of worlds. */
export interface WorldsOptions extends PlatformOptions {
	/**
	 * The maximum number of worlds at the same time, not counting the one without a name. A new world then replaces the
	 * one that was unused for longest. Default: 1,000. With 0, there are no named worlds.
	 */
	max?: number;
	/** The name of the world for requests that do not name one. Default: `default`. */
	unnamed?: string;
}

/**
 * Stores worlds outside the process.
 *
 * @internal
 */
export interface WorldKeeping {
	/** The names of the stored worlds, in the order in which they were created. */
	readonly names: readonly string[];
	/** Loads the stored data of a world, if there is any, and stores the world from then on. */
	keep(name: string, platform: Platform): void;
	/** Removes the stored data of a deleted world. */
	remove(name: string): void;
	/** Resolves when the creation, change or deletion of a world is stored; rejects with `NotKept` if it cannot be. */
	settled(name: string): Promise<void>;
}

/** Thrown if a world is not available; `status` is the status of the responses to requests for it. */
export class WorldError extends ControlRefusal {
	constructor(status: 400 | 403 | 404 | 409 | 500, message: string) {
		super(status, message);
		this.name = "WorldError";
	}
}

/** The control API of the worlds, loaded at its first use. */
let worldsApi: typeof import("../control-api/worlds") | undefined;

const addressed = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*?)\/_world\/([^/?#]*)(.*)$/i;

/**
 * Many platforms in one process, isolated from each other. A request selects a world by the header
 * `X-Mock-World: <name>`, or by a URL that begins with `/_world/<name>`, which the links in its responses keep. Without
 * either, it goes to the world `default`, or the one that the option `unnamed` names. A world is created from the seed
 * at the first API request for it, unless that request comes from a page of another site. Creating one costs almost
 * nothing: all worlds share the seed's records, and each stores only its own changes.
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
	/** @internal The world for requests that do not name one. */
	readonly unnamed: string;
	readonly #worlds = new Map<string, World>();
	/** The number of uses of any world, to find the one that was unused for longest. */
	#uses = 0;
	/** The platform that worlds are forked from. It keeps the seed's state. */
	#first: Platform | undefined;
	#keeping: WorldKeeping | undefined;
	/** The path below which the platform is reached from outside. */
	readonly #prefix: string;

	constructor({ max = 1_000, unnamed = "default", ...options }: WorldsOptions = {}) {
		this.#options = options;
		this.unnamed = unnamed;
		this.#max = max;
		this.#prefix = options.externalUrl ? new URL(options.externalUrl).pathname.replace(/\/+$/, "") : "";
	}

	/** The names of the worlds, in the order in which they were created. */
	get names(): string[] {
		return [...this.#worlds.keys()];
	}

	/**
	 * Returns the world with a name, creating it if it does not exist. Without a name, returns the world for requests
	 * that do not name one.
	 *
	 * @throws WorldError if the name is invalid, or if no worlds are allowed.
	 */
	get(name: string = this.unnamed): Platform {
		return this.#used(name) ?? this.#make(name, () => this.#seeded().fork());
	}

	/**
	 * Creates a world from the seed, from another world, or from a snapshot.
	 *
	 * @throws WorldError if the name is invalid or taken, if `from` does not exist, or if no worlds are allowed.
	 * @example
	 * worlds.fork("test-8", { from: "prepared" });
	 */
	fork(
		name: string,
		{
			from,
			snapshot,
		}: {
			/** The world to copy. Default: the seed. */
			readonly from?: string;
			/** A snapshot of that world or of another platform. */
			readonly snapshot?: StateData;
		} = {},
	): Platform {
		if (this.#worlds.has(name)) throw new WorldError(409, `There is already a world ${name}.`);
		const origin = from === undefined ? this.#seeded() : this.#used(from);
		if (!origin) throw new WorldError(404, `There is no world ${from}.`);
		return this.#make(name, () => {
			const made = origin.fork();
			if (snapshot) made.restore(snapshot);
			return made;
		});
	}

	/**
	 * Stores every world from then on: those that exist, and those that are stored already. With undefined, ends that.
	 * `persist` calls it.
	 *
	 * @internal
	 */
	keepBy(keeping: WorldKeeping | undefined): void {
		if (keeping && this.#keeping) throw new Error("The worlds are already persisted.");
		this.#keeping = keeping;
		for (const [name, { platform }] of this.#worlds)
			if (!platform) this.#worlds.delete(name);
			else if (name !== this.unnamed) keeping?.keep(name, platform);
		for (const name of keeping?.names ?? [])
			if (!this.#worlds.has(name)) this.#worlds.set(name, { platform: undefined, lastUse: 0 });
	}

	/** @internal Resolves when the creation, change or deletion of a world is stored. */
	async settled(name: string): Promise<void> {
		await this.#keeping?.settled(name);
	}

	/** @internal The worlds that were used since the process started. */
	get open(): Platform[] {
		return [...this.#worlds.values()].flatMap(({ platform }) => platform ?? []);
	}

	/** @internal Returns a world without using it; undefined if it does not exist or no request has used it yet. */
	peek(name: string): Platform | undefined {
		return this.#worlds.get(name)?.platform;
	}

	/**
	 * Notes the state of a world. Returns a function that restores it after it was deleted, replacing a world that has
	 * its name by then. Returns undefined if there is no such world, or if it cannot be read.
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
				// The store takes what the world has at this moment as stored already: add its snapshots after that.
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

	/** Returns the platform that worlds are forked from. It keeps the seed's state. */
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

	/** Loads a stored world that no request has used since the start. */
	#reopened(name: string): Platform {
		const platform = this.#seeded().fork();
		try {
			this.#keeping?.keep(name, platform);
		} catch (error) {
			throw new WorldError(
				500,
				`The world ${name} cannot be read: ${error instanceof Error ? error.message : error} Delete it to start over.`,
			);
		}
		return platform;
	}

	#make(name: string, platformOf: () => Platform): Platform {
		if (!/^[\w.-]{1,64}$/.test(name))
			throw new WorldError(400, "The name of a world must have 1 to 64 letters, digits, dots, dashes and underscores.");
		if (name !== this.unnamed) this.#makeRoom();
		const platform = platformOf();
		this.#uses += 1;
		this.#worlds.set(name, { platform, lastUse: this.#uses });
		if (name !== this.unnamed) this.#keeping?.keep(name, platform);
		return platform;
	}

	#makeRoom(): void {
		if (this.#max === 0)
			throw new WorldError(409, "Named worlds are turned off here: there is only the world without a name.");
		const others = [...this.#worlds].filter(([name]) => name !== this.unnamed);
		others.sort(([, a], [, b]) => a.lastUse - b.lastUse);
		// More than one if more worlds are stored than are allowed now.
		for (const [name] of others.slice(0, Math.max(0, others.length - this.#max + 1))) this.delete(name);
	}

	/** Deletes a world and everything in it; the next request creates it again. Returns false if it does not exist. */
	delete(name: string): boolean {
		const world = this.#worlds.get(name);
		if (!world) return false;
		// Responses that its faults hold do not wait any longer.
		world.platform?.faults.clear();
		if (name === this.unnamed && this.#keeping) {
			// The unnamed world is emptied but not replaced, so that it stays in its store.
			world.platform?.reset();
			if (world.platform) world.platform.snapshots.all = new Map();
			return true;
		}
		this.#keeping?.remove(name);
		return this.#worlds.delete(name);
	}

	/** Returns a world for a request that names one that does not exist. */
	#madeBy({ method, headers }: RawRequest, name: string, url: string): Platform {
		if (name === this.unnamed) return this.get(name);
		// A browser's preflight request does not create a world.
		if (method === "OPTIONS" && /^[\w.-]{1,64}$/.test(name)) return this.#seeded();
		if (headers["sec-fetch-site"] === "cross-site")
			throw new WorldError(
				403,
				`There is no world ${name}, and a page of another site cannot create one. Create it with POST /_mock/worlds.`,
			);
		if (!isApi(url)) throw new WorldError(404, `There is no world ${name}.`);
		return this.get(name);
	}

	/** The worlds as one `fetch` function, for any client that accepts one. */
	fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response> = fetchThrough(this);

	/** Handles a request in its world. Returns 400 for an invalid name, 403 or 404 if it may not create the world. */
	handle(request: RawRequest): Promise<RawResponse> {
		return isOfAll.test(request.url) ? this.#handleOfAll(request) : this.#handleInWorld(request);
	}

	/** Handles a call of the control API about the worlds themselves, unless it turns out to be about a single world. */
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

/** Matches calls of the control API about the worlds themselves, or about all of them. */
const isOfAll = /\/_mock\/(?:worlds|undo\/world-|coverage\?|journal\/summaries\?)/;

/** Whether a URL is one of the API or of the control API, below any path prefix. */
const isApi = (url: string): boolean => /\/(?:api|_mock)(?:\/|$)|\/alerts\/notify/.test(url.split(/[?#]/, 1)[0] ?? "");

interface World {
	/** Undefined for a stored world that no request has used since the start. */
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
 * Creates worlds: platforms by name, each created from the same seed at its first use.
 *
 * @example
 * const worlds = createWorlds({ seed: demo, max: 200 });
 */
export const createWorlds = (options?: WorldsOptions): Worlds => new Worlds(options);
