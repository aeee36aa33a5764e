import { type Rule, type RuleOptions, rule } from "../rule/rule";

/** A law about GraphQL. */
export const graphqlLaw = (what: string, title: string, level: "MUST" | "ASSUMED", run: Rule["run"], options: RuleOptions = {}): Rule =>
	rule("", `GraphQL: ${title}`, "executeGraphql", run, {
		id: `laws/executeGraphql/${what}`,
		level,
		phase: "laws",
		domain: "graphql",
		effect: "reads",
		...options,
	});
