import { byClaim } from "../../rule/by-claim";
import { atLeast } from "../../rule/facts";
import type { Rule, RuleOptions } from "../../rule/rule";
import { type Kind, kinds, type Verb } from "./kinds";
import { Notes } from "./notes";

interface Options extends Omit<RuleOptions, "operations"> {
	/** On which kinds it holds; all six unless told otherwise. */
	on?: readonly Kind[];
}

/** A check of what holds for the notes of every kind that the server has; `about` says of which of their operations. */
export function onNotes(claims: string, about: readonly Verb[], run: (notes: Notes) => Promise<void>, { on = kinds, ...options }: Options = {}): Rule {
	return byClaim(
		claims,
		async (t) => {
			const there = on.filter((one) => !one.paid || atLeast(t.facts.tier, "premium"));
			for (const one of there) await run(new Notes(t, one));
		},
		{
			effect: "writes",
			// The free kinds are checked on every tier.
			tier: on.every((one) => one.paid) ? "premium" : "free",
			...options,
			operations: on.flatMap(({ operations }) => about.map((verb) => operations[verb])),
		},
	);
}

/** A check of what holds on one kind; its operation is the claim's. */
export const onKind = (claim: string, one: Kind, run: (notes: Notes) => Promise<void>, options?: RuleOptions): Rule =>
	byClaim(claim, (t) => run(new Notes(t, one)), { effect: "writes", ...options });
