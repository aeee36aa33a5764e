import type { Project } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { operationNamed, reads, scene, writes } from "./scene";

const everyone = ["nobody", "outsider", "guest", "reporter", "developer", "maintainer", "owner", "root", "auditor"];
const invisible = [404, { message: "404 Project Not Found" }] as const;
const denied = [403, { message: "403 Forbidden" }] as const;

/** Who is refused on reads of a project set up like this; all others read. */
const visibility: [string, Partial<Project>, { [who: string]: typeof invisible | typeof denied }][] = [
	["LINK-072 public", { visibility: "public" }, {}],
	["LINK-072 internal", { visibility: "internal" }, { nobody: invisible }],
	[
		"LINK-073 public, releases for members",
		{ visibility: "public", releases_access_level: "private" },
		{ nobody: denied, outsider: denied },
	],
	["LINK-074 private", { visibility: "private" }, { nobody: invisible, outsider: invisible }],
	[
		"LINK-073 releases switched off",
		{ releases_access_level: "disabled" },
		Object.fromEntries(everyone.map((who) => [who, denied])),
	],
];

describe("reading", () => {
	test.each(visibility)("%s", async (_what, given, refusals) => {
		const { ask, at, link } = scene(given);
		const { id } = link();
		for (const who of everyone)
			for (const { path } of reads) {
				const told = await ask(who === "nobody" ? null : who, "GET", `${at}${path.replace("LINK", String(id))}`);
				const refusal = refusals[who];
				expect(told.status, `${who} ${path}`).toBe(refusal?.[0] ?? 200);
				if (refusal) expect(told.body).toEqual(refusal[1]);
				else expect(told.body.id ?? told.body[0].id).toBe(id);
			}
	});
});

describe("writing", () => {
	test.each([
		["LINK-075", "createReleaseLink"],
		["LINK-078", "updateReleaseLink"],
		["LINK-081", "deleteReleaseLink"],
	])("%s %s: developers and above; guests and reporters 403", async (_claim, operation) => {
		const { method, path, asked, status } = operationNamed(operation);
		for (const who of ["guest", "reporter", "auditor"]) {
			const { at, link, refused } = scene();
			const told = await refused(who, method, `${at}${path.replace("LINK", String(link().id))}`, asked);
			expect(told, who).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual(denied[1]);
		}
		for (const who of ["developer", "maintainer", "owner", "root"]) {
			const { ask, at, link } = scene({ visibility: "private" });
			const told = await ask(who, method, `${at}${path.replace("LINK", String(link().id))}`, asked);
			expect(told.status, who).toBe(status);
		}
	});

	test.each([
		["LINK-076", "createReleaseLink"],
		["LINK-079", "updateReleaseLink"],
		["LINK-082", "deleteReleaseLink"],
	])("%s %s by a non-member: 403 in a public project, 404 in a private one", async (_claim, operation) => {
		const { method, path, asked } = operationNamed(operation);
		for (const [given, [status, body]] of [
			["public", denied],
			["private", invisible],
		] as const) {
			const { at, link, refused } = scene({ visibility: given });
			const told = await refused("outsider", method, `${at}${path.replace("LINK", String(link().id))}`, asked);
			expect(told).toMatchObject({ status, unchanged: true });
			expect(told.body).toEqual(body);
		}
	});

	test.each([
		["LINK-077", "createReleaseLink"],
		["LINK-080", "updateReleaseLink"],
		["LINK-083", "deleteReleaseLink"],
	])("%s %s by nobody: 401", async (_claim, operation) => {
		const { method, path, asked } = operationNamed(operation);
		const { at, link, refused } = scene({ visibility: "public" });
		const told = await refused(null, method, `${at}${path.replace("LINK", String(link().id))}`, asked);
		expect(told).toMatchObject({ status: 401, unchanged: true });
		expect(told.body).toEqual({ message: "401 Unauthorized" });
	});

	test.each(writes)("LINK-084 a protected tag is for maintainers: $id", async ({ method, path, asked, status }) => {
		const { ask, at, link, refused } = scene({ protected_refs: ["main", "v1.0"] });
		const address = `${at}${path.replace("LINK", String(link().id))}`;
		const told = await refused("developer", method, address, asked);
		expect(told).toMatchObject({ status: 403, unchanged: true });
		expect(told.body).toEqual(denied[1]);
		expect((await ask("maintainer", method, address, asked)).status).toBe(status);
	});

	test.each(writes)("LINK-085 a token for reading: 403: $id", async ({ method, path, asked }) => {
		const { at, link, refused } = scene();
		const told = await refused("owner-read", method, `${at}${path.replace("LINK", String(link().id))}`, asked);
		expect(told).toMatchObject({ status: 403, unchanged: true });
		expect(told.body).toEqual({
			error: "insufficient_scope",
			error_description: "The request requires higher privileges than provided by the access token.",
			scope: "api",
		});
	});

	test.each(reads)("LINK-085 a token for reading reads: $id", async ({ path }) => {
		const { ask, at, link } = scene({ visibility: "private" });
		const told = await ask("guest-read", "GET", `${at}${path.replace("LINK", String(link().id))}`);
		expect(told.status).toBe(200);
	});
});
