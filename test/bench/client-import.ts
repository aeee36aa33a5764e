import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median } from "./paired";

const root = fileURLToPath(new URL("../../", import.meta.url));
const dist = new URL("../../packages/client/dist/", import.meta.url);

/** Returns the milliseconds of a process that only imports a module. */
function milliseconds(specifier: string | undefined): number {
	const code = specifier ? `await import(${JSON.stringify(specifier)})` : "0";
	const began = performance.now();
	const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root });
	if (status !== 0) throw new Error(`${specifier}: ${stderr}`);
	return performance.now() - began;
}

/** Measures the time that an import adds to the start of a process. Wall time. */
export function clientImport(): void {
	const modules: { [name: string]: string } = {
		"@tenon/client (aim ≤ 12 ms)": new URL("index.js", dist).href,
		"@tenon/client/operations": new URL("operations.js", dist).href,
		"@tenon/client/graphql": new URL("graphql.js", dist).href,
		"openapi-fetch": "openapi-fetch",
		"@gitbeaker/rest": "@gitbeaker/rest",
	};
	const rounds = 9;
	const spent = new Map<string, number[]>();
	for (let round = 0; round < rounds; round++) {
		const nothing = milliseconds(undefined);
		for (const [name, specifier] of Object.entries(modules))
			spent.set(name, [...(spent.get(name) ?? []), milliseconds(specifier) - nothing]);
	}
	for (const [name, times] of spent) console.log(`importing ${name}: +${median(times).toFixed(1)} ms over nothing`);
}
