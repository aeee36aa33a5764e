import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generate } from "@tenon/contract/generate";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { supporting } from "@tenon/mock/supporting";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { pythonWith } from "../support/requirements";
import { type Block, blocksOf } from "./blocks";
import { commandsOf, type ShellCommand } from "./commands";
import { documents } from "./documents";
import { wrong } from "./known-command";
import { typeErrors } from "./type-check";

const blocks = documents.flatMap(blocksOf);
/** Returns the blocks in some languages. test/compat/extending.test.ts runs the files of the tutorial together. */
const written = (...languages: string[]): Block[] =>
	blocks.filter(({ language, info }) => languages.includes(language) && !info.startsWith("file="));
const commands = written("sh").flatMap(commandsOf);
const execute = promisify(execFile);

/** Returns a block for a test in this file. */
const own = (language: string, code: string): Block => ({ path: "own.md", line: 1, language, info: "", code });

test("every block says a language that is looked at, or that it is plain text", () => {
	const looked = ["ts", "tsx", "sh", "json", "yaml", "python", "graphql", "text", "mermaid", ""];
	const others = blocks.filter(({ language }) => !looked.includes(language));
	expect(others.map(({ path, line, language }) => `${path}:${line}: ${language}`)).toEqual([]);
	expect(written("ts").length).toBeGreaterThan(15);
	expect(commands.length).toBeGreaterThan(20);
});

test("SDK-313 every TypeScript snippet compiles, and one with a typo does not", () => {
	const typo = own(
		"ts",
		'const page = await tenon.pipelines.list({ id: "acme/web" });\nawait tenon.pipelines.lisst();\n',
	);
	const snippets = written("ts", "tsx").filter(({ info }) => info !== "excerpt");
	const errors = typeErrors([...snippets, typo]);
	expect(errors).toEqual([expect.stringMatching(/^own\.md:2: Property 'lisst' does not exist/)]);
});

test("every JSON and YAML block parses", () => {
	for (const { path, line, code } of written("json")) expect(() => JSON.parse(code), `${path}:${line}`).not.toThrow();
	for (const { path, line, code } of written("yaml").filter(({ info }) => info !== "excerpt"))
		expect(() => parse(code), `${path}:${line}`).not.toThrow();
});

test("every GraphQL block is what the generator takes", async () => {
	const folder = await mkdtemp(join(tmpdir(), "tenon-graphql-"));
	try {
		for (const [index, { path, line, code }] of written("graphql").entries()) {
			const file = join(folder, `${index}.graphql`);
			await writeFile(file, code);
			await expect(generate({ graphql: [file], out: folder, check: true }), `${path}:${line}`).resolves.toBeDefined();
		}
	} finally {
		await rm(folder, { recursive: true });
	}
});

/** Returns the Python programs that import a module: one of Python's own, or python-gitlab. */
const programs = (module: string): string[] =>
	written("python")
		.filter(({ code }) => /^import gitlab$/m.test(code) === (module === "gitlab"))
		.map(({ code }) => code);
describe.each(["urllib.request", "gitlab"])("the Python programs with %s", (module) => {
	const python = pythonWith(module);
	test.skipIf(!python)("run against the mock", async () => {
		const server = await listen(createPlatform({ seed: demo, dialect: "gitlab", extensions: [supporting] }));
		try {
			expect(programs(module).length).toBeGreaterThan(0);
			for (const code of programs(module))
				await execute(python ?? "", ["-c", code.replaceAll("http://127.0.0.1:4010", server.url)]);
		} finally {
			await server.close();
		}
	});
});

describe("commands", () => {
	test("every program, script and option that a shell snippet names is there, and a typo is noticed", async () => {
		const faultsOf = async (list: readonly ShellCommand[]): Promise<string[]> => {
			const faults: string[] = [];
			for (const command of list) {
				if (command.words[0] === "curl") continue;
				const fault = await wrong(command);
				if (fault) faults.push(`${command.path}:${command.line}: ${fault}`);
			}
			return faults;
		};
		expect(await faultsOf(commands)).toEqual([]);
		const typos = own(
			"sh",
			"npm run demoo\nnpm run mock -- --prot 4010\ntenon-mock sreve\nnpx @tenon/conformance run --url x\n",
		);
		expect(await faultsOf(commandsOf(typos))).toHaveLength(4);
	});

	/** Runs a curl command of the texts with `url` in place of port 4010. Describes what is wrong, if anything. */
	async function fault({ text, comment }: ShellCommand, url: string): Promise<string | undefined> {
		const line = text.replace(/http:\/\/(?:127\.0\.0\.1|localhost):4010/g, url).replace(/\s>\s*\S+$/, "");
		const { stdout } = await execute("sh", ["-c", `${line} -sS -o /dev/null -w '\\n%{http_code}'`], {
			env: { ...process.env, TOKEN: "developer-token" },
		});
		const status = stdout.trim().split("\n").at(-1) ?? "";
		const expected = /^\d{3}\b/.exec(comment)?.[0];
		return expected
			? status === expected
				? undefined
				: `${status}, not ${expected}`
			: /^2/.test(status)
				? undefined
				: status;
	}

	const asking = commands.filter(({ words }) => words[0] === "curl");
	test.each([...new Set(asking.map(({ path }) => path))])(
		"every curl of %s gets the documented response",
		async (name) => {
			const platform = createPlatform({ seed: demo });
			const server = await listen(platform);
			// This request is for commands that read the journal.
			const headers = { "PRIVATE-TOKEN": "developer-token" };
			await platform.fetch(`${server.url}/api/v4/projects/acme%2Fweb/pipeline?ref=develop`, {
				method: "POST",
				headers,
			});
			try {
				for (const command of asking.filter(({ path }) => path === name))
					expect([command.text, await fault(command, server.url)]).toEqual([command.text, undefined]);
				const [wrongPath] = commandsOf(own("sh", "curl http://127.0.0.1:4010/api/v4/projcts\n"));
				expect(wrongPath && (await fault(wrongPath, server.url))).toBe("404");
			} finally {
				await server.close();
			}
		},
	);
});
