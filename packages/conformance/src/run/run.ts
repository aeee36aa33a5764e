import type { Extension } from "@tenon/contract/generate";
import type { SceneValues } from "../bench/scene";
import { extensionRules } from "../extension/rules";
import type { Facts } from "../rule/facts";
import { allRules } from "../rules";
import { Wire } from "../wire/wire";
import { Coverage } from "./coverage";
import { defaultMode } from "./default-mode";
import { applyDeviations, checkDeviations, type KnownDeviation } from "./deviations";
import type { Mode, Report, Result } from "./result";
import { runRules } from "./run-rules";
import { isSelected, type Selection, select } from "./selection";
import { type ServerOptions, Session, usualConcurrency } from "./session";

/** The server to check, the checks to run, and how to run them. */
export interface RunOptions extends ServerOptions, Selection {
	/** What a run may do. Default: `read-only`. For the mock with its own tokens, `sandbox`, which undoes or lists what it wrote. */
	readonly mode?: Mode;
	/** Operations beyond the contract, from `readExtension` of `@tenon/contract/generate`. They are checked too. */
	readonly extensions?: readonly Extension[];
	/** Deviations that are accepted. */
	readonly deviations?: readonly KnownDeviation[];
	/** The seed of random values. Default 1. */
	readonly seed?: number;
	/** Ends the run early. What was made is still undone. */
	readonly signal?: AbortSignal;
	readonly onEvent?: (event: RunEvent) => void;
}

/** An event during a run. */
export type RunEvent =
	| {
			readonly type: "ready";
			readonly facts: Facts;
			readonly scene: SceneValues;
			readonly notes: readonly string[];
			readonly checks: number;
	  }
	| { readonly type: "wait"; readonly seconds: number; readonly url: string }
	| { readonly type: "result"; readonly result: Result; readonly done: number; readonly of: number };

/**
 * Checks a server against the contract and returns a report, whatever the server does.
 *
 * @throws Unreachable when no platform responds at the base URL.
 * @throws RangeError for a pattern that selects no check.
 * @example
 * const report = await run({ baseUrl: "https://platform.example.com", tokens: { owner: token }, mode: "read-only" });
 * if (!conforms(report)) for (const { check, reason } of report.results) console.error(check.id, reason);
 */
export async function run(options: RunOptions): Promise<Report> {
	const { mode = defaultMode(options), concurrency = usualConcurrency, seed = 1, onEvent = () => {} } = options;
	const started = Date.now();
	const clock = performance.now();
	const { extensions = [] } = options;
	const rules = [...allRules(), ...extensionRules(extensions)];
	const selected = select(rules, options);
	checkDeviations(options.deviations ?? [], rules);
	const coverage = new Coverage();
	const wire = new Wire(options.dialect, extensions);
	let requests = 0;
	const session = await Session.open({
		...options,
		mode,
		seed,
		label: started.toString(36),
		onExchange(exchange) {
			requests += 1;
			coverage.add(exchange);
			wire.judge(exchange);
		},
		onWait: (seconds, url) => onEvent({ type: "wait", seconds, url }),
	});
	const { facts, scene, notes } = session;
	onEvent({ type: "ready", facts, scene: scene.values, notes, checks: selected.length });

	const results: Result[] = [];
	const leftovers: string[] = [];
	await runRules(session, selected, {
		concurrency,
		onOutcome: (outcome) => {
			leftovers.push(...outcome.leftovers);
			results.push(outcome.result);
			onEvent({ type: "result", result: outcome.result, done: results.length, of: selected.length });
		},
	});
	const ofWire = wire.results().filter(({ check }) => isSelected(check, options));
	const today = new Date(started).toISOString().slice(0, 10);
	const known = applyDeviations([...results, ...ofWire], options.deviations ?? [], today);
	return {
		server: options.baseUrl,
		facts,
		mode,
		startedAt: new Date(started).toISOString(),
		milliseconds: Math.round(performance.now() - clock),
		requests,
		results: known.results,
		coverage: coverage.operations,
		leftovers,
		staleDeviations: known.stale,
	};
}
