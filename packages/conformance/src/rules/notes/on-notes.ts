import { atLeast } from "../../rule/facts";
import { type Check, type CheckOptions, check } from "../../rule/rule";
import { type Kind, kinds, type Verb } from "./kinds";
import { Notes } from "./notes";

interface Options extends Omit<CheckOptions, "operations"> {
	/** On which kinds it holds; all six unless told otherwise. */
	on?: readonly Kind[];
}

/** A check of what holds for the notes of every kind that the server has; `about` says of which of their operations. */
export function onNotes(
	claims: string,
	about: readonly Verb[],
	run: (notes: Notes) => Promise<void>,
	{ on = kinds, ...options }: Options = {},
): Check {
	return check(
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
export const onKind = (claim: string, one: Kind, run: (notes: Notes) => Promise<void>, options?: CheckOptions): Check =>
	check(claim, (t) => run(new Notes(t, one)), { effect: "writes", ...options });
