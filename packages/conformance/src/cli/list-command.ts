import type { Command } from "commander";
import { allRules } from "../rules";
import { select } from "../run/selection";
import { addSelectionOptions, type SelectionCommandOptions, selectionOf } from "./selection-options";
import type { Streams } from "./streams";

/** Adds the `list` command, which lists the selected checks and what each needs. */
export function addList(program: Command, { out }: Streams): void {
	const command = program.command("list").description("List the checks, with what each needs.");
	addSelectionOptions(command)
		.option("--json", "print JSON")
		.action((options: SelectionCommandOptions & { readonly json?: boolean }) => {
			const checks = select(allRules(), selectionOf(options)).map(({ run: _, ...rest }) => rest);
			if (options.json) {
				out.write(`${JSON.stringify(checks, null, "\t")}\n`);
				return;
			}
			for (const { id, level, phase, effect, tier, maxTier, offering, title } of checks) {
				const needs = [effect, tier && `${tier} or higher`, maxTier && `up to ${maxTier}`, offering].filter(Boolean);
				out.write(`${id.padEnd(12)} ${level.padEnd(8)} ${phase.padEnd(10)} ${needs.join(", ").padEnd(18)} ${title}\n`);
			}
			out.write(`${checks.length} checks\n`);
		});
}
