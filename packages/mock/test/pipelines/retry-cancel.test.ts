import type { Pipeline } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { lab, pipelineStatuses } from "../support/lab";

const later = "2026-01-05T09:40:00.000Z";

describe("retry", () => {
	test.each(["failed", "canceled"] as const)(
		"PIPE-204, PIPE-206, PIPE-207 its %s jobs run again, in the same pipeline",
		async (status) => {
			const { ask, at, get, ids, make, pipeline, platform } = lab();
			const made = pipeline({ status });
			make.job(made, { name: "build", status: "success" });
			const job = make.job(made, { name: "test", status });
			expect((await get(`/${made.id}`)).body.finished_at).not.toBeNull();
			platform.clock.set(later);
			const told = await ask("developer", "POST", `${at}/${made.id}/retry`);
			expect(told.status).toBe(403); // on the protected main branch
			const { status: code, body } = await ask("owner", "POST", `${at}/${made.id}/retry`);
			expect(code).toBe(201);
			expect(body).toMatchObject({ id: made.id, iid: made.iid, sha: made.sha, ref: made.ref });
			expect(body).toMatchObject({ status: "pending", finished_at: null, updated_at: later });
			expect((await get(`/${made.id}`)).body).toEqual(body);
			expect(await ids()).toEqual([made.id]);
			expect(platform.state.jobs.get(job.id)?.status).toBe("pending");
			expect(platform.state.jobs.in("pipeline", made.id).map((one) => one.status)).toEqual(["success", "pending"]);
		},
	);

	test.each(["success", "running", "pending", "manual", "skipped"] as const)(
		"PIPE-205, PIPE-206 without failed or canceled jobs nothing changes: %s",
		async (status) => {
			const { ask, at, get, make, pipeline, platform, state } = lab();
			const made = pipeline({ status });
			make.job(made, { status });
			const before = [(await get(`/${made.id}`)).body, state()];
			platform.clock.set(later);
			const told = await ask("owner", "POST", `${at}/${made.id}/retry`);
			expect(told.status).toBe(201);
			expect([told.body, state()]).toEqual(before);
		},
	);

	test("PIPE-208 developers and above, with the right to push to the ref", async () => {
		const { ask, at, make, pipeline, refused } = lab({ protected_refs: ["main"] });
		const failed = (ref: string) => {
			const made = pipeline({ status: "failed", ref });
			make.job(made);
			return `${at}/${made.id}/retry`;
		};
		for (const who of ["developer", "maintainer", "owner", "root"])
			expect((await ask(who, "POST", failed("develop"))).body.status, who).toBe("pending");
		for (const who of ["maintainer", "owner", "root"])
			expect((await ask(who, "POST", failed("main"))).body.status, who).toBe("pending");
		for (const [who, ref, status, message] of [
			["developer", "main", 403, "403 Forbidden"],
			["reporter", "develop", 403, "403 Forbidden"],
			["guest", "develop", 403, "403 Forbidden"],
			[null, "develop", 401, "401 Unauthorized"],
		] as const)
			expect(await refused(who, "POST", failed(ref))).toMatchObject({ status, body: { message }, unchanged: true });
	});

	test("PIPE-209 an archived pipeline stays as it is", async () => {
		const { get, at, make, pipeline, refused } = lab();
		const made = pipeline({ status: "failed", archived: true });
		make.job(made);
		const told = await refused("owner", "POST", `${at}/${made.id}/retry`);
		expect(told).toMatchObject({ status: 403, body: { message: "403 Forbidden" }, unchanged: true });
		expect((await get(`/${made.id}`)).body).toMatchObject({ status: "failed", archived: true });
	});
});

