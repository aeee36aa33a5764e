import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";
import { type World, world } from "../support/world";

const projectNotFound = { message: "404 Project Not Found" };
const groupNotFound = { message: "404 Group Not Found" };

/** A group below another one, with an epic that has a note; the epic's path below its group. */
function epicBelow({ make }: World, fullPath = "acme/backend") {
	const group = make.state.group(fullPath);
	if (!group) throw new Error(`No group ${fullPath}.`);
	const epic = make.epic(group);
	make.note({ type: "Epic", id: epic.id, project_id: null });
	return { group, below: `/epics/${epic.id}/notes` };
}

describe("projects", () => {
	test.each(["/pipelines", "/pipelines/latest", "/issues/1/notes", "/snippets/401/notes"])(
		"CONV-015, CONV-021 by number and by path, in any case, the same: %s",
		async (path) => {
			const { ask, platform } = world();
			const id = platform.state.project("acme/web")?.id;
			const { status, body } = await ask("owner", "GET", `/projects/${id}${path}`);
			expect(status).toBe(200);
			for (const name of ["acme%2Fweb", "acme%2fweb", "ACME%2FWeb"])
				expect((await ask("owner", "GET", `/projects/${name}${path}`)).body, name).toEqual(body);
		},
	);

	test("CONV-017 a slash that is not encoded is another segment", async () => {
		const { ask } = world();
		const { status, body } = await ask("owner", "GET", "/projects/acme/web/pipelines");
		expect([status, body]).toEqual([404, { error: "404 Not Found" }]);
	});

	test("CONV-018 a single word is no project's path", async () => {
		const { ask } = world();
		for (const word of ["foo", "acme", "web", "constructor", "%20"]) {
			const { status, body } = await ask("owner", "GET", `/projects/${word}/pipelines`);
			expect([status, body], word).toEqual([404, projectNotFound]);
		}
	});

	test("CONV-020 digits are a number, never a path", async () => {
		const { ask, make, platform } = world();
		const web = platform.state.project("acme/web");
		// A group whose path are the digits of another group's number.
		const acme = platform.state.group("acme");
		const digits = make.group(String(acme?.id), { visibility: "public" });
		const epic = make.epic(digits);
		expect((await ask("owner", "GET", `/groups/${digits.path}/epics/${epic.id}/notes`)).status).toBe(404);
		expect((await ask("owner", "GET", `/groups/${digits.id}/epics/${epic.id}/notes`)).status).toBe(200);
		const lonely = make.group("4711");
		const { status, body } = await ask("root", "GET", `/groups/${lonely.path}/epics/1/notes`);
		expect([status, body]).toEqual([404, groupNotFound]);
		expect((await ask("owner", "GET", `/projects/${web?.id}/pipelines`)).status).toBe(200);
	});

	test("CONV-022 by a former path: sent on for reading, refused for writing", async () => {
		const { ask, at, pipeline, project, refused } = lab({ former_paths: ["old/place"] });
		const { id } = pipeline();
		const moved = await ask("owner", "GET", `/projects/old%2Fplace/pipelines/${id}`);
		expect(moved.status).toBe(301);
		const location = moved.headers.get("location") ?? "";
		expect(new URL(location).pathname).toBe(`/api/v4${at}/${id}`);
		expect((await ask("owner", "GET", location.split("/api/v4")[1] ?? "")).body.id).toBe(id);
		for (const [method, path] of [
			["POST", "/pipeline?ref=main"],
			["DELETE", `/pipelines/${id}`],
			["PUT", `/pipelines/${id}/metadata?name=x`],
		] as const) {
			const told = await refused("owner", method, `/projects/old%2Fplace${path}`);
			expect(told).toMatchObject({ status: 405, unchanged: true });
			expect(told.body).toEqual({ message: "Non GET methods are not allowed for moved projects" });
		}
		expect(project.former_paths).toHaveLength(1);
	});

	test("CONV-022 the query goes along, and who may not see the project learns nothing", async () => {
		const { ask } = lab({ former_paths: ["old/place"], visibility: "private" });
		const moved = await ask("owner", "GET", "/projects/Old%2FPlace/pipelines?status=success&page=2");
		expect([moved.status, new URL(moved.headers.get("location") ?? "").search]).toEqual([
			301,
			"?status=success&page=2",
		]);
		const { status, body, headers } = await ask("outsider", "GET", "/projects/old%2Fplace/pipelines");
		expect([status, body, headers.get("location")]).toEqual([404, projectNotFound, null]);
	});
});

describe("groups", () => {
	test("CONV-016, CONV-021 by number and by encoded path, in any case, the same", async () => {
		const there = world();
		const { group, below } = epicBelow(there);
		const { status, body } = await there.ask("owner", "GET", `/groups/${group.id}${below}`);
		expect([status, body.length]).toEqual([200, 1]);
		for (const name of ["acme%2Fbackend", "ACME%2FBackEnd"])
			expect((await there.ask("owner", "GET", `/groups/${name}${below}`)).body, name).toEqual(body);
	});

	test("CONV-019 a top-level group by its bare path", async () => {
		const there = world();
		const { below } = epicBelow(there, "acme");
		expect((await there.ask("owner", "GET", `/groups/acme${below}`)).status).toBe(200);
		for (const name of ["nobody", "backend", "acme%2Fnobody"]) {
			const { status, body } = await there.ask("owner", "GET", `/groups/${name}${below}`);
			expect([status, body], name).toEqual([404, groupNotFound]);
		}
	});
});

test("CONV-023, AUTH-030, ERR-053 what may not be seen answers like what is not there, whatever is asked of it", async () => {
	const { ask, make, platform } = world();
	const hidden = platform.state.project("skunkworks/rocket");
	const group = platform.state.group("skunkworks");
	if (!hidden || !group) throw new Error("The demo has changed.");
	const [pipeline] = platform.state.pipelines.in("project", hidden.id);
	const issue = make.issue(hidden);
	const asked = [
		`/pipelines/${pipeline?.id}`,
		"/pipelines/999999",
		"/pipelines",
		`/issues/${issue.iid}/notes`,
		"/issues/99/notes",
	];
	for (const path of asked)
		for (const id of [hidden.id, "skunkworks%2Frocket", 999_999, "skunkworks%2Fnothing"]) {
			const { status, body } = await ask("outsider", "GET", `/projects/${id}${path}`);
			expect([status, body], `${id}${path}`).toEqual([404, projectNotFound]);
		}
	for (const id of [group.id, "skunkworks", 999_999, "nothing"]) {
		const { status, body } = await ask("outsider", "GET", `/groups/${id}/epics/1/notes`);
		expect([status, body]).toEqual([404, groupNotFound]);
	}
	// Seen, but not permitted: 403.
	const refused = await ask("guest", "DELETE", `/projects/acme%2Fweb/pipelines/701`);
	expect([refused.status, refused.body]).toEqual([403, { message: "403 Forbidden" }]);
});

test.each([
	["pipeline_id", "/projects/acme%2Fweb/pipelines/abc"],
	["pipeline_id", "/projects/acme%2Fweb/pipelines/1.5/variables"],
	["issue_iid", "/projects/acme%2Fweb/issues/abc/notes"],
	["note_id", "/projects/acme%2Fweb/issues/1/notes/abc"],
	["epic_id", "/groups/acme/epics/abc/notes"],
])("CONV-025 %s that is no integer: %s", async (name, path) => {
	const { ask } = world();
	const { status, body } = await ask("owner", "GET", path);
	expect([status, body]).toEqual([400, { error: `${name} is invalid` }]);
});
