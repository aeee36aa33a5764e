import type { Command } from "commander";
import { allRules } from "../rules";
import { notRules } from "../rules/not-rules";
import type { Streams } from "./streams";

/** Adds the `claims` command, which shows the rules that prove each claim, or why none does. */
export function addClaims(program: Command, { out }: Streams): void {
	program
		.command("claims [pattern]")
		.description("Show which rules prove each claim, or why none does.")
		.option("--json", "print JSON")
		.action((pattern: string | undefined, { json }: { readonly json?: boolean }) => {
			const rules = new Map<string, string[]>(Object.keys(notRules).map((id) => [id, []]));
			for (const rule of allRules()) for (const id of rule.claims) rules.set(id, [...(rules.get(id) ?? []), rule.id]);
			const rows = [...rules]
				.filter(([id]) => !pattern || id.startsWith(pattern.replace(/\*$/, "")))
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([id, ids]) => ({ id, rules: ids, ...(notRules[id] && { reason: notRules[id] }) }));
			if (json) {
				out.write(`${JSON.stringify(rows, null, "\t")}\n`);
				return;
			}
			for (const { id, rules: ids, reason } of rows) out.write(`${id.padEnd(12)} ${ids.join(", ") || `– ${reason}`}\n`);
			const proven = rows.filter((row) => row.rules.length > 0).length;
			out.write(`${rows.length} claims: ${proven} have a rule, ${rows.length - proven} have none\n`);
		});
}
