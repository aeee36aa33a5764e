/** `npm run packages`: checks what `npm pack` would publish, with publint and attw. Needs a build. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const packages = ["contract", "client", "mock", "conformance"];
/** The contract's files that are not modules and have no types. */
const documents = ["openapi.json", "openapi.gitlab.json", "schema.graphql", "schema.gitlab.graphql"];
let faults = 0;
for (const name of packages) {
	const folder = `packages/${name}`;
	const { messages } = await publint({ pkgDir: folder, strict: true });
	const manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
	for (const message of messages) {
		faults += 1;
		console.error(`${name}: publint: ${formatMessage(message, manifest)}`);
	}
	try {
		const args = ["attw", "--pack", folder, "--profile", "node16", "--no-emoji", "--format", "ascii"];
		if (name === "contract") args.push("--exclude-entrypoints", ...documents);
		execFileSync("npx", args, { stdio: "pipe", encoding: "utf8" });
	} catch (error) {
		faults += 1;
		console.error(`${name}: attw:\n${(error as { stdout?: string }).stdout ?? String(error)}`);
	}
}
if (faults > 0) process.exit(1);
console.log(`${packages.length} packages are sound: publint and attw found nothing.`);
