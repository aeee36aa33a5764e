import { type Effect, type Phase, phases, type Rule } from "../rule/rule";
import { type Filler, inLanes } from "./in-lanes";
import type { Outcome, Session } from "./session";

/** Phases that write at the same time. Laws compare whole lists, so rules that make users would make them start over. */
const stages: readonly (readonly Phase[])[] = [
	phases.slice(0, phases.indexOf("laws")),
	["laws"],
	phases.slice(phases.indexOf("laws") + 1),
];

/**
 * The rules in the order of a run: those that only read, then those that write, then those that cannot be undone, each phase by phase.
 * Only these groups wait for each other: at the end of each group, lanes are idle until its last rule is done.
 */
export function inOrder(rules: readonly Rule[]): readonly (readonly Rule[])[] {
	const of = (effect: Effect, among: readonly Phase[] = phases): readonly Rule[] =>
		among.flatMap((phase) => rules.filter((rule) => rule.phase === phase && rule.effect === effect));
	return [of("reads"), ...stages.map((stage) => of("writes", stage)), of("destroys")];
}

/** How rules are run. */
export interface RunRulesOptions {
	/** How many rules run at the same time. */
	readonly concurrency: number;
	readonly onOutcome: (outcome: Outcome) => void;
}

/** Runs rules in their order, several at the same time. Rules that need a world of their own run in parallel with them. */
export async function runRules(session: Session, rules: readonly Rule[], options: RunRulesOptions): Promise<void> {
	const { concurrency, onOutcome } = options;
	const inWorlds: Filler[] = [];
	for (const group of inOrder(rules)) {
		const isDestroying = group[0]?.effect === "destroys" && !session.isIsolated;
		const run = async (rule: Rule): Promise<void> => {
			const outcome = await session.make(rule);
			if (!session.isIncomplete(outcome)) onOutcome(outcome);
			else inWorlds.push(async () => onOutcome(await session.complete(rule, outcome)));
		};
		await inLanes(group, isDestroying ? 1 : concurrency, run, inWorlds);
	}
	const rest = inWorlds.map((run): { readonly run: Filler; readonly alone?: string } => ({ run }));
	await inLanes(rest, concurrency, ({ run }) => run());
}
