/**
 * `npm run mutants -- --source <domain>` changes the mock's source of a domain in one place at a time, with Stryker's
 * mutators, and counts how often the domain's rules notice. Prints the score of each file and the survivors; exits
 * with 1 below 80 %.
 */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildMutants, type SourceMutant } from "./build";
import { foldersOf } from "./domains";
import type { Coverage, Reply, Task } from "./worker";

export interface SourceOptions {
	/** The number of mutants, drawn with a fixed seed; by default all. */
	readonly sample: number | undefined;
	readonly seed: number;
	/** `public`: only what a run with the default options notices, which does not count warnings. */
	readonly bench: "public" | "control";
	/** Runs the rules of all domains instead of only those of the mutated one. */
	readonly allRules: boolean;
	/** Only files whose path contains this. */
	readonly file: string | undefined;
}

type Outcome = Extract<Reply, { type: "outcome" }>;
interface Tried {
	readonly mutant: SourceMutant;
	readonly outcome: Outcome | "uncovered";
}

const workers = 2;
const leastScore = 80;
/** The milliseconds after which a rule counts as an endless loop of the mutant. */
const patience = 60_000;

/** A process for one task after another; it is replaced when it does not reply or uses too much memory. */
class Worker {
	#child: ChildProcess | undefined;

	async run(task: Task): Promise<Reply | "late"> {
		this.#child ??= fork(fileURLToPath(new URL("worker.ts", import.meta.url)));
		const child = this.#child;
		const reply = await new Promise<Reply | "late">((resolve, reject) => {
			const timer = setTimeout(() => resolve("late"), patience);
			child.removeAllListeners();
			child.on("message", (message: Reply) => {
				if (message.type === "alive") timer.refresh();
				else {
					clearTimeout(timer);
					resolve(message);
				}
			});
			child.once("exit", (code) => reject(new Error(`A worker ended with ${code}.`)));
			child.send(task);
		});
		if (reply === "late" || (reply.type === "outcome" && reply.isTired)) this.stop();
		return reply;
	}

	stop(): void {
		this.#child?.removeAllListeners();
		this.#child?.kill("SIGKILL");
		this.#child = undefined;
	}
}

