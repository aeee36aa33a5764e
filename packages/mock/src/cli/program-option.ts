import type { Command } from "commander";
import { InvalidValue } from "./option-values";

/** An option of a command. */
export interface ProgramOption {
	/** The option's name, and its value in angle brackets: `--port <number>`. */
	readonly flags: string;
	readonly description: string;
	/** The valid values. Default: any. */
	readonly choices?: readonly string[];
	/** Parses the value. Throws InvalidValue if it is invalid. */
	readonly parse?: (value: string, before: never) => unknown;
	/** The value if the option is missing. */
	readonly preset?: unknown;
}

/** Adds options to a command. */
export function addOptions(command: Command, options: readonly ProgramOption[]): Command {
	for (const { flags, description, choices, parse, preset } of options) {
		const option = command.createOption(flags, description).default(preset);
		if (choices) option.choices(choices);
		// The second argument is what it returned before, or the preset.
		if (parse) option.argParser(parse as (value: string, before: unknown) => unknown);
		command.addOption(option);
	}
	return command;
}

/** Returns the key of an option for commands, such as `pidFile` for `--pid-file`. */
const keyOf = (name: string): string => name.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the values of options, if all are valid and written as `--name value` or `--name`. Otherwise returns
 * undefined: Commander then parses them, which accepts more formats and reports what is wrong. Loading it takes longer
 * than the rest of a command.
 */
export function plainValues(
	args: readonly string[],
	options: readonly ProgramOption[],
): { readonly [key: string]: unknown } | undefined {
	const values: { [key: string]: unknown } = {};
	for (const { flags, preset } of options)
		if (preset !== undefined) values[keyOf(flags.split(" ", 1)[0] ?? "")] = preset;
	for (let at = 0; at < args.length; at++) {
		const name = args[at] ?? "";
		const option = options.find(({ flags }) => flags.split(" ", 1)[0] === name);
		if (!option) return undefined;
		const key = keyOf(name);
		if (!option.flags.includes("<")) {
			values[key] = true;
			continue;
		}
		at += 1;
		const value = args[at];
		if (value === undefined || value.startsWith("-")) return undefined;
		const { choices, parse } = option;
		if (choices && !choices.includes(value)) return undefined;
		try {
			// The second argument is what it returned before, or the preset.
			values[key] = parse ? parse(value, values[key] as never) : value;
		} catch (error) {
			if (error instanceof InvalidValue) return undefined;
			throw error;
		}
	}
	return values;
}
