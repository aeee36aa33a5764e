import type { Command } from "commander";
import type { Streams } from "./streams";

/** `routes`: what the platform can be asked. */
export function addRoutes(program: Command, streams: Streams, ended: (code: number) => void): void {
	program
		.command("routes [word]")
		.summary("List the operations that a platform answers.")
		.description(
			"List the operations that a platform answers, with verb, path, name and required role: all, or those that have the word in their name, their path or their domain.",
		)
		.option("--json", "print JSON, with scopes and tiers")
		.action(async (word: string | undefined, { json }: { readonly json?: boolean }) =>
			ended((await import("./routes")).routes(word, json === true, streams)),
		);
}
