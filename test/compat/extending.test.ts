/** Follows every file and command of docs/extending.md in an outside project with the packed packages. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isBuilt, root } from "../support/requirements";
import { install, pack, runIn } from "./install";

const packages = ["contract", "client", "mock", "conformance"];

/** Runs a program until it ends. The message of a failure contains its output. */
function run(folder: string, command: string, args: readonly string[]): Promise<{ code: number | null; out: string }> {
	return new Promise((resolve, reject) => {
		let out = "";
		const child = spawn(command, args, { cwd: folder, env: { ...process.env, NO_COLOR: "1" } });
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding("utf8").on("data", (text: string) => {
				out += text;
			});
		child.once("error", reject).once("close", (code) => resolve({ code, out }));
	});
}

describe.skipIf(!isBuilt(...packages))("the tutorial of extensions", () => {
	let folder = "";
	let files: readonly (readonly [name: string, text: string])[] = [];
	let missing: string | undefined;
	const bin = (name: string): string => join(folder, "node_modules", ".bin", name);

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "tenon-extending-"));
		const text = await readFile(join(root, "docs", "extending.md"), "utf8");
		files = [...text.matchAll(/```\w+ file=(\S+)\n(.*?)```/gs)].map(([, name = "", body = ""]) => [name, body]);
		missing = await install("extending", folder, {
			...(await pack(packages, folder)),
			"@types/node": "^20.19.0",
			graphql: "16.15.0",
			msw: "2.15.0",
			"openapi-typescript": "7.13.0",
			typescript: "5.9.3",
			vitest: "4.1.12",
			zod: "4.6.7",
		});
		for (const [name, body] of files) await writeFile(join(folder, name), body);
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	test("it is short: six operations and a table in less than 150 lines", () => {
		const lines = files.flatMap(([, body]) => body.split("\n").filter((line) => line.trim() !== ""));
		expect(files.map(([name]) => name)).toEqual(["approvals.yaml", "mock.ts", "client.py", "approvals.test.ts"]);
		expect(lines.length).toBeLessThan(150);
	});

	test("generate writes files that compile with the handlers and the test", async (context) => {
		if (missing) context.skip(missing);
		const generate = ["generate", "--openapi", "approvals.yaml", "--out", "approvals"];
		expect(await run(folder, bin("tenon-contract"), generate)).toMatchObject({ code: 0 });
		expect(await run(folder, bin("tenon-contract"), [...generate, "--check"])).toMatchObject({ code: 0 });
		const compilerOptions = {
			strict: true,
			exactOptionalPropertyTypes: true,
			noUncheckedIndexedAccess: true,
			noEmit: true,
			skipLibCheck: true,
			target: "ES2022",
			lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
			types: ["node"],
			module: "NodeNext",
			moduleResolution: "NodeNext",
		};
		await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["approvals.test.ts"] }));
		expect(await runIn(folder, process.execPath, [bin("tsc"), "-p", "tsconfig.json"])).toBe("");
	});

	test("its test passes", async (context) => {
		if (missing) context.skip(missing);
		const { code, out } = await run(folder, bin("vitest"), ["run", "approvals.test.ts"]);
		expect(code, out).toBe(0);
	});

	test("the mock serves it for Python, and lists it", async (context) => {
		if (missing) context.skip(missing);
		const serve = ["exec", "--extend", "mock.ts", "--", "python3", "-I", "-B", "client.py"];
		const { code, out } = await run(folder, bin("tenon-mock"), serve);
		expect([code, out]).toEqual([0, expect.stringContaining("['', 'From Python']")]);
		const routes = await run(folder, bin("tenon-mock"), ["routes", "approval", "--extend", "mock.ts"]);
		expect(routes.out).toMatch(/^POST +\/api\/v4\/projects\/\{id\}\/approvals +createApproval +developer$/m);
	});

	test("a server with these operations conforms, and one without does not", async (context) => {
		if (missing) context.skip(missing);
		const check = `${bin("tenon-conformance")} run --base-url "$TENON_BASE_URL" --config tenon-mock --extend approvals.yaml --include domain:approvals`;
		const serve = (...args: string[]) => run(folder, bin("tenon-mock"), ["exec", ...args, "--", "sh", "-c", check]);
		const [right, wrong] = [await serve("--extend", "mock.ts"), await serve()];
		expect([right.code, wrong.code], right.out + wrong.out).toEqual([0, 1]);
	});

	test("the OpenAPI file alone is served too", async (context) => {
		if (missing) context.skip(missing);
		const [, yaml = ""] = files.find(([name]) => name === "approvals.yaml") ?? [];
		const tabled = yaml.replaceAll(/^( {2}\/.*):$/gm, "$1:\n    x-tenon-table: approvals");
		await writeFile(join(folder, "records.yaml"), tabled);
		const ask = `const { TENON_BASE_URL: url, TENON_TOKEN: token } = process.env;
			const response = await fetch(url + "/api/v4/projects/101/approvals", { headers: { "PRIVATE-TOKEN": token } });
			console.log(response.status, await response.text());`;
		const exec = ["exec", "--extend", "records.yaml", "--", process.execPath, "--input-type=module", "-e", ask];
		expect(await run(folder, bin("tenon-mock"), exec)).toEqual({ code: 0, out: "200 []\n" });
	});
});
