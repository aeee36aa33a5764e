import type { Command } from "commander";
import { claims, unreachable } from "../catalogue";
import { allRules } from "../rules";
import type { Streams } from "./streams";

/** `claims`: what becomes of each claim of behaviour: the checks that prove it, or why it cannot be checked from outside. */
export function addClaims(program: Command, { out }: Streams): void {
	program
		.command("claims [pattern]")
		.description("Tell for each claim of behaviour which checks prove it, or why none can from outside.")
		.option("--json", "as JSON")
		.action((pattern: string | undefined, { json }: { readonly json?: boolean }) => {
			const checks = new Map<string, string[]>();
			for (const check of allRules())
				for (const id of check.claims) checks.set(id, [...(checks.get(id) ?? []), check.id]);
			const rows = [...claims.values()]
				.filter(({ kind, id }) => kind === "behaviour" && (!pattern || id.startsWith(pattern.replace(/\*$/, ""))))
				.map(({ kind: _, ...claim }) => ({
					...claim,
					checks: checks.get(claim.id) ?? [],
					...(unreachable.has(claim.id) && { unreachable: unreachable.get(claim.id) }),
				}));
			if (json) {
				out.write(`${JSON.stringify(rows, null, "\t")}\n`);
				return;
			}
			for (const row of rows)
				out.write(
					`${row.id.padEnd(12)} ${row.evidence.padEnd(8)} ${row.checks.join(", ") || `– ${row.unreachable ?? "no check"}`}  ${row.statement}\n`,
				);
			const proven = rows.filter((row) => row.checks.length > 0).length;
			out.write(
				`${rows.length} claims of behaviour: ${proven} have a check, ${rows.length - proven} cannot be checked from outside\n`,
			);
		});
}
