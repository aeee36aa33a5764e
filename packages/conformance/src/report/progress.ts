import { isWarning } from "../run/result";
import type { RunEvent } from "../run/run";
import { painter } from "./paint";

interface Output {
	write(text: string): unknown;
	readonly isTTY?: boolean;
}

/** Returns a handler that shows progress: on a terminal in one line that it updates, elsewhere in a line per tenth. */
export function progress(out: Output): (event: RunEvent) => void {
	const isTerminal = out.isTTY === true;
	const paint = painter(isTerminal);
	const started = performance.now();
	let failures = 0;
	let warnings = 0;
	let last = 0;
	return (event) => {
		if (event.type === "ready") {
			const { tier, offering, version, users } = event.facts;
			const roles = Object.keys(users).join(", ") || "nobody";
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
		if (event.type === "wait") {
			out.write(
				`${isTerminal ? "\n" : ""}waiting ${event.seconds} s: the server limits the rate of ${new URL(event.url).pathname}\n`,
			);
			return;
		}
		const { result, done, of } = event;
		if (result.verdict === "fail") {
			if (isWarning(result)) warnings += 1;
			else failures += 1;
		}
		const now = performance.now();
		const elapsed = (now - started) / 1000;
		const left = done === of ? "" : `, ${((elapsed / done) * (of - done)).toFixed(0)} s left`;
		const counts = `${paint("red", `${failures} failed`)}, ${paint("yellow", `${warnings} warned`)}`;
		if (!isTerminal) {
			if (Math.floor((done / of) * 10) > Math.floor(((done - 1) / of) * 10))
				out.write(`${done}/${of} checks, ${counts}, ${elapsed.toFixed(0)} s${left}\n`);
			return;
		}
		if (now - last < 100 && done < of) return;
		last = now;
		const width = 24;
		const filled = Math.round((done / of) * width);
		const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
		out.write(
			`\r\u001b[2K${bar} ${done}/${of}  ${result.check.phase.padEnd(10)} ${counts}  ${elapsed.toFixed(0)} s${left}${done === of ? "\n" : ""}`,
		);
	};
}
