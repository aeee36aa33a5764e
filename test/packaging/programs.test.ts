/** Compiles twelve programs that use the client like its users, in an outside project, as ESM and as CommonJS. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isBuilt, root } from "../support/requirements";
import { type OutsideProject, outsideProject } from "./outside-project";

const programs = join(root, "test", "packaging", "programs");
const names = readdirSync(programs);
const needed = [
	"@opentelemetry/api",
	"@types/node",
	"openapi-fetch",
	"openapi-typescript-helpers",
	"undici-types",
	"zod",
];

/** Wraps a program in a function, because CommonJS has no top-level await. */
function inFunction(source: string): string {
	const last = source.lastIndexOf("\nimport ");
	const end = source.indexOf("\n", last + 1);
	return `${source.slice(0, end)}\nasync function program(): Promise<void> {${source.slice(end)}}\nvoid program();\n`;
}

describe.skipIf(!isBuilt("contract", "client"))("in an outside project", () => {
	let project: OutsideProject | undefined;
	beforeAll(() => {
		project = outsideProject(["contract", "client"], needed);
	});
	afterAll(() => rmSync(project?.folder ?? "", { recursive: true, force: true }));

	test("there are twelve programs", () => {
		expect(names).toHaveLength(12);
	});

	test.for([
		["ESM", "mts", (source: string) => source],
		["CommonJS", "cts", inFunction],
	] as const)("they compile as %s, under strict settings", ([, ending, shaped]) => {
		if (!project) throw new Error("There is no project.");
		const { folder, run } = project;
		const files = names.map((name) => name.replace(/ts$/, ending));
		for (const [index, name] of names.entries())
			writeFileSync(join(folder, files[index] ?? ""), shaped(readFileSync(join(programs, name), "utf8")));
		const compilerOptions = {
			strict: true,
			exactOptionalPropertyTypes: true,
			noUncheckedIndexedAccess: true,
			noImplicitReturns: true,
			noUnusedLocals: true,
			noEmit: true,
			isolatedModules: true,
			skipLibCheck: true,
			target: "ES2022",
			lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
			types: ["node"],
			module: "NodeNext",
			moduleResolution: "NodeNext",
		};
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
		const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
		expect(run(process.execPath, tsc, "-p", "tsconfig.json")).toBe("");
	});
});
