import { describe, expect, test } from "vitest";
import { operationNamed, operations, scene } from "./scene";

const ids = (list: unknown[]): number[] => list.map((one) => (one as { id: number }).id);

describe("addresses", () => {
	test.each(operations)(
		"LINK-017 by number and by encoded path alike: $id",
		async ({ method, path, asked, status }) => {
			const answers = [];
			for (const by of ["number", "path"]) {
				const { ask, link, project } = scene();
				const { id } = link();
				const place = by === "number" ? project.id : "acme%2Flab";
				const below = path.replace("LINK", String(id));
				answers.push(await ask("developer", method, `/projects/${place}/releases/v1.0/assets/links${below}`, asked));
			}
			expect(answers.map((one) => one.status)).toEqual([status, status]);
			expect(answers[1]?.body).toEqual(answers[0]?.body);
		},
	);

	test.each(operations)(
		"LINK-018 a tag with a slash, percent-encoded: $id",
		async ({ method, path, asked, status }) => {
			const { ask, make, of, project } = scene();
			const release = make.release(project, { tag_name: "rel/1.0" });
			const { id } = make.releaseLink(release);
			const told = await ask("developer", method, `${of("rel%2F1.0")}${path.replace("LINK", String(id))}`, asked);
			expect(told.status).toBe(status);
			expect(told.body.id ?? told.body[0].id).toBe(method === "POST" ? id + 1 : id);
		},
	);

	test.each([
		["LINK-024", "getReleaseLink"],
		["LINK-025", "updateReleaseLink"],
		["LINK-026", "deleteReleaseLink"],
	])("%s %s of an unknown link, or another release's: 404", async (_claim, operation) => {
		const { method, path, asked } = operationNamed(operation);
		const { at, make, project, refused } = scene();
		const other = make.releaseLink(make.release(project, { tag_name: "v2.0" }));
		for (const id of [other.id, 999_999, 0]) {
			const told = await refused("developer", method, `${at}${path.replace("LINK", String(id))}`, asked);
			expect(told).toMatchObject({ status: 404, unchanged: true });
			expect(told.body).toEqual({ message: "404 Not found" });
		}
	});

	test("LINK-027 a link that is no number: 400", async () => {
		const { ask, at } = scene();
		const { body, status } = await ask("developer", "GET", `${at}/abc`);
		expect([status, body]).toEqual([400, { error: "link_id is invalid" }]);
	});

	test.each([
		["LINK-028", "listReleaseLinks"],
		["LINK-029", "getReleaseLink"],
		["LINK-030", "createReleaseLink"],
		["LINK-031", "updateReleaseLink"],
		["LINK-032", "deleteReleaseLink"],
	])("%s %s of a tag without a release: 404", async (_claim, operation) => {
		const { method, path, asked } = operationNamed(operation);
		const { link, make, of, platform, project, refused } = scene();
		platform.state.projects.update(project.id, { tags: { "v1.0": "a", "v9.0": "b" } });
		make.release(make.project("acme/other"), { tag_name: "v9.0" });
		const { id } = link();
		for (const tag of ["v9.0", "v1", "V1.0", "__proto__"]) {
			const told = await refused("developer", method, `${of(tag)}${path.replace("LINK", String(id))}`, asked);
			expect(told, tag).toMatchObject({ status: 404, unchanged: true });
			expect(told.body).toEqual({ message: "404 Not found" });
		}
	});

	test.each(operations)("LINK-033 an unknown project: 404: $id", async ({ method, path, asked }) => {
		const { link, refused } = scene();
		const below = path.replace("LINK", String(link().id));
		for (const place of ["999999", "acme%2Fnothing"]) {
			const address = `/projects/${place}/releases/v1.0/assets/links${below}`;
			const told = await refused("developer", method, address, asked);
			expect(told).toMatchObject({ status: 404, unchanged: true });
			expect(told.body).toEqual({ message: "404 Project Not Found" });
		}
	});
});

describe("list and record", () => {
	test("LINK-019 the links of that release alone; without one an empty list", async () => {
		const { ask, at, link, make, of, project, release } = scene();
		const other = make.releaseLink(make.release(project, { tag_name: "v2.0" }));
		expect((await ask("developer", "GET", at)).body).toEqual([]);
		const own = link();
		expect(release.tag_name).toBe("v1.0");
		const { body, status } = await ask("developer", "GET", at);
		expect([status, ids(body)]).toEqual([200, [own.id]]);
		expect(ids((await ask("developer", "GET", of("v2.0"))).body)).toEqual([other.id]);
	});

	test("LINK-020 the one created last comes first", async () => {
		const { link, listed } = scene();
		const [second, third, first] = ["2026-01-02", "2026-01-01", "2026-01-03"].map(
			(day) => link({ created_at: `${day}T00:00:00.000Z` }).id,
		);
		const latest = [link({ created_at: "2026-01-03T00:00:00.000Z" }).id, first];
		expect(ids(await listed())).toEqual([...latest, second, third]);
	});

	test("LINK-021, LINK-022 twenty on a page, a hundred at most, with the paging headers", async () => {
		const { ask, at, link } = scene();
		const all = Array.from({ length: 21 }, () => link().id).reverse();
		const get = (query = "") => ask("developer", "GET", `${at}${query}`);
		expect(ids((await get()).body)).toEqual(all.slice(0, 20));
		const { body, headers } = await get("?page=2");
		expect(ids(body)).toEqual(all.slice(20));
		const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
		expect(names.map((name) => headers.get(name))).toEqual(["2", "20", "21", "2", "", "1"]);
		expect(headers.get("link")).toContain(`${at}?page=1&per_page=20>; rel="prev"`);
		for (let count = 21; count < 101; count++) link();
		const clamped = await get("?per_page=101");
		expect([clamped.body.length, clamped.headers.get("x-per-page")]).toEqual([100, "100"]);
	});

	test("LINK-023, LINK-048 one link, as the list has it", async () => {
		const { ask, at, link, listed } = scene();
		link();
		const { id } = link({ name: "Manual", url: "https://example.com/manual", link_type: "runbook" });
		const { body, status } = await ask("developer", "GET", `${at}/${id}`);
		expect(status).toBe(200);
		expect(body).toEqual({
			id,
			name: "Manual",
			url: "https://example.com/manual",
			direct_asset_url: "https://example.com/manual",
			link_type: "runbook",
		});
		expect((await listed())[0]).toEqual(body);
	});

	test("the demo's release has a link of each kind", async () => {
		const { ask } = scene();
		const { body } = await ask(null, "GET", "/projects/acme%2Fweb/releases/v1.0/assets/links");
		expect(body.map((one: { link_type: string }) => one.link_type).sort()).toEqual([
			"image",
			"other",
			"package",
			"runbook",
		]);
	});
});
