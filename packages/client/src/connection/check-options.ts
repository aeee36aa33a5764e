import { UsageError } from "../errors/errors";

/** Numeric options by name. */
type Numbers<Name extends string> = { readonly [name in Name]?: number | null | undefined };

/** Throws a UsageError if an option is not a number or is below `least`. Infinity is allowed. */
export function checkNumbers<Name extends string>(
	options: Numbers<Name>,
	names: readonly Name[],
	{ least = 0, whole = false, operationId }: { least?: number; whole?: boolean; operationId?: string | undefined } = {},
): void {
	for (const name of names) {
		const value: unknown = options[name];
		if (value === undefined) continue;
		const isWrong = typeof value !== "number" || !(value >= least) || (whole && value % 1 > 0);
		if (isWrong)
			throw new UsageError(name, `must be a ${whole ? "whole " : ""}number of at least ${least}`, operationId);
	}
}

/** Checks the options that both a client and a call accept. */
export function checkPatience(options: Numbers<"timeout" | "deadline" | "retries">, operationId?: string): void {
	checkNumbers(options, ["timeout", "deadline"], { operationId });
	checkNumbers(options, ["retries"], { whole: true, operationId });
}
