import { getEventListeners } from "node:events";
import { createClient, limitConcurrency, type Tenon, TenonError } from "../../packages/client/src/index";
import { createRest } from "../../packages/client/src/rest";
import { faultyServer, random } from "./faulty-server";

/** The results of a soak. */
export interface Soaked {
	readonly calls: number;
	readonly requests: number;
	/** The number of calls that returned a result. */
	readonly results: number;
	/** The number of typed errors, by class. */
	readonly errors: { readonly [name: string]: number };
	/** The errors that are not typed. */
	readonly untyped: readonly unknown[];
	/** The things that were created more than once. */
	readonly doubled: readonly string[];
	/** The number of timers that are still active at the end. */
	readonly timers: number;
	/** The number of listeners that remain on the signal that all calls share. */
	readonly listeners: number;
	/** The bytes by which the heap grows from the end of the first quarter on; undefined without `--expose-gc`. */
	readonly growth: number | undefined;
}

type Call = (tenon: Tenon, name: string, signal: AbortSignal) => PromiseLike<unknown>;

const mix: readonly Call[] = [
	(tenon, _, signal) => tenon.groups.get({ id: "acme" }, { signal }),
	(tenon, _, signal) => tenon.pipelines.list({ id: "acme/web" }, { signal }).all({ prefetch: 1 }),
	(tenon, ref, signal) => tenon.pipelines.create({ id: "acme/web", ref }, { signal }),
	(tenon, ref, signal) => tenon.pipelines.create({ id: "acme/web", ref }, { signal, retries: 5 }),
	(tenon, _, signal) => tenon.users.update({ id: 7, name: "n" }, { signal }),
	(tenon, _, signal) => tenon.pipelines.delete({ id: "acme/web", pipeline_id: 7 }, { signal }),
	(tenon, _, signal) => tenon.groups.get({ id: "acme" }, { signal, deadline: 150 }),
	async (tenon, _, signal) => (await tenon.groups.get({ id: "acme" }, { signal }).asResponse()).text(),
	async (tenon, _, signal) => (await tenon.groups.getAvatar({ id: "acme" }, { signal }).asResponse()).body?.cancel(),
	async (tenon, _, signal) => createRest(tenon).GET("/groups/{id}", { params: { path: { id: 7 } }, signal }),
	async (tenon, ref, signal) =>
		createRest(tenon).POST("/projects/{id}/pipeline", { params: { path: { id: "acme/web" } }, body: { ref }, signal }),
	(tenon, _, signal) =>
		tenon.pipelines.list({ id: "acme/web" }, { signal }).all({ prefetch: 3, unique: ({ id }) => id }),
	(tenon, _, signal) => tenon.users.getCurrent({}, { signal: AbortSignal.any([signal, AbortSignal.timeout(3)]) }),
];

const timersOf = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

/**
 * Calls a server over a real connection, 32 calls at once. Of all requests, 30 % meet a fault.
 *
 * @param timeout the milliseconds of each attempt; without it, the server always responds, and nothing depends on time
 */
export async function soakClient(
	calls: number,
	seed: number,
	{ timeout, onProgress = () => {} }: { timeout?: number; onProgress?: (done: number) => void } = {},
): Promise<Soaked> {
	const server = await faultyServer(0.3, seed, timeout !== undefined);
	const before = timersOf();
	const { signal } = new AbortController();
	const limit = limitConcurrency(32);
	const next = random(seed + 1);
	const tenon = createClient({
		baseUrl: server.url,
		auth: { token: "glpat-secret-0123456789" },
		timeout: timeout ?? 0,
		retries: 2,
		backoff: { base: 2, cap: 8 },
	});
	const errors: { [name: string]: number } = {};
	const untyped: unknown[] = [];
	let results = 0;
	let quarter: number | undefined;
	let done = 0;
	const heap = (): number | undefined => {
		if (!globalThis.gc) return undefined;
		globalThis.gc();
		return process.memoryUsage().heapUsed;
	};
	const one = async (index: number): Promise<void> => {
		const call = mix[Math.floor(next() * mix.length)] as Call; // the index is within its bounds
		try {
			await call(tenon, `ref-${index}`, signal);
			results++;
		} catch (error) {
			if (error instanceof TenonError) errors[error.name] = (errors[error.name] ?? 0) + 1;
			else untyped.push(error);
		}
		done++;
		if (done === Math.floor(calls / 4)) quarter = heap();
		onProgress(done);
	};
	try {
		// Runs in rounds, so that future calls use no memory.
		for (let from = 0; from < calls; from += 1_000) {
			const round = Array.from({ length: Math.min(1_000, calls - from) }, (_, index) => from + index);
			await Promise.all(round.map((index) => limit(() => one(index))));
		}
	} finally {
		await server.close();
	}
	// Timers of AbortSignal only end when their time is over, which takes long on a busy machine.
	for (let waits = 0; waits < 1_000 && timersOf() > before; waits++)
		await new Promise((resolve) => setTimeout(resolve, 10));
	const end = heap();
	return {
		calls,
		requests: server.requests(),
		results,
		errors,
		untyped,
		doubled: [...server.created].filter(([, times]) => times > 1).map(([name]) => name),
		timers: timersOf() - before,
		listeners: getEventListeners(signal, "abort").length,
		growth: quarter === undefined || end === undefined ? undefined : end - quarter,
	};
}
