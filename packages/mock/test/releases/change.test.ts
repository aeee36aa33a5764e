import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const url = "https://downloads.example.com/app";
const there = { name: "App", url, link_type: "image", filepath: "/bin/app" } as const;

/** A release with a link to change, another beside it, and how to change the one. */
function changing() {
	const made = scene();
	const link = made.link(there);
	const other = made.link({ name: "Other", url: `${url}/other`, filepath: "/other" });
	const path = `${made.at}/${link.id}`;
	return {
		...made,
		other,
		path,
		before: { id: link.id, name: "App", url, link_type: "image", direct_asset_url: direct("/bin/app") },
		put: (json: object) => made.ask("developer", "PUT", path, { json }),
		get: async () => (await made.ask("developer", "GET", path)).body,
	};
}
const direct = (path: string) => `http://tenon.test/acme/lab/-/releases/v1.0/downloads${path}`;

describe("update", () => {
	test.each([
		["LINK-055, LINK-060", { name: "New" }, { name: "New" }],
		["LINK-056, LINK-060", { url: `${url}/new` }, { url: `${url}/new` }],
		["LINK-059", { name: "App", link_type: "runbook" }, { link_type: "runbook" }],
		["LINK-061, LINK-062", { name: "App", direct_asset_path: "/new" }, { direct_asset_url: direct("/new") }],
		["LINK-061", { url, direct_asset_path: "/new" }, { direct_asset_url: direct("/new") }],
		["LINK-061", { url, direct_asset_path: "" }, { direct_asset_url: url }],
		["LINK-066", { name: "App", url }, {}],
		["LINK-066", { name: "App", url, direct_asset_path: "/bin/app" }, {}],
		["LINK-055, LINK-056", { name: "N", url: `${url}/n` }, { name: "N", url: `${url}/n` }],
	])("%s, LINK-064 %j changes that alone: 200, the same id", async (_claims, json, changes) => {
		const { before, get, put } = changing();
		const { body, status } = await put(json);
		expect(status).toBe(200);
		expect(body).toEqual({ ...before, ...changes });
		expect(await get()).toEqual(body);
	});

	test.each([
		{},
		{ link_type: "runbook" },
		{ direct_asset_path: "/new" },
		{ link_type: "image", direct_asset_path: "" },
	])("LINK-057, LINK-058 neither name nor url: %j", async (json) => {
		const { before, get, path, refused } = changing();
		const told = await refused("developer", "PUT", path, { json });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error: "name, url are missing, at least one parameter must be provided" });
		expect(await get()).toEqual(before);
	});

	test("LINK-057, LINK-058 no body at all", async () => {
		const { path, refused } = changing();
		const told = await refused("developer", "PUT", path);
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error: "name, url are missing, at least one parameter must be provided" });
	});

	test("LINK-063 a link_type that is none: 400", async () => {
		const { before, get, path, refused } = changing();
		const told = await refused("developer", "PUT", path, { json: { name: "New", link_type: "video" } });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error: "link_type does not have a valid value" });
		expect(await get()).toEqual(before);
	});

	test.each([
		["LINK-065", { name: "Other" }, "Name has already been taken"],
		["LINK-065", { url: `${url}/other` }, "Url has already been taken"],
		["LINK-065", { name: "New", direct_asset_path: "/other" }, "Filepath has already been taken"],
		["LINK-067", { url: "wrong_url" }, "Url is blocked: Only allowed schemes are http, https, ftp"],
		["LINK-067", { name: "New", url: "ssh://x" }, "Url is blocked: Only allowed schemes are http, https, ftp"],
		["LINK-067", { url: "" }, "Url can't be blank"],
		["LINK-065", { name: "" }, "Name can't be blank"],
		["LINK-061", { name: "New", direct_asset_path: "new" }, "Filepath is in an invalid format"],
	])("%s %j: 400, and the link stays as it was", async (_claim, json, text) => {
		const { before, get, path, refused } = changing();
		const told = await refused("developer", "PUT", path, { json });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: [text] });
		expect(await get()).toEqual(before);
	});
});

describe("delete", () => {
	test("LINK-068, LINK-069 200 with the link, which is gone then", async () => {
		const { ask, before, listed, other, path, refused } = changing();
		const { body, status } = await ask("developer", "DELETE", path);
		expect([status, body]).toEqual([200, before]);
		expect((await listed()).map((one) => (one as { id: number }).id)).toEqual([other.id]);
		expect((await ask("developer", "GET", path)).status).toBe(404);
		const again = await refused("developer", "DELETE", path);
		expect(again).toMatchObject({ status: 404, unchanged: true });
		expect(again.body).toEqual({ message: "404 Not found" });
	});

	test("LINK-070 name, address and path are free again", async () => {
		const { ask, before, create, path } = changing();
		await ask("developer", "DELETE", path);
		const { body, status } = await create({ name: "App", url, direct_asset_path: "/bin/app" });
		expect(status).toBe(201);
		expect(body.id).not.toBe(before.id);
	});
});
