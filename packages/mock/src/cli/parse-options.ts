import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../lib/nearest";
import { UsageError } from "./usage-error";

export type Options = NonNullable<ParseArgsConfig["options"]>;

/** What a command was given. */
type Parsed<Known extends Options> = ReturnType<
	typeof parseArgs<{ args: string[]; options: Known; allowPositionals: true }>
>;

/**
 * Reads the arguments of a command: its options, and as many words as it takes.
 *
 * @throws UsageError that says which option is meant, or which word is too many.
 */
export function parseOptions<const Known extends Options>(
	args: readonly string[],
	options: Known,
	words = 0,
): Parsed<Known> {
	try {
		const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
		const tooMany = parsed.positionals[words];
		if (tooMany !== undefined) throw new Error(`Unexpected argument '${tooMany}'.`);
		return parsed;
	} catch (error) {
		const given = args.flatMap((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? []);
		const name = given.find((one) => !Object.hasOwn(options, one));
		const guess = name === undefined ? undefined : nearest(name, Object.keys(options));
		if (guess) throw new UsageError(`There is no option --${name}. Did you mean --${guess}?`);
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

/** A whole number within bounds, or undefined where none was given. */
export function wholeNumber(option: string, given: string | undefined, from: number, to: number): number | undefined {
	if (given === undefined) return undefined;
	const number = Number(given);
	if (!/^\d+$/.test(given) || number < from || number > to)
		throw new UsageError(`--${option} takes a number from ${from} to ${to}; not "${given}".`);
	return number;
}
