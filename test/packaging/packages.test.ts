import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@tenon/client";
import { createPlatform } from "@tenon/mock";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocksOf } from "../readme/blocks";
import { isBuilt, root } from "../support/requirements";
import { type OutsideProject, outsideProject } from "./outside-project";

interface Manifest {
	readonly version: string;
	readonly dependencies?: { readonly [name: string]: string };
	readonly bin?: { readonly [name: string]: string };
	readonly exports: { readonly [entry: string]: unknown };
}

const packages = ["contract", "client", "mock", "conformance"] as const;
const read = (...path: string[]): string => readFileSync(join(root, ...path), "utf8");
// npm requires this shape.
const manifestOf = (name: string): Manifest => JSON.parse(read("packages", name, "package.json")) as Manifest;

describe("versions", () => {
	const { version } = manifestOf("contract");

	test("the four packages have one, and ask for each other by it", () => {
		for (const name of packages) {
			const { dependencies = {}, ...manifest } = manifestOf(name);
			const own = Object.entries(dependencies).filter(([dependency]) => dependency.startsWith("@tenon/"));
			expect([name, manifest.version, ...own.map(([, range]) => range)]).toEqual([
				name,
				version,
				...own.map(() => version),
			]);
		}
		const lock = JSON.parse(read("package-lock.json")) as { packages: { [path: string]: { version?: string } } }; // as npm writes it
		for (const name of packages) expect([name, lock.packages[`packages/${name}`]?.version]).toEqual([name, version]);
	});

	test("SDK-314 the client and the mock report it", async () => {
		const platform = createPlatform();
		let agent = "";
		const tenon = createClient({
			baseUrl: "http://platform.test",
			fetch: (input, init) => {
				agent = new Request(input, init).headers.get("user-agent") ?? "";
				return platform.fetch(input, init);
			},
		});
		await tenon.groups.list();
		expect(agent).toContain(version);
		expect(platform.journal.toHar().log.creator.version).toBe(version);
	});
});

