import type { OperationId } from "@tenon/contract";
import type { Answer } from "../../rule/answer";
import { type Check, check } from "../../rule/rule";
import { all, create, get, list, oneOf, statuses } from "./lab";

const fullFields = [
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
];

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** An unknown pipeline, and another project's. */
const notFound = (claim: string, operation: OperationId): Check =>
	check(
		claim,
		async (t) => {
			const id = t.scene("project");
			const foreign = (await create(t, { id: t.scene("internal_project") })).is(201).number("id");
			for (const pipeline_id of [foreign, 999_999_999]) {
				const told = await t
					.as("owner")
					.call(operation, { id, pipeline_id, ...(claim === "PIPE-116" && { name: "New" }) });
				told.refuses(404, { message: "404 Not found" });
			}
			const kept = await t.as("owner").call("getPipeline", { id: t.scene("internal_project"), pipeline_id: foreign });
			kept.is(200).has({ status: "pending" });
		},
		{ effect: "writes" },
	);

/** One pipeline and its fields. */
export const pipelineRecords: readonly Check[] = [
	check(
		"PIPE-029",
		async (t) => {
			const id = t.scene("project");
			const maintainer = t.as("maintainer");
			const made = (await t.make.pipeline()).shows(...fullFields);
			const pipeline_id = made.number("id");
			(await get(t, pipeline_id)).shows(...fullFields);
			const ref = t.scene("ref");
			(await maintainer.call("getLatestPipeline", { id, ref })).is(200).shows(...fullFields);
			(await maintainer.call("cancelPipeline", { id, pipeline_id })).ok.shows(...fullFields);
			(await maintainer.call("retryPipeline", { id, pipeline_id })).ok.shows(...fullFields);
			const name = t.unique("name");
			(await maintainer.call("updatePipelineMetadata", { id, pipeline_id, name })).ok.shows(...fullFields);
		},
		{
			operations: [
				"getPipeline",
				"getLatestPipeline",
				"createPipeline",
				"retryPipeline",
				"cancelPipeline",
				"updatePipelineMetadata",
			],
		},
	),
	check(
		"PIPE-107",
		async (t) => {
			const made = await t.make.pipeline();
			await t.make.pipeline();
			const read = await get(t, made.number("id"));
			const { status, updated_at } = read.fields;
			t.same(
				"the pipeline that is read",
				{ ...read.fields, status, updated_at },
				{ ...made.fields, status, updated_at },
				read,
			);
		},
		{ effect: "writes" },
	),
	check("PIPE-108", async (t) => {
		const [child] = (await list(t, { source: "parent_pipeline" })).is(200).items;
		if (!child) return t.skip("the project has no child pipeline");
		t.same(
			"the child in the default list",
			(await all(t)).filter(({ id }) => id === child.id),
			[],
		);
		(await get(t, child.id)).has({ id: child.id, source: "parent_pipeline" });
	}),
	notFound("PIPE-109", "getPipeline"),
	notFound("PIPE-110", "listPipelineVariables"),
	notFound("PIPE-111", "getPipelineTestReport"),
	notFound("PIPE-112", "getPipelineTestReportSummary"),
	notFound("PIPE-113", "retryPipeline"),
	notFound("PIPE-114", "cancelPipeline"),
	notFound("PIPE-115", "deletePipeline"),
	notFound("PIPE-116", "updatePipelineMetadata"),
	check("PIPE-117", async (t) => {
		const { fields } = await oneOf(t, "success");
		for (const name of ["created_at", "updated_at", "started_at", "finished_at", "committed_at"]) {
			const value = fields[name];
			if (value !== null) t.holds(`${name}, ${value}, should be UTC with three decimals`, time.test(String(value)));
		}
		t.holds("created_at should not be null", fields.created_at !== null);
	}),
	check(
		"PIPE-118",
		async (t) => {
			const made = await t.make.pipeline();
			(await get(t, made.number("id"))).has({ archived: false });
			for (const status of ["success", "failed"] as const) {
				const { committed_at } = (await oneOf(t, status)).fields;
				t.holds("committed_at should be null or a time", committed_at === null || time.test(String(committed_at)));
			}
		},
		{ effect: "writes" },
	),
	check("PIPE-119", async (t) => {
		for (const pipeline_id of ["abc", "1.5"]) {
			const told = await t.as("maintainer").call("getPipeline", { id: t.scene("project"), pipeline_id });
			told.refuses(400, { error: "pipeline_id is invalid" });
		}
	}),
	check(
		"PIPE-120",
		async (t) => {
			const id = t.scene("internal_project");
			const made: Answer[] = [];
			for (const where of [{}, { id }, {}, { id }]) made.push((await create(t, where)).is(201));
			const [first, other, second, another] = made.map((one) => one.number("iid"));
			t.same("the second iid", second, (first ?? 0) + 1, made[2]);
			t.same("the other project's second iid", another, (other ?? 0) + 1, made[3]);
			const ids = made.map((one) => one.number("id"));
			t.same("the number of different ids", new Set(ids).size, 4, made[3]);
		},
		{ effect: "writes" },
	),
	check("PIPE-121", async (t) => {
		const [one] = (await list(t, { per_page: 1 })).is(200).items;
		if (!one) return t.skip("the project has no pipeline");
		const read = await get(t, one.id);
		const url = read.string("web_url");
		t.holds(
			"web_url should be an address of the pipeline's page",
			URL.canParse(url) && url.endsWith(`/-/pipelines/${one.id}`),
			read,
		);
	}),
	check(
		"PIPE-122",
		async (t) => {
			(await t.make.pipeline()).has({ source: "api" });
		},
		{ effect: "writes" },
	),
	check(
		"PIPE-123",
		async (t) => {
			const never = { started_at: null, finished_at: null, duration: null };
			(await t.make.pipeline()).has(never);
			for (const status of ["created", "pending"] as const) {
				const [one] = (await list(t, { status, per_page: 1 })).is(200).items;
				if (one) (await get(t, one.id)).has(never);
			}
		},
		{ effect: "writes" },
	),
	check("PIPE-124", async (t) => {
		for (const status of ["success", "failed", "canceled"] as const) {
			const one = await oneOf(t, status);
			t.holds(`finished_at should be set in ${status}`, time.test(String(one.field("finished_at"))), one);
		}
		const running = await oneOf(t, "running");
		t.holds("started_at should be set in running", time.test(String(running.field("started_at"))), running);
		running.has({ finished_at: null });
	}),
	check("PIPE-125", async (t) => {
		const [broken] = (await list(t, { yaml_errors: true })).is(200).items;
		if (!broken) return t.skip("the project has no pipeline with an invalid configuration");
		const text = (await get(t, broken.id)).field("yaml_errors");
		t.holds("yaml_errors should be a text with something in it", typeof text === "string" && text !== "");
		(await oneOf(t, "success")).has({ yaml_errors: null });
	}),
	check("PIPE-126", async (t) => {
		for (const status of statuses) {
			const [one] = (await list(t, { status, per_page: 1 })).is(200).items;
			if (!one) continue;
			const read = await get(t, one.id);
			t.holds(`queued_duration in ${status} should be at least 0`, read.number("queued_duration") >= 0, read);
		}
	}),
	check(
		"PIPE-127",
		async (t) => {
			(await t.make.pipeline()).has({ coverage: null });
			const passed = (await list(t, { status: "success", per_page: 10 })).is(200).items;
			for (const { id } of passed) {
				const { coverage } = (await get(t, id)).fields;
				t.holds(
					`coverage, ${coverage}, should be null or have two decimals`,
					coverage === null || /^\d+\.\d\d$/.test(String(coverage)),
				);
			}
		},
		{ effect: "writes" },
	),
	check(
		"PIPE-128",
		async (t) => {
			(await create(t)).is(201).has({ tag: false });
			(await create(t, { ref: t.scene("tag_name") })).is(201).has({ tag: true });
		},
		{ effect: "writes" },
	),
];
