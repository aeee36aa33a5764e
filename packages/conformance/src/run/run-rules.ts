import { type Phase, phases, type Rule } from "../rule/rule";
import { inLanes } from "./in-lanes";
import type { Outcome, Session } from "./session";

/** The rules in the order of a run: phase by phase, those that only read, then those that write, then those that cannot be undone. */
export const inOrder = (
	rules: readonly Rule[],
): { readonly phase: Phase; readonly groups: readonly (readonly Rule[])[] }[] =>
	phases.flatMap((phase) => {
		const ofPhase = rules.filter((rule) => rule.phase === phase);
		if (ofPhase.length === 0) return [];
		const groups = (["reads", "writes", "destroys"] as const).map((effect) =>
			ofPhase.filter((rule) => rule.effect === effect),
		);
		return [{ phase, groups }];
	});

/** How rules are run. */
export interface RunRulesOptions {
	/** Rules at the same time. */
	readonly concurrency: number;
	readonly onPhase: (phase: Phase, count: number) => void;
	readonly onOutcome: (outcome: Outcome) => void;
}

/**
 * Runs rules in their order, several at the same time: those that cannot be undone one by one, beside nothing else. The others
 * begin while the last ones of the phase before them still run.
 */
export async function runRules(session: Session, rules: readonly Rule[], options: RunRulesOptions): Promise<void> {
	const begun = new Set<Phase>();
	const run = async (groups: readonly (readonly Rule[])[], lanes: number): Promise<void> =>
		await inLanes(groups, lanes, async (rule) => {
			if (!begun.has(rule.phase)) {
				begun.add(rule.phase);
				options.onPhase(rule.phase, rules.filter(({ phase }) => phase === rule.phase).length);
			}
			options.onOutcome(await session.make(rule));
		});
	let together: (readonly Rule[])[] = [];
	for (const group of inOrder(rules).flatMap(({ groups }) => groups)) {
		if (group[0]?.effect !== "destroys" || session.isIsolated) together.push(group);
		else {
			await run(together, options.concurrency);
			await run([group], 1);
			together = [];
		}
	}
	await run(together, options.concurrency);
}
