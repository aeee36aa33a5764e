import { type Coverage, exercised, mergeCoverage } from "../control/coverage";
import { codeOf } from "../lib/code-of";
import type { Persistence } from "../persistence/keeper";
import { persist } from "../persistence/persist";
import type { Platform } from "../platform/platform";
import { createWorlds, type Worlds } from "../platform/worlds";
import type { RawHandler } from "../request/http/raw";
import { type ListenOptions, listen, type Server } from "../server/listen";
import type { SharedCommandOptions } from "./command-options";
import { extensionsOf } from "./read-extensions";
import { platformOptions, seedOf } from "./seed-and-settings";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

/** Thrown if the platform cannot be started with these options; the message says why, and what to do. */
export class StartError extends Error {}

/** A platform that the program started. */
export interface Started {
	readonly server: Server;
	/** Returns how much of the contract was exercised, in all worlds together. */
	coverage(): Coverage;
	/** Closes everything. The file with the data is complete after that. */
	close(): Promise<void>;
}

const reasons: { readonly [code: string]: string } = {
	EADDRINUSE: "is in use",
	EACCES: "requires more permissions",
	EADDRNOTAVAIL: "is not an address of this machine",
	ENOTFOUND: "cannot be resolved",
};

/**
 * Starts to listen.
 *
 * @throws StartError if the port or the host is not available.
 */
export async function open(
	platform: RawHandler,
	options: ListenOptions & { port: number; host: string },
): Promise<Server> {
	try {
		return await listen(platform, options);
	} catch (error) {
		const code = String(codeOf(error));
		const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
		if (reason === undefined) throw error;
		const address = `${options.host}:${options.port}`;
		throw new StartError(`${address} ${reason}. Choose another with --port (0 selects a free port) or --host.`);
	}
}

/** Additional options for starting a platform. */
export interface StartMore {
	/** Called with the platform before it takes requests. Can throw an error that says why it cannot be started. */
	readonly prepare?: ((platform: Platform) => void) | undefined;
	readonly tls?: ListenOptions["tls"];
}

/** Starts a platform with the options of a command. */
export async function start(
	all: SharedCommandOptions & { readonly port: number },
	err: Streams["err"],
	onAnswer: NonNullable<ListenOptions["onAnswer"]>,
	{ prepare, tls }: StartMore = {},
): Promise<Started> {
	const { port, host, worlds: max, controlToken } = all;
	const options = platformOptions(all);
	let kept: Persistence | undefined;
	let worlds: Worlds;
	try {
		worlds = createWorlds({
			...options,
			extensions: await extensionsOf(all),
			seed: await seedOf(all, err),
			...(max === undefined ? {} : { max }),
			...(all.world === undefined ? {} : { unnamed: all.world }),
		});
		// Create it now, so that the first request does not wait for the seed.
		const platform = worlds.get();
		if (all.data !== undefined) kept = await persist(worlds, { file: all.data });
		prepare?.(platform);
	} catch (error) {
		await kept?.close();
		if (error instanceof UsageError) throw error;
		throw new StartError(error instanceof Error ? error.message : String(error));
	}
	try {
		const server = await open(worlds, {
			port,
			host,
			onAnswer,
			...(controlToken ? { controlToken } : {}),
			...(tls ? { tls } : {}),
		});
		return {
			server,
			coverage: () =>
				mergeCoverage(
					worlds.open.map((world) => exercised(world.coverage())),
					worlds.get().operations,
				),
			async close() {
				await server.close();
				await kept?.close();
			},
		};
	} catch (error) {
		await kept?.close();
		throw error;
	}
}
