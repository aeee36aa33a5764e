import { fileURLToPath } from "node:url";
import { operations } from "@tenon/contract";
import ts from "typescript";

const file = fileURLToPath(new URL("./client-types.generated.ts", import.meta.url));
const calls = 47;

/** Returns the number of type instantiations in the check of a program. */
function instantiations(source: string): number {
	const options: ts.CompilerOptions = {
		strict: true,
		noEmit: true,
		skipLibCheck: true,
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.ESNext,
		moduleResolution: ts.ModuleResolutionKind.Bundler,
		types: [],
	};
	const host = ts.createCompilerHost(options);
	const { getSourceFile, fileExists } = host;
	host.getSourceFile = (name, ...rest) =>
		name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
	host.fileExists = (name) => name === file || fileExists(name);
	const program = ts.createProgram([file], options, host);
	const faults = ts.getPreEmitDiagnostics(program);
	const [first] = faults;
	if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, "\n"));
	return program.getInstantiationCount();
}

/** Type-checks a program that calls 47 reading methods of the client. Counts instantiations over an empty program. */
export function clientTypes(): void {
	const reads = Object.values(operations)
		.filter(({ verb, parameters }) => verb === "GET" && parameters.every((one) => !one.required || one.in === "path"))
		.slice(0, calls);
	const pathOf = (parameters: (typeof reads)[number]["parameters"]): string =>
		parameters
			.filter((one) => one.in === "path")
			.map((one) => `${one.name}: ${[one.schema.type ?? "string"].flat().includes("integer") ? "7" : '"a"'}`)
			.join(", ");
	const ours = `import { createClient } from "@tenon/client";\nconst client = createClient({ baseUrl: "" });\n`;
	const theirs = `import createClient from "openapi-fetch";\nimport type { paths } from "@tenon/contract";\nconst client = createClient<paths>({ baseUrl: "" });\n`;
	const ourCalls = reads.map(({ method, parameters }, index) => {
		return `export const r${index} = await client.${method}({ ${pathOf(parameters)} });\n`;
	});
	const theirCalls = reads.map(({ path, parameters }, index) => {
		const pathParameters = pathOf(parameters);
		const params = pathParameters ? `{ params: { path: { ${pathParameters} } } }` : "{}";
		return `export const r${index} = await client.GET("${path}", ${params});\n`;
	});
	const empty = instantiations("export {};\n");
	const of = (start: string, each: string[]): number => instantiations(start + each.join("")) - empty;
	console.log(`type-checking ${ourCalls.length} calls: ${of(ours, ourCalls)} instantiations (aim ≤ 1,000)`);
	console.log(`  for comparison: openapi-fetch ${of(theirs, theirCalls)}`);
}
