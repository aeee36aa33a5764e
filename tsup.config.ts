import { readFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";

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

const library = (name: string, entries: string[], more: Options = {}): Options => ({
	name,
	entry: Object.fromEntries(entries.map((entry) => [entry, `packages/${name}/src/${entry}.ts`])),
	outDir: `packages/${name}/dist`,
	external: external(`packages/${name}`),
	format: ["esm", "cjs"],
	target: "node20",
	platform: "neutral",
	removeNodeProtocol: false,
	dts: true,
	splitting: true,
	treeshake: true,
	sourcemap: true,
	clean: true,
	...more,
});

export default defineConfig([
	library("contract", [
		...["index", "openapi", "validators", "validate", "graphql", "graphql-schema", "graphql-costs", "dialects"],
	]),
	library(
		"client",
		[
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
			"gitlab",
			"testing",
		],
		{
			// The package does not have the sources that maps would lead to.
			sourcemap: false,
			// It has no CommonJS build, and a parser that printed documents do without.
			noExternal: ["graphql-request"],
			esbuildOptions: (options) => {
				options.alias = { graphql: "./packages/client/src/graphql/parser-shim.ts" };
			},
		},
	),
	library("mock", ["index", "msw", "node", "browser", "vitest", "vitest-reporter", "jest", "playwright"]),
	{
		...library("mock", ["cli/index"]),
		name: "mock-cli",
		format: ["esm"],
		platform: "node",
		dts: false,
		clean: false,
		sourcemap: false,
	},
	library("conformance", ["index", "vitest"], { platform: "node", shims: true }),
	{
		...library("conformance", ["cli"]),
		name: "conformance-cli",
		format: ["esm"],
		platform: "node",
		dts: false,
		clean: false,
		sourcemap: false,
	},
]);
