import { readdirSync, readFileSync } from "node:fs";
import { createPlatform, demo } from "@tenon/mock";
import { supporting } from "@tenon/mock/supporting";
import { describe, expect, test } from "vitest";
import { askOf } from "../support/world";

const platform = createPlatform({
	seed: demo,
	clock: "2026-01-05T09:30:00.000Z",
	strict: true,
	extensions: [supporting],
	// In strict mode, each response is validated, and an invalid one fails the test.
	onError: (error) => {
		throw error;
	},
});

const ask = askOf(platform.fetch);
const get = (who: string | null, path: string) => ask(who, "GET", path);

const web = "/projects/acme%2Fweb";

describe("the supporting endpoints", () => {
	test("return version and metadata to signed-in users", async () => {
		expect((await get("guest", "/version")).body).toEqual({ version: "18.9.0-ee", revision: "4f2c8d1a9e7" });
		expect((await get("guest", "/metadata")).body).toMatchObject({ enterprise: true, kas: { enabled: false } });
		expect((await get(null, "/version")).status).toBe(401);
	});

	test("list the projects that the caller sees, and return one by number and by path", async () => {
		const all = await get("root", "/projects?per_page=100");
		const open = await get(null, "/projects?per_page=100");
		const visible = (rows: { visibility: string }[]) => new Set(rows.map(({ visibility }) => visibility));
		expect(visible(open.body)).toEqual(new Set(["public"]));
		expect(all.body.length).toBeGreaterThan(open.body.length);
		expect(Number(all.headers.get("x-total"))).toBe(platform.state.projects.size);
		const one = await get("developer", web);
		expect(one.body).toMatchObject({ id: 101, path_with_namespace: "acme/web" });
		expect((await get("developer", "/projects/101")).body).toEqual(one.body);
		expect((await get("developer", "/projects/acme%2Fnothing")).body).toEqual({ message: "404 Project Not Found" });
		const mine = await get("developer", "/projects?membership=true&order_by=path&sort=asc&per_page=100");
		const paths = mine.body.map(({ path }: { path: string }) => path);
		expect(paths).toEqual([...paths].sort());
		expect((await get("outsider", "/projects?membership=true")).body.length).toBeLessThan(mine.body.length);
	});

	test("list what GraphQL lists: the same issues and merge requests, for each role", async () => {
		for (const who of ["root", "reporter", "guest", "outsider"]) {
			const query = `{ project(fullPath: "acme/web") { issues(first: 100) { nodes { iid title state confidential } } mergeRequests(first: 100) { nodes { iid title state } } } }`;
			const response = await platform.fetch("http://tenon.test/api/graphql", {
				method: "POST",
				headers: { "PRIVATE-TOKEN": `${who}-token`, "content-type": "application/json" },
				body: JSON.stringify({ query }),
			});
			const { project } = (await response.json()).data;
			const rows = async (path: string, fields: readonly string[]) => {
				const { status, body } = await get(who, `${web}/${path}?per_page=100&state=all`);
				expect(status, `${who} ${path}`).toBe(project?.[path === "issues" ? "issues" : "mergeRequests"] ? 200 : 403);
				return status === 200
					? body.map((row: Record<string, unknown>) =>
							Object.fromEntries(fields.map((field) => [field, field === "iid" ? String(row.iid) : row[field]])),
						)
					: undefined;
			};
			expect(await rows("issues", ["iid", "title", "state", "confidential"])).toEqual(project?.issues?.nodes);
			expect(await rows("merge_requests", ["iid", "title", "state"])).toEqual(
				project?.mergeRequests?.nodes ?? undefined,
			);
		}
	});

	test("filter, and return single records", async () => {
		const opened = await get("developer", `${web}/issues?state=opened&per_page=100`);
		expect(new Set(opened.body.map(({ state }: { state: string }) => state))).toEqual(new Set(["opened"]));
		const [first] = opened.body;
		expect((await get("developer", `${web}/issues/${first.iid}`)).body).toEqual(first);
		expect((await get("developer", `${web}/issues/9999`)).status).toBe(404);
		const [merge] = (await get("developer", `${web}/merge_requests?state=opened`)).body;
		expect((await get("developer", `${web}/merge_requests/${merge.iid}`)).body).toEqual(merge);
		const same = await get(
			"developer",
			`${web}/merge_requests?source_branch=${encodeURIComponent(merge.source_branch)}`,
		);
		expect(same.body.map(({ source_branch }: typeof merge) => source_branch)).toContain(merge.source_branch);
		const secret = platform.state.issues.in("project", 101).find(({ confidential }) => confidential);
		expect((await get("outsider", `${web}/issues/${secret?.iid}`)).status).toBe(404);
	});

	test("list and return branches", async () => {
		const names = (await get("developer", `${web}/repository/branches`)).body.map(({ name }: { name: string }) => name);
		expect(names).toEqual(Object.keys(platform.state.projects.get(101)?.branches ?? {}).sort());
		expect((await get("maintainer", `${web}/repository/branches/main`)).body).toMatchObject({
			default: true,
			protected: true,
			can_push: true,
		});
		expect((await get("developer", `${web}/repository/branches/none`)).body).toEqual({
			message: "404 Branch Not Found",
		});
	});
});

test("the supporting endpoints use nothing but the public API of extensions", () => {
	const folder = "packages/mock/src/supporting";
	for (const file of readdirSync(folder))
		for (const [, from] of readFileSync(`${folder}/${file}`, "utf8").matchAll(/ from "([^"]+)"/g))
			expect(
				["@tenon/contract/supporting", "../extension/public"].includes(from ?? "") || from?.startsWith("./"),
				`${file}: ${from}`,
			).toBe(true);
});
