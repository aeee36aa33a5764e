import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";

const fullKeys = [
	"id",
	"iid",
	"project_id",
	"status",
	"source",
	"ref",
	"sha",
	"name",
	"web_url",
	"created_at",
	"updated_at",
	"before_sha",
	"tag",
	"yaml_errors",
	"user",
	"started_at",
	"finished_at",
	"committed_at",
	"duration",
	"queued_duration",
	"coverage",
	"detailed_status",
	"archived",
].sort();

describe("the full record", () => {
	test.each([
		["GET", "/ID", "get"],
		["GET", "/latest", "latest"],
		["POST", "/ID/retry", "retry"],
		["POST", "/ID/cancel", "cancel"],
		["PUT", "/ID/metadata?name=New", "metadata"],
	])("PIPE-029 every field is there: %s %s", async (method, path) => {
		const { ask, at, pipeline } = lab();
		const { id } = pipeline({ status: "running" });
		const { body } = await ask("owner", method, `${at}${path.replace("ID", String(id))}`);
		expect(Object.keys(body).sort()).toEqual(fullKeys);
		expect(body.id).toBe(id);
	});

	test("PIPE-029 every field is there: create", async () => {
		const { ask, project } = lab();
		const { status, body } = await ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref: "main" } });
		expect(status).toBe(201);
		expect(Object.keys(body).sort()).toEqual(fullKeys);
	});

	test("PIPE-107 is the pipeline of that id", async () => {
		const { get, make, pipeline } = lab();
		pipeline();
		const user_id = make.userId("developer");
		const made = pipeline({ ref: "develop", status: "success", coverage: 30, queued_duration: 1.5, user_id });
		pipeline();
		const { status, body } = await get(`/${made.id}`);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			id: made.id,
			iid: 2,
			ref: "develop",
			sha: made.sha,
			status: "success",
			source: "push",
			queued_duration: 1.5,
			user: { id: user_id, username: "developer", name: "Developer", state: "active" },
		});
	});

	test("PIPE-108 a child pipeline, hidden from the list, is read by its id", async () => {
		const { get, ids, pipeline } = lab();
		const parent = pipeline();
		const child = pipeline({ source: "parent_pipeline", parent_id: parent.id });
		expect(await ids()).not.toContain(child.id);
		const { status, body } = await get(`/${child.id}`);
		expect([status, body.id, body.source]).toEqual([200, child.id, "parent_pipeline"]);
	});

	test("PIPE-053 paging parameters change nothing on single records", async () => {
		const { get, pipeline } = lab();
		const { id } = pipeline();
		for (const path of [`/${id}`, "/latest", `/${id}/test_report`, `/${id}/test_report_summary`]) {
			const bare = await get(path);
			const paged = await get(`${path}?page=3&per_page=1`);
			expect(bare.status).toBe(200);
			expect([paged.status, paged.body]).toEqual([200, bare.body]);
		}
	});

	test("PIPE-119 an id that is no number", async () => {
		const { get } = lab();
		for (const id of ["abc", "1.5", "12x"]) {
			const { status, body } = await get(`/${id}`);
			expect([status, body]).toEqual([400, { error: "pipeline_id is invalid" }]);
		}
	});
});

