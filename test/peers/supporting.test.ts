/** Clients that first call endpoints outside the contract work without special settings, because `serve` has them. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Gitlab } from "@gitbeaker/rest";
import { createClient, NotFoundError } from "@tenon/client";
import { extend } from "@tenon/client/extend";
import { gitlab, supporting as methods } from "@tenon/client/gitlab";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { supporting } from "@tenon/mock/supporting";
import { describe, expect, test } from "vitest";
import { pythonWith } from "../support/requirements";

const run = promisify(execFile);
const python = pythonWith("gitlab");

async function served(dialect: "specification" | "gitlab") {
	const faults: unknown[] = [];
	// In strict mode each response is validated against the OpenAPI file.
	const platform = createPlatform({
		seed: demo,
		dialect,
		strict: true,
		extensions: [supporting],
		onError: (error) => faults.push(error),
	});
	const server = await listen(platform);
	return { platform, url: server.url, faults, [Symbol.asyncDispose]: () => server.close() };
}

describe.each(["specification", "gitlab"] as const)("in the names of %s", (dialect) => {
	test("gitbeaker starts with the project, and lists what is in it", async () => {
		await using server = await served(dialect);
		const api = new Gitlab({ host: server.url, token: "developer-token" });
		expect((await api.Metadata.show()).version).toMatch(/^18\./);
		expect((await api.Projects.show("acme/web")).id).toBe(101);
		expect((await api.Projects.all({ perPage: 5 })).length).toBe(server.platform.state.projects.size);
		const issues = await api.Issues.all({ projectId: "acme/web", state: "opened" });
		expect(issues.length).toBeGreaterThan(0);
		expect((await api.MergeRequests.all({ projectId: "acme/web" })).length).toBeGreaterThan(0);
		expect((await api.Branches.show("acme/web", "main")).default).toBe(true);
		expect(server.faults).toEqual([]);
	});

	test("our client has methods for them", async () => {
		await using server = await served(dialect);
		const { url: baseUrl } = server;
		const names = dialect === "gitlab" ? { dialect: gitlab } : {};
		const tenon = extend(createClient({ baseUrl, auth: { token: "developer-token" }, ...names }), methods);
		expect((await tenon.instance.getVersion()).version).toMatch(/^18\./);
		const paths: string[] = [];
		for await (const project of tenon.projects.list({ per_page: 3, order_by: "path", sort: "asc" }))
			paths.push(project.path);
		expect(paths).toEqual([...paths].sort());
		expect(paths.length).toBe(server.platform.state.projects.size);
		const { items, total } = await tenon.issues.list({ id: "acme/web", state: "opened" });
		expect([items[0]?.state, (total ?? 0) > 0]).toEqual(["opened", true]);
		await expect(tenon.branches.get({ id: "acme/web", branch: "none" })).rejects.toBeInstanceOf(NotFoundError);
		const { microblog } = await tenon.users.getCurrent();
		expect(typeof microblog).toBe("string");
		expect(server.faults).toEqual([]);
	});

	test.skipIf(!python)("python-gitlab signs in and gets the project", { timeout: 60_000 }, async () => {
		await using server = await served(dialect);
		const script = fileURLToPath(new URL("python/supporting.py", import.meta.url));
		const { stdout } = await run(python ?? "", ["-I", "-B", script, server.url], {
			env: { PATH: process.env.PATH ?? "", NO_PROXY: "*" },
		});
		expect([stdout, server.faults]).toEqual(["done\n", []]);
	});
});
