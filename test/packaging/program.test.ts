/** The installed `tenon-mock` caches compiled code, and also starts without the cache. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isBuilt } from "../support/requirements";
import { type OutsideProject, outsideProject } from "./outside-project";

/** Whether Node has its own cache for compiled code, which is so since 22.1. */
const keepsItself = "enableCompileCache" in process.getBuiltinModule("node:module");

describe.skipIf(!isBuilt("contract", "mock"))("tenon-mock, installed", () => {
	let project: OutsideProject;
	let mock: string;
	let kept: string;
	beforeEach(() => {
		project = outsideProject(["contract", "mock"], ["commander", "graphql", "yaml", "zod", "jiti"]);
		mock = join(project.folder, "node_modules/@tenon/mock");
		writeFileSync(join(project.folder, "team.yaml"), "users:\n  - { username: zoe }\n");
		kept = join(mock, "node_modules/.cache", `${process.version}-${process.arch}`);
	});
	afterEach(() => rmSync(project.folder, { recursive: true, force: true }));

	/** Options that load more of the program and its dependencies later: a seed in YAML, validation, GraphQL. */
	const options = ["--as", "developer", "--seed", "demo", "--seed", "team.yaml", "--strict"];

	/** Runs a client that calls the mock over REST and GraphQL. */
	const work = () => {
		const client = `const { TENON_BASE_URL: url, TENON_TOKEN: token } = process.env;
			const headers = { "PRIVATE-TOKEN": token, "content-type": "application/json" };
			const user = await (await fetch(url + "/api/v4/user", { headers })).json();
			const body = JSON.stringify({ query: "{ currentUser { username } }" });
			const { data } = await (await fetch(url + "/api/graphql", { method: "POST", headers, body })).json();
			console.log(user.username, data.currentUser.username);`;
		const command = [process.execPath, "--input-type=module", "-e", client];
		const program = join(mock, "dist/cli/bin.cjs");
		const { status, stdout, stderr } = spawnSync(process.execPath, [program, "exec", ...options, "--", ...command], {
			cwd: project.folder,
			encoding: "utf8",
		});
		return { status, stdout, stderr };
	};
	const works = { status: 0, stdout: "developer developer\n", stderr: "" };

	test.skipIf(keepsItself)("keeps compiled code below its own folder, uses it, and replaces what V8 refuses", () => {
		expect(work()).toEqual(works);
		const files = readdirSync(kept);
		expect(files.length).toBeGreaterThan(3);
		const contents = () => files.map((name) => readFileSync(join(kept, name), "base64"));
		const before = contents();
		expect(work()).toEqual(works);
		expect(contents()).toEqual(before);
		for (const name of files) writeFileSync(join(kept, name), "not compiled code");
		expect(work()).toEqual(works);
		expect(files.filter((name) => readFileSync(join(kept, name), "utf8") === "not compiled code")).toEqual([]);
	});

	test("starts where nothing can be kept", () => {
		// A file is in the place of the folder, because root can write to read-only folders.
		mkdirSync(join(mock, "node_modules"));
		writeFileSync(join(mock, "node_modules/.cache"), "");
		chmodSync(join(mock, "node_modules/.cache"), 0o444);
		expect(work()).toEqual(works);
		expect(existsSync(kept)).toBe(false);
	});
});
