import type { Command } from "commander";
import { InvalidValue } from "./option-values";

/** An option of a command. */
export interface ProgramOption {
	/** Its name, and in angle brackets what its value is: `--port <number>`. */
	readonly flags: string;
	readonly description: string;
	/** The values that it takes; any if absent. */
	readonly choices?: readonly string[];
	/** Reads the value; throws InvalidValue for one that it does not take. */
	readonly parse?: (value: string, before: never) => unknown;
	/** The value if the option is not there. */
	readonly preset?: unknown;
}

/** Adds options to a command. */
export function addOptions(command: Command, options: readonly ProgramOption[]): Command {
	for (const { flags, description, choices, parse, preset } of options) {
		const option = command.createOption(flags, description).default(preset);
		if (choices) option.choices(choices);
		// What it gets as the value before is what it returned, or its preset.
		if (parse) option.argParser(parse as (value: string, before: unknown) => unknown);
		command.addOption(option);
	}
	return command;
}

/** `--pid-file` as commands get it: `pidFile`. */
const keyOf = (name: string): string => name.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The values of options that are all written as `--name value` or `--name`, and valid. Undefined for anything else: then Commander
 * reads them, which knows more ways to write them and says what is wrong. To load it takes longer than all else of a command.
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
			// It gets what it returned before, or its preset.
			values[key] = parse ? parse(value, values[key] as never) : value;
		} catch (error) {
			if (error instanceof InvalidValue) return undefined;
			throw error;
		}
	}
	return values;
}
