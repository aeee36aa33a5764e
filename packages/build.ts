/**
 * `npm run build`: JavaScript by tsup beside one pass of tsc that writes the declarations of all packages, which rollup then
 * bundles for each entry point. tsup could bundle them as well, but would check the types of each package and format anew.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type OutputOptions, type Plugin, type RollupBuild, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

/** Outside node_modules, whose files rollup-plugin-dts does not bundle. */
const out = mkdtempSync(join(tmpdir(), "tenon-declarations-"));
process.on("exit", () => rmSync(out, { recursive: true }));

async function run(...args: string[]): Promise<void> {
	const child = spawn(process.execPath, args, { stdio: "inherit" });
	const code = await new Promise((resolve) => child.on("exit", resolve));
	if (code !== 0) process.exit(1);
}

/** The entry points of a package that have types, by the names of their files in dist. */
function entriesOf(folder: string): string[] {
	const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
	const types = [...JSON.stringify(exports).matchAll(/"\.\/dist\/([^"]+)\.d\.ts"/g)].map(([, name = ""]) => name);
	return [...new Set(types)];
}

async function bundle(name: string): Promise<void> {
	const folder = `packages/${name}`;
	const input = Object.fromEntries(entriesOf(folder).map((entry) => [entry, `${out}/${folder}/src/${entry}.d.ts`]));
	const bundled = await rollup({
		input,
		external: (id) => !/^[./]/.test(id),
		plugins: [dts()],
		// Types without a name of their own in the package are meant: TypeScript prints their structure.
		onwarn: (warning, warn) => {
			if (!warning.message.includes("no public re-export")) warn(warning);
		},
	});
	const { output } = await bundled.write({
		dir: `${folder}/dist`,
		entryFileNames: "[name].d.ts",
		chunkFileNames: ({ name }) => `${name.replace(/\.d$/, "")}-[hash].d.ts`,
	});
	for (const { fileName } of output) {
		const path = `${folder}/dist/${fileName}`;
		const text = readFileSync(path, "utf8");
		writeFileSync(path.replace(/\.d\.ts$/, ".d.cts"), text.replaceAll(/(["'])(\.\.?\/[^"']+)\.js\1/g, "$1$2.cjs$1"));
	}
}

/** How the chunks of a package are made: small ones join others, below so many bytes. */
const chunks = (dir: string, small: number): OutputOptions => ({
	dir,
	hoistTransitiveImports: false,
	experimentalMinChunkSize: small,
});

const commonJs: OutputOptions = {
	format: "cjs",
	esModule: true,
	entryFileNames: "[name].cjs",
	chunkFileNames: "chunk-[hash].cjs",
};

const readBuilt = (dir: string, entries: readonly string[], plugins: Plugin[] = []): Promise<RollupBuild> =>
	rollup({
		input: Object.fromEntries(entries.map((entry) => [entry, `${dir}/${entry}.js`])),
		plugins,
		// The inspector's page is built after this.
		external: (id) => (!/^[./]/.test(id) && plugins.length === 0) || id.includes("/inspector/assets/"),
		logLevel: "silent",
	});

/**
 * Joins the chunks of a package's ES modules. tsup makes one for each set of entry points that share code, a hundred small files;
 * rollup knows which code is loaded already when a dynamic import runs, and small chunks join others. The client and
 * `tenon-mock serve` start sooner, as they load half the files: to find and open one takes as long as to compile 20 kB.
 *
 * @param small Chunks below so many bytes join others.
 */
async function joinChunks(name: string, entries: readonly string[], small: number): Promise<void> {
	const dir = `packages/${name}/dist`;
	const before = readdirSync(dir, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".js"));
	const built = await readBuilt(dir, entries);
	const { output } = await built.write({ ...chunks(dir, small), chunkFileNames: "chunk-[hash].js" });
	const after = new Set(output.map(({ fileName }) => fileName));
	for (const file of before) if (!after.has(file)) rmSync(`${dir}/${file}`);
}

/** Writes the CommonJS files of a package from its ES modules. */
async function writeCommonJs(name: string, entries: readonly string[], small: number): Promise<void> {
	const dir = `packages/${name}/dist`;
	const built = await readBuilt(dir, entries);
	await built.write({ ...chunks(dir, small), ...commonJs });
}

/**
 * Writes `tenon-mock` as CommonJS, with what it needs of the contract: it starts sooner than from the library's files, as Node
 * finds and opens few.
 */
async function writeProgram(): Promise<void> {
	const dir = "packages/mock/dist/cli";
	const built = await readBuilt(
		dir,
		["main"],
		[
			{
				name: "contract",
				resolveId(id) {
					const [, entry = "index"] = /^@tenon\/contract(?:\/(.+))?$/.exec(id) ?? [];
					return id.startsWith("@tenon/contract") ? resolve("packages/contract/dist", `${entry}.js`) : null;
				},
			},
		],
	);
	// Code that V8 compiled earlier has no loader for `import()`.
	await built.write({ ...chunks(dir, 1), ...commonJs, dynamicImportInCjs: false });
}

await Promise.all([
	run("node_modules/tsup/dist/cli-default.js", "--silent"),
	run("node_modules/typescript-7/bin/tsc", "-p", "tsconfig.build.json", "--outDir", out),
]);
// Larger ones would join the main entry point, which would export what they do.
await joinChunks("client", entriesOf("packages/client"), 3_000);
// The program is installed as CommonJS, and as an ES module beside it (packages/mock/src/cli/bin.ts).
await writeCommonJs("mock", entriesOf("packages/mock"), 20_000);
await writeProgram();
await joinChunks("mock", [...entriesOf("packages/mock"), "cli/index"], 20_000);
for (const name of ["contract", "client", "mock", "conformance"]) await bundle(name);
