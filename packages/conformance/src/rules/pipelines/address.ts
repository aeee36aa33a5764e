import type { OperationId } from "@tenon/contract";
import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";

const reads: readonly OperationId[] = [
	"listPipelines",
	"getPipeline",
	"getLatestPipeline",
	"listPipelineVariables",
	"getPipelineTestReport",
	"getPipelineTestReportSummary",
];

/** What writes on a pipeline, in an order in which each can be asked of the same one. */
const writes: readonly OperationId[] = ["cancelPipeline", "retryPipeline", "updatePipelineMetadata", "deletePipeline"];

/** What every write needs beside the address. */
const paramsOf = (operation: OperationId): Params =>
	operation === "createPipeline" ? { ref: "main" } : operation === "updatePipelineMetadata" ? { name: "Renamed" } : {};

/** Without what tells one pipeline from another, and when it was. */
function comparable(fields: Fields): Fields {
	const own = ["id", "iid", "web_url", "created_at", "updated_at", "started_at", "finished_at", "detailed_status"];
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !own.includes(name)));
}

const unauthorized = { message: "401 Unauthorized" };

/** Without credentials nobody hears anything of parameters or projects. */
const needsCredentials = (claim: string, operation: OperationId): Rule =>
	byClaim(claim, async (t) => {
		const made = await t.given.pipeline();
		const id = t.scene("project");
		const pipeline_id = made.number("id");
		const newest = async () => (await t.as("owner").call("listPipelines", { id, per_page: 1 })).is(200).ids;
		const before = await newest();
		for (const where of [
			{ id, pipeline_id, ...paramsOf(operation) },
			{ id, pipeline_id: "abc" },
			{ id: `${t.unique("no")}/where`, pipeline_id, ...paramsOf(operation) },
		])
			(await t.anonymous.call(operation, where)).refuses(401, unauthorized);
		await isAsMade(t, pipeline_id, made.fields);
		t.same("the newest pipeline", await newest(), before);
	});

/** A token for reading changes nothing. */
const needsScope = (claim: string, operation: OperationId): Rule =>
	byClaim(claim, async (t) => {
		const made = await t.given.pipeline();
		const id = t.scene("project");
		const pipeline_id = made.number("id");
		const response = await t.as("read-only").call(operation, { id, pipeline_id, ...paramsOf(operation) });
		response.refuses(403).has({ error: "insufficient_scope" });
		await isAsMade(t, pipeline_id, made.fields);
		const newest = (await t.as("owner").call("listPipelines", { id, per_page: 1 })).is(200);
		t.same("the newest pipeline", newest.ids, [pipeline_id], newest);
	});

async function isAsMade(t: Context, pipeline_id: number, { name, status }: Fields): Promise<void> {
	const now = await t.as("owner").call("getPipeline", { id: t.scene("project"), pipeline_id });
	now.is(200).has({ name, status });
}

/** How pipelines are addressed, and with what credentials. */
export const pipelineAddresses: readonly Rule[] = [
	rule(
		"PIPE-041",
		"id given as URL-encoded project path answers exactly as the numeric project ID, on all 11 pipeline operations.",
		[...reads, "createPipeline", ...writes],
		async (t) => {
			const owner = t.as("owner");
			const path = t.scene("project");
			const number = await t.given.projectId(path);
			const variables = [{ key: "A", value: "1" }];
			const made = [await t.given.pipeline({ variables }), await t.given.pipeline({ id: number, variables })];
			t.same("create by path", comparable(made[0]?.fields ?? {}), comparable(made[1]?.fields ?? {}), made[1]);
			const [a = 0, b = 0] = made.map((one) => one.number("id"));
			for (const operation of reads) {
				const by = async (id: unknown) => (await owner.call(operation, { id, pipeline_id: a })).is(200);
				t.same(`${operation} by path`, (await by(path)).json, (await by(number)).json);
			}
			for (const operation of writes) {
				const byPath = await owner.call(operation, { id: path, pipeline_id: a, ...paramsOf(operation) });
				const byNumber = await owner.call(operation, { id: number, pipeline_id: b, ...paramsOf(operation) });
				t.same(`${operation} by path`, byPath.ok.status, byNumber.ok.status, byPath);
				if (operation !== "deletePipeline") t.same(`${operation} by path`, comparable(byPath.fields), comparable(byNumber.fields), byPath);
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-053",
		"page and per_page on a single-resource pipeline GET do not change the response body.",
		"getPipeline",
		async (t) => {
			const id = t.scene("project");
			const pipeline_id = (await t.given.pipeline()).number("id");
			for (const operation of reads) {
				if (operation === "listPipelines" || operation === "listPipelineVariables") continue;
				const plain = (await t.as("maintainer").call(operation, { id, pipeline_id })).is(200);
				const paged = await t.as("maintainer").call(operation, { id, pipeline_id, page: 3, per_page: 1 });
				t.same(`${operation} with page and per_page`, paged.is(200).json, plain.json, paged);
			}
		},
		{ effect: "writes" },
	),
	needsCredentials("PIPE-237", "createPipeline"),
	needsScope("PIPE-238", "createPipeline"),
	needsCredentials("PIPE-239", "retryPipeline"),
	needsScope("PIPE-240", "retryPipeline"),
	needsCredentials("PIPE-241", "cancelPipeline"),
	needsScope("PIPE-242", "cancelPipeline"),
	needsCredentials("PIPE-243", "deletePipeline"),
	needsScope("PIPE-244", "deletePipeline"),
	needsCredentials("PIPE-245", "updatePipelineMetadata"),
	needsScope("PIPE-246", "updatePipelineMetadata"),
	assumed(
		"PIPE-247",
		"A token with scope read_api may use all six pipeline GET operations.",
		reads,
		async (t) => {
			const id = t.scene("project");
			const pipeline_id = (await t.given.pipeline()).number("id");
			for (const operation of reads) (await t.as("read-only").call(operation, { id, pipeline_id })).is(200);
		},
		{ effect: "writes" },
	),
];
