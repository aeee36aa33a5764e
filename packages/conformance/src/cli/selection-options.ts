import type { Command } from "commander";
import type { Selection } from "../run/selection";
import { collect } from "./server-options";
import { UsageError } from "./usage-error";

export interface SelectionCommandOptions {
	readonly include?: readonly string[];
	readonly exclude?: readonly string[];
	readonly shard?: string;
}

/** Adds the options that select checks. */
export const addSelectionOptions = (command: Command): Command =>
	command
		.option(
			"--include <pattern>",
			"select only these checks: domain:users, operation:listUsers, claim:USER-1*, level:MUST, phase:laws, id:…, or just a name; repeat it for more",
			collect,
		)
		.option("--exclude <pattern>", "leave out these checks; repeat it for more", collect)
		.option("--shard <i/n>", "select only the i-th of n parts");

/** Returns the selection that the options describe. Throws a UsageError if the shard is wrong. */
export function selectionOf({ include, exclude, shard }: SelectionCommandOptions): Selection {
	const parts = shard === undefined ? undefined : /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard);
	const [index, count] = [Number(parts?.[1]), Number(parts?.[2])];
	if (shard !== undefined && !(index <= count))
		throw new UsageError(`--shard must be i/n with i from 1 to n, such as 2/3, not "${shard}".`);
	return { ...(include && { include }), ...(exclude && { exclude }), ...(shard && { shard: { index, count } }) };
}
