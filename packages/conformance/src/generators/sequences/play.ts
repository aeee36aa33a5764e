import type { OperationId } from "@tenon/contract";
import fc, { type Arbitrary } from "fast-check";
import type { Context } from "../../rule/context";
import type { Exchange } from "../../rule/exchange";
import { type Level, type Rule, rule } from "../../rule/rule";
import { Deviation } from "../../rule/verdict";
import { requestJudge } from "../../wire/judge";

/** A step that changes the records of a sequence and compares the result with what the model expects. It does nothing where it has no object. */
export type Move<Model> = (model: Model) => Promise<void>;

export interface Noun<Model> {
	readonly noun: string;
	/** What holds whatever the order of the calls. */
	readonly title: string;
	readonly level: Level;
	readonly operations: readonly OperationId[];
	/** The model of a sequence that has not begun: no record, and who makes them. */
	readonly begin: (t: Context) => Promise<Model>;
	/** With what every sequence begins. */
	readonly first: Arbitrary<Move<Model>>;
	/** Of what it is put together then. */
	readonly moves: readonly Arbitrary<Move<Model>>[];
	/** Reads at its end all that it has made. */
	readonly last: Move<Model>;
	/** Sequences of a check; 12 unless given, fewer where a server lets make only so many records. */
	readonly sequences?: number;
	/** Sequences that are tried at most, those of the search for the smallest one included. */
	readonly most?: number;
}

/** Moves between the first and the last. */
const longest = 9;

/** A request as a person reads it, with its response's status. */
function lineOf({ request, response }: Exchange): string {
	const { pathname, search } = new URL(request.url);
	const as = request.headers.Sudo ? ` as user ${request.headers.Sudo}` : "";
	const body = request.body === undefined ? "" : ` ${request.body}`;
	return `${request.method} ${pathname}${search}${body}${as} → ${response.status}`;
}

/** Plays a sequence on records of its own. Gives what it sent, and how the server departed from the model. */
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

/** A sequence in which each request is one that the contract allows: otherwise the model is to blame, not the server. */
function demandValid(sent: readonly Exchange[]): void {
	for (const { request } of sent) {
		const type = request.headers["content-type"] ?? null;
		const [fault] = requestJudge.faultsOfRequest(request.method, request.url, type, request.body ?? "");
		if (fault) throw new Error(`The sequence sent what the contract does not allow: ${fault.message}`);
	}
}

/**
 * Sequences of calls drawn at random, each compared with a model. The one that fails is shrunk, and what is left of it is
 * played once more: what then goes over the wire is the evidence.
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
