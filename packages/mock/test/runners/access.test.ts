import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import type { Asked } from "../support/world";
import { insufficient, noAccess, notFound, type Scene, scene, unauthorized } from "./scene";

interface Row {
	id: string;
	method: string;
	/** Behind the runner's address. */
	path?: string;
	asked?: Asked;
	status: number;
	/** Whether auditors may. */
	reads: boolean;
	scopes: string[];
	/** Which claims say who may: instance, group and project runners, custom role, scopes, refusals. */
	claims: { [rule in Rule]: string };
}
type Rule = "instance" | "group" | "project" | "custom" | "scope" | "narrow" | "refusal";

const readScopes = ["api", "read_api", "manage_runners"];
const writeScopes = ["api", "manage_runners"];

const operations: Row[] = [
	{
		id: "getRunner",
		method: "GET",
		status: 200,
		reads: true,
		scopes: readScopes,
		claims: {
			instance: "RUNNER-260, AUTH-059",
			group: "RUNNER-261, AUTH-060",
			project: "RUNNER-262, AUTH-061",
			custom: "RUNNER-264, AUTH-062",
			scope: "RUNNER-265, RUNNER-267, AUTH-051, AUTH-052",
			narrow: "RUNNER-266, RUNNER-267, AUTH-051",
			refusal: "RUNNER-269, RUNNER-270",
		},
	},
	{
		id: "listRunnerManagers",
		method: "GET",
		path: "/managers",
		status: 200,
		reads: true,
		scopes: readScopes,
		claims: {
			instance: "RUNNER-342",
			group: "RUNNER-342",
			project: "RUNNER-342",
			custom: "RUNNER-342",
			scope: "RUNNER-343",
			narrow: "RUNNER-343",
			refusal: "RUNNER-342",
		},
	},
	{
		id: "updateRunner",
		method: "PUT",
		asked: { json: { paused: true, description: "Changed" } },
		status: 200,
		reads: false,
		scopes: writeScopes,
		claims: {
			instance: "RUNNER-305, AUTH-059",
			group: "RUNNER-306, AUTH-060",
			project: "RUNNER-307, AUTH-061",
			custom: "RUNNER-308, AUTH-062",
			scope: "RUNNER-309, RUNNER-310, AUTH-051, AUTH-052",
			narrow: "RUNNER-310, RUNNER-494, AUTH-051",
			refusal: "RUNNER-311",
		},
	},
	{
		id: "deleteRunner",
		method: "DELETE",
		status: 204,
		reads: false,
		scopes: writeScopes,
		claims: {
			instance: "RUNNER-416, AUTH-059",
			group: "RUNNER-417, AUTH-060",
			project: "RUNNER-418, AUTH-061",
			custom: "RUNNER-419, AUTH-062",
			scope: "RUNNER-420, RUNNER-421, AUTH-051, AUTH-052",
			narrow: "RUNNER-421, RUNNER-494, AUTH-051",
			refusal: "RUNNER-423",
		},
	},
	{
		id: "resetRunnerAuthenticationToken",
		method: "POST",
		path: "/reset_authentication_token",
		status: 201,
		reads: false,
		scopes: writeScopes,
		claims: {
			instance: "RUNNER-476, AUTH-059",
			group: "RUNNER-476, AUTH-060",
			project: "RUNNER-476, AUTH-061",
			custom: "RUNNER-477, AUTH-062",
			scope: "RUNNER-478, RUNNER-479, AUTH-051, AUTH-052",
			narrow: "RUNNER-479, RUNNER-494, AUTH-051",
			refusal: "RUNNER-480",
		},
	},
];

const by = (rule: Rule) => operations.map((row) => ({ claims: row.claims[rule], row, id: row.id }));

/** Asks in a world of its own, so that one caller's write does not meet another's. */
async function asked(row: Row, who: string | null, kind: (made: Scene) => Runner, prepare?: (made: Scene) => unknown) {
	const made = scene();
	prepare?.(made);
	const runner = kind(made);
	return made.refused(who, row.method, `/runners/${runner.id}${row.path ?? ""}`, row.asked);
}

async function verdicts(row: Row, kind: (made: Scene) => Runner, allowed: string[], denied: string[]): Promise<void> {
	const may = row.reads ? [...allowed, "auditor"] : allowed;
	const mayNot = row.reads ? denied : [...denied, "auditor"];
	for (const who of may) expect((await asked(row, who, kind)).status, who).toBe(row.status);
	for (const who of mayNot) {
		const told = await asked(row, who, kind);
		expect([told.status, told.body, told.unchanged], who).toEqual([403, noAccess, true]);
	}
}

