import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const url = "https://downloads.example.com/app";

describe("a new link", () => {
	test("LINK-034, LINK-035, LINK-036, LINK-048 201 with the link, which get and list show", async () => {
		const { ask, at, create, listed } = scene();
		const { body, status } = await create({ name: "App", url });
		expect(status).toBe(201);
		expect(body).toEqual({ id: expect.any(Number), name: "App", url, direct_asset_url: url, link_type: "other" });
		expect((await ask("developer", "GET", `${at}/${body.id}`)).body).toEqual(body);
		expect(await listed()).toEqual([body]);
		const second = await create({ name: "App 2", url: `${url}2` });
		expect(second.body.id).not.toBe(body.id);
	});

	test.each(["runbook", "image", "package", "other"])("LINK-037 link_type=%s is stored", async (link_type) => {
		const { create, listed } = scene();
		const { body } = await create({ name: "App", url, link_type });
		expect(body.link_type).toBe(link_type);
		expect(await listed()).toEqual([body]);
	});

	test("LINK-041 another release may have the same", async () => {
		const { ask, create, make, of, project } = scene();
		make.release(project, { tag_name: "v2.0" });
		const json = { name: "App", url, direct_asset_path: "/bin/app" };
		expect((await create(json)).status).toBe(201);
		expect((await ask("developer", "POST", of("v2.0"), { json })).status).toBe(201);
	});

	test("LINK-054 query, form or JSON: the same link", async () => {
		const fields = { name: "My App", url: `${url}?a=1&b=2`, link_type: "image", direct_asset_path: "/bin/app" };
		const multipart = new FormData();
		for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
		const answers = [];
		for (const asked of [{ json: fields }, { form: fields }, { body: multipart }, {}]) {
			const { ask, at } = scene();
			const query = Object.keys(asked).length > 0 ? "" : `?${new URLSearchParams(fields)}`;
			answers.push(await ask("developer", "POST", `${at}${query}`, asked));
		}
		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
		expect(answers[0]?.body).toMatchObject({ name: "My App", url: fields.url, link_type: "image" });
		for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
	});
});

describe("addresses", () => {
	test.each(["http://example.com/a", "https://example.com/a", "ftp://example.com/a", "HTTPS://example.com/b"])(
		"LINK-045 %s is taken",
		async (given) => {
			const { create } = scene();
			const { body, status } = await create({ name: "App", url: given });
			expect([status, body.url]).toEqual([201, given]);
		},
	);

	test.each([
		"ssh://example.com/a",
		"javascript:alert(1)",
		"file:///etc/passwd",
		"ftps://example.com/a",
		"example.com/a",
		"//example.com/a",
		"wrong_url",
		" https://example.com/a",
	])("LINK-046, LINK-047 %s is refused", async (given) => {
		const { at, refused } = scene();
		const told = await refused("developer", "POST", at, { json: { name: "App", url: given } });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: ["Url is blocked: Only allowed schemes are http, https, ftp"] });
	});

	test.each(["https://", "http://a b/c", "https://[::1"])("LINK-046 %s is no address", async (given) => {
		const { at, refused } = scene();
		const told = await refused("developer", "POST", at, { json: { name: "App", url: given } });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: ["Url is blocked: URI is invalid"] });
	});
});

describe("refusals", () => {
	const there = { name: "App", url, filepath: "/bin/app" };
	test.each([
		["LINK-039, LINK-042", { name: "App", url: `${url}2` }, ["Name has already been taken"]],
		["LINK-040, LINK-042", { name: "App 2", url }, ["Url has already been taken"]],
		["LINK-042", { name: "App", url }, ["Name has already been taken", "Url has already been taken"]],
		["LINK-053", { name: "App 2", url: `${url}2`, direct_asset_path: "/bin/app" }, ["Filepath has already been taken"]],
		["LINK-044", { name: "", url: `${url}2` }, ["Name can't be blank"]],
		["LINK-044", { name: "  ", url: `${url}2` }, ["Name can't be blank"]],
		["LINK-044", { name: "App 2", url: "" }, ["Url can't be blank"]],
		["LINK-044", { name: "", url: "" }, ["Name can't be blank", "Url can't be blank"]],
	])("%s %j", async (_claims, json, message) => {
		const { at, link, refused } = scene();
		link(there);
		const told = await refused("developer", "POST", at, { json });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message });
	});

	test.each([
		["LINK-038", { name: "App", url, link_type: "video" }, "link_type does not have a valid value"],
		["LINK-043", { url }, "name is missing"],
		["LINK-043", { name: "App" }, "url is missing"],
		["LINK-043", {}, "name is missing, url is missing"],
		["LINK-043", { name: null, url: 1 }, "name is invalid, url is invalid"],
	])("%s %j", async (_claim, json, error) => {
		const { at, refused } = scene();
		const told = await refused("developer", "POST", at, { json });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ error });
	});
});

describe("direct paths", () => {
	test("LINK-049, LINK-050, LINK-071 the direct address is below the release, wherever the link shows", async () => {
		const { ask, at, create, listed } = scene();
		const { body } = await create({ name: "App", url, direct_asset_path: "/bin/app" });
		const direct = "http://tenon.test/acme/lab/-/releases/v1.0/downloads/bin/app";
		expect(body).toMatchObject({ url, direct_asset_url: direct });
		expect(await listed()).toEqual([body]);
		expect((await ask("developer", "GET", `${at}/${body.id}`)).body).toEqual(body);
		const updated = await ask("developer", "PUT", `${at}/${body.id}`, { json: { name: "App 2" } });
		expect(updated.body.direct_asset_url).toBe(direct);
		const deleted = await ask("developer", "DELETE", `${at}/${body.id}`);
		expect(deleted.body.direct_asset_url).toBe(direct);
	});

	test("LINK-050 with the installation's own address, and the tag encoded", async () => {
		const { ask, make, of, project } = scene({}, { externalUrl: "https://platform.example.com" });
		make.release(project, { tag_name: "rel/1.0" });
		const json = { name: "App", url, direct_asset_path: "/bin/app" };
		const { body } = await ask("developer", "POST", of("rel%2F1.0"), { json });
		expect(body.direct_asset_url).toBe("https://platform.example.com/acme/lab/-/releases/rel%2F1.0/downloads/bin/app");
	});

	test.each([
		"bin/app",
		"//bin/app",
		"/bin//app",
		"/",
		"/bin/",
		"/bin app",
		"/bin/app?x",
		"/bin/ä",
		"/bin/app-",
		"/bin\n",
	])("LINK-051 %j is no path", async (direct_asset_path) => {
		const { at, refused } = scene();
		const told = await refused("developer", "POST", at, { json: { name: "App", url, direct_asset_path } });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: ["Filepath is in an invalid format"] });
	});

	test("LINK-052 128 characters at most", async () => {
		const { at, create, refused } = scene();
		const longest = `/${"a".repeat(127)}`;
		const { body, status } = await create({ name: "App", url, direct_asset_path: longest });
		expect([status, body.direct_asset_url.endsWith(longest)]).toEqual([201, true]);
		const json = { name: "App 2", url: `${url}2`, direct_asset_path: `${longest}a` };
		const told = await refused("developer", "POST", at, { json });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: ["Filepath is too long (maximum is 128 characters)"] });
	});

	test("a hundred thousand characters are looked at once", async () => {
		const { at, refused } = scene();
		const json = { name: "App", url, direct_asset_path: `/${"a-/".repeat(33_000)}!` };
		const started = performance.now();
		expect((await refused("developer", "POST", at, { json })).status).toBe(400);
		expect(performance.now() - started).toBeLessThan(1000);
	});
});
