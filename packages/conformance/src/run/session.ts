import { type Dialect, gitlab } from "@tenon/contract/dialects";
import type { BenchName } from "../bench/bench";
import { ControlBench } from "../bench/control-bench";
import { PublicBench } from "../bench/public-bench";
import type { Scene, SceneValues } from "../bench/scene";
import type { Tokens } from "../rule/actors";
import { Context } from "../rule/context";
import { pause } from "../rule/eventually";
import type { Exchange } from "../rule/exchange";
import { atLeast, type Facts, type Offering } from "../rule/facts";
import type { Effect, Rule, Tier } from "../rule/rule";
import { Deviation, Skip, Unreachable } from "../rule/verdict";
import { overHttp } from "../wire/http-transport";
import { overFetch } from "../wire/transport";
import { departureOf } from "./departures";
import { judged, publicPart } from "./judged";
import { Ledger } from "./ledger";
import { leftoverOf } from "./leftovers";
import { preflight } from "./preflight";
import type { Mode, Result } from "./result";
import { Sender, type Sent } from "./sender";
import { hasWorlds, inWorld, missingInWorld, removeWorld } from "./worlds";

/** A server and how to send requests to it. */
export interface ServerOptions {
	/** The platform's URL, without `/api/v4`. */
	readonly baseUrl: string;
	/** Sends the requests, so that a server in the same process can be checked. Default: an HTTP client. */
	readonly fetch?: typeof globalThis.fetch;
	/** A token for each role. Rules that need a missing one are skipped. */
	readonly tokens?: Tokens;
	/** The records on the server that rules use. Fields that are left out are looked up on the server. */
	readonly scene?: SceneValues;
	/** The server's tier and offering. Detected by default. */
	readonly tier?: Tier;
	readonly offering?: Offering;
	/**
	 * Whose names the server uses: the specification's (the default), or those of a product with other names. Rules, results and
	 * the scene always use the specification's.
	 */
	readonly dialect?: "specification" | "gitlab";
	/**
	 * How rules arrange records. `public`: through the platform's own API. `control`: through the control API of @tenon/mock, each rule
	 * in a world of its own, so that no rule is skipped and nothing is left behind. `auto`, the default: as `public`, but if the server
	 * is the mock with its own tokens, rules that need the control API run in a world of their own. A new world
	 * starts from the server's seed, so the scene must be in the seed.
	 */
	readonly bench?: BenchName;
	/** The most requests per second. Unlimited by default. */
	readonly rate?: number;
	/** How many rules and requests run at the same time. Default 6. The same number again runs in worlds of their own. */
	readonly concurrency?: number;
	/** The most milliseconds that a response may take. Default 30,000. */
	readonly timeout?: number;
	/** Whether a rule that fails is checked again before it is reported: another client may have interfered. Default true. */
	readonly repeat?: boolean;
}

/** With fewer rules at a time, client and server wait for each other. */
export const usualConcurrency = 6;

export interface SessionOptions extends ServerOptions {
	readonly mode: Mode;
	/** The seed of random values. */
	readonly seed: number;
	/** Part of the names of what this run makes, so that they are unique on the server. */
	readonly label: string;
	readonly signal?: AbortSignal | undefined;
	readonly onExchange: (exchange: Exchange) => void;
	/** Called before a wait that the server's rate limit asks for. */
	readonly onWait?: ((seconds: number, url: string) => void) | undefined;
}

const allowed: Readonly<Record<Mode, readonly Effect[]>> = {
	"read-only": ["reads"],
	sandbox: ["reads", "writes"],
	destructive: ["reads", "writes", "destroys"],
};

const dialectOf = ({ dialect }: ServerOptions): Dialect | undefined => (dialect === "gitlab" ? gitlab : undefined);

/** Why a rule does not apply to a server with these facts in this mode; undefined if it does. */
function unfit(rule: Rule, facts: Facts, mode: Mode): string | undefined {
	const { tier, offering } = facts;
	if (!allowed[mode].includes(rule.effect))
		return rule.effect === "destroys"
			? "its changes cannot be undone: allow them with --mode destructive"
			: "it writes: allow it with --mode sandbox";
	if (rule.tier && tier && !atLeast(tier, rule.tier)) return `requires tier ${rule.tier}; the server has ${tier}`;
	if (rule.maxTier && tier && !atLeast(rule.maxTier, tier))
		return `applies up to tier ${rule.maxTier}; the server has ${tier}`;
	if (rule.offering && offering && offering !== "any" && offering !== rule.offering)
		return `requires a ${rule.offering} installation; the server is ${offering}`;
	return undefined;
}

/** The fact about the server that must be given before a rule can be checked; undefined if none is missing. */
const unknownFact = (rule: Rule, facts: Facts): string | undefined =>
	(rule.tier || rule.maxTier) && !facts.tier
		? "the server's tier is not known: set --tier, or add a token of an administrator or owner"
		: rule.offering && !facts.offering
			? "the server's offering is not known: set --offering, or add a token of an administrator"
			: undefined;