describe.skipIf(!isBuilt(...packages))("the packed packages", () => {
	let outside: OutsideProject;
	beforeAll(() => {
		outside = outsideProject(packages, [
			...["ajv", "commander", "fast-check", "undici", "openapi-fetch", "openapi-typescript-helpers"],
			...["openapi-typescript", "typescript"],
			...["graphql", "msw", "vitest", "zod", "@playwright/test", "@types/node"],
		]);
	});
	afterAll(() => rmSync(outside.folder, { recursive: true, force: true }));

	const meant: { readonly [name: string]: RegExp } = {
		contract:
			/^(dist\/([\w-]+\.(c?js|d\.c?ts)|THIRD-PARTY-NOTICES\.md)|openapi(\.gitlab)?\.json|schema(\.gitlab)?\.graphql)$/,
		client: /^dist\/([\w-]+\.(c?js|d\.c?ts)|THIRD-PARTY-NOTICES\.md)$/,
		mock: /^(dist\/(cli\/)?[\w-]+\.(c?js|d\.c?ts)|dist\/THIRD-PARTY-NOTICES\.md|dist\/inspector\/(index\.html|THIRD-PARTY-NOTICES\.md|assets\/[\w-]+\.(js|css|svg))|docs\/[\w-]+\.md|schemas\/[\w.-]+\.json)$/,
		conformance:
			/^(dist\/([\w-]+\.(c?js|d\.c?ts)|THIRD-PARTY-NOTICES\.md)|catalogue\/rules\.(tsv|html)|scenes\/[\w-]+\.json)$/,
	};

	test.each(packages)("%s holds what is meant, with README, LICENSE and CHANGELOG, and no stray files", (name) => {
		const files = outside.files(name);
		expect(files).toEqual(
			expect.arrayContaining([
				"CHANGELOG.md",
				"LICENSE",
				"README.md",
				"package.json",
				"dist/index.js",
				"dist/index.cjs",
			]),
		);
		const others = files.filter((file) => !["CHANGELOG.md", "LICENSE", "README.md", "package.json"].includes(file));
		expect(others.filter((file) => !meant[name]?.test(file))).toEqual([]);
		expect(read("packages", name, "LICENSE")).toBe(read("LICENSE"));
		const { exports, bin = {} } = manifestOf(name);
		const targets = JSON.stringify([Object.values(exports), bin]);
		const named = [...targets.matchAll(/"\.\/([^"*]+\.[^"*]+)"/g)].map(([, file]) => file);
		expect(named.length).toBeGreaterThan(4);
		expect(named.filter((file) => !files.includes(file ?? ""))).toEqual([]);
		const links = [...read("packages", name, "README.md").matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
			([, link]) => link ?? "",
		);
		expect(links.filter((link) => !files.includes(link))).toEqual([]);
	});

	test.each([
		["client", "dist/THIRD-PARTY-NOTICES.md", "graphql-request"],
		["mock", "dist/inspector/THIRD-PARTY-NOTICES.md", "react-dom"],
	])("%s names in %s the packages that it bundles, with their licences", (name, file, bundled) => {
		expect(outside.files(name)).toContain(file);
		const [, section = ""] = read("packages", name, file).split(new RegExp(`^## ${bundled}\\b.*$`, "m"));
		expect(section.split(/^## /m)[0]).toContain("Permission is hereby granted");
	});

	const entries = packages.flatMap((name) =>
		Object.entries(manifestOf(name).exports)
			.filter(([entry, target]) => typeof target === "object" && !/vitest$/.test(entry))
			.map(([entry]) => `@tenon/${name}${entry.slice(1)}`),
	);

	test("SDK-310 every entry loads by import and by require, and gives the same names", () => {
		expect(entries.length).toBeGreaterThan(15);
		const { folder, run } = outside;
		const names = "(all) => Object.keys(all).filter((name) => name !== 'default' && name !== 'module.exports').sort()";
		writeFileSync(
			join(folder, "load.mjs"),
			`import { createRequire } from "node:module";
			const require = createRequire(import.meta.url);
			const names = ${names};
			for (const entry of ${JSON.stringify(entries)}) {
				const [one, other] = [names(await import(entry)), names(require(entry))];
				if (one.join() !== other.join()) console.log(entry, one.join(), "/", other.join());
			}`,
		);
		expect(run(process.execPath, "load.mjs")).toBe("");
	});

	test.each([
		["bundler", "ESNext"],
		["node16", "Node16"],
		["nodenext", "NodeNext"],
	])(
		"SDK-310, SDK-313 all that does not lean on a peer's types compiles with all libraries checked, under %s",
		(moduleResolution, module) => {
			const { folder, run } = outside;
			// The types of msw, vitest and some others do not compile here. test/compat tests those entries.
			const checked = entries.filter((entry) => !/msw|jest|browser|reporter/.test(entry));
			writeFileSync(
				join(folder, "all.ts"),
				checked.map((entry, index) => `export * as entry${index} from "${entry}";`).join("\n"),
			);
			const compilerOptions = {
				strict: true,
				exactOptionalPropertyTypes: true,
				noEmit: true,
				skipLibCheck: false,
				target: "ES2022",
				lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
				types: ["node"],
				module,
				moduleResolution,
			};
			writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["all.ts"] }));
			expect(run(process.execPath, join(root, "node_modules", "typescript", "bin", "tsc"), "-p", ".")).toBe("");
		},
	);

	test("tenon-contract writes files that compile against the packages, also under nodenext", () => {
		const { folder, run } = outside;
		for (const name of ["approvals.yaml", "approval-lists.yaml"])
			writeFileSync(join(folder, name), read("test", "extend", name));
		const program = join(folder, "node_modules/@tenon/contract/dist/cli.js");
		const args = ["generate", "--openapi", "approvals.yaml", "--out", "approvals"];
		expect(run(process.execPath, program, ...args)).toContain(
			"approvals: 7 operations, 7 schemas; 6 files in approvals",
		);
		expect(run(process.execPath, program, ...args, "--check")).toContain("all fresh");
		const use = `import { createClient } from "@tenon/client";
			import { extend } from "@tenon/client/extend";
			import { approvals } from "./approvals/index.js";
			const tenon = extend(createClient({ baseUrl: "http://localhost" }), approvals);
			console.log(typeof tenon.approvalRules.list, Object.keys((await approvals.validators?.()) ?? {}).length);`;
		writeFileSync(join(folder, "use.mts"), use);
		const compilerOptions = {
			...{ strict: true, exactOptionalPropertyTypes: true, noUnusedLocals: true, verbatimModuleSyntax: true },
			...{ target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"], types: ["node"] },
			...{ module: "NodeNext", moduleResolution: "NodeNext", outDir: "compiled" },
		};
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.mts"] }));
		expect(run(process.execPath, join(root, "node_modules", "typescript", "bin", "tsc"), "-p", ".")).toBe("");
		expect(run(process.execPath, "compiled/use.mjs")).toBe("function 21\n");
	});

	const snippets = packages.flatMap((name) =>
		blocksOf({ path: `packages/${name}/README.md`, text: read("packages", name, "README.md") })
			.filter(({ language }) => language === "ts")
			.map((block) => ({ name, ...block })),
	);

	test.each(["contract", "client", "mock"])("the snippets of the README of %s run as they stand", (name) => {
		const { folder, run } = outside;
		const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
		const own = snippets.filter((one) => one.name === name && one.info === "");
		expect(own.length).toBeGreaterThan(2);
		for (const [index, { code }] of own.entries())
			writeFileSync(join(folder, `${name}-${index}.mjs`), ts.transpileModule(code, { compilerOptions }).outputText);
		// In place of the network, a mock responds to the client's snippets.
		const network = `import { createPlatform, demo } from "@tenon/mock";
			import { handlers } from "@tenon/mock/msw";
			import { setupServer } from "msw/node";
			setupServer(...handlers(createPlatform({ seed: demo }), { baseUrl: "https://platform.example.com" })).listen({ onUnhandledRequest: "error" });`;
		writeFileSync(
			join(folder, `${name}.mjs`),
			`process.env.TOKEN = "developer-token";
			${name === "client" ? network : ""}
			${own.map((_, index) => `await import("./${name}-${index}.mjs");`).join("\n")}
			console.log("all ran");
			process.exit(0);`,
		);
		expect(run(process.execPath, `${name}.mjs`)).toMatch(/all ran\n$/);
	});

	test("the tests that the READMEs show pass", () => {
		const { folder, run } = outside;
		const shown = snippets.filter(({ info }) => info === "test");
		expect(shown.length).toBeGreaterThan(0);
		for (const [index, { code }] of shown.entries()) writeFileSync(join(folder, `shown-${index}.test.ts`), code);
		const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
		expect(run(process.execPath, vitest, "run", "--root", folder, "--reporter", "json")).toContain('"success":true');
	});
});
