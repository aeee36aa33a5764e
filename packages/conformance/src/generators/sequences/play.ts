import type { OperationId } from "@tenon/contract";
import fc, { type Arbitrary } from "fast-check";
import type { Context } from "../../rule/context";
import type { Exchange } from "../../rule/exchange";
import { type Level, type Rule, rule } from "../../rule/rule";
import { Deviation } from "../../rule/verdict";
import { requestJudge } from "../../wire/judge";

/** A step that changes the records of a sequence and compares the result with the model. It does nothing if there is no record for it. */
export type Move<Model> = (model: Model) => Promise<void>;

export interface Noun<Model> {
	readonly noun: string;
	/** What is true for any order of the calls: the title of the rule. */
	readonly title: string;
	readonly level: Level;
	readonly operations: readonly OperationId[];
	/** Returns the model of a new sequence: no records, and the callers that create them. */
	readonly begin: (t: Context) => Promise<Model>;
	/** The first move of every sequence. */
	readonly first: Arbitrary<Move<Model>>;
	/** The moves from which the rest of a sequence is drawn. */
	readonly moves: readonly Arbitrary<Move<Model>>[];
	/** The last move, which reads all records of the sequence. */
	readonly last: Move<Model>;
	/** The number of sequences; defaults to 12. Lower if a server limits how many records can be created. */
	readonly sequences?: number;
	/** The most sequences that are played, including the search for the smallest one that fails; defaults to 120. */
	readonly most?: number;
}

/** The most moves between the first and the last. */
const longest = 9;

/** Returns a request as a readable line, with the status of its response. */
function lineOf({ request, response }: Exchange): string {
	const { pathname, search } = new URL(request.url);
	const as = request.headers.Sudo ? ` as user ${request.headers.Sudo}` : "";
	const body = request.body === undefined ? "" : ` ${request.body}`;
	return `${request.method} ${pathname}${search}${body}${as} → ${response.status}`;
}

/** Plays a sequence on its own records. Returns the exchanges, and how the server deviated from the model. */
async function play<Model>(t: Context, { begin, last }: Noun<Model>, moves: readonly Move<Model>[]) {
	const model = await begin(t);
	const first = t.exchanges.length;
	let deviation: Deviation | undefined;
	try {
		for (const move of [...moves, last]) await move(model);
	} catch (error) {
		if (!(error instanceof Deviation)) throw error;
		deviation = error;
	}
	return { deviation, sent: t.exchanges.slice(first) };
}

/** Throws if the contract does not allow a request of the sequence: then the model is wrong, not the server. */
function demandValid(sent: readonly Exchange[]): void {
	for (const { request } of sent) {
		const type = request.headers["content-type"] ?? null;
		const [fault] = requestJudge.faultsOfRequest(request.method, request.url, type, request.body ?? "");
		if (fault) throw new Error(`The sequence sent what the contract does not allow: ${fault.message}`);
	}
}

/**
 * Returns a rule that plays random sequences of calls and compares each with a model. A sequence that fails is shrunk and played again: the
 * exchanges of that are the evidence.
 */
export function sequences<Model>(noun: Noun<Model>): Rule {
	const { sequences: numRuns = 12, most = 120 } = noun;
	const run = async (t: Context) => {
		let played = 0;
		let broken: { readonly error: unknown } | undefined;
		const drawn = fc.tuple(noun.first, fc.array(fc.oneof(...noun.moves), { maxLength: longest, size: "max" })).map(([first, others]) => [first, ...others]);
		const property = fc.asyncProperty(drawn, async (moves) => {
			played += 1;
			// An error other than a deviation ends the search: a smaller sequence would not remove it.
			if (broken || played > most) return;
			try {
				const { deviation } = await play(t, noun, moves);
				if (deviation) throw deviation;
			} catch (error) {
				if (error instanceof Deviation) throw error;
				broken = { error };
			}
		});
		const found = await fc.check(property, { seed: t.seed, numRuns });
		if (broken) throw broken.error;
		const [moves] = found.counterexample ?? [];
		if (!moves) return;
		const { deviation, sent } = await play(t, noun, moves);
		demandValid(sent);
		const how = `seed ${t.seed} path ${found.counterexamplePath ?? ""}`;
		const lines = sent.map(lineOf);
		if (deviation) throw new Deviation(`${deviation.message} (${how})`, deviation.exchange, lines);
		const first = found.errorInstance;
		const message = first instanceof Deviation ? first.message : String(first);
		const evidence = first instanceof Deviation ? first.exchange : undefined;
		throw new Deviation(`${message}; not so when it was done again (${how})`, evidence, lines);
	};
	return rule("", noun.title, noun.operations, run, {
		id: `sequences/${noun.noun}/model`,
		level: noun.level,
		phase: "sequences",
		effect: "writes",
	});
}
