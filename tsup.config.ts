import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

interface Manifest {
	dependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
}

/** tsup reads the root's manifest only; what a package leaves outside stands in its own. */
function external(folder: string): RegExp[] {
	const manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
	const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
	return [/^node:/, ...names.map((name) => new RegExp(`^${name}(/|$)`))];
}

/** The packages that are bundled into another, by its folder. */
const bundledInto = new Map<string, Set<string>>();

/** Writes dist/THIRD-PARTY-NOTICES.md: name, version and licence text of every package that is bundled. */
const notices = (folder: string): Plugin => ({
	name: "third-party-notices",
	setup(build) {
		build.initialOptions.metafile = true;
		build.onEnd(({ metafile }) => {
			// A package may be built in several steps, which have one file.
			const bundled = bundledInto.get(folder) ?? new Set<string>();
			bundledInto.set(folder, bundled);
			for (const { inputs } of Object.values(metafile?.outputs ?? {}))
				for (const input of Object.keys(inputs)) {
					const [found] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
					if (found !== undefined) bundled.add(found);
				}
			if (bundled.size === 0) return;
			const texts = [...bundled].sort().map((path) => {
				const { name, version, license } = JSON.parse(readFileSync(`${path}/package.json`, "utf8"));
				const file = readdirSync(path).find((one) => /^licen[cs]e/i.test(one));
				if (file === undefined) throw new Error(`${path} has no licence file, but is bundled.`);
				return `## ${name} ${version} (${license})\n\n${readFileSync(`${path}/${file}`, "utf8").trim()}\n`;
			});
			mkdirSync(`${folder}/dist`, { recursive: true });
			writeFileSync(
				`${folder}/dist/THIRD-PARTY-NOTICES.md`,
				`# Third-party notices\n\nThe files of this folder contain parts of these packages.\n\n${texts.join("\n")}`,
			);
		});
	},
});

/** The app that the inspector opens is built by Vite, beside the mock's own files. */
const inspectorApp: Plugin = {
	name: "inspector-app",
	setup(build) {
		build.onResolve({ filter: /^@tenon\/inspector$/ }, () => ({
			path: "./inspector/assets/drawer.js",
			external: true,
		}));
	},
};

const library = (name: string, entries: string[], more: Options = {}): Options => ({
	name,
	entry: Object.fromEntries(entries.map((entry) => [entry, `packages/${name}/src/${entry}.ts`])),
	outDir: `packages/${name}/dist`,
	external: external(`packages/${name}`),
	format: ["esm", "cjs"],
	target: "node20",
	platform: "neutral",
	removeNodeProtocol: false,
	// npm run build writes the declarations (packages/build.ts).
	dts: false,
	splitting: true,
	treeshake: true,
	// The packages do not have the sources that maps would lead to.
	sourcemap: false,
	clean: true,
	esbuildPlugins: [notices(`packages/${name}`)],
	...more,
});

export default defineConfig([
	library(
		"contract",
		[
			"index",
			"openapi",
			"validators",
			"validator-support",
			"validate",
			"graphql",
			"graphql-schema",
			"graphql-costs",
			"dialects",
			"generate",
			"reference",
			"supporting",
		],
		// The generator finds openapi.json from where the code is.
		{ shims: true },
	),
	{
		...library("contract", ["cli"], { platform: "node" }),
		name: "contract-program",
		format: ["esm"],
		clean: false,
		external: [...external("packages/contract"), /^@tenon\/contract/],
		// commander is bundled, so that users of the types do not install it. It is CommonJS, and requires what Node has.
		banner: {
			js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
		},
	},
	library("client", [
		"index",
		"operations",
		"resources",
		"graphql",
		"alerts",
		"schemas",
		"query",
		"otel",
		"upload",
		"rest",
		"extend",
		"gitlab",
		"testing",
	]),
	// npm run build writes the CommonJS files from these.
	library(
		"mock",
		[
			"index",
			"msw",
			"node",
			"browser",
			"vitest",
			"vitest-reporter",
			"jest",
			"playwright",
			"inspector",
			"extend",
			"supporting",
			"cli/index",
			"cli/main",
		],
		{ format: ["esm"], esbuildPlugins: [notices("packages/mock"), inspectorApp] },
	),
	{
		...library("mock", ["cli/bin"], { platform: "node", shims: true }),
		name: "mock-bin",
		format: ["cjs"],
		clean: false,
	},
	// The program shares the chunks of the ES modules.
	{ ...library("conformance", ["index", "vitest", "cli"], { platform: "node", shims: true }), format: ["esm"] },
	{
		...library("conformance", ["index", "vitest"], { platform: "node", shims: true }),
		name: "conformance-cjs",
		format: ["cjs"],
		clean: false,
	},
]);
