import { isDeepStrictEqual } from "node:util";
import { Makers } from "../bench/public-bench";
import type { Scene, SceneField, SceneValues } from "../bench/scene";
import type { Ledger } from "../run/ledger";
import type { Sent } from "../run/sender";
import { type ActorName, actors, type Tokens } from "./actors";
import { type Answer, isFields } from "./answer";
import { Caller } from "./caller";
import type { Exchange } from "./exchange";
import type { Facts } from "./facts";
import type { Effect } from "./rule";
import { Deviation, Skip } from "./verdict";

export interface TrialParts {
	readonly tokens: Tokens;
	readonly scene: Scene;
	readonly facts: Facts;
	readonly ledger: Ledger;
	readonly effect: Effect;
	/** Distinguishes what this check makes from all else on the server. */
	readonly label: string;
	/** Seed of what a check draws at random. */
	readonly seed: number;
	readonly send: (sent: Sent) => Promise<Exchange>;
}

/** What one check works with. */
export class Trial {
	readonly facts: Facts;
	/** Makes records for the check, and takes them back afterwards. */
	readonly make: Makers;
	readonly exchanges: Exchange[] = [];
	readonly #parts: TrialParts;
	#made = 0;

	constructor(parts: TrialParts) {
		this.#parts = parts;
		this.facts = parts.facts;
		this.make = new Makers(this);
	}

	/** The holder of a role, or of a token with a fault; skips the check where the run has no such token. */
	as(name: ActorName): Caller {
		const token = this.#parts.tokens[name];
		if (token === undefined) throw new Skip(`no token was given for ${name} (${actors[name]})`);
		return new Caller(this.#send, name, { "PRIVATE-TOKEN": token });
	}

	/** A caller without credentials. */
	get anonymous(): Caller {
		return new Caller(this.#send, "anonymous");
	}

	/** A caller with a token that the run was not given: one that it made, or a wrong one. */
	bearing(token: string): Caller {
		return new Caller(this.#send, "other", { "PRIVATE-TOKEN": token });
	}

	/** The token of an actor, for checks of how tokens travel. */
	token(name: ActorName): string {
		return this.#parts.tokens[name] ?? this.skip(`no token was given for ${name} (${actors[name]})`);
	}

	/** Who a token belongs to. */
	user(name: ActorName): { readonly id: number; readonly username: string } {
		return this.facts.users[name] ?? this.skip(`it is not known whose token ${name}'s is`);
	}

	/** A field of the scene; skips the check where there is none. */
	scene<Name extends SceneField>(name: Name): NonNullable<SceneValues[Name]> {
		return this.#parts.scene.get(name);
	}

	/** Seed of what is drawn at random: the same seed gives the same requests. */
	get seed(): number {
		return this.#parts.seed;
	}

	/** A name that nothing else on the server has. */
	unique(prefix = "record"): string {
		this.#made += 1;
		return `${prefix}-${this.#parts.label}-${this.#made}`;
	}

	/** Says how to take back what the check did. It is done after the run, last first. */
	undo(what: string, how: () => Promise<Answer>): void {
		this.#parts.ledger.add(what, async () => {
			const { status } = await how();
			// What is gone already needs no taking back.
			if (status >= 400 && status !== 404) throw new Error(`answered ${status}`);
		});
	}

	/** The check cannot be made here: `why` says what is missing. */
	skip(why: string): never {
		throw new Skip(why);
	}

	/** What must hold. `what` is the whole sentence of what should be. */
	holds(what: string, condition: boolean, shownBy?: Answer): void {
		if (!condition) throw new Deviation(what, shownBy?.exchange);
	}

	/** Two values must be deeply equal. */
	same(what: string, actual: unknown, expected: unknown, shownBy?: Answer): void {
		if (isDeepStrictEqual(actual, expected)) return;
		const show = (value: unknown) => (JSON.stringify(value) ?? String(value)).slice(0, 400);
		throw new Deviation(`${what} should be ${show(expected)}, and is ${show(actual)}`, shownBy?.exchange);
	}

	readonly #send = async (sent: Sent): Promise<Exchange> => {
		const isRead = sent.method === "GET" || sent.method === "HEAD" || sent.method === "OPTIONS";
		const isQuery = sent.path.startsWith("/api/graphql") && sent.method === "POST" && !mutates(sent.body);
		if (this.#parts.effect === "reads" && !isRead && !isQuery)
			throw new Error(`A check that only reads sent ${sent.method} ${sent.path}: it needs \`effect: "writes"\`.`);
		const exchange = await this.#parts.send(sent);
		this.exchanges.push(exchange);
		return exchange;
	};
}

/** Whether a body sent to GraphQL asks for a mutation, alone or among others. */
function mutates(body: Sent["body"]): boolean {
	if (typeof body !== "string") return false;
	let json: unknown;
	try {
		json = JSON.parse(body);
	} catch {
		return /\bmutation\b/.test(body);
	}
	const entries: unknown[] = Array.isArray(json) ? json : [json];
	return entries.some((one) => isFields(one) && /\bmutation\b/.test(String(one.query)));
}
