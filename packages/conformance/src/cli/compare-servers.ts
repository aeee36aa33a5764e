import { type CompareOptions, compare, type Difference } from "../compare/compare";
import { curl } from "../report/curl";
import { painter } from "../report/paint";
import { hideSecrets } from "../rule/hide-secrets";
import { exitCodes } from "./exit-codes";
import type { Streams } from "./streams";

const most = 30;

const show = (value: unknown): string => hideSecrets(JSON.stringify(value) ?? "nothing").slice(0, 400);

function textOf({ check, step, where, left, right, exchanges }: Difference): string {
	const request = exchanges.left ?? exchanges.right;
	return [
		`✗ ${check}, request ${step}: ${where}`,
		`    first:  ${show(left)}`,
		`    second: ${show(right)}`,
		...(request ? [curl(request).replace(/^/gm, "      ")] : []),
	].join("\n");
}

/** Compares two servers, prints the differences, and returns the exit code. */
export async function compareServers(options: CompareOptions, { out, err }: Streams, asJson: boolean): Promise<number> {
	const isTerminal = err.isTTY === true;
	const paint = painter(isTerminal);
	const found = await compare({
		...options,
		onProgress(done, of, differences) {
			if (isTerminal)
				err.write(`\r\u001b[2K${done}/${of} checks, ${differences} differences${done === of ? "\n" : ""}`);
			else if (done % 250 === 0 || done === of) err.write(`${done}/${of} checks, ${differences} differences\n`);
		},
	});
	for (const difference of found.differences.slice(0, most)) err.write(`${textOf(difference)}\n`);
	if (found.differences.length > most) err.write(`… and ${found.differences.length - most} more\n`);
	for (const left of found.leftovers) err.write(paint("yellow", `left on the server: ${left}\n`));
	const same = found.differences.length === 0;
	const verdict = same ? paint("green", "No difference.") : paint("red", `${found.differences.length} checks differ.`);
	err.write(
		`${verdict} ${found.compared} checks, ${found.responses} pairs of responses (seed ${found.seed}): ${found.left} and ${found.right}.\n`,
	);
	if (asJson) {
		const differences = found.differences.map(({ exchanges: _, ...rest }) => rest);
		out.write(`${hideSecrets(JSON.stringify({ ...found, differences }, null, "\t"))}\n`);
	}
	return same ? exitCodes.conforms : exitCodes.deviates;
}
