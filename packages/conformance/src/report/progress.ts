import { isWarning } from "../run/result";
import type { RunEvent } from "../run/run";
import { painter } from "./paint";

interface Output {
	write(text: string): unknown;
	readonly isTTY?: boolean;
}

/** Tells how a run goes on: on a terminal in one line that is written over, elsewhere a line a phase. */
export function progress(out: Output): (event: RunEvent) => void {
	const isTerminal = out.isTTY === true;
	const paint = painter(isTerminal);
	const started = performance.now();
	let phase = "";
	let failures = 0;
	let warnings = 0;
	let last = 0;
	return (event) => {
		if (event.type === "ready") {
			const { tier, offering, version, users } = event.facts;
			const roles = Object.keys(users).join(", ") || "no one";
			out.write(
				`${paint("dim", "server")}  release ${version ?? "unknown"}, tier ${tier}, offering ${offering}; tokens of ${roles}\n` +
					`${paint("dim", "scene")}   ${Object.entries(event.scene)
						.filter(([name]) => ["group", "project", "private_project"].includes(name))
						.map(([name, value]) => `${name} ${value}`)
						.join(", ")} (${Object.keys(event.scene).length} fields)\n`,
			);
			for (const note of event.notes) out.write(`${paint("yellow", "note")}    ${note}\n`);
			out.write(`${paint("dim", "checks")}  ${event.checks}\n`);
			return;
		}
		if (event.type === "phase") {
			phase = event.phase;
			if (!isTerminal) out.write(`phase ${phase}: ${event.checks} checks\n`);
			return;
		}
		const { result, done, of } = event;
		if (result.verdict === "fail") {
			if (isWarning(result)) warnings += 1;
			else failures += 1;
		}
		const now = performance.now();
		if (!isTerminal || (now - last < 100 && done < of)) return;
		last = now;
		const width = 24;
		const filled = Math.round((done / of) * width);
		const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
		const elapsed = `${((now - started) / 1000).toFixed(0)} s`;
		const counts = `${paint("red", `${failures} failed`)}, ${paint("yellow", `${warnings} warned`)}`;
		out.write(`\r\u001b[2K${bar} ${done}/${of}  ${phase.padEnd(10)} ${counts}  ${elapsed}${done === of ? "\n" : ""}`);
	};
}
