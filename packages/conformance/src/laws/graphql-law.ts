import { type Rule, type RuleOptions, rule } from "../rule/rule";

interface Options extends RuleOptions {
	/** The claims that the law proves. */
	readonly claims?: string;
}

/** Returns a law about GraphQL. */
export const graphqlLaw = (what: string, title: string, level: "MUST" | "ASSUMED", run: Rule["run"], { claims = "", ...options }: Options = {}): Rule =>
	rule(claims, `GraphQL: ${title}`, "executeGraphql", run, {
		id: `laws/executeGraphql/${what}`,
		level,
		phase: "laws",
		domain: "graphql",
		effect: "reads",
		...options,
	});
