import type { Scene, SceneValues } from "../bench/scene";
import type { Tokens } from "../rule/actors";
import { Trial } from "../rule/context";
import type { Exchange } from "../rule/exchange";
import { atLeast, type Facts } from "../rule/facts";
import type { Check, Effect, Tier } from "../rule/rule";
import { Deviation, Skip, Unreachable } from "../rule/verdict";
import { Ledger } from "./ledger";
import { preflight } from "./preflight";
import type { Mode, Result } from "./result";
import { Sender } from "./sender";

/** A server, and how it is asked. */
export interface ServerOptions {
	/** Where the platform is, without `/api/v4`. */
	readonly baseUrl: string;
	/** Sends the requests; the runtime's own unless given, so that a server in the same process can be checked. */
	readonly fetch?: typeof globalThis.fetch;
	/** A token for each role that there is one for. */
	readonly tokens?: Tokens;
	/** Where the checks work; what is left out is looked for. */
	readonly scene?: SceneValues;
	/** The server's tier and offering; found out unless given. */
	readonly tier?: Tier;
	readonly offering?: Facts["offering"];
	/** Requests a second, at most; unbounded unless given. */
	readonly rate?: number;
	/** Requests under way at a time; 4 unless given. Only checks that do nothing but read run side by side. */
	readonly concurrency?: number;
	/** Milliseconds that an answer may take; 30,000 unless given. */
	readonly timeout?: number;
}

export interface SessionOptions extends ServerOptions {
	readonly mode: Mode;
	/** Seed of what is drawn at random. */
	readonly seed: number;
	/** Distinguishes what this run makes from all else on the server. */
	readonly label: string;
	readonly signal?: AbortSignal | undefined;
	readonly onExchange: (exchange: Exchange) => void;
}

const allowed: Readonly<Record<Mode, readonly Effect[]>> = {
	"read-only": ["reads"],
	sandbox: ["reads", "writes"],
	destructive: ["reads", "writes", "destroys"],
};

/** Why a check cannot be made on such a server in such a mode; undefined if it can. */
function unfit(check: Check, facts: Facts, mode: Mode): string | undefined {
	if (!allowed[mode].includes(check.effect))
		return check.effect === "destroys"
			? "it does what cannot be taken back: --mode destructive allows it"
			: "it writes: --mode sandbox allows it";
	if (check.tier && !atLeast(facts.tier, check.tier)) return `needs tier ${check.tier}; the server's is ${facts.tier}`;
	if (check.maxTier && !atLeast(check.maxTier, facts.tier))
		return `holds up to tier ${check.maxTier}; the server's is ${facts.tier}`;
	if (check.offering && facts.offering !== "any" && facts.offering !== check.offering)
		return `needs a ${check.offering} installation; the server is ${facts.offering}`;
	return undefined;
}

/** What came of one check. */
export interface Outcome {
	readonly result: Result;
	readonly exchanges: readonly Exchange[];
	/** What could not be taken back. */
	readonly leftovers: readonly string[];
}

/** A server that the preflight has reached, ready to be checked. */
export class Session {
	readonly facts: Facts;
	readonly scene: Scene;
	/** What the preflight has to say to a person. */
	readonly notes: readonly string[];
	readonly #options: SessionOptions;
	readonly #sender: Sender;
	#made = 0;

	private constructor(options: SessionOptions, sender: Sender, found: Awaited<ReturnType<typeof preflight>>) {
		this.#options = options;
		this.#sender = sender;
		this.facts = found.facts;
		this.scene = found.scene;
		this.notes = found.notes;
	}

	/** Throws Unreachable where no platform answers. */
	static async open(options: SessionOptions): Promise<Session> {
		const sender = new Sender({
			fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
			baseUrl: options.baseUrl.replace(/\/+$/, ""),
			rate: options.rate,
			concurrency: options.concurrency ?? 4,
			timeout: options.timeout ?? 30_000,
			onExchange: options.onExchange,
		});
		const { tokens = {}, scene = {}, tier, offering } = options;
		return new Session(options, sender, await preflight(sender.send.bind(sender), { tokens, scene, tier, offering }));
	}

	/** Makes a check, takes back what it did, and says what came of it. Never throws. */
	async make(check: Check): Promise<Outcome> {
		const { tokens = {}, mode, seed, label, signal } = this.#options;
		const { facts, scene } = this;
		const why = unfit(check, facts, mode) ?? (signal?.aborted ? "the run was ended" : undefined);
		if (why !== undefined) {
			const result: Result = { check: publicPart(check), verdict: "skipped", reason: why, milliseconds: 0 };
			return { result, exchanges: [], leftovers: [] };
		}
		const ledger = new Ledger();
		let isSettling = false;
		this.#made += 1;
		const trial = new Trial({
			tokens,
			scene,
			facts,
			ledger,
			label: `${label}-${this.#made}`,
			effect: check.effect,
			seed,
			send: async (sent) => {
				if (signal?.aborted && !isSettling) throw new Skip("the run was ended");
				return await this.#sender.send(sent);
			},
		});
		const result = await judged(check, trial);
		const exchanges = [...trial.exchanges];
		isSettling = true;
		const leftovers = (await ledger.settle()).map((what) => `${check.id}: ${what}`);
		return { result, exchanges, leftovers };
	}
}

const publicPart = ({ run: _, ...rest }: Check): Result["check"] => rest;

async function judged(check: Check, trial: Trial): Promise<Result> {
	const clock = performance.now();
	const told = (verdict: Result["verdict"], more: Partial<Result> = {}): Result => ({
		check: publicPart(check),
		verdict,
		milliseconds: performance.now() - clock,
		...more,
	});
	try {
		await check.run(trial);
		return told("pass");
	} catch (error) {
		if (error instanceof Skip) return told("skipped", { reason: error.message });
		if (error instanceof Unreachable) return told("unreachable", { reason: error.message });
		const last = trial.exchanges.at(-1);
		if (error instanceof Deviation) {
			const evidence = error.exchange ?? last;
			return told("fail", {
				reason: error.message,
				...(evidence && { evidence }),
				...(error.sequence && { sequence: error.sequence }),
			});
		}
		// A check that breaks down proves nothing, and must not pass for that.
		const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
		return told("fail", { reason: `the check itself broke: ${why}`, ...(last && { evidence: last }) });
	}
}
