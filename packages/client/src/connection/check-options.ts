import { UsageError } from "../errors/errors";

/** Numbers of options by their names. */
type Numbers<Name extends string> = { readonly [name in Name]?: number | null | undefined };

/** Throws a UsageError for an option that is not a number, or is below the least that it may be. Infinity is allowed. */
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

/** Checks what both a client and a call take. */
export function checkPatience(options: Numbers<"timeout" | "deadline" | "retries">, operationId?: string): void {
	checkNumbers(options, ["timeout", "deadline"], { operationId });
	checkNumbers(options, ["retries"], { whole: true, operationId });
}
