import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Document } from "./document";
import { repository } from "./repository";

const run = promisify(execFile);

/** Bundles the files of `openapi/` into one document with redocly. Throws with redocly's report if that fails. */
export async function bundle(root = join(repository, "openapi/openapi.yaml")): Promise<Document> {
	const cli = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");
	const folder = await mkdtemp(join(tmpdir(), "tenon-bundle-"));
	const file = join(folder, "openapi.json");
	try {
		await run(process.execPath, [cli, "bundle", root, "--output", file], {
			env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
		});
		return JSON.parse(await readFile(file, "utf8")) as Document;
	} catch (error) {
		const report = (error as { stderr?: string }).stderr;
		throw new Error(`The contract could not be bundled.\n${report ?? String(error)}`, { cause: error });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
