import { describe, expect, test } from "vitest";
import { groupScene } from "./record-scene";

type Named = { full_path?: string; path_with_namespace: string };
const paths = (projects: Named[]): string[] => projects.map((one) => one.path_with_namespace);

/** A group with a project of each visibility, one of each shared with it, and some that are neither. */
function withProjects() {
	const made = groupScene();
	const { make, sub } = made;
	make.group("friends", { visibility: "public" });
	sub("child");
	for (const visibility of ["public", "internal", "private"] as const) {
		make.project(`lab/${visibility}`, { visibility });
		make.project(`friends/${visibility}`, { visibility });
		make.share("lab", `friends/${visibility}`, "developer");
	}
	make.project("lab/child/below");
	make.project("friends/unshared");
	return made;
}

describe("projects and shared projects", () => {
	test("GROUP-070 the projects are those right in the group", async () => {
		const { group, read } = withProjects();
		const { projects } = await read();
		expect(paths(projects)).toEqual(["lab/private", "lab/internal", "lab/public"]);
		for (const one of projects) expect(one.namespace).toMatchObject({ id: group.id, kind: "group", full_path: "lab" });
	});

	test("GROUP-071 the shared ones lie elsewhere", async () => {
		const { group, read } = withProjects();
		const { shared_projects } = await read();
		expect(paths(shared_projects)).toEqual(["friends/private", "friends/internal", "friends/public"]);
		for (const one of shared_projects) expect(one.namespace.id).not.toBe(group.id);
	});

	test.each([
		["GROUP-072", null, ["public"]],
		["GROUP-073", "outsider", ["internal", "public"]],
		["GROUP-074", "guest", ["private", "internal", "public"]],
		["GROUP-074", "root", ["private", "internal", "public"]],
	])("%s what %s sees of them", async (_claim, who, names) => {
		const { read } = withProjects();
		const { projects, shared_projects } = await read(who);
		expect(paths(projects)).toEqual(names.map((name) => `lab/${name}`));
		expect(paths(shared_projects)).toEqual(names.map((name) => `friends/${name}`));
	});

	test("GROUP-075 the newest first, whatever their names", async () => {
		const { make, read } = groupScene();
		make.group("friends");
		for (const path of ["m", "z", "a"]) {
			make.project(`lab/${path}`);
			make.project(`friends/${path}`);
		}
		for (const path of ["a", "m", "z"]) make.share("lab", `friends/${path}`, "guest");
		const { projects, shared_projects } = await read();
		expect(paths(projects)).toEqual(["lab/a", "lab/z", "lab/m"]);
		expect(paths(shared_projects)).toEqual(["friends/a", "friends/z", "friends/m"]);
	});

	test("GROUP-130 topics are told twice, by name", async () => {
		const { make, read } = groupScene();
		make.project("lab/web", { topics: ["shop", "api", "web"] });
		make.project("lab/plain");
		const [plain, web] = (await read()).projects;
		expect([web.topics, web.tag_list]).toEqual([
			["api", "shop", "web"],
			["api", "shop", "web"],
		]);
		expect([plain.topics, plain.tag_list]).toEqual([[], []]);
	});
});

describe("at most a hundred of each", () => {
	/** A group with so many projects, and as many shared with it. */
	function crowded(count: number) {
		const made = groupScene();
		made.make.group("friends");
		for (let number = 1; number <= count; number++) {
			made.make.project(`lab/own-${number}`);
			made.make.project(`friends/shared-${number}`);
			made.make.share("lab", `friends/shared-${number}`, "guest");
		}
		return made;
	}

	test.each([99, 100])("GROUP-068, GROUP-069 all of %i", async (count) => {
		const { projects, shared_projects } = await crowded(count).read();
		expect([projects.length, shared_projects.length]).toEqual([count, count]);
	});

	test("GROUP-068, GROUP-069, GROUP-497, CONV-105 a hundred of 101, read and changed", async () => {
		const { changed, read } = crowded(101);
		for (const record of [await read(), await changed({ description: "Full." })]) {
			expect([record.projects.length, record.shared_projects.length]).toEqual([100, 100]);
			expect(record.projects[0].path).toBe("own-101");
			expect(record.shared_projects.at(-1).path).toBe("shared-2");
		}
	});

	test("GROUP-068 those that the caller does not see do not count", async () => {
		const { make, read } = crowded(100);
		for (let number = 1; number <= 5; number++) make.project(`lab/private-${number}`, { visibility: "private" });
		expect((await read(null)).projects.length).toBe(100);
	});
});

describe("with_projects", () => {
	test.each(["", "?with_projects=true", "?with_projects=1"])("GROUP-163 they are there: %s", async (query) => {
		const { projects, shared_projects } = await withProjects().read("owner", undefined, query);
		expect([projects.length, shared_projects.length]).toEqual([3, 3]);
	});

	test("GROUP-164, GROUP-165, GROUP-166 false leaves out both, and nothing else", async () => {
		const { read } = withProjects();
		for (const who of ["owner", "root", "guest", null]) {
			const { projects, shared_projects, ...rest } = await read(who);
			expect([projects.length > 0, shared_projects.length > 0]).toEqual([true, true]);
			expect(await read(who, undefined, "?with_projects=false")).toEqual(rest);
		}
		expect(await read("owner", undefined, "?with_projects=false")).toHaveProperty("runners_token");
	});

	test("GROUP-167 anything else is invalid", async () => {
		const { at, inVain } = withProjects();
		const told = await inVain("owner", "GET", `${at}?with_projects=maybe`);
		expect([told.status, told.body]).toEqual([400, { error: "with_projects is invalid" }]);
	});
});
