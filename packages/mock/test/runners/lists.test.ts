import { describe, expect, test } from "vitest";
import { ids, insufficient, type ListName, listAt, listedRunner, lists, scene, unauthorized } from "./scene";

describe("paging", () => {
	const claims: { [list in ListName]: [size: string, headers: string, walk: string] } = {
		listRunners: ["RUNNER-104", "RUNNER-105", "RUNNER-106"],
		listAllRunners: ["RUNNER-136", "RUNNER-137", "RUNNER-138"],
		listProjectRunners: ["RUNNER-169", "RUNNER-170", "RUNNER-171"],
		listGroupRunners: ["RUNNER-200", "RUNNER-201", "RUNNER-202"],
	};
	const many = (list: ListName, count: number) => {
		const made = scene();
		const all = Array.from({ length: count }, () => listedRunner(list, made).id);
		const { who, path } = listAt(list, made);
		return { all, get: (query: string) => made.ask(who, "GET", `${path}${query}`) };
	};

	test.each(lists.map((list) => [claims[list][0], list] as const))("%s %s: 20 a page", async (_claim, list) => {
		const { get } = many(list, 21);
		const told = await get("");
		expect(told.body).toHaveLength(20);
		expect(told.headers.get("x-per-page")).toBe("20");
	});

	test.each(lists.map((list) => [claims[list][1], list] as const))(
		"%s %s: paging headers; per_page=101 is 100",
		async (_claim, list) => {
			const { get } = many(list, 101);
			const { headers, body } = await get("?per_page=101&page=1");
			expect(body).toHaveLength(100);
			const told = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"].map((name) =>
				headers.get(name),
			);
			expect(told).toEqual(["1", "100", "101", "2", "2", ""]);
			expect(headers.get("link")).toMatch(/page=2&per_page=100>; rel="next".*rel="first".*rel="last"/);
		},
	);

	test.each(lists.map((list) => [claims[list][2], list] as const))(
		"%s %s: all pages give every runner once",
		async (_claim, list) => {
			const { all, get } = many(list, 11);
			const seen: number[] = [];
			for (let page = "1"; page !== ""; ) {
				const told = await get(`?per_page=4&page=${page}`);
				seen.push(...ids(told));
				page = told.headers.get("x-next-page") ?? "";
			}
			expect(seen).toHaveLength(11);
			expect(new Set(seen)).toEqual(new Set(all));
		},
	);
});

describe("credentials", () => {
	test.each([
		["RUNNER-107", "listRunners"],
		["RUNNER-139", "listAllRunners"],
		["RUNNER-172", "listProjectRunners"],
		["RUNNER-203", "listGroupRunners"],
	] as const)("%s, RUNNER-496 %s without: 401, before parameters are looked at", async (_claim, list) => {
		const made = scene();
		const { path } = listAt(list, made);
		for (const query of ["", "?type=bogus", "?per_page=x"]) {
			const told = await made.ask(null, "GET", `${path}${query}`);
			expect([told.status, told.body]).toEqual([401, unauthorized]);
		}
	});

	test.each(lists)("RUNNER-493, AUTH-052 %s with manage_runners alone: 403", async (list) => {
		const made = scene();
		const { who, path } = listAt(list, made);
		const told = await made.ask(made.scoped(who, "manage_runners"), "GET", path);
		expect([told.status, told.body]).toEqual([403, insufficient("api", "read_api")]);
	});

	test.each(lists)("RUNNER-494 %s with read_api: read", async (list) => {
		const made = scene();
		const runner = listedRunner(list, made);
		const { who, path } = listAt(list, made);
		const told = await made.ask(made.scoped(who, "read_api"), "GET", path);
		expect(told.status).toBe(200);
		expect(ids(told)).toEqual([runner.id]);
	});
});

