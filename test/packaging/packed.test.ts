import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isBuilt, root } from "../support/requirements";
import { type OutsideProject, outsideProject } from "./outside-project";

const dist = join(root, "packages", "client", "dist");
const built = isBuilt("contract", "client");

const entries = [
	...["index", "operations", "resources", "graphql", "alerts", "schemas", "query", "otel", "upload", "rest", "gitlab"],
	"testing",
];
const specifier = (entry: string): string => (entry === "index" ? "@tenon/client" : `@tenon/client/${entry}`);

/** Returns the third-party imports of a module, and of the files that it imports. */
function imported(file: string, seen = new Set<string>()): string[] {
	if (seen.has(file)) return [];
	seen.add(file);
	const text = readFileSync(join(dist, file), "utf8");
	return [...text.matchAll(/^(?:import|export|\}).*? ?["']([^"'\n]+)["'];?$/gm)].flatMap(([, name = ""]) =>
		name.startsWith(".") ? imported(name.slice(2), seen) : [name],
	);
}

describe.skipIf(!built)("the packed client", () => {
	let folder = "";
	let run: OutsideProject["run"];

	// The project has only the two tarballs and their dependencies, without zod and graphql.
	beforeAll(() => {
		({ folder, run } = outsideProject(["contract", "client"], ["openapi-fetch", "openapi-typescript-helpers"]));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	const probe = `const respond = async () => new Response('{"id":7}');
		const tenon = createClient({ baseUrl: "https://platform.test", fetch: respond });
		tenon.groups.get({ id: 7 }).then(({ id }) => console.log("id", id));`;

	test("SDK-310, SDK-312 works by import, from its tarball, with no more than what it declares", () => {
		writeFileSync(join(folder, "a.mjs"), `import { createClient } from "@tenon/client";\n${probe}`);
		expect(run(process.execPath, "a.mjs")).toBe("id 7\n");
	});

	test("SDK-310 works by require", () => {
		writeFileSync(join(folder, "a.cjs"), `const { createClient } = require("@tenon/client");\n${probe}`);
		expect(run(process.execPath, "a.cjs")).toBe("id 7\n");
	});

	test.each(entries.filter((entry) => entry !== "schemas"))(
		"SDK-298, SDK-310 %s loads both ways without zod installed",
		(entry) => {
			writeFileSync(join(folder, "b.mjs"), `console.log(typeof (await import("${specifier(entry)}")));`);
			writeFileSync(join(folder, "b.cjs"), `console.log(typeof require("${specifier(entry)}"));`);
			expect([run(process.execPath, "b.mjs"), run(process.execPath, "b.cjs")]).toEqual(["object\n", "object\n"]);
			expect(imported(`${entry}.js`).filter((name) => /zod|validators/.test(name))).toEqual([]);
		},
	);

	test("SDK-310 importing prints nothing and starts nothing", () => {
		const all = entries.filter((entry) => entry !== "schemas").map((entry) => `await import("${specifier(entry)}");`);
		writeFileSync(
			join(folder, "c.mjs"),
			`${all.join("\n")}\nconst left = process.getActiveResourcesInfo().filter((name) => /Time|Immediate|TCP|Server|Watch/.test(name));
			if (left.length > 0) console.log(left.join());`,
		);
		expect(run(process.execPath, "c.mjs")).toBe("");
	});

	test("SDK-312 every module that is imported is declared", () => {
		const { dependencies, peerDependencies } = JSON.parse(
			readFileSync(join(root, "packages", "client", "package.json"), "utf8"),
		) as { dependencies: object; peerDependencies: object }; // as npm reads it
		const declared = Object.keys({ ...dependencies, ...peerDependencies });
		for (const entry of entries) {
			const used = imported(`${entry}.js`).filter((name) => !name.startsWith("node:"));
			for (const name of used) {
				const owner = name
					.split("/")
					.slice(0, name.startsWith("@") ? 2 : 1)
					.join("/");
				expect([entry, name, declared.includes(owner)]).toEqual([entry, name, true]);
			}
		}
	});

	test("SDK-309 no entry but the one for files on the disk imports a node: module", () => {
		for (const entry of entries)
			expect([entry, imported(`${entry}.js`).some((name) => name.startsWith("node:"))]).toEqual([
				entry,
				entry === "upload",
			]);
	});

	test("SDK-272, SDK-311 its bundles, with and without GraphQL, stay within their budgets", () => {
		const output = execFileSync("npx", ["size-limit", "--json"], { cwd: root, encoding: "utf8" });
		const sizes = JSON.parse(output) as { name: string; passed: boolean }[]; // as size-limit writes it
		expect(sizes.length).toBeGreaterThan(4);
		expect(sizes.filter(({ passed }) => !passed)).toEqual([]);
	});

	test("SDK-313 the declarations hold no any", () => {
		const files = readdirSync(dist).filter((file) => file.endsWith(".d.ts"));
		expect(files.length).toBeGreaterThan(entries.length);
		for (const file of files) {
			const code = readFileSync(join(dist, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$|"[^"\n]*"/gm, "");
			expect([file, code.match(/.*\bany\b.*/)?.[0]]).toEqual([file, undefined]);
		}
	});

	test.each([
		["bundler", "ESNext"],
		["node16", "Node16"],
		["nodenext", "NodeNext"],
	])("SDK-310, SDK-313 they compile with all libraries checked, under %s", (moduleResolution, module) => {
		writeFileSync(
			join(folder, "use.ts"),
			`import { createClient, isApiError, type Page } from "@tenon/client";
			import { connect, listPipelines } from "@tenon/client/operations";
			import { createAlertSender } from "@tenon/client/alerts";
			import { createQueries } from "@tenon/client/query";
			import { tracing } from "@tenon/client/otel";
			export const tenon = createClient({ baseUrl: "https://platform.test", auth: { token: "t" } });
			export const page: Promise<Page<{ id: number }>> = listPipelines(connect({ baseUrl: "" }), { id: 7 }).then((one) => one);
			export const names = (error: unknown) => (isApiError(error, "deleteUser", 409) ? error.body : undefined);
			export const queries = createQueries(tenon).pipelines.get({ id: 7, pipeline_id: 7 }).queryKey;
			export { createAlertSender, tracing };`,
		);
		writeFileSync(
			join(folder, "tsconfig.json"),
			JSON.stringify({
				compilerOptions: {
					strict: true,
					exactOptionalPropertyTypes: true,
					noEmit: true,
					skipLibCheck: false,
					target: "ES2022",
					lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
					module,
					moduleResolution,
					types: [],
				},
				files: ["use.ts"],
			}),
		);
		expect(run(process.execPath, join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "tsconfig.json")).toBe(
			"",
		);
	});
});