/** Shuffles the same way for the same seed (mulberry32), so that a larger sample contains the smaller one. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
	let state = seed;
	const random = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return list
		.map((value) => ({ value, key: random() }))
		.sort((a, b) => a.key - b.key)
		.map(({ value }) => value);
}

const keyOf = ({ file, original, replacement }: SourceMutant): string => `${file} ${original} → ${replacement}`;
const short = (text: string): string => text.replace(/\s+/g, " ").slice(0, 110);

export async function trySource(domain: string, options: SourceOptions): Promise<void> {
	const folders = foldersOf[domain];
	if (!folders) throw new RangeError(`There is no domain ${domain}: ${Object.keys(foldersOf).join(", ")}.`);
	const out = fileURLToPath(new URL(`../../../node_modules/.cache/mutants/${domain}`, import.meta.url));
	mkdirSync(out, { recursive: true });
	const all = await buildMutants(folders, out);
	const { bench, sample = all.length, seed, file = "" } = options;
	const chosen = shuffled(
		all.filter((mutant) => mutant.file.includes(file)),
		seed,
	).slice(0, sample);
	// The rules of GraphQL read the same records.
	const include = options.allRules ? [] : [`domain:${domain}`, "domain:graphql"];
	const base: Task = { bundle: `${out}/mock.mjs`, bench, include };

	const first = new Worker();
	const dry = await first.run(base);
	if (dry === "late" || dry.type !== "coverage") throw new Error("The rules do not end.");
	const { load = {}, open = {}, ...byRule }: Coverage = dry.coverage;
	console.log(`${domain}: ${chosen.length} of ${all.length} mutants, ${Object.keys(byRule).length} rules`);

	/** The rule that killed a mutant the last time is tried first: a second run is shorter, and gives the same result. */
	const memory = `${out}/killers-${bench}.json`;
	const killers = new Map<string, string>(
		existsSync(memory) ? Object.entries<string>(JSON.parse(readFileSync(memory, "utf8"))) : [],
	);
	/** The number of mutants that each rule has killed, by file. */
	const usual = new Map<string, Map<string, number>>();

	async function attempt(worker: Worker, mutant: SourceMutant): Promise<Tried> {
		const { id } = mutant;
		const isLoaded = (load[id] ?? 0) > 0;
		// The GraphQL engine caches schemas and validated queries: a mutant must not get those of another.
		const isStatic = isLoaded || mutant.file.startsWith("graphql/");
		const touching = Object.keys(byRule).filter((rule) => isLoaded || open[id] || byRule[rule]?.[id]);
		if (touching.length === 0) return { mutant, outcome: "uncovered" };
		const known = killers.get(keyOf(mutant));
		const kills = usual.get(mutant.file);
		const rank = (rule: string) => (rule === known ? -1e9 : -(kills?.get(rule) ?? 0));
		const rules = touching.sort((a, b) => rank(a) - rank(b));
		const hits = Object.values(byRule).reduce(
			(sum, counts) => sum + (counts[id] ?? 0),
			(load[id] ?? 0) + (open[id] ?? 0),
		);
		const reply = await worker.run({ ...base, mutant: { id, rules, isStatic, hitLimit: hits * 20 + 100_000 } });
		const outcome: Outcome =
			reply === "late" || reply.type !== "outcome" ? { type: "outcome", killedBy: "endless", isTired: true } : reply;
		if (outcome.killedBy) {
			killers.set(keyOf(mutant), outcome.killedBy);
			const counts = kills ?? new Map<string, number>();
			usual.set(mutant.file, counts.set(outcome.killedBy, (counts.get(outcome.killedBy) ?? 0) + 1));
		}
		return { mutant, outcome };
	}

	const queue = [...chosen];
	// When time runs out, the score covers the mutants that have been tried.
	process.once("SIGTERM", () => queue.splice(0));
	const tried: Tried[] = [];
	const lane = async (worker: Worker): Promise<void> => {
		for (let mutant = queue.shift(); mutant; mutant = queue.shift()) tried.push(await attempt(worker, mutant));
		worker.stop();
	};
	await Promise.all([lane(first), ...Array.from({ length: workers - 1 }, async () => await lane(new Worker()))]);
	writeFileSync(memory, JSON.stringify(Object.fromEntries(killers)));
	process.exitCode = report(tried) < leastScore ? 1 : 0;
}

const isKilled = ({ outcome }: Tried): boolean => outcome !== "uncovered" && outcome.killedBy !== undefined;

/** Prints the score of each file and of all, and the survivors. */
function report(tried: readonly Tried[]): number {
	const score = (some: readonly Tried[]): number => (100 * some.filter(isKilled).length) / some.length;
	for (const file of [...new Set(tried.map(({ mutant }) => mutant.file))].sort()) {
		const some = tried.filter(({ mutant }) => mutant.file === file);
		console.log(`\n${score(some).toFixed(0).padStart(4)} %  ${some.filter(isKilled).length}/${some.length}  ${file}`);
		for (const { mutant, outcome } of some.sort((a, b) => a.mutant.line - b.mutant.line)) {
			if (outcome !== "uncovered" && outcome.killedBy) continue;
			const how = outcome === "uncovered" ? "not run" : outcome.warnedBy ? `warning ${outcome.warnedBy}` : "lives";
			console.log(`  ${how}: ${file}:${mutant.line}  ${short(mutant.original)}  →  ${short(mutant.replacement)}`);
		}
	}
	const warned = tried.filter((one) => !isKilled(one) && one.outcome !== "uncovered" && one.outcome.warnedBy).length;
	const uncovered = tried.filter(({ outcome }) => outcome === "uncovered").length;
	console.log(
		`\nMutation score: ${score(tried).toFixed(1)} % of ${tried.length}; ${warned} only warned of, ${uncovered} not run by any rule.`,
	);
	return score(tried);
}
