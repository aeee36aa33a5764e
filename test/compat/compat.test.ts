import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPlatform, demo } from "@tenon/mock";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { converse, type Turn } from "../scenarios/conversation";
import { clock, conversation } from "../scenarios/requests";
import { isBuilt, root } from "../support/requirements";
import { type Dependencies, install, pack, runIn } from "./install";
import { legs } from "./legs";

const packages = ["contract", "client", "mock"];

describe.skipIf(!isBuilt(...packages))("an outside project", () => {
	let folder = "";
	let reference: Turn[] = [];
	let tarballs: Dependencies = {};
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "tenon-compat-"));
		tarballs = await pack(packages, folder);
		const whole = await conversation();
		const { fetch } = createPlatform({ seed: demo, clock });
		reference = await converse({ baseUrl: "https://platform.example.com", fetch }, whole);
		await writeFile(join(folder, "conversation.json"), JSON.stringify(whole));
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	describe.each(legs.map((leg) => [leg.name, leg] as const))("%s", (_, leg) => {
		const node = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
		const at = (...names: string[]): string => join(folder, leg.name.replace(/\W+/g, "-"), ...names);
		let missing: string | undefined;
		const program = (name: string): string => at("node_modules", name, "bin", "node");
		const inside = (...args: string[]): Promise<string> => runIn(at(), program(node), args);
		beforeAll(async () => {
			const dependencies = { ...tarballs, ...leg.packages, [node]: leg.node, "@types/node": "^20.19.0" };
			missing = await install(leg.name, at(), dependencies);
			const source = await readFile(join(root, "test", "scenarios", "conversation.ts"), "utf8");
			const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
			await writeFile(at("conversation.mjs"), transpileModule(source, { compilerOptions }).outputText);
			await copyFile(join(folder, "conversation.json"), at("conversation.json"));
			for (const file of ["outside.mjs", "use.ts"])
				await copyFile(fileURLToPath(new URL(file, import.meta.url)), at(file));
		});

		test("SDK-314 gives the same responses through fetch, MSW and HTTP, and the client works with it", async (context) => {
			if (missing) context.skip(missing);
			await inside("outside.mjs", clock, "turns.json");
			const byEntryPoint = JSON.parse(await readFile(at("turns.json"), "utf8")) as { [entryPoint: string]: Turn[] }; // as outside.mjs writes it
			expect(Object.keys(byEntryPoint)).toEqual(["fetch", "msw", "http"]);
			for (const turns of Object.values(byEntryPoint)) expect(turns).toEqual(reference);
		});

		test.for([
			["bundler", "ESNext"],
			["node16", "Node16"],
			["nodenext", "NodeNext"],
		])("SDK-310, SDK-313 its user's code compiles under %s", async ([moduleResolution, module], context) => {
			if (missing) context.skip(missing);
			const compilerOptions = {
				strict: true,
				exactOptionalPropertyTypes: true,
				noEmit: true,
				// With these options, the types of some other packages do not compile.
				skipLibCheck: true,
				target: "ES2022",
				lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
				types: ["node"],
				module,
				moduleResolution,
			};
			await writeFile(at(`${moduleResolution}.json`), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
			expect(await inside(at("node_modules", "typescript", "bin", "tsc"), "-p", `${moduleResolution}.json`)).toBe("");
		});
	});
});
