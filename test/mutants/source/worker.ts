/** Runs rules against a mock with one mutant of its source switched on. Its parent sends one task at a time. */
import { pathToFileURL } from "node:url";
import type * as Mock from "@tenon/mock";
import scene from "../../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { allRules } from "../../../packages/conformance/src/rules";
import { isWarning, type Result } from "../../../packages/conformance/src/run/result";
import { isSelected, select } from "../../../packages/conformance/src/run/selection";
import { Session } from "../../../packages/conformance/src/run/session";
import { Wire } from "../../../packages/conformance/src/wire/wire";

export interface Task {
	readonly bundle: string;
	readonly bench: "public" | "control";
	readonly include: readonly string[];
	/** Omitted for the dry run, which finds out what each rule executes. */
	readonly mutant?: {
		readonly id: string;
		/** Rules to try, in this order; if omitted, all that are selected. */
		readonly rules?: readonly string[];
		/** Executed while the module loads, or cached by the module: the module must be loaded again. */
		readonly isStatic: boolean;
		/** More executions than this count as an endless loop. */
		readonly hitLimit: number;
	};
}

/** Executions of each mutant, by rule; `load` is the module itself, `open` everything before the first rule. */
export type Coverage = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type Reply =
	/** Another rule begins. */
	| { readonly type: "alive" }
	| { readonly type: "coverage"; readonly coverage: Coverage }
	/** `killedBy`: the rule that fails the run. `warnedBy`: the rule that only warns. */
	| { readonly type: "outcome"; readonly killedBy?: string; readonly warnedBy?: string; readonly isTired: boolean };

interface Switch {
	activeMutant?: string | undefined;
	currentTestId?: string | undefined;
	hitCount?: number | undefined;
	hitLimit?: number | undefined;
	mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

declare global {
	var __stryker__: Switch | undefined;
}

globalThis.__stryker__ ??= {};
const mutation = globalThis.__stryker__;

// A broken mock reports its own errors, and there are many.
console.error = () => {};

/** The memory in bytes above which a process ends: it has loaded the module too often. */
const mostMemory = 1_500_000_000;

const graphqlAddress = "http://platform.test/api/graphql";

/** Loads the mock, and the modules that it imports at its first GraphQL request: their constants are static too. */
async function load(bundle: string, version = ""): Promise<typeof Mock> {
	const mock: typeof Mock = await import(`${pathToFileURL(bundle).href}${version}`);
	mutation.currentTestId = undefined;
	// The mock refuses this method, so nothing else is executed.
	await mock.createWorlds().fetch(graphqlAddress, { method: "PUT" });
	return mock;
}

async function work({ bundle, bench, include, mutant }: Task): Promise<Reply> {
	// The mutant must be off while the shared copy of the module loads.
	if (!mutant?.isStatic) await load(bundle);
	mutation.activeMutant = mutant?.id;
	mutation.hitCount = 0;
	mutation.hitLimit = mutant?.hitLimit;
	let warnedBy: string | undefined;
	const outcome = (killedBy?: string): Reply => {
		mutation.activeMutant = undefined;
		const isTired = process.memoryUsage().rss > mostMemory;
		return { type: "outcome", ...(killedBy && { killedBy }), ...(warnedBy && { warnedBy }), isTired };
	};
	/** Whether a result fails the run. */
	const fails = (result: Result): boolean => {
		if (result.verdict !== "fail" && result.verdict !== "unreachable") return false;
		if (bench === "control" || !isWarning(result)) return true;
		warnedBy ??= result.check.id;
		return false;
	};
	try {
		const { createWorlds, demo } = await load(bundle, mutant?.isStatic ? `?${mutant.id}` : "");
		mutation.currentTestId = "open";
		const { fetch } = createWorlds({ seed: demo, tier: "ultimate" });
		// The first query builds the schema that all rules use.
		await fetch(`${graphqlAddress}?query={__typename}`);
		const wire = new Wire();
		const session = await Session.open({
			baseUrl: "http://platform.test",
			fetch,
			...scene,
			tier: "ultimate",
			...(bench === "control" && { offering: "any" }),
			bench,
			repeat: false,
			mode: bench === "control" ? "destructive" : "sandbox",
			seed: 1,
			label: "mutant",
			onExchange: (exchange) => wire.judge(exchange),
		});
		const rules = select(allRules(), { include });
		const chosen = mutant?.rules?.flatMap((id) => rules.find((rule) => rule.id === id) ?? []) ?? rules;
		for (const rule of chosen) {
			mutation.currentTestId = rule.id;
			process.send?.({ type: "alive" } satisfies Reply);
			const { result } = await session.make(rule);
			if (mutant ? fails(result) : fails(result) && result.check.level === "MUST") {
				if (mutant) return outcome(rule.id);
				throw new Error(`${rule.id} fails without a mutant: ${result.reason}`);
			}
		}
		const ofWire = wire.results().find((result) => isSelected(result.check, { include }) && fails(result));
		if (!mutant) {
			const { static: loading = {}, perTest = {} } = mutation.mutantCoverage ?? {};
			return { type: "coverage", coverage: { ...perTest, load: loading } };
		}
		return outcome(ofWire?.check.id);
	} catch (error) {
		if (!mutant) throw error;
		return outcome(`start: ${error instanceof Error ? error.message : String(error)}`);
	}
}

process.on("message", (task: Task) => {
	void work(task).then(
		(reply) => process.send?.(reply),
		(error: unknown) => {
			process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
			process.exit(1);
		},
	);
});