/** The settings of the mock that must change before a rule can be checked. */
function settingsFor(rule: Rule, { tier, offering }: Facts): { tier?: Tier; offering?: Offering } {
	const fitting =
		rule.maxTier && tier && !atLeast(rule.maxTier, tier)
			? rule.maxTier
			: rule.tier && tier && !atLeast(tier, rule.tier)
				? rule.tier
				: undefined;
	const isElsewhere = rule.offering && offering !== "any" && offering !== rule.offering;
	return { ...(fitting && { tier: fitting }), ...(isElsewhere && { offering: rule.offering }) };
}

/** The result of one rule, with what it did. */
export interface Outcome {
	readonly result: Result;
	readonly exchanges: readonly Exchange[];
	/** What could not be undone. */
	readonly leftovers: readonly string[];
	/** Whether the rule could be checked in a world of its own. */
	readonly needsWorld: boolean;
}

/**
 * How often a rule is tried. One that fails, because other clients may have changed what it looks at. One whose server was unavailable
 * for a moment, because a request that was not confirmed cannot be sent again, so the rule starts over.
 */
const attempts = { fail: 3, unreachable: 6 } as const;
/** After this many repetitions, each further rule is checked only once: other clients are not the reason. */
const mostRepeated = 60;
/** After this many rules in a row without a response, the server is considered down. */
const mostUnreachable = 5;

/** A server that the preflight has reached. */
export class Session {
	readonly facts: Facts;
	readonly scene: Scene;
	/** Notes of the preflight for the person who runs the checks. */
	readonly notes: readonly string[];
	readonly #options: SessionOptions;
	readonly #sender: Sender;
	/** Whether rules can run in a world of their own. */
	readonly #hasWorlds: boolean;
	/** Whether administrators can act as other users with the header Sudo. */
	readonly #hasSudo: boolean;
	/** Ids of groups and projects by their paths. */
	readonly #ids = new Map<string, number>();
	/** Tokens that registered a runner. */
	readonly #registering = new Set<string>();
	#made = 0;
	#repeated = 0;
	#unreachable = 0;

	private constructor(
		options: SessionOptions,
		sender: Sender,
		found: Awaited<ReturnType<typeof preflight>>,
		hasWorlds: boolean,
	) {
		this.#options = options;
		this.#sender = sender;
		this.#hasWorlds = hasWorlds;
		this.facts = found.facts;
		this.scene = found.scene;
		this.notes = found.notes;
		this.#hasSudo = found.hasSudo;
	}

	/** Whether each rule has a world of its own, so that no rule can disturb another. */
	get isIsolated(): boolean {
		return this.#options.bench === "control";
	}

	/** Throws Unreachable if no platform responds, and SceneError if records of the scene are missing. */
	static async open(options: SessionOptions): Promise<Session> {
		const sender = new Sender({
			transport: options.fetch ? overFetch(options.fetch) : overHttp(),
			baseUrl: options.baseUrl.replace(/\/+$/, ""),
			rate: options.rate,
			concurrency: options.concurrency ?? usualConcurrency,
			timeout: options.timeout ?? 30_000,
			onExchange: options.onExchange,
			onWait: options.onWait,
			dialect: dialectOf(options),
		});
		const { tokens = {}, scene = {}, tier, offering } = options;
		const dialect = dialectOf(options);
		try {
			const send = sender.send.bind(sender);
			const found = await preflight(send, { tokens, scene, tier, offering, dialect });
			const isIsolated = options.bench === "control";
			const worlds = await hasWorlds(options, send);
			const missing = worlds || isIsolated ? await missingInWorld(options, found.scene.values, send) : undefined;
			if (missing && isIsolated) throw missing;
			if (missing) found.notes.push(`Rules that need a world of their own are skipped. ${missing.message}`);
			const usesWorlds = worlds && !missing;
			if (usesWorlds) sender.widen();
			return new Session(options, sender, found, usesWorlds);
		} catch (error) {
			if (!(error instanceof Deviation)) throw error;
			const { method, url } = error.exchange?.request ?? {};
			throw new Unreachable(`${method} ${url}: ${error.message}. Is this the base URL of a platform?`);
		}
	}