describe("GET /runners", () => {
	test("RUNNER-232, RUNNER-233 project runners show to maintainers and owners of a project, not to developers", async () => {
		const { ask, foreign, make, projectRunner } = scene();
		const own = projectRunner();
		projectRunner({}, [foreign]);
		make.user({ username: "helper" });
		make.member("helper", "lab/app", "maintainer");
		for (const who of ["maintainer", "owner", "helper"])
			expect(ids(await ask(who, "GET", "/runners"))).toEqual([own.id]);
		for (const who of ["developer", "reporter", "guest", "outsider"])
			expect(ids(await ask(who, "GET", "/runners"))).toEqual([]);
	});

	test("RUNNER-234 group runners show to owners, with those of subgroups; not to maintainers", async () => {
		const { ask, groupRunner, make, sub } = scene();
		const upper = groupRunner();
		const lower = make.runner({ group: sub });
		expect(ids(await ask("owner", "GET", "/runners"))).toEqual([lower.id, upper.id]);
		expect(ids(await ask("maintainer", "GET", "/runners"))).toEqual([]);
		make.user({ username: "helper" });
		make.member("helper", "lab/sub", "owner");
		expect(ids(await ask("helper", "GET", "/runners"))).toEqual([lower.id]);
	});

	test("RUNNER-235, RUNNER-114 instance runners never show, to administrators neither", async () => {
		const { ask, instanceRunner, make, projectRunner } = scene();
		instanceRunner();
		const own = projectRunner();
		make.member("root", "lab", "owner");
		for (const who of ["root", "owner"]) {
			expect(ids(await ask(who, "GET", "/runners"))).toEqual([own.id]);
			expect((await ask(who, "GET", "/runners?type=instance_type")).body).toEqual([]);
		}
	});

	test("RUNNER-236 who has no such role gets an empty list", async () => {
		const { ask, groupRunner, instanceRunner, projectRunner } = scene();
		for (const make of [groupRunner, instanceRunner, projectRunner]) make();
		for (const who of ["outsider", "auditor", "guest"]) {
			const told = await ask(who, "GET", "/runners");
			expect([told.status, told.body, told.headers.get("x-total")]).toEqual([200, [], "0"]);
		}
	});

	test("RUNNER-237 a runner of two projects shows once", async () => {
		const { ask, project, projectRunner, second } = scene();
		const runner = projectRunner({}, [project, second]);
		expect(ids(await ask("maintainer", "GET", "/runners"))).toEqual([runner.id]);
	});
});

describe("GET /runners/all", () => {
	test.each([
		["RUNNER-238", "root"],
		["RUNNER-239", "auditor"],
	])("%s every runner, to %s", async (_claim, who) => {
		const { ask, foreign, groupRunner, instanceRunner, projectRunner } = scene();
		const all = [instanceRunner(), groupRunner(), projectRunner(), projectRunner({}, [foreign])];
		const told = await ask(who, "GET", "/runners/all");
		expect(told.status).toBe(200);
		expect(ids(told).sort()).toEqual(all.map((one) => one.id).sort());
	});

	test.each(["owner", "maintainer", "guest", "outsider"])("RUNNER-240, RUNNER-241 refused to %s: 403", async (who) => {
		const { ask, projectRunner } = scene();
		projectRunner();
		const told = await ask(who, "GET", "/runners/all");
		expect([told.status, told.body]).toEqual([403, { message: "403 Forbidden" }]);
	});

	test.each(["hosted", "self-managed", "any"] as const)(
		"RUNNER-243 offering %s: the role alone decides",
		async (offering) => {
			const { ask } = scene({ offering });
			expect((await ask("root", "GET", "/runners/all")).status).toBe(200);
			expect((await ask("owner", "GET", "/runners/all")).status).toBe(403);
		},
	);

	test("RUNNER-504 all and verify are no runner ids", async () => {
		const { ask, projectRunner, state } = scene();
		projectRunner();
		expect((await ask("root", "GET", "/runners/all")).body).toHaveLength(1);
		const before = state();
		for (const [method, path] of [
			["PUT", "/runners/all"],
			["DELETE", "/runners/all"],
			["GET", "/runners/verify"],
			["DELETE", "/runners/verify"],
		] as const) {
			const told = await ask("root", method, path);
			expect([told.status, told.body]).toEqual([405, { error: "405 Not Allowed" }]);
		}
		expect(state()).toBe(before);
	});
});

