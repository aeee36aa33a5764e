import { expect, test } from "vitest";
import { lab, pipelineStatuses } from "../support/lab";

const gone = { message: "404 Not found" };

test("PIPE-218, PIPE-221, PIPE-224 it is gone for good", async () => {
	const { ask, at, get, ids, make, pipeline, platform, state } = lab();
	const made = pipeline({ status: "failed", name: "Nightly" });
	make.job(made);
	const kept = pipeline();
	make.job(kept);
	const told = await ask("owner", "DELETE", `${at}/${made.id}`);
	expect([told.status, told.body]).toEqual([204, undefined]);
	expect(told.headers.get("content-type")).toBeNull();
	for (const path of ["", "/variables", "/test_report", "/test_report_summary"]) {
		const { status, body } = await get(`/${made.id}${path}`);
		expect([status, body], path).toEqual([404, gone]);
	}
	expect(await ids()).toEqual([kept.id]);
	const after = state();
	for (const [method, path] of [
		["POST", "/retry"],
		["POST", "/cancel"],
		["PUT", "/metadata?name=Back"],
		["DELETE", ""],
	] as const) {
		const { status, body } = await ask("owner", method, `${at}/${made.id}${path}`);
		expect([status, body], path).toEqual([404, gone]);
	}
	expect(state()).toBe(after);
	expect((await get(`/${made.id}`)).status).toBe(404);
	expect(platform.state.jobs.in("pipeline", made.id)).toEqual([]);
	expect(platform.state.jobs.in("pipeline", kept.id)).toHaveLength(1);
});

test("PIPE-219, PIPE-227 child pipelines stay; the unfinished ones are canceled", async () => {
	const { ask, at, get, pipeline } = lab();
	const parent = pipeline({ status: "running" });
	const child = { source: "parent_pipeline", parent_id: parent.id };
	const running = pipeline({ ...child, status: "running" });
	const done = pipeline({ ...child, status: "success" });
	expect((await ask("owner", "DELETE", `${at}/${parent.id}`)).status).toBe(204);
	const [first, second] = [await get(`/${running.id}`), await get(`/${done.id}`)];
	expect([first.status, first.body.status]).toEqual([200, "canceled"]);
	expect([second.status, second.body.status]).toEqual([200, "success"]);
});

test.each(pipelineStatuses)("PIPE-220 from every state: %s", async (status) => {
	const { ask, at, get, pipeline } = lab();
	const { id } = pipeline({ status });
	expect((await ask("owner", "DELETE", `${at}/${id}`)).status).toBe(204);
	expect((await get(`/${id}`)).status).toBe(404);
});

test("PIPE-222 its numbers are not given again", async () => {
	const { ask, at, project } = lab();
	const create = async () =>
		(await ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref: "main" } })).body;
	const [first, second] = [await create(), await create()];
	for (const { id } of [first, second]) await ask("owner", "DELETE", `${at}/${id}`);
	const third = await create();
	expect(third.iid).toBe(3);
	expect(third.id).toBeGreaterThan(second.id);
});

test.each([
	["developer", "public", 403, "403 Forbidden"],
	["maintainer", "public", 403, "403 Forbidden"],
	["outsider", "private", 404, "404 Project Not Found"],
	[null, "public", 401, "401 Unauthorized"],
] as const)("PIPE-225 %s of a %s project: %i", async (who, visibility, status, message) => {
	const { at, get, make, pipeline, refused } = lab({ visibility });
	const { id } = pipeline({ ref: "develop", user_id: make.userId(who ?? "owner") });
	const told = await refused(who, "DELETE", `${at}/${id}`);
	expect(told).toMatchObject({ status, body: { message }, unchanged: true });
	expect((await get(`/${id}`)).status).toBe(200);
});

test.each(["owner", "root"])("PIPE-225 %s may", async (who) => {
	const { ask, at, pipeline } = lab();
	expect((await ask(who, "DELETE", `${at}/${pipeline().id}`)).status).toBe(204);
});

test("PIPE-226 If-Unmodified-Since before the last change: 412, and it stays", async () => {
	const { ask, at, get, pipeline, refused } = lab();
	const { id } = pipeline({ updated_at: "2026-01-04T10:00:00.500Z" });
	const since = (time: string) => ({ headers: { "if-unmodified-since": new Date(time).toUTCString() } });
	const told = await refused("owner", "DELETE", `${at}/${id}`, since("2026-01-04T09:59:59Z"));
	expect(told).toMatchObject({ status: 412, body: { message: "412 Precondition Failed" }, unchanged: true });
	expect((await get(`/${id}`)).status).toBe(200);
	expect((await ask("owner", "DELETE", `${at}/${id}`, since("2026-01-04T10:00:00Z"))).status).toBe(204);
});