describe("roles", () => {
	test.each(by("instance"))("$claims $id of an instance runner: administrators alone", ({ row }) =>
		verdicts(row, (made) => made.instanceRunner(), ["root"], ["owner", "maintainer", "guest", "outsider"]),
	);

	test.each(by("group"))("$claims $id of a group runner: owners of the group", ({ row }) =>
		verdicts(row, (made) => made.groupRunner(), ["root", "owner"], ["maintainer", "developer", "outsider"]),
	);

	test.each(by("project"))("$claims $id of a project runner: maintainers of the project", ({ row }) =>
		verdicts(
			row,
			(made) => made.projectRunner(),
			["root", "owner", "maintainer"],
			["developer", "reporter", "guest", "outsider"],
		),
	);

	test.each(by("custom"))(
		"$claims $id by a custom role with admin_runners in the group or project",
		async ({ row }) => {
			const grants: [place: string, kind: (made: Scene) => Runner, status: number][] = [
				["lab", (made) => made.groupRunner(), row.status],
				["lab", (made) => made.projectRunner(), row.status],
				["lab", (made) => made.make.runner({ group: made.sub }), row.status],
				["lab/app", (made) => made.projectRunner(), row.status],
				["lab/app", (made) => made.groupRunner(), 403],
				["lab/tool", (made) => made.projectRunner(), 403],
				["lab", (made) => made.instanceRunner(), 403],
				["lab", (made) => made.projectRunner({}, [made.foreign]), 403],
			];
			for (const [place, kind, status] of grants) {
				const told = await asked(row, "keeper", kind, (made) => made.keeper(place));
				expect(told.status, place).toBe(status);
				if (status === 403) expect([told.body, told.unchanged]).toEqual([noAccess, true]);
			}
		},
	);

	test("RUNNER-263, RUNNER-268 administrators and auditors read every runner", async () => {
		const { ask, foreign, groupRunner, instanceRunner, projectRunner } = scene();
		for (const { id } of [instanceRunner(), groupRunner(), projectRunner(), projectRunner({}, [foreign])])
			for (const who of ["root", "auditor"]) {
				const told = await ask(who, "GET", `/runners/${id}`);
				expect([told.status, told.body.id]).toEqual([200, id]);
			}
	});

	test("RUNNER-312 a maintainer of a project that it is merely assigned to may change it too", async () => {
		const { ask, make, project, projectRunner, second } = scene();
		make.user({ username: "helper" });
		make.member("helper", "lab/tool", "maintainer");
		const { id } = projectRunner({}, [project, second]);
		const told = await ask("helper", "PUT", `/runners/${id}`, { json: { description: "Mine too" } });
		expect([told.status, told.body.description]).toEqual([200, "Mine too"]);
	});

	test("RUNNER-314 an auditor changes nothing", async () => {
		const { projectRunner, refused } = scene();
		const told = await refused("auditor", "PUT", `/runners/${projectRunner().id}`, { json: { paused: true } });
		expect([told.status, told.body, told.unchanged]).toEqual([403, noAccess, true]);
	});
});

describe("scopes", () => {
	test.each(by("scope"))("$claims $id with one of its scopes alone", async ({ row }) => {
		for (const scope of row.scopes) {
			const told = await asked(
				row,
				`maintainer-${scope}`,
				(made) => made.projectRunner(),
				(made) => made.scoped("maintainer", scope),
			);
			expect(told.status, scope).toBe(row.status);
		}
	});

	test.each(by("narrow"))("$claims, RUNNER-495 $id with none of them: 403", async ({ row }) => {
		const others = ["create_runner", "read_user", ...(row.reads ? [] : ["read_api"])];
		for (const scope of others) {
			const told = await asked(
				row,
				`maintainer-${scope}`,
				(made) => made.projectRunner(),
				(made) => made.scoped("maintainer", scope),
			);
			expect([told.status, told.body, told.unchanged], scope).toEqual([403, insufficient(...row.scopes), true]);
		}
	});

	test.each([
		["POST", "/projects/lab%2Ftool/runners", { runner_id: 1 }],
		["DELETE", "/projects/lab%2Ftool/runners/1", undefined],
		["POST", "/runners/reset_registration_token", undefined],
		["POST", "/projects/lab%2Fapp/runners/reset_registration_token", undefined],
		["POST", "/groups/lab/runners/reset_registration_token", undefined],
	])("RUNNER-494, AUTH-052 %s %s with read_api or manage_runners alone: 403", async (method, path, json) => {
		const { refused, scoped } = scene();
		for (const scope of ["read_api", "manage_runners"]) {
			const told = await refused(scoped("root", scope), method, path, { json });
			expect([told.status, told.body, told.unchanged]).toEqual([403, insufficient("api"), true]);
		}
	});

	test("AUTH-051 a scope without the role does not suffice", async () => {
		const { projectRunner, refused, scoped } = scene();
		const told = await refused(scoped("developer", "manage_runners"), "GET", `/runners/${projectRunner().id}`);
		expect([told.status, told.body]).toEqual([403, noAccess]);
	});
});

test.each(by("refusal"))("$claims $id: unknown number 404, without credentials 401", async ({ row }) => {
	const { projectRunner, refused } = scene();
	const { id } = projectRunner();
	for (const who of ["root", "maintainer"]) {
		const told = await refused(who, row.method, `/runners/999999${row.path ?? ""}`, row.asked);
		expect([told.status, told.body, told.unchanged]).toEqual([404, notFound, true]);
	}
	for (const number of [id, 999_999, "abc"]) {
		const told = await refused(null, row.method, `/runners/${number}${row.path ?? ""}`, row.asked);
		expect([told.status, told.body, told.unchanged]).toEqual([401, unauthorized, true]);
	}
});

test.each(operations)("RUNNER-271 $id of no number: 400", async ({ method, path = "", asked }) => {
	const { refused } = scene();
	const told = await refused("root", method, `/runners/abc${path}`, asked);
	expect([told.status, told.body]).toEqual([400, { error: "id is invalid" }]);
});
