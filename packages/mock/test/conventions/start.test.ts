import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../src", import.meta.url));

test("no module imports values from node:http, which would load undici in Node 22 and later", () => {
	const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
		/(?<!\.test)\.ts$/.test(file),
	);
	const importing = files.filter((file) =>
		/^import (?!type )[^;]*from "node:http"/m.test(readFileSync(join(source, file), "utf8")),
	);
	expect(files.length).toBeGreaterThan(300);
	expect(importing).toEqual([]);
});
