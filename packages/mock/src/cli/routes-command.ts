import type { Command } from "commander";
import { collect } from "./option-values";
import type { RoutesCommandOptions } from "./routes";
import type { Streams } from "./streams";

/** `routes`: lists the operations of a platform. */
export function addRoutes(program: Command, streams: Streams, ended: (code: number) => void): void {
	program
		.command("routes [word]")
		.summary("List the operations that a platform has.")
		.description(
			"List the operations that a platform has, with verb, path, name and required role. With a word, list only those with the word in their name, path or domain.",
		)
		.option("--extend <file>", "also list the operations of this extension; repeat it to add several", collect)
		.option("--only-contract", "leave out the supporting endpoints and those of extensions")
		.option("--json", "print JSON, with scopes and tiers")
		.action(async (word: string | undefined, options: RoutesCommandOptions) =>
			ended(await (await import("./routes")).routes(word, options, streams)),
		);
}
