/**
 * `npm run conformance:prism`: installs Prism into a temporary folder, lets it mock our contract, and checks it.
 * docs/conformance-of-prism.md has the expected results; the program exits with 1 if it finds others.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { run } from "../../packages/conformance/src/index";
import { summarize, summaryBy } from "../../packages/conformance/src/report/summary";

const contract = fileURLToPath(new URL("../../packages/contract/openapi.json", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tenon-prism-"));
const port = "4029";
const address = `http://127.0.0.1:${port}`;

console.log("Installing Prism into a temporary folder …");
writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
execFileSync("npm", ["install", "@stoplight/prism-cli@5.16.0", "--no-audit", "--no-fund"], {
	cwd: folder,
	stdio: "ignore",
});
const program = join(folder, "node_modules/@stoplight/prism-cli/dist/index.js");
const prism = spawn(process.execPath, [program, "mock", contract, "-p", port], { stdio: "ignore" });
try {
	for (let left = 300; ; left--) {
		const responses = await fetch(`${address}/user`).then(
			() => true,
			() => false,
		);
		if (responses) break;
		if (left === 0) throw new Error(`Prism does not respond at ${address}.`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	const report = await run({
		baseUrl: address,
		// Prism serves the paths without `/api/v4`.
		fetch: async (input, init) => await fetch(String(input).replace("/api/v4", ""), init),
		...scene,
		tier: "ultimate",
		offering: "any",
		mode: "destructive",
		timeout: 5_000,
		include: ["phase:examples", "phase:boundaries", "phase:negatives", "phase:wire"],
	});
	console.log(summarize(report.results), `${report.requests} requests in ${report.milliseconds} ms`);
	const kinds = summaryBy(report.results, ({ check }) => {
		const [phase, , ...what] = check.id.split("/");
		return `${phase}/…/${what.join("/")}`;
	});
	for (const [kind, { pass, fail, warning, skipped }] of kinds)
		console.log(`${kind.padEnd(28)} ${pass} pass, ${fail} fail, ${warning} warn, ${skipped} skipped`);
	const pass = (kind: string): number => kinds.get(kind)?.pass ?? 0;
	const unexpected = [
		...["negatives/…/unknown-token", "negatives/…/dead-token"].filter((kind) => pass(kind) > 0),
		...["examples/…/least", "wire/…/extra"].filter((kind) => pass(kind) < 90),
	];
	for (const what of unexpected) console.error(`Not as docs/conformance-of-prism.md says: ${what}`);
	process.exitCode = unexpected.length > 0 ? 1 : 0;
} finally {
	prism.kill();
	rmSync(folder, { recursive: true });
}