describe("cancel", () => {
	test.each(["running", "pending"] as const)("PIPE-210, PIPE-214 a %s pipeline with its jobs", async (status) => {
		const { ask, at, get, make, pipeline, platform } = lab();
		const made = pipeline({ status });
		make.job(made, { name: "done", status: "success" });
		for (const name of ["created", "pending", "running", "manual", "scheduled"] as const)
			make.job(made, { name, status: name });
		platform.clock.set(later);
		const { status: code, body } = await ask("owner", "POST", `${at}/${made.id}/cancel`);
		expect(code).toBe(200);
		expect(body).toMatchObject({ id: made.id, status: "canceled", finished_at: later, archived: false });
		expect((await get(`/${made.id}`)).body).toEqual(body);
		const after = platform.state.jobs.in("pipeline", made.id).map((one) => one.status);
		expect(after).toEqual(["success", "canceled", "canceled", "canceled", "canceled", "canceled"]);
		const again = await ask("owner", "POST", `${at}/${made.id}/cancel`);
		expect([again.status, again.body.status]).toEqual([200, "canceled"]);
	});

	test.each(pipelineStatuses)("PIPE-211, PIPE-213, ERR-004 200 in every state: %s", async (status) => {
		const { ask, at, get, pipeline } = lab();
		const { id } = pipeline({ status });
		const told = await ask("owner", "POST", `${at}/${id}/cancel`);
		expect(told.status).toBe(200);
		const ended = ["success", "failed", "skipped", "canceled"].includes(status);
		expect(told.body.status).toBe(ended ? status : "canceled");
		expect((await get(`/${id}`)).body.status).toBe(told.body.status);
	});

	test("PIPE-215 unfinished child pipelines are canceled too, theirs as well", async () => {
		const { ask, at, get, pipeline } = lab();
		const child = (parent: Pipeline, status: Pipeline["status"]) =>
			pipeline({ source: "parent_pipeline", parent_id: parent.id, status });
		const parent = pipeline({ status: "running" });
		const [running, done] = [child(parent, "running"), child(parent, "success")];
		const grandchild = child(running, "pending");
		const other = pipeline({ status: "running" });
		await ask("owner", "POST", `${at}/${parent.id}/cancel`);
		const now = async (one: Pipeline) => (await get(`/${one.id}`)).body.status;
		expect(await now(running)).toBe("canceled");
		expect(await now(grandchild)).toBe("canceled");
		expect(await now(done)).toBe("success");
		expect(await now(other)).toBe("running");
	});

	test.each([
		["reporter", "develop", "public", 403, "403 Forbidden"],
		["guest", "develop", "public", 403, "403 Forbidden"],
		["developer", "main", "public", 403, "403 Forbidden"],
		["outsider", "develop", "private", 404, "404 Project Not Found"],
		[null, "develop", "public", 401, "401 Unauthorized"],
	] as const)("PIPE-216 %s on %s of a %s project: %i", async (who, ref, visibility, status, message) => {
		const { at, get, pipeline, refused } = lab({ visibility, protected_refs: ["main"] });
		const { id } = pipeline({ status: "running", ref });
		const told = await refused(who, "POST", `${at}/${id}/cancel`);
		expect(told).toMatchObject({ status, body: { message }, unchanged: true });
		expect((await get(`/${id}`)).body.status).toBe("running");
	});

	test("PIPE-217 a canceled pipeline can be retried", async () => {
		const { ask, at, make, pipeline, get } = lab();
		const made = pipeline({ status: "running" });
		make.job(made);
		expect((await ask("owner", "POST", `${at}/${made.id}/cancel`)).body.status).toBe("canceled");
		expect((await ask("owner", "POST", `${at}/${made.id}/retry`)).body.status).toBe("pending");
		expect((await get(`/${made.id}`)).body).toMatchObject({ status: "pending", finished_at: null });
	});

	test("PIPE-217 one that was just created too", async () => {
		const { ask, at, project } = lab();
		const { body } = await ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref: "main" } });
		expect((await ask("owner", "POST", `${at}/${body.id}/cancel`)).body.status).toBe("canceled");
		expect((await ask("owner", "POST", `${at}/${body.id}/retry`)).body.status).toBe("pending");
	});
});
