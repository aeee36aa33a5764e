import type { Context } from "../rule/context";
import { hideSecrets } from "../rule/hide-secrets";
import type { Rule } from "../rule/rule";
import { Deviation, Skip, Unreachable } from "../rule/verdict";
import type { Result } from "./result";

/** The part of a rule that is in its result. */
export const publicPart = ({ run: _, ...rest }: Rule): Result["check"] => rest;

/** Runs a rule and returns its result. Never throws. */
export async function judged(
	rule: Rule,
	context: Context,
	settings: { readonly [name: string]: string },
): Promise<Result> {
	const clock = performance.now();
	const outcome = (verdict: Result["verdict"], more: Partial<Result> = {}): Result => ({
		check: publicPart(rule),
		verdict,
		milliseconds: performance.now() - clock,
		...more,
		...(more.reason !== undefined && { reason: hideSecrets(more.reason) }),
	});
	const failure = (error: Deviation): Partial<Result> => {
		const evidence = error.exchange ?? context.exchanges.at(-1);
		return {
			reason: error.message,
			requests: [...context.exchanges],
			...(evidence && { evidence }),
			...(error.sequence && { sequence: error.sequence }),
		};
	};
	try {
		if (Object.keys(settings).length > 0) await context.given.settings(settings);
		await rule.run(context);
	} catch (error) {
		if (error instanceof Unreachable) return outcome("unreachable", { reason: error.message });
		if (error instanceof Deviation) return outcome("fail", failure(error));
		if (!(error instanceof Skip)) {
			// A rule that throws another error proves nothing and must not pass.
			const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
			const last = context.exchanges.at(-1);
			return outcome("fail", { reason: `the rule itself threw an error: ${why}`, ...(last && { evidence: last }) });
		}
		// Deviations that were found before the rest was skipped count.
		if (context.assumptions.length === 0) return outcome("skipped", { reason: error.message, skipped: error.kind });
	}
	const [deviation, ...others] = context.assumptions;
	if (!deviation) return outcome("pass");
	const more = others.length > 0 ? ` (and ${others.length} more: ${others[0]?.message})` : "";
	return outcome("fail", {
		...failure(deviation),
		check: { ...publicPart(rule), level: "ASSUMED" },
		reason: `${deviation.message}${more}`,
	});
}