	/**
	 * Checks a rule, undoes what it did and returns the outcome. Never throws. A rule that fails is checked again: it fails only if it
	 * fails every time.
	 */
	async make(rule: Rule): Promise<Outcome> {
		const { mode, signal } = this.#options;
		const { facts } = this;
		const departure = departureOf(rule, dialectOf(this.#options));
		const excluded = departure ?? (this.isIsolated ? undefined : unfit(rule, facts, mode));
		const reason = excluded ?? unknownFact(rule, facts) ?? (signal?.aborted ? "the run was stopped" : undefined);
		if (reason === undefined) return await this.#repeatedly(rule);
		const skipped = excluded ? "excluded" : signal?.aborted ? "stopped" : "missing";
		const result: Result = { check: publicPart(rule), verdict: "skipped", reason, skipped, milliseconds: 0 };
		return { result, exchanges: [], leftovers: [], needsWorld: departure === undefined && excluded !== undefined };
	}

	/** Whether a rule that was skipped must still be checked in a world of its own. */
	isIncomplete({ needsWorld }: Outcome): boolean {
		return this.#hasWorlds && needsWorld && !this.#options.signal?.aborted;
	}

	/** Checks a rule that was skipped in a world of its own, where it disturbs no other. Never throws. */
	async complete(rule: Rule, skipped: Outcome): Promise<Outcome> {
		const made = [skipped, await this.#attempt(rule, "control")];
		const isUnreachable = () => made.at(-1)?.result.verdict === "unreachable";
		if (isUnreachable()) made.push(await this.#attempt(rule, "control"));
		// If the control API stops responding, the rule checks the cases that it has on any server.
		if (isUnreachable() && skipped.result.skipped === "bench") made.push(await this.#attempt(rule, "public"));
		// The reason for which a rule is skipped in a world is the one to report.
		const best = made.findLast(({ result: { verdict } }) => verdict !== "unreachable") ?? skipped;
		return {
			...best,
			exchanges: made.flatMap((one) => one.exchanges),
			leftovers: made.flatMap((one) => one.leftovers),
		};
	}

	/** Checks a rule until it does not fail, as often as is allowed. */
	async #repeatedly(rule: Rule): Promise<Outcome> {
		const { signal, repeat = true } = this.#options;
		const bench = this.isIsolated ? "control" : this.#hasWorlds ? "auto" : "public";
		const first = await this.#attempt(rule, bench);
		let last = first;
		// What cannot be undone cannot be repeated, and in a world of its own no other client interferes.
		const canRepeat = repeat && rule.effect !== "destroys" && !this.isIsolated;
		for (let attempt = 2; canRepeat && !signal?.aborted && this.#mayRepeat(last.result, attempt); attempt++) {
			if (last.result.verdict === "fail") this.#repeated += 1;
			await pause(20 * 4 ** Math.min(attempt, 3));
			const next = await this.#attempt(rule, bench);
			const both = {
				exchanges: [...last.exchanges, ...next.exchanges],
				leftovers: [...last.leftovers, ...next.leftovers],
			};
			// The first attempt may have used up what is missing now, so its result is reported.
			if (next.result.skipped === "missing") return { ...first, ...both };
			last = { ...next, ...both };
		}
		this.#unreachable = last.result.verdict === "unreachable" ? this.#unreachable + 1 : 0;
		if (last === first || isBad(last)) return last;
		return { ...last, result: { ...last.result, repeatedBecause: first.result.reason ?? "" } };
	}

	#mayRepeat({ verdict }: Result, attempt: number): boolean {
		if (verdict === "fail") return attempt <= attempts.fail && this.#repeated < mostRepeated;
		return verdict === "unreachable" && attempt <= attempts.unreachable && this.#unreachable < mostUnreachable;
	}

	/** Runs a rule once: in a world of its own, or on the server as it is. With `auto` the rule stops if it needs a world. */
	async #attempt(rule: Rule, bench: BenchName): Promise<Outcome> {
		const hasControl = bench === "control";
		const { tokens = {}, seed, label, signal } = this.#options;
		const { facts, scene } = this;
		const ledger = new Ledger();
		let isSettling = false;
		let hasWorld = false;
		let isOfOtherRelease = false;
		this.#made += 1;
		const world = `${label}-${this.#made}`;
		const settings = settingsFor(rule, facts);
		const send = async (sent: Sent): Promise<Exchange> => {
			if (signal?.aborted && !isSettling) throw new Skip("the run was stopped", "stopped");
			hasWorld = true;
			const request = { ...sent, isOfOtherRelease, isUndoing: isSettling };
			return await this.#sender.send(hasControl ? inWorld(request, world) : request);
		};
		const context = new Context({
			tokens,
			scene,
			facts: hasControl ? { ...facts, ...settings } : facts,
			ledger,
			label: world,
			rule,
			hasSudo: this.#hasSudo,
			seed,
			bench: (context) =>
				hasControl
					? new ControlBench(context, send, () => {
							isOfOtherRelease = true;
						})
					: new PublicBench(context, { ids: this.#ids, registering: this.#registering, hasWorlds: bench === "auto" }),
			send,
		});
		const result = await judged(rule, context, hasControl ? settings : {});
		const exchanges = [...context.exchanges];
		isSettling = true;
		if (hasControl) {
			// The first request creates the world.
			const leftovers = hasWorld ? await removeWorld(context.given, world) : [];
			return { result, exchanges, leftovers, needsWorld: false };
		}
		const lasting = exchanges.flatMap((exchange) => leftoverOf(exchange) ?? []);
		if (result.verdict === "unreachable" && rule.effect !== "reads")
			lasting.push(`anything created before this: ${result.reason}`);
		const leftovers = [...new Set([...(await ledger.settle()), ...lasting])].map((what) => `${rule.id}: ${what}`);
		return { result, exchanges, leftovers, needsWorld: result.verdict === "skipped" };
	}
}

const isBad = ({ result: { verdict } }: Outcome): boolean => verdict === "fail" || verdict === "unreachable";