describe("GET /projects/:id/runners", () => {
	test("RUNNER-244, RUNNER-245, RUNNER-246, RUNNER-248 own, group and instance runners, and no others", async () => {
		const { ask, foreign, group, instanceRunner, make, projectRunner, second, sub } = scene();
		const deep = make.project("lab/sub/deep");
		const wanted = [projectRunner({}, [deep]), make.runner({ group }), make.runner({ group: sub }), instanceRunner()];
		projectRunner({}, [second]);
		projectRunner({}, [foreign]);
		make.runner({ group: make.group("lab/beside") });
		const told = await ask("maintainer", "GET", `/projects/${deep.id}/runners`);
		expect(ids(told).sort()).toEqual(wanted.map((one) => one.id).sort());
	});

	test("RUNNER-247 no instance runners where the project does not allow them", async () => {
		const { ask, groupRunner, instanceRunner, platform, project, projectRunner } = scene();
		instanceRunner();
		const wanted = [groupRunner(), projectRunner()];
		platform.state.projects.update(project.id, { shared_runners_enabled: false });
		const told = await ask("maintainer", "GET", `/projects/${project.id}/runners`);
		expect(ids(told).sort()).toEqual(wanted.map((one) => one.id).sort());
	});

	test("RUNNER-249 by number and by encoded path the same", async () => {
		const { ask, project, projectRunner } = scene();
		projectRunner();
		const [byNumber, byPath] = [
			await ask("maintainer", "GET", `/projects/${project.id}/runners`),
			await ask("maintainer", "GET", "/projects/lab%2Fapp/runners"),
		];
		expect(byNumber?.body).toHaveLength(1);
		expect(byPath?.body).toEqual(byNumber?.body);
	});

	test("RUNNER-250, RUNNER-251, AUTH-058 for administrators, auditors and maintainers; 403 below, 404 unseen", async () => {
		const { ask, project, projectRunner } = scene();
		projectRunner();
		const at = `/projects/${project.id}/runners`;
		for (const who of ["root", "auditor", "owner", "maintainer"])
			expect((await ask(who, "GET", at)).body, who).toHaveLength(1);
		for (const who of ["developer", "reporter", "guest"]) {
			const told = await ask(who, "GET", at);
			expect([told.status, told.body]).toEqual([403, { message: "403 Forbidden" }]);
		}
		for (const path of [at, "/projects/999999/runners"]) {
			const told = await ask("outsider", "GET", path);
			expect([told.status, told.body]).toEqual([404, { message: "404 Project Not Found" }]);
		}
	});
});

describe("GET /groups/:id/runners", () => {
	test("RUNNER-252, RUNNER-253, RUNNER-255 own, upper groups' and instance runners, none from below", async () => {
		const { ask, group, instanceRunner, make, projectRunner, sub } = scene();
		const wanted = [make.runner({ group }), make.runner({ group: sub }), instanceRunner()];
		make.runner({ group: make.group("lab/sub/deep") });
		projectRunner({}, [make.project("lab/sub/app")]);
		const told = await ask("owner", "GET", `/groups/${sub.id}/runners`);
		expect(ids(told).sort()).toEqual(wanted.map((one) => one.id).sort());
	});

	test.each(["disabled_and_overridable", "disabled_and_unoverridable"] as const)(
		"RUNNER-254 no instance runners where the group's setting is %s",
		async (shared_runners_setting) => {
			const { ask, group, groupRunner, instanceRunner, platform } = scene();
			instanceRunner();
			const own = groupRunner();
			platform.state.groups.update(group.id, { shared_runners_setting });
			expect(ids(await ask("owner", "GET", `/groups/${group.id}/runners`))).toEqual([own.id]);
		},
	);

	test("RUNNER-256, RUNNER-257, RUNNER-258, AUTH-057 for administrators, auditors and owners; 403 below, 404 unseen", async () => {
		const { ask, group, groupRunner } = scene();
		groupRunner();
		const at = `/groups/${group.id}/runners`;
		for (const who of ["root", "auditor", "owner"]) expect((await ask(who, "GET", at)).body, who).toHaveLength(1);
		for (const who of ["maintainer", "developer", "guest"]) {
			const told = await ask(who, "GET", at);
			expect([told.status, told.body]).toEqual([403, { message: "403 Forbidden" }]);
		}
		for (const path of [at, "/groups/999999/runners"]) {
			const told = await ask("outsider", "GET", path);
			expect([told.status, told.body]).toEqual([404, { message: "404 Group Not Found" }]);
		}
	});

	test("RUNNER-259 by number and by encoded path the same", async () => {
		const { ask, make, sub } = scene();
		make.runner({ group: sub });
		const [byNumber, byPath] = [
			await ask("owner", "GET", `/groups/${sub.id}/runners`),
			await ask("owner", "GET", "/groups/lab%2Fsub/runners"),
		];
		expect(byNumber?.body).toHaveLength(1);
		expect(byPath?.body).toEqual(byNumber?.body);
	});
});
