import type { OperationId } from "@tenon/contract";
import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import { assumed, type Rule, rule } from "../../rule/rule";
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
const notFound = (claim: string, operation: OperationId): Rule =>
	byClaim(
		claim,
		async (t) => {
			const id = t.scene("project");
			const foreign = (await create(t, { id: t.scene("internal_project") })).is(201).number("id");
			for (const pipeline_id of [foreign, 999_999_999]) {
				const response = await t.as("owner").call(operation, { id, pipeline_id, ...(claim === "PIPE-116" && { name: "New" }) });
				response.refuses(404, { message: "404 Not found" });
			}
			const kept = await t.as("owner").call("getPipeline", { id: t.scene("internal_project"), pipeline_id: foreign });
			kept.is(200).has({ status: "pending" });
		},
		{ effect: "writes" },
	);

/** One pipeline and its fields. */
export const pipelineRecords: readonly Rule[] = [
	rule(
		"PIPE-029",
		"All full-record fields (detailed_status and archived included) are present in the responses of get, latest, create, retry, cancel and metadata.",
		["getPipeline", "getLatestPipeline", "createPipeline", "retryPipeline", "cancelPipeline", "updatePipelineMetadata"],
		async (t) => {
			const id = t.scene("project");
			const maintainer = t.as("maintainer");
			const made = (await t.given.pipeline()).shows(...fullFields);
			const pipeline_id = made.number("id");
			(await get(t, pipeline_id)).shows(...fullFields);
			const ref = t.scene("ref");
			(await maintainer.call("getLatestPipeline", { id, ref })).is(200).shows(...fullFields);
			(await maintainer.call("cancelPipeline", { id, pipeline_id })).ok.shows(...fullFields);
			(await maintainer.call("retryPipeline", { id, pipeline_id })).ok.shows(...fullFields);
			const name = t.unique("name");
			(await maintainer.call("updatePipelineMetadata", { id, pipeline_id, name })).ok.shows(...fullFields);
		},
	),
	rule(
		"PIPE-107",
		"Returns the full record of the pipeline whose id is pipeline_id.",
		"getPipeline",
		async (t) => {
			const made = await t.given.pipeline();
			await t.given.pipeline();
			const read = await get(t, made.number("id"));
			const { status, updated_at } = read.fields;
			t.same("the pipeline that is read", { ...read.fields, status, updated_at }, { ...made.fields, status, updated_at }, read);
		},
		{ effect: "writes" },
	),
	rule("PIPE-108", "A child pipeline, hidden from the default list, is returned by its id.", "getPipeline", async (t) => {
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
	assumed("PIPE-117", "Timestamps of pipelines are UTC with millisecond precision (three decimals and Z).", "getPipeline", async (t) => {
		const { fields } = await oneOf(t, "success");
		for (const name of ["created_at", "updated_at", "started_at", "finished_at", "committed_at"]) {
			const value = fields[name];
			if (value !== null) t.holds(`${name}, ${value}, should be UTC with three decimals`, time.test(String(value)));
		}
		t.holds("created_at should not be null", fields.created_at !== null);
	}),
	assumed(
		"PIPE-118",
		"archived is false for a recent pipeline, and committed_at may be null in every status.",
		"getPipeline",
		async (t) => {
			const made = await t.given.pipeline();
			(await get(t, made.number("id"))).has({ archived: false });
			for (const status of ["success", "failed"] as const) {
				const { committed_at } = (await oneOf(t, status)).fields;
				t.holds("committed_at should be null or a time", committed_at === null || time.test(String(committed_at)));
			}
		},
		{ effect: "writes" },
	),
	assumed("PIPE-119", 'A non-integer pipeline_id (not latest) answers 400 {"error":"pipeline_id is invalid"}.', "getPipeline", async (t) => {
		for (const pipeline_id of ["abc", "1.5"]) {
			const response = await t.as("maintainer").call("getPipeline", { id: t.scene("project"), pipeline_id });
			response.refuses(400, { error: "pipeline_id is invalid" });
		}
	}),
	assumed(
		"PIPE-120",
		"iid is per project: the first pipeline has 1 and each later one the last given value plus 1; id is unique over all projects.",
		"getPipeline",
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
	assumed("PIPE-121", "web_url is the address of the pipeline page and ends with /-/pipelines/<id>.", "getPipeline", async (t) => {
		const [one] = (await list(t, { per_page: 1 })).is(200).items;
		if (!one) return t.skip("the project has no pipeline");
		const read = await get(t, one.id);
		const url = read.string("web_url");
		t.holds("web_url should be an address of the pipeline's page", URL.canParse(url) && url.endsWith(`/-/pipelines/${one.id}`), read);
	}),
	assumed(
		"PIPE-122",
		"source of a pipeline made by createPipeline is api.",
		"getPipeline",
		async (t) => {
			(await t.given.pipeline()).has({ source: "api" });
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-123",
		"A pipeline never started (created, pending) has started_at, finished_at and duration null.",
		"getPipeline",
		async (t) => {
			const never = { started_at: null, finished_at: null, duration: null };
			(await t.given.pipeline()).has(never);
			for (const status of ["created", "pending"] as const) {
				const [one] = (await list(t, { status, per_page: 1 })).is(200).items;
				if (one) (await get(t, one.id)).has(never);
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-124",
		"A pipeline in success, failed or canceled has finished_at set; a running one has started_at set and finished_at null.",
		"getPipeline",
		async (t) => {
			for (const status of ["success", "failed", "canceled"] as const) {
				const one = await oneOf(t, status);
				t.holds(`finished_at should be set in ${status}`, time.test(String(one.field("finished_at"))), one);
			}
			const running = await oneOf(t, "running");
			t.holds("started_at should be set in running", time.test(String(running.field("started_at"))), running);
			running.has({ finished_at: null });
		},
	),
	rule(
		"PIPE-125",
		"yaml_errors is null for a valid configuration and a non-empty string for a pipeline listed by yaml_errors=true.",
		"getPipeline",
		async (t) => {
			const [broken] = (await list(t, { yaml_errors: true })).is(200).items;
			if (!broken) return t.skip("the project has no pipeline with an invalid configuration");
			const text = (await get(t, broken.id)).field("yaml_errors");
			t.holds("yaml_errors should be a text with something in it", typeof text === "string" && text !== "");
			(await oneOf(t, "success")).has({ yaml_errors: null });
		},
	),
	rule("PIPE-126", "queued_duration is a number of at least 0, never null.", "getPipeline", async (t) => {
		for (const status of statuses) {
			const [one] = (await list(t, { status, per_page: 1 })).is(200).items;
			if (!one) continue;
			const read = await get(t, one.id);
			t.holds(`queued_duration in ${status} should be at least 0`, read.number("queued_duration") >= 0, read);
		}
	}),
	assumed(
		"PIPE-127",
		'coverage is null without coverage and otherwise a decimal string with two places such as "30.00".',
		"getPipeline",
		async (t) => {
			(await t.given.pipeline()).has({ coverage: null });
			const passed = (await list(t, { status: "success", per_page: 10 })).is(200).items;
			for (const { id } of passed) {
				const { coverage } = (await get(t, id)).fields;
				t.holds(`coverage, ${coverage}, should be null or have two decimals`, coverage === null || /^\d+\.\d\d$/.test(String(coverage)));
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-128",
		"tag is true when ref is a tag and false when it is a branch.",
		"getPipeline",
		async (t) => {
			(await create(t)).is(201).has({ tag: false });
			(await create(t, { ref: t.scene("tag_name") })).is(201).has({ tag: true });
		},
		{ effect: "writes" },
	),
];
