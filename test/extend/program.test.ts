import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { main } from "../../packages/contract/src/cli/main";
import { temporaryFolder } from "../../packages/mock/test/support/temporary-folder";
import { root } from "../support/requirements";

const files = ["functions.ts", "index.ts", "openapi.ts", "operations.ts", "resources.ts", "validators.ts"];
const example = join(root, "test/extend");

let folder: string;
let source: string;
let out: string;
beforeEach(() => {
	folder = temporaryFolder();
	for (const name of ["approvals.yaml", "approval-lists.yaml"]) copyFileSync(join(example, name), join(folder, name));
	source = join(folder, "approvals.yaml");
	out = join(folder, "out", "approvals");
});

const read = (path: string): string => readFileSync(path, "utf8");
const edit = (from: string | RegExp, to: string): void => writeFileSync(source, read(source).replace(from, to));

const stream = () => ({
	text: "",
	write(more: string) {
		this.text += more;
	},
});

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
	const texts = { out: stream(), err: stream() };
	const code = await main(args, texts);
	return { code, out: texts.out.text, err: texts.err.text };
}
const generate = (...more: string[]) => run("generate", "--openapi", source, "--out", out, ...more);

test("the files of the example are fresh", async () => {
	const { code, err } = await run(
		...["generate", "--openapi", join(example, "approvals.yaml"), "--out", join(example, "generated"), "--check"],
	);
	expect([code, err]).toEqual([0, ""]);
});

test("the first run writes all files, the next one none", async () => {
	const first = await generate();
	expect(first).toMatchObject({ code: 0, err: "" });
	expect(first.out).toMatch(/approvals: 7 operations, 7 schemas; 6 files in \S*out\/approvals, 6 changed\.\n$/);
	expect(readdirSync(out).sort()).toEqual(files);
	for (const name of files) expect(read(join(out, name))).toBe(read(join(example, "generated", name)));
	expect((await generate()).out).toMatch(/6 files in \S*, 0 changed\.\n$/);
	edit("summary: Approves a merge request.", "summary: Approves it.");
	expect((await generate()).out).toMatch(/openapi\.ts\n.*functions\.ts\n.*resources\.ts\n.*, 3 changed\.\n$/s);
});

test("--check writes nothing, names the stale files and exits with 1", async () => {
	expect(await generate("--check")).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/6 stale files in/) });
	expect(readdirSync(folder)).not.toContain("out");
	await generate();
	expect(await generate("--check")).toMatchObject({ code: 0, out: expect.stringContaining("all fresh") });
	const stale = join(out, "index.ts");
	writeFileSync(stale, "");
	const { code, err } = await generate("--check");
	expect([code, err]).toEqual([
		1,
		expect.stringMatching(/^Out of date\. .*\n\s*\S*out\/approvals\/index\.ts\n1 stale file in/),
	]);
	expect(read(stale)).toBe("");
});

test("a wrong file is reported with file, line and column, and nothing is written", async () => {
	edit("operationId: getApprovalRule", "operationId: getUser");
	edit("type: string, minLength: 1 }", "type: text }");
	edit("x-tenon-retry: idempotent", "x-tenon-retry: always");
	const { code, err } = await generate();
	expect(code).toBe(1);
	expect(err).toMatch(/approvals\.yaml:\d+:\d+ {2}\S/);
	expect(err).toMatch(/\d errors? in \S*approvals\.yaml\. Nothing was written\.\n$/);
	expect(readdirSync(folder)).not.toContain("out");
});

test("examples and defaults are validated", async () => {
	edit("rule_type: regular\n", "rule_type: strict\n");
	edit("example: { name: Security,", "example: { name: 7,");
	edit("default: 20", "default: many");
	const { code, err } = await generate();
	expect(code).toBe(1);
	expect(err).toContain('the value/0/rule_type is none of "regular", "code_owner", "any_approver"');
	expect(err).toContain("the value/name is not a string");
	expect(err).toContain("The default does not fit");
});

test("--name and --imports change the export and the imports", async () => {
	const { out: report } = await generate("--name", "acme", "--imports", "none");
	expect(report).toContain("acme: 7 operations");
	expect(read(join(out, "index.ts"))).toContain("export const acme: ContractExtension<operations>");
	expect(read(join(out, "index.ts"))).toContain('from "./openapi"');
	await generate("--imports", "ts");
	expect(read(join(out, "resources.ts"))).toContain('from "./functions.ts"');
});

test.each([
	[["generate"], /required option '--out <folder>'/],
	[["generate", "--out", "b"], /expected --openapi <file>, --graphql <paths\.\.\.>, or both/],
	[["generate", "--openapi", "a.yaml"], /required option '--out <folder>'/],
	[
		["generate", "--openapi", "a.yaml", "--out", "b", "--name", "a b"],
		/--name: expected a name in camelCase, found "a b"/,
	],
	[["generate", "--openapi", "a.yaml", "--out", "b", "--imports", "jsx"], /Allowed choices are js, ts, none/],
	[["generate", "--openapi", "a.yaml", "--out", "b", "--check", "--watch"], /cannot be used with/],
	[["make"], /unknown command 'make'/],
])("wrong arguments exit with 2: %s", async (args, says) => {
	const { code, err } = await run(...args);
	expect([code, err]).toEqual([2, expect.stringMatching(says)]);
});

test("a file that is not there, and a name that cannot be exported, exit with 1", async () => {
	rmSync(source);
	expect(await generate()).toMatchObject({ code: 1, err: expect.stringContaining("approvals.yaml does not exist.") });
	expect(await generate("--name", "operations")).toMatchObject({
		code: 1,
		err: expect.stringContaining("choose another name"),
	});
});

test("--help names every option, and no arguments show the help", async () => {
	const { code, out: help } = await run("generate", "--help");
	expect(code).toBe(0);
	for (const option of ["--openapi", "--graphql", "--out", "--name", "--imports", "--check", "--watch"])
		expect(help).toContain(option);
	expect((await run()).out).toContain("Usage: tenon-contract");
});

test("--watch writes again after a change of any file, continues after an error, and ends on a signal", async () => {
	const controller = new AbortController();
	const texts = { out: stream(), err: stream() };
	const args = ["generate", "--openapi", source, "--out", out, "--watch"];
	const running = main(args, texts, controller.signal);
	await vi.waitFor(() => expect(texts.out.text).toContain("6 changed"), 20_000);
	const lists = join(folder, "approval-lists.yaml");
	writeFileSync(lists, read(lists).replace("type: array", "type: list"));
	await vi.waitFor(() => expect(texts.err.text).toContain("approval-lists.yaml:2:3"), 20_000);
	writeFileSync(lists, read(lists).replace("type: list", "type: array"));
	await vi.waitFor(() => expect(texts.out.text).toContain("0 changed"), 20_000);
	controller.abort();
	expect(await running).toBe(0);
});
