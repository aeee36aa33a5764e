import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { median, report } from "./paired";

const cli = fileURLToPath(new URL("../../packages/mock/dist/cli/bin.cjs", import.meta.url));
const bare = `const s = require("node:http").createServer((q, r) => r.end("{}")); s.listen(0, "127.0.0.1", () => console.log("listens on http://127.0.0.1:" + s.address().port))`;

/** Returns the milliseconds from the start of a process to its first response. */
function firstResponse(args: string[], path: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const started = performance.now();
		const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
		let text = "";
		child.on("error", reject);
		child.stdout.on("data", (chunk: Buffer) => {
			const before = text;
			text += chunk.toString();
			const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
			if (!url || /http:\/\/127\.0\.0\.1:\d+/.test(before)) return;
			fetch(url + path, { headers: { "PRIVATE-TOKEN": "developer-token" } })
				.then((response) => response.text())
				.then(() => resolve(performance.now() - started), reject)
				.finally(() => child.kill());
		});
	});
}

/** Measures the time from start to first response of `tenon-mock serve` over a bare node server. Wall time. */
export async function startUp(): Promise<void> {
	if (!existsSync(cli)) throw new Error("Build first: npm run build");
	const mock: number[] = [];
	const node: number[] = [];
	// The first start writes the cache of compiled code.
	await firstResponse([cli, "serve", "--port", "0"], "/api/v4/projects/acme%2Fweb/pipelines");
	for (let round = 0; round < 9; round++) {
		node.push(await firstResponse(["-e", bare], "/"));
		mock.push(await firstResponse([cli, "serve", "--port", "0"], "/api/v4/projects/acme%2Fweb/pipelines"));
	}
	const ratios = mock.map((time, index) => time / (node[index] ?? Number.NaN)).sort((a, b) => a - b);
	const extra = median(mock.map((time, index) => time - (node[index] ?? Number.NaN)));
	report({
		name: "start to first response, over a bare node server (wall time)",
		aim: "≤ +35 ms",
		ratio: median(ratios),
		spread: [ratios[2] ?? 0, ratios[6] ?? 0],
		detail: `${median(mock).toFixed(0)} ms over ${median(node).toFixed(0)} ms: +${extra.toFixed(0)} ms`,
	});
}
