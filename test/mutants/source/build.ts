import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { build } from "vite";
import { mocksOwn } from "./domains";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const source = `${root}packages/mock/src`;

/** One change of the mock's source. */
export interface SourceMutant {
	readonly id: string;
	/** Relative to the mock's sources. */
	readonly file: string;
	readonly line: number;
	readonly original: string;
	readonly replacement: string;
}

/** Whether a literal is a text for people, whose words no rule checks. */
const isProse = (text: string): boolean => /^["'`][^"'`]*\s.*["'`]$/s.test(text);

/**
 * Bundles the mock with every mutant of some folders behind a switch (`globalThis.__stryker__.activeMutant`), so that trying one
 * needs neither a build nor a process.
 */
export async function buildMutants(folders: readonly string[], out: string): Promise<readonly SourceMutant[]> {
	const names = folders.flatMap((folder) =>
		readdirSync(`${source}/${folder}`, { recursive: true, encoding: "utf8" }).map(
			(name) => `${source}/${folder}/${name}`,
		),
	);
	const files = names
		.filter((name) => name.endsWith(".ts") && !mocksOwn.test(name))
		.sort()
		.map((name) => ({ name, content: readFileSync(name, "utf8"), mutate: true }));
	const silent = () => {};
	const off = () => false;
	const instrumenter = new Instrumenter({
		...{ isTraceEnabled: off, isDebugEnabled: off, isInfoEnabled: off },
		...{ isWarnEnabled: off, isErrorEnabled: off, isFatalEnabled: off },
		...{ trace: silent, debug: silent, info: silent, warn: silent, error: console.error, fatal: console.error },
	});
	const instrumented = await instrumenter.instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
	const contents = new Map(instrumented.files.map(({ name, content }) => [name, content]));
	await build({
		configFile: false,
		logLevel: "error",
		root,
		resolve: { tsconfigPaths: true },
		plugins: [{ name: "mutants", enforce: "pre", load: (id) => contents.get(id) ?? null }],
		ssr: { noExternal: [/^@tenon\//] },
		build: {
			ssr: `${source}/index.ts`,
			outDir: out,
			target: "node20",
			minify: false,
			rollupOptions: { output: { entryFileNames: "mock.mjs", codeSplitting: false } },
		},
	});
	const originals = new Map(files.map(({ name, content }) => [name, content.split("\n")]));
	return instrumented.mutants.flatMap(({ id, fileName, location: { start, end }, replacement }) => {
		const lines = originals.get(fileName)?.slice(start.line, end.line + 1) ?? [];
		if (lines.length === 0 || replacement === undefined) return [];
		lines.push((lines.pop() ?? "").slice(0, end.column));
		if (start.line === end.line) lines[0] = (lines[0] ?? "").slice(start.column);
		else lines[0] = (lines[0] ?? "").slice(start.column);
		const original = lines.join("\n");
		const file = fileName.slice(source.length + 1);
		// The name of an operation only gives its handler a type.
		const isType = originals.get(fileName)?.[start.line]?.includes(`operation(${original}`);
		return isType || isProse(original) ? [] : [{ id, file, line: start.line + 1, original, replacement }];
	});
}
