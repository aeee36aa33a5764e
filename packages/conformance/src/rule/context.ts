import { isDeepStrictEqual } from "node:util";
import type { Bench } from "../bench/bench";
import type { Scene, SceneField, SceneValues } from "../bench/scene";
import type { Ledger } from "../run/ledger";
import type { Send, Sent } from "../run/sender";
import { mutates } from "../wire/mutates";
import { type ActorName, actors, type Tokens } from "./actors";
import { Caller } from "./caller";
import { describeDifference } from "./difference";
import type { Exchange } from "./exchange";
import type { Facts, Offering } from "./facts";
import type { ApiResponse } from "./response";
import type { Effect, Level, Tier } from "./terms";
import { Deviation, Skip } from "./verdict";

export interface ContextParts {
	readonly tokens: Tokens;
	readonly scene: Scene;
	readonly facts: Facts;
	readonly ledger: Ledger;
	readonly rule: { readonly effect: Effect; readonly level: Level };
	/** Distinguishes what this rule makes from everything else on the server. */
	readonly label: string;
	/** The seed of a rule's random values. */
	readonly seed: number;
	/** Whether the header Sudo lets administrators act as other users. The specification states it for only one operation. */
	readonly hasSudo: boolean;
	/** Creates the bench that arranges the rule's records. */
	readonly bench: (context: Context) => Bench;
	readonly send: Send;
}

/** The context of one rule. It can be destructured: `async ({ given, as, same }) => …`. */
export class Context {
	/** Facts about the server. Reading an unknown tier or offering skips the rule. */
	readonly facts: Facts & { readonly tier: Tier; readonly offering: Offering };
	/** Arranges records for the rule; they are removed afterwards. */
	readonly given: Bench;
	readonly exchanges: Exchange[] = [];
	/** Deviations from assumptions, in a MUST rule. */
	readonly assumptions: Deviation[] = [];
	readonly #parts: ContextParts;
	#made = 0;

	constructor(parts: ContextParts) {
		this.#parts = parts;
		const { facts } = parts;
		const unknown = (what: string): never => this.skip(`the server's ${what} is not known: give --${what}`);
		this.facts = {
			...facts,
			get tier() {
				return facts.tier ?? unknown("tier");
			},
			get offering() {
				return facts.offering ?? unknown("offering");
			},
		};
		this.given = parts.bench(this);
	}

	/** The caller with this actor's token; skips the rule if the run does not have it. */
	readonly as = (name: ActorName): Caller => this.#caller(name, { "PRIVATE-TOKEN": this.token(name) });

	/** A caller without credentials. */
	get anonymous(): Caller {
		return this.#caller("anonymous");
	}

	/** A caller with any other token: one that the rule made, or a wrong one. */
	readonly bearing = (token: string): Caller => this.#caller("other", { "PRIVATE-TOKEN": token });

	/** The token of an actor, for rules about how tokens are sent. */
	readonly token = (name: ActorName): string =>
		this.#parts.tokens[name] ?? this.skip(`no token for ${name} (${actors[name]})`);

	/** Whether the run has a token of an actor, for rules that also run without it. */
	readonly hasToken = (name: ActorName): boolean => this.#parts.tokens[name] !== undefined;

	/** The user of an actor's token. */
	readonly user = (name: ActorName): { readonly id: number; readonly username: string } =>
		this.facts.users[name] ?? this.skip(`the user of ${name}'s token is not known`);

	/** A field of the scene; skips the rule if the scene lacks it. */
	readonly scene = <Name extends SceneField>(name: Name): NonNullable<SceneValues[Name]> => this.#parts.scene.get(name);

	/** The seed of random values: the same seed gives the same requests. */
	get seed(): number {
		return this.#parts.seed;
	}

	/** Whether the server has what only this kind of installation has. False if the server's kind is not known. */
	readonly offers = (offering: "hosted" | "self-managed" | undefined): boolean =>
		offering === undefined || ["any", offering].includes(this.#parts.facts.offering ?? "unknown");

	/** A name that is unique on the server. */
	readonly unique = (prefix = "record"): string => {
		this.#made += 1;
		return `${prefix}-${this.#parts.label}-${this.#made}`;
	};

	/** Registers how to undo what the rule did. It is undone after the rule, last first. */
	readonly undo = (what: string, how: () => Promise<ApiResponse>): void => {
		this.#parts.ledger.add(what, async () => {
			const { status } = await how();
			// A record that is already deleted needs no undoing.
			if (status >= 400 && status !== 404) throw new Error(`status ${status}`);
		});
	};

	/** Records what the rule leaves on the server and cannot undo. */
	readonly leaves = (what: string): void => this.#parts.ledger.leave(what);

	/** Skips the rule, because it cannot be checked on this server: `why` says what is missing. */
	readonly skip: (why: string) => never = (why) => {
		throw new Skip(why);
	};

	/** A condition that must be true. `what` is a sentence that says what is expected. */
	readonly holds = (what: string, condition: boolean, shownBy?: ApiResponse): void => {
		if (!condition) throw new Deviation(`expected: ${what}`, shownBy?.exchange);
	};

	/** Two values must be deeply equal. The message names the first place in which they differ. */
	readonly same = (what: string, actual: unknown, expected: unknown, shownBy?: ApiResponse): void => {
		if (isDeepStrictEqual(actual, expected)) return;
		throw new Deviation(describeDifference(what, actual, expected) ?? `${what}: not as expected`, shownBy?.exchange);
	};

	/** A condition that the specification leaves open. In a MUST rule it is only a warning, and the rule goes on. */
	readonly assume = (what: string, condition: boolean, shownBy?: ApiResponse): void => {
		if (!condition) this.#assume(new Deviation(`expected: ${what}`, shownBy?.exchange));
	};

	/** The same for expectations that throw: the first one that is not met is the warning, and the rest are not checked. */
	readonly assuming = async (expectations: () => Promise<void>): Promise<void> => {
		try {
			await expectations();
		} catch (error) {
			if (!(error instanceof Deviation)) throw error;
			this.#assume(error);
		}
	};

	readonly #assume = (deviation: Deviation): void => {
		if (this.#parts.rule.level !== "MUST") throw deviation;
		this.assumptions.push(deviation);
	};

	#caller(actor: Exchange["actor"], headers: Readonly<Record<string, string>> = {}): Caller {
		return new Caller(this.#send, actor, headers, this.#assume, this.#maySudo);
	}

	/** Without sudo, MUST rules are skipped, because their users have no tokens of their own; rules of other levels report it. */
	readonly #maySudo = (): void => {
		if (!this.#parts.hasSudo && this.#parts.rule.level === "MUST")
			this.skip("the server does not let administrators act for a user with the header Sudo");
	};

	readonly #send = async (sent: Sent): Promise<Exchange> => {
		const isRead = sent.method === "GET" || sent.method === "HEAD" || sent.method === "OPTIONS";
		const isQuery = sent.path.startsWith("/api/graphql") && sent.method === "POST" && !mutates(sent.body);
		if (this.#parts.rule.effect === "reads" && !isRead && !isQuery)
			throw new Error(`A rule that only reads sent ${sent.method} ${sent.path}: it needs \`effect: "writes"\`.`);
		const exchange = await this.#parts.send(sent);
		this.exchanges.push(exchange);
		return exchange;
	};
}