describe("fields", () => {
	test("PIPE-117 times are UTC with milliseconds", async () => {
		const { get, pipeline } = lab();
		const { id } = pipeline({ status: "success", committed_at: "2026-01-04T00:00:00.000Z" });
		const { body } = await get(`/${id}`);
		for (const name of ["created_at", "updated_at", "started_at", "finished_at", "committed_at"])
			expect(body[name], name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
	});

	test.each(["created", "pending", "running", "success", "failed", "canceled"] as const)(
		"PIPE-118 a recent pipeline is not archived, and has no committed_at: %s",
		async (status) => {
			const { get, pipeline } = lab();
			const { body } = await get(`/${pipeline({ status }).id}`);
			expect([body.archived, body.committed_at]).toEqual([false, null]);
		},
	);

	test("PIPE-120 iid counts within the project, id over all", async () => {
		const { ask, make, pipeline, project } = lab();
		const other = make.project("acme/other");
		const create = async (id: number) =>
			(await ask("owner", "POST", `/projects/${id}/pipeline`, { json: { ref: "main" } })).body;
		const made = [await create(project.id), await create(project.id), await create(other.id), await create(project.id)];
		expect(made.map((one) => one.iid)).toEqual([1, 2, 1, 3]);
		expect(new Set(made.map((one) => one.id)).size).toBe(4);
		expect(pipeline().iid).toBe(4);
	});

	test("PIPE-121 web_url is the address of its page", async () => {
		const { get, pipeline } = lab();
		const { id } = pipeline();
		expect((await get(`/${id}`)).body.web_url).toBe(`http://tenon.test/acme/lab/-/pipelines/${id}`);
		expect((await get()).body[0].web_url).toBe(`http://tenon.test/acme/lab/-/pipelines/${id}`);
	});

	test("PIPE-123 one that never started has no times of running", async () => {
		const { ask, get, pipeline, project } = lab();
		const made = await ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref: "main" } });
		for (const id of [made.body.id, pipeline({ status: "created" }).id, pipeline({ status: "pending" }).id])
			expect((await get(`/${id}`)).body).toMatchObject({ started_at: null, finished_at: null, duration: null });
	});

	test("PIPE-124 what ended tells when, what runs tells since when", async () => {
		const { ask, pipeline, get } = lab();
		const isTime = expect.stringMatching(/Z$/);
		for (const status of ["success", "failed", "canceled"] as const)
			expect((await get(`/${pipeline({ status }).id}`)).body.finished_at, status).toEqual(isTime);
		const running = (await get(`/${pipeline({ status: "running" }).id}`)).body;
		expect([running.started_at, running.finished_at]).toEqual([isTime, null]);
		// The same holds in the demo.
		const demo = await ask("owner", "GET", "/projects/acme%2Fweb/pipelines?per_page=100");
		for (const item of demo.body) {
			const { body } = await ask("owner", "GET", `/projects/acme%2Fweb/pipelines/${item.id}`);
			const ended = ["success", "failed", "canceled"].includes(body.status);
			expect(body.finished_at !== null, `${item.id} ${body.status}`).toBe(ended);
			if (body.status === "running") expect(body.started_at).toEqual(isTime);
		}
	});

	test("PIPE-126 queued_duration is a number, in every status", async () => {
		const { ask, pipeline, get, project } = lab();
		const { body } = await ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref: "main" } });
		const made = [
			body.id,
			pipeline({ status: "success", queued_duration: 2.25 }).id,
			pipeline({ status: "created" }).id,
		];
		const told = await Promise.all(made.map(async (id) => (await get(`/${id}`)).body.queued_duration));
		expect(told).toEqual([0, 2.25, 0]);
	});

	test("PIPE-127 coverage is a text of two decimals, or null", async () => {
		const { get, pipeline } = lab();
		const coverage = async (value: number | null) =>
			(await get(`/${pipeline({ status: "success", coverage: value }).id}`)).body.coverage;
		expect(await coverage(30)).toBe("30.00");
		expect(await coverage(87.5)).toBe("87.50");
		expect(await coverage(0)).toBe("0.00");
		expect(await coverage(null)).toBeNull();
	});

	test("PIPE-128 tag tells whether the ref is one", async () => {
		const { ask, project, get } = lab();
		for (const [ref, tag] of [
			["main", false],
			["v1.0", true],
		] as const) {
			const { body } = await ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref } });
			expect(body.tag).toBe(tag);
			expect((await get(`/${body.id}`)).body.tag).toBe(tag);
		}
	});
});

describe("detailed_status", () => {
	test.each([
		["PIPE-129", "created", "Created", "created", "status_created", "created"],
		["PIPE-130", "waiting_for_resource", "Waiting", "waiting for resource", "status_pending", "waiting-for-resource"],
		["PIPE-131", "preparing", "Preparing", "preparing", "status_preparing", "preparing"],
		["PIPE-132", "pending", "Pending", "pending", "status_pending", "pending"],
		["PIPE-133", "running", "Running", "running", "status_running", "running"],
		["PIPE-134", "success", "Passed", "passed", "status_success", "success"],
		["PIPE-135", "failed", "Failed", "failed", "status_failed", "failed"],
		["PIPE-136", "canceled", "Canceled", "canceled", "status_canceled", "canceled"],
		["PIPE-137", "skipped", "Skipped", "skipped", "status_skipped", "skipped"],
		["PIPE-138", "manual", "Blocked", "waiting for manual action", "status_manual", "manual"],
		["PIPE-139", "scheduled", "Delayed", "waiting for delayed job", "status_scheduled", "scheduled"],
	] as const)("%s, PIPE-141 %s", async (_claim, status, text, label, icon, group) => {
		const { get, pipeline } = lab();
		const { id } = pipeline({ status });
		const { body } = await get(`/${id}`);
		expect(body.status).toBe(status);
		expect(body.detailed_status).toEqual({
			text,
			label,
			icon,
			group,
			tooltip: label,
			has_details: true,
			details_path: `/acme/lab/-/pipelines/${id}`,
			illustration: null,
			favicon: expect.stringMatching(/^\/.+/),
		});
	});

	test("PIPE-140 passed with warnings: a job that was allowed to fail did", async () => {
		const { get, make, pipeline } = lab();
		const made = pipeline({ status: "success" });
		make.job(made, { status: "success" });
		expect((await get(`/${made.id}`)).body.detailed_status.text).toBe("Passed");
		make.job(made, { status: "failed", allow_failure: false });
		expect((await get(`/${made.id}`)).body.detailed_status.text).toBe("Passed");
		make.job(made, { status: "failed", allow_failure: true });
		expect((await get(`/${made.id}`)).body.detailed_status).toMatchObject({
			text: "Warning",
			label: "passed with warnings",
			icon: "status_warning",
			group: "success-with-warnings",
		});
	});

	test("PIPE-142 has_details for whoever may read", async () => {
		const { ask, at, pipeline } = lab();
		const { id } = pipeline();
		for (const who of ["owner", "guest", "outsider", null])
			expect((await ask(who, "GET", `${at}/${id}`)).body.detailed_status.has_details).toBe(true);
	});
});
