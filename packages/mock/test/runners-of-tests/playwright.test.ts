import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { hasChromium, isBuilt } from "../../../../test/support/requirements";

const playwright = fileURLToPath(new URL("../../../../node_modules/@playwright/test/cli.js", import.meta.url));
const config = fileURLToPath(new URL("playwright.config.ts", import.meta.url));

interface Result {
	readonly status: string;
	readonly attachments: readonly { readonly name: string; readonly body?: string }[];
}
interface Suite {
	readonly suites?: readonly Suite[];
	readonly specs: readonly {
		readonly title: string;
		readonly tests: readonly { readonly status: string; readonly results: readonly Result[] }[];
	}[];
}

const specsOf = ({ suites = [], specs }: Suite): Suite["specs"] => [...specs, ...suites.flatMap(specsOf)];

/** The test uses the built packages, because Playwright cannot load the sources. */
test.skipIf(!hasChromium || !isBuilt("contract", "mock"))("the fixtures of @tenon/mock/playwright", () => {
	const output = mkdtempSync(join(tmpdir(), "tenon-"));
	onTestFinished(() => rmSync(output, { recursive: true }));
	const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV|FORCE_COLOR)/.test(name));
	const args = [playwright, "test", "--config", config, "--output", output, "--workers", "1"];
	const { stdout } = spawnSync(process.execPath, args, { env: Object.fromEntries(own), encoding: "utf8" });
	const specs = specsOf({ specs: [], ...(JSON.parse(stdout) as { suites: Suite[] }) }); // as the reporter "json" writes it
	expect(specs.map(({ title, tests }) => [title, tests.map(({ status }) => status)])).toEqual([
		["reads, writes, and the journal has it", ["expected"]],
		["has a platform of its own", ["expected"]],
		["a dropped connection aborts the route", ["expected"]],
		["fails, and has the journal as an attachment", ["unexpected"]],
		["the platform is reached there, with its options", ["expected"]],
	]);
	const journalOf = (index: number) =>
		specs[index]?.tests[0]?.results[0]?.attachments.find(({ name }) => name === "journal of the platform");
	const attached = journalOf(3);
	expect(Buffer.from(attached?.body ?? "", "base64").toString()).toContain('"operation": "listIssueNotes"');
	expect(journalOf(0)).toBeUndefined();
});
