import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { endOf, typescript } from "../support/child";

const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), "utf8");
const program = fileURLToPath(new URL("../../packages/conformance/src/cli.ts", import.meta.url));

type Server = Parameters<typeof listen>[0];

interface Workflow {
	readonly env: { readonly [name: string]: string };
	readonly jobs: { readonly [name: string]: { readonly steps: readonly { readonly run?: string }[] } };
}

/** A server whose gateway returns pages of ten links if the request has no page size. */
function deviating(): Server {
	const platform = createPlatform({ seed: demo });
	return {
		handle: (request) =>
			platform.handle(
				request.method === "GET" && /\/assets\/links(\?(?!.*per_page)|$)/.test(request.url)
					? { ...request, url: `${request.url}${request.url.includes("?") ? "&" : "?"}per_page=10` }
					: request,
			),
	};
}

/** Runs a command of the workflow as a runner would, with the program of this repository. */
async function run(command: string, target: Server, deviations: string) {
	const server = await listen(target);
	const cwd = await mkdtemp(join(tmpdir(), "conformance-"));
	onTestFinished(async () => {
		await server.close();
		await rm(cwd, { recursive: true });
	});
	await writeFile(join(cwd, "deviations.json"), deviations);
	const { env } = parse(await read("conformance.yml")) as Workflow;
	const names = Object.keys(env).filter((name) => name.startsWith("TENON_TOKEN_"));
	// The demo's users have the names of their roles, except the administrator.
	const tokens = names.map((name) => {
		const role = name.replace("TENON_TOKEN_", "").toLowerCase();
		return [name, `${role === "administrator" ? "root" : role}-token`];
	});
	const line = command
		.replace("npx @tenon/conformance", [process.execPath, ...typescript, program].map((part) => `"${part}"`).join(" "))
		.replace(/\$\{\{ matrix\.shard \}\}\/4/, "1/1");
	// The whole contract takes minutes.
	const narrowed = line.includes("--include")
		? ""
		: "--include id:LINK-019 --include id:laws/listReleaseLinks/pages --include id:LINK-073";
	const child = spawn("sh", ["-c", `${line.trim()} ${narrowed}`], {
		cwd,
		env: {
			...{ PATH: process.env.PATH, HOME: process.env.HOME, TENON_BASE_URL: server.url },
			...{ TSX_TSCONFIG_PATH: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)) },
			...Object.fromEntries(tokens),
		},
	});
	const { out, err, code } = await endOf(child);
	return { code, output: out + err, files: await readdir(cwd) };
}

const commands = async (): Promise<{ [job: string]: string }> => {
	const { jobs } = parse(await read("conformance.yml")) as Workflow;
	const found = Object.entries(jobs).map(([name, { steps }]) => [
		name,
		steps.flatMap((step) => step.run ?? [])[0] ?? "",
	]);
	return Object.fromEntries(found);
};

/** The deviations of deviations.json, with an expiry date far in the future. */
async function unexpiredDeviations(): Promise<string> {
	const list: object[] = JSON.parse(await read("deviations.json"));
	return JSON.stringify(list.map((entry) => ({ ...entry, expires: "2999-01-01" })));
}

test("every command passes against a server that conforms, and writes its reports", async () => {
	const { changed = "", whole = "" } = await commands();
	const quick = await run(changed, createPlatform({ seed: demo }), "[]");
	expect(quick.code, quick.output).toBe(0);
	expect(quick.files).toContain("conformance.xml");
	const all = await run(whole, createPlatform({ seed: demo }), "[]");
	expect(all.code, all.output).toBe(0);
	expect(all.files.sort()).toEqual(["conformance.html", "conformance.xml", "deviations.json"]);
});

test("a deviation fails the job, unless deviations.json lists it", async () => {
	const { whole = "" } = await commands();
	const failed = await run(whole, deviating(), "[]");
	expect([failed.code, failed.output]).toEqual([1, expect.stringContaining("laws/listReleaseLinks/pages")]);
	const passed = await run(whole, deviating(), await unexpiredDeviations());
	expect(passed.code, passed.output).toBe(0);
});
