/** Returns the examples in a package's JSDoc as modules, in which every line has the line number of the source. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import type { Block } from "./blocks";
import { root } from "./documents";

/** Declarations that a package's examples assume: things of the reader, or of the text around the example. */
const surroundings: { readonly [name: string]: string } = {
	client: `
declare const error: unknown;
declare const baseUrl: string;
declare const auth: Auth;
declare const connection: Connection;
declare const signal: AbortSignal;
declare const saved: string | undefined;
declare const lastSeen: Date;
declare const seen: string;
declare const ids: readonly number[];
declare const id: string;
declare const savedCursor: string;
declare const vault: { get(name: string): Promise<string>; put(name: string, value: string): Promise<void> };
declare const bytes: Uint8Array<ArrayBuffer>;
declare const file: Blob & WritableStream<Uint8Array>;
declare const input: { readonly title: string; readonly visibilityLevel: "public" };
declare const graphql: GraphQL;
declare const sender: AlertSender;
declare const data: RunnerQuery & { readonly runner: { readonly id: string } };
declare const runner: { readonly id: number };
declare const log: { warn(fields: object): void };
declare const metrics: { record(name: string, status: number, milliseconds: number): void };
declare const queryClient: import("@tanstack/react-query").QueryClient;
declare const useQuery: typeof import("@tanstack/react-query").useQuery;
declare const useInfiniteQuery: typeof import("@tanstack/react-query").useInfiniteQuery;
declare const company: typeof import("../extend/generated").approvals;
declare function save(...values: unknown[]): void;
declare function show(...values: unknown[]): void;
declare function sleep(milliseconds: number): Promise<void>;
declare function signInAgain(): void;
declare function lookWhetherItIsThere(): Promise<void>;
`,
	contract: `
declare const body: unknown;
`,
	mock: `
declare const seed: import("../../packages/mock/src/seed/builder").Builder;
declare const worlds: import("../../packages/mock/src/platform/worlds").Worlds;
declare const removedIn: typeof import("../../packages/mock/src/graphql/deprecation").removedIn;
declare const expect: typeof import("vitest").expect;
declare const afterEach: typeof import("vitest").afterEach;
declare const setupServer: typeof import("msw/node").setupServer;
declare const setupWorker: typeof import("msw/browser").setupWorker;
declare const http: typeof import("msw").http;
declare const HttpResponse: typeof import("msw").HttpResponse;
declare const address: string;
declare const headers: { readonly authorization: string };
declare const id: number;
declare const page: import("@playwright/test").Page;
declare const defineConfig: typeof import("vitest/config").defineConfig;
`,
	conformance: `
declare const rule: typeof import("../../packages/conformance/src/rule/rule").rule;
`,
};

/** Returns a module for each source with examples. Its first line imports every public name of the package. */
export function jsdocModules(name: string): Block[] {
	const sources = join(root, "packages", name, "src");
	const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
		// The supporting endpoints are methods of an extended client, and the examples start by creating one.
		/^(?!generated\/supporting\/).*(?<!\.test)\.ts$/.test(file),
	);
	const first = `${publicImports(
		name,
		files.filter((file) => !file.includes("/") && isEntry(name, file)),
	)} ${(surroundings[name] ?? "").replaceAll("\n", " ")}`;
	return files.flatMap((file): Block[] => {
		const path = join(sources, file);
		const lines = exampleLines(readFileSync(path, "utf8"));
		if (lines.every((line) => line === "")) return [];
		return [
			{ path: relative(root, path), line: 1, language: "ts", code: [first, ...lines.slice(1)].join("\n") } as Block,
		];
	});
}

/** Returns the code of the examples, each as a function. All other lines are empty. */
function exampleLines(source: string): string[] {
	let isInside = false;
	return source.split("\n").map((line, index) => {
		const [, text] = /^\s*\* ?(.*)$/.exec(line) ?? [];
		const begins = text?.startsWith("@example") === true;
		const ends = isInside && (text === undefined || /^[/@]/.test(text));
		const code = isInside && !ends ? dynamic(text ?? "") : "";
		isInside = begins || (isInside && !ends);
		return `${ends ? "};" : code}${begins ? `export const example${index} = async () => {` : ""}`;
	});
}

/** Converts an import or an export to a statement that is valid in a function. */
const dynamic = (line: string): string =>
	line
		.replace(/^export default /, "return ")
		.replace(/^import \* as (\w+) from ("[^"]+")/, "const $1 = await import($2)")
		.replace(
			/^import (\{[^}]*\}) from ("[^"]+")/,
			(_, names: string, from: string) => `const ${names.replaceAll(" as ", ": ")} = await import(${from})`,
		);

/** Whether a source is an entry point of the package, by its manifest. */
function isEntry(name: string, file: string): boolean {
	const manifest = readFileSync(join(root, "packages", name, "package.json"), "utf8");
	return manifest.includes(`"./dist/${file.replace(/ts$/, "js")}"`);
}

function publicImports(name: string, entries: readonly string[]): string {
	const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
	const paths = entries.map((entry) => join(root, "packages", name, "src", entry));
	const program = ts.createProgram(paths, options);
	const checker = program.getTypeChecker();
	// The declarations above take precedence over a package's exports of the same name.
	const declared = (surroundings[name] ?? "").matchAll(/^declare (?:const|function) (\w+)/gm);
	const taken = new Set([...declared].map(([, each]) => each));
	// Functions and validators come first, because the main entry point exports types with the same names.
	const isFirst = (path: string): boolean => /\/(operations|validators)\.ts$/.test(path);
	const inOrder = [...paths].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
	const imports = inOrder.map((path) => {
		const file = program.getSourceFile(path);
		const symbol = file && checker.getSymbolAtLocation(file);
		const names = (symbol ? checker.getExportsOfModule(symbol) : [])
			.map((one) => one.name)
			.filter((each) => each !== "default" && !taken.has(each));
		for (const each of names) taken.add(each);
		const entry = path.endsWith("/index.ts") ? "" : path.slice(path.lastIndexOf("/"), -".ts".length);
		return `import { ${names.join(", ")} } from "@tenon/${name}${entry}";`;
	});
	return imports.join(" ");
}
