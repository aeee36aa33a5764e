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

/** Runs rules in their order, several of a group at the same time. */
export async function runRules(session: Session, rules: readonly Rule[], options: RunRulesOptions): Promise<void> {
	for (const { phase, groups } of inOrder(rules)) {
		options.onPhase(phase, groups.flat().length);
		for (const group of groups) {
			const isDestroying = group[0]?.effect === "destroys" && !session.isIsolated;
			await inLanes(group, isDestroying ? 1 : options.concurrency, async (rule) =>
				options.onOutcome(await session.make(rule)),
			);
		}
	}
}
