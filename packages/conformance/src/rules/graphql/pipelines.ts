import type { Context } from "../../rule/context";
import { ask, type GraphqlResponse, gid, mutate, numberOf } from "../../rule/graphql";
import { type Fields, isFields, pluck } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { statuses } from "../pipelines/lab";
import { inner, nodesOf, page } from "./connections";
import { below, by, enrich, everyone, forbids, freshProject, inProject, inVain, pathOf, quoted, reads, unstated, type Who, writes } from "./lab";

const upper = (value: unknown): string => String(value).toUpperCase();
const idOf = ({ id }: Fields): string => gid("Ci::Pipeline", Number(id));

/** A pipeline of a project, found by one of the arguments, as a caller reads it. */
const shown = async (t: Context, path: string, args: string, fields = "id", who: Who = "developer"): Promise<Fields | null> => {
	const found = (await inProject(t, who, path, `pipeline(${args}) { ${fields} }`))?.pipeline;
	return isFields(found) ? found : null;
};

/** Makes a pipeline by GraphQL; it is removed after the rule. */
async function create(t: Context, who: Who, input: Fields): Promise<GraphqlResponse> {
	const selection = "pipeline { id iid status ref sha source user { username } } clientMutationId";
	const response = await mutate(by(t, who), "pipelineCreate", { projectPath: t.scene("project"), ref: t.scene("ref"), ...input }, selection);
	const id = inner(response.http.fields, "data", "pipelineCreate", "pipeline", "id");
	if (id !== undefined) t.undo(`pipeline ${id}`, async () => (await mutate(t.as("owner"), "pipelineDestroy", { id })).http);
	return response;
}
const read = async (t: Context, id: unknown, path = t.scene("project")) =>
	await t.as("maintainer").call("getPipeline", { id: path, pipeline_id: typeof id === "number" ? id : numberOf(id) });

/** A fresh pipeline on an unprotected branch, with a job of each of these statuses. */
async function made(t: Context, path: string, status: string, jobs: readonly string[], fields: Fields = {}) {
	const pipeline = await t.given.record("pipelines", { project: path, ref: "develop", status, ...fields });
	for (const one of jobs) await t.given.record("jobs", { pipeline_id: pipeline.id, status: one });
	return pipeline;
}

export const pipelineRules: readonly Rule[] = [
	unstated("GQL-230", "project.pipelines filters by ids, ref and refType. null and unknown ids are ignored.", { id: "GQL-230/filters" }, async (t) => {
		const path = pathOf(await freshProject(t, { branches: { both: "1".repeat(40) }, tags: { both: "2".repeat(40) } }));
		const [branch, tag] = [
			await t.given.record("pipelines", { project: path, ref: "both", tag: false }),
			await t.given.record("pipelines", { project: path, ref: "both", tag: true }),
		].map(idOf);
		for (const [args, expected] of Object.entries({
			...{ 'ref: "both"': [tag, branch], 'ref: "both", refType: HEADS': [branch], "refType: TAGS": [tag], "refType: null, scope: null": [tag, branch] },
			[`ids: ["${branch}", "${gid("Ci::Pipeline", 999_999_999)}"]`]: [branch],
		}))
			t.same(`pipelines(${args})`, pluck(nodesOf((await inProject(t, "developer", path, `pipelines(${args}) { nodes { id } }`))?.pipelines), "id"), expected);
	}),
	unstated("GQL-183", "project.pipeline takes exactly one of id, iid and sha, and is null where REST refuses it.", { id: "GQL-183/pipeline" }, async (t) => {
		const project = await freshProject(t, { visibility: "public" });
		const path = pathOf(project);
		const sha = "1".repeat(40);
		const [first, second] = [await made(t, path, "failed", [], { sha }), await made(t, path, "success", [], { sha })];
		await made(t, path, "success", [], { sha, source: "parent_pipeline", parent_id: first.id });
		const elsewhere = await t.given.record("pipelines", { project: pathOf(await freshProject(t)), sha: "3".repeat(40) });
		for (const [args, expected] of Object.entries({
			...{
				[`id: "${idOf(first)}"`]: first,
				'iid: "2"': second,
				[`sha: "${sha}"`]: second,
				[`id: "${idOf(elsewhere)}"`]: null,
				[`id: "${gid("Ci::Pipeline", 999_999_999)}"`]: null,
			},
			...{ 'iid: "77"': null, 'iid: "01"': null, [`sha: "${elsewhere.sha}"`]: null, 'sha: ""': null },
		}))
			t.same(`pipeline(${args})`, await shown(t, path, args), expected && { id: idOf(expected) });
		for (const args of ["", '(iid: "1", sha: "1")', "(iid: null)"]) {
			const refused = await ask(t.as("owner"), `query($path: ID!) { project(fullPath: $path) { pipeline${args} { id } } }`, { path });
			t.same(
				`path and message of pipeline${args}`,
				[refused.errors[0]?.path, refused.message?.startsWith("Exactly one")],
				[["project", "pipeline"], true],
				refused.http,
			);
		}
		for (const change of [
			{ public_jobs: true },
			{ public_jobs: false },
			{ public_jobs: true, builds_access_level: "private" },
			{ builds_access_level: "disabled" },
		]) {
			await t.given.change("projects", project.id, change);
			for (const who of everyone) {
				if (who === null) continue;
				const may = (await t.as(who).call("getPipeline", { id: path, pipeline_id: first.id })).succeeded;
				const expected = { pipeline: may ? { iid: "1" } : null, pipelines: may ? { count: 3 } : null };
				const found = await inProject(t, who, path, 'pipeline(iid: "1") { iid } pipelines { count }');
				t.same(`whether ${who} reads pipelines under ${quoted(change)}`, [found?.pipeline, found?.pipelines !== null], [expected.pipeline, may]);
			}
		}
	}),
	unstated("GQL-226", "The fields of a pipeline are consistent with each other and with its upstream and downstream pipelines.", reads, async (t) => {
		const fields = `id ref status active complete cancelable retryable child latest failedJobsCount totalJobs yamlErrors yamlErrorMessages upstream { id } downstream { nodes { id upstream { id } } }`;
		const list = { caller: t.as("maintainer"), around: `project(fullPath: ${quoted(t.scene("project"))}) { @ }`, at: "project.pipelines", fields };
		const { nodes, http: response } = await page(list, "first: 50");
		if (nodes.length === 0) t.skip("the scene's project has no pipeline");
		const refs = new Set<unknown>();
		for (const one of nodes) {
			const ended = ["SUCCESS", "FAILED", "CANCELED", "SKIPPED"].includes(String(one.status));
			const [jobs, failed] = [Number(one.totalJobs), Number(one.failedJobsCount)];
			const expected = { active: !ended, complete: ended, child: one.upstream !== null, cancelable: !ended && jobs > 0 };
			const { active, complete, child, cancelable, yamlErrors, yamlErrorMessages } = one;
			t.same(`whether ${one.id} has errors of YAML`, yamlErrors, yamlErrorMessages !== null, response);
			if (one.status === "SUCCESS" && failed === 0) t.same(`whether ${one.id} can be retried, where nothing failed`, one.retryable, false, response);
			t.same(`pipeline ${one.id}, which is ${one.status}`, { active, complete, child, cancelable }, expected, response);
			t.holds(
				`${failed} of ${jobs} jobs of a pipeline that is ${one.status} have failed`,
				failed <= jobs && (one.status !== "FAILED" || jobs === 0 || failed > 0),
				response,
			);
			for (const below of nodesOf(one.downstream)) t.same(`the upstream pipeline of ${below.id}`, below.upstream, { id: one.id }, response);
			if (child === true) continue;
			t.same(`whether ${one.id} is the latest of ${one.ref}`, one.latest, !refs.has(one.ref), response);
			refs.add(one.ref);
		}
	}),
	unstated("GQL-227, GQL-228", "active, complete, cancelable, retryable and detailedStatus of a pipeline match its status and jobs.", writes, async (t) => {
		const path = pathOf(await freshProject(t, { visibility: "public" }));
		const look = async (pipeline: Fields, fields = "status active complete cancelable retryable detailedStatus { id name label group }") =>
			await shown(t, path, `id: "${idOf(pipeline)}"`, fields);
		for (const status of statuses) {
			const pipeline = await made(t, path, status, [status]);
			const ended = ["success", "failed", "canceled", "skipped"].includes(status);
			const detail = (await read(t, pipeline.id, path)).ok.field("detailed_status") as Fields;
			const { label, group } = detail;
			t.same(`a pipeline that is ${status}`, await look(pipeline), {
				...{ status: upper(status), active: !ended, complete: ended, cancelable: !ended, retryable: status === "failed" || status === "canceled" },
				detailedStatus: { id: `${status}-${pipeline.id}-${pipeline.id}`, name: upper(status), label, group },
			});
		}
		const warned = await made(t, path, "success", []);
		await t.given.record("jobs", { pipeline_id: warned.id, status: "failed", allow_failure: true });
		t.same("a pipeline with warnings", await look(warned, "status retryable detailedStatus { name label }"), {
			status: "SUCCESS",
			retryable: true,
			detailedStatus: { name: "SUCCESS_WITH_WARNINGS", label: "passed with warnings" },
		});
		await t.given.change("pipelines", warned.id, { archived: true });
		t.same("an archived one", await look(warned, "retryable"), { retryable: false });
		t.same("one without jobs", await look(await made(t, path, "running", []), "cancelable"), { cancelable: false });
	}),
	unstated("GQL-229, GQL-236", "testReportSummary of a pipeline returns the same values as the test report summary of REST.", reads, async (t) => {
		let path = t.scene("project");
		const fields = `testReportSummary { total { time count success failed skipped error suiteError }
				testSuites { nodes { name totalTime totalCount successCount failedCount skippedCount errorCount suiteError buildIds } pageInfo { startCursor } } }`;
		const compare = async (id: unknown): Promise<boolean> => {
			const { total, test_suites: suites } = (await t.as("developer").call("getPipelineTestReportSummary", { id: path, pipeline_id: id })).ok.fields;
			if (!isFields(total) || !Array.isArray(suites) || suites.length === 0) return false;
			const summary = (await shown(t, path, `id: "${gid("Ci::Pipeline", Number(id))}"`, fields))?.testReportSummary as Fields;
			const { suite_error, ...numbers } = total;
			t.same("the total", summary.total, { ...numbers, suiteError: suite_error });
			const expected = suites.filter(isFields).map((one) => ({
				...{ name: one.name, totalTime: one.total_time, totalCount: one.total_count, successCount: one.success_count, failedCount: one.failed_count },
				...{ skippedCount: one.skipped_count, errorCount: one.error_count, suiteError: one.suite_error, buildIds: [one.build_ids].flat().map(String) },
			}));
			t.same("the suites", nodesOf(summary.testSuites), expected);
			return true;
		};
		let reported = 0;
		for (const { id } of (await t.as("developer").call("listPipelines", { id: path, scope: "finished", per_page: 50 })).ok.items)
			if (reported < 4 && (await compare(id))) reported += 1;
		if (reported === 0) t.skip("no finished pipeline of the scene's project has a test report");
		await enrich(async () => {
			path = pathOf(await freshProject(t));
			const test_suites = ["same", "same"].map((name, at) => ({ name, build_ids: [at], suite_error: at ? "Not well-formed" : null, test_cases: [] }));
			const twins = await made(t, path, "success", [], { test_suites });
			t.holds("two suites of one name are compared", await compare(twins.id));
			const first = (await shown(t, path, `id: "${idOf(twins)}"`, "testReportSummary { testSuites(first: 1) { pageInfo { endCursor } } }")) ?? {};
			const cursor = inner(first, "testReportSummary", "testSuites", "pageInfo", "endCursor");
			const next = await shown(t, path, `id: "${idOf(twins)}"`, `testReportSummary { testSuites(after: ${quoted(cursor)}) { nodes { buildIds } } }`);
			t.same("the second of them", inner(next ?? {}, "testReportSummary", "testSuites"), { nodes: [{ buildIds: ["1"] }] });
		});
	}),
	unstated("GQL-231, GQL-234", "pipelineCreate creates a pipeline that REST lists. Input that REST refuses returns the same errors.", writes, async (t) => {
		const variables = [
			{ key: "A", value: "1" },
			{ key: "B", value: "2", variableType: "FILE" },
			{ key: "C", value: "3", variableType: null },
		];
		const inputs = [
			{ name: "deep", value: [1, { a: true }] },
			{ name: "__proto__", value: "plain" },
		];
		const response = await create(t, "maintainer", { clientMutationId: "m", variables, inputs });
		const { id, iid: _, sha, user, ...rest } = response.record("pipelineCreate.pipeline");
		t.same(
			"the payload",
			{ ...rest, user, errors: response.at("pipelineCreate.errors"), clientMutationId: response.at("pipelineCreate.clientMutationId") },
			{ status: "PENDING", ref: t.scene("ref"), source: "api", user: { username: t.user("maintainer").username }, errors: [], clientMutationId: "m" },
			response.http,
		);
		(await read(t, id)).ok.has({ status: "pending", ref: t.scene("ref"), sha, source: "api" });
		const listed = (await t.as("maintainer").call("listPipelines", { id: t.scene("project"), per_page: 50 })).ok;
		t.holds("REST lists it", listed.ids.includes(numberOf(id)), listed);
		const stored = (await t.as("maintainer").call("listPipelineVariables", { id: t.scene("project"), pipeline_id: numberOf(id) })).ok;
		t.same(
			"its variables",
			stored.items.map(({ key, value, variable_type }) => [key, value, variable_type]),
			[
				["A", "1", "env_var"],
				["B", "2", "file"],
				["C", "3", "env_var"],
			],
			stored,
		);
		const tagged = (await create(t, "maintainer", { ref: t.scene("tag_name") })).record("pipelineCreate.pipeline");
		const asRead = (await read(t, tagged.id)).ok;
		const { iid, sha: commit, source, status } = asRead.fields;
		const expected = { id: tagged.id, iid: String(iid), sha: commit, source, ref: t.scene("tag_name"), status: upper(status) };
		t.same("the pipeline of a tag", tagged, { ...expected, user: { username: t.user("maintainer").username } }, asRead);
		await enrich(async () =>
			t.same("its inputs", Object.entries(((await t.given.control("GET", `/records/pipelines/${numberOf(id)}`)) as Fields).inputs as Fields), [
				["deep", [1, { a: true }]],
				["__proto__", "plain"],
			]),
		);
		await inVain(t, async () => {
			const refused = await ask(t.as("maintainer"), "mutation($i: PipelineCreateInput!) { pipelineCreate(input: $i) { errors } }", {
				i: { projectPath: t.scene("project"), ref: t.scene("ref"), inputs: [{ name: "a", value: { b: 1 } }] },
			});
			t.holds("an object is refused as the value of an input", /Invalid CI input value/.test(refused.message ?? ""), refused.http);
			for (const [who, fields] of [
				["maintainer", { ref: t.unique("no-such-ref") }],
				["maintainer", { variables: [{ key: "a-b", value: "" }] }],
				["maintainer", { inputs: Array.from({ length: 21 }, (_, at) => ({ name: `i${at}`, value: at })) }],
				["developer", { ref: "main" }],
			] as const) {
				const refused = (await create(t, who, fields)).record("pipelineCreate");
				const { ref = t.scene("ref"), variables: wrong, inputs: many } = fields as Fields & { inputs?: { name: string; value: unknown }[] };
				const json = { id: t.scene("project"), ref, variables: wrong, ...(many && { inputs: Object.fromEntries(many.map((one) => [one.name, one.value])) }) };
				const message = (await t.as(who).call("createPipeline", json)).field("message");
				t.same("pipeline and errors", [refused.pipeline, refused.errors], [null, isFields(message) ? message.base : message]);
				if (who === "maintainer" && "ref" in fields) t.same("the errors of an unknown ref", refused.errors, ["Reference not found"]);
			}
		});
		const count = async () =>
			(await t.as("maintainer").call("listPipelines", { id: t.scene("project"), per_page: 1, order_by: "id", sort: "desc", username: "no.body" })).ok.items
				.length;
		await forbids(t, "pipelineCreate", { projectPath: t.scene("project"), ref: t.scene("ref") }, below("developer"), count);
		await forbids(t, "pipelineCreate", { projectPath: t.unique("none"), ref: "main" }, ["owner"], count);
	}),
	unstated("GQL-235, GQL-090", "pipelineCancel and pipelineRetry change the status that REST returns. pipelineDestroy requires Owner.", writes, async (t) => {
		const id = (await create(t, "maintainer", {})).text("pipelineCreate.pipeline.id");
		const status = async () => (await read(t, id)).ok.string("status");
		for (const [name, expected] of Object.entries({ pipelineCancel: /^cancel(ed|ing)$/, pipelineRetry: /^(?!cancel)/ })) {
			await forbids(t, name, { id }, below("developer"), status);
			const response = await mutate(t.as("maintainer"), name, { id, clientMutationId: "m" }, "pipeline { id status } clientMutationId");
			const now = await status();
			t.same(`the payload of ${name}`, response.record(name), { errors: [], pipeline: { id, status: upper(now) }, clientMutationId: "m" }, response.http);
			t.holds(`the status ${now} is as expected`, expected.test(now));
		}
		await forbids(t, "pipelineDestroy", { id }, below("owner"), status);
		const gone = await mutate(t.as("owner"), "pipelineDestroy", { id, clientMutationId: "m" }, "clientMutationId");
		t.same("the payload of pipelineDestroy", gone.record("pipelineDestroy"), { errors: [], clientMutationId: "m" }, gone.http);
		(await read(t, id)).is(404);
		for (const name of ["pipelineCancel", "pipelineRetry", "pipelineDestroy"]) await forbids(t, name, { id }, ["owner"]);
	}),
	unstated("GQL-232, GQL-235", "pipelineRetry and pipelineCancel change a pipeline and its jobs in the same way as the REST operations.", writes, async (t) => {
		const path = pathOf(await freshProject(t));
		const kept = async ({ id }: Fields) => {
			const pipeline = (await read(t, id, path)).ok.fields;
			const { rows } = (await t.given.control("GET", `/records/jobs?pipeline_id=${id}`)) as { readonly rows: readonly Fields[] };
			const plain = (one: Fields) => Object.fromEntries(Object.entries(one).filter(([name]) => !/(^|_)i?id$|_at$|url|path|detailed|duration/.test(name)));
			return [plain(pipeline), rows.map(plain)];
		};
		for (const [name, operation, from, jobs, to] of [
			["pipelineRetry", "retryPipeline", "failed", ["success", "failed", "skipped", "canceled"], "PENDING"],
			["pipelineRetry", "retryPipeline", "success", ["success"], "SUCCESS"],
			["pipelineCancel", "cancelPipeline", "running", ["success", "running", "created", "manual"], "CANCELED"],
			["pipelineCancel", "cancelPipeline", "failed", ["failed"], "FAILED"],
		] as const) {
			const [one, twin, guarded] = [await made(t, path, from, jobs), await made(t, path, from, jobs), await made(t, path, from, jobs, { ref: "main" })];
			await forbids(t, name, { id: idOf(guarded) }, ["developer"]);
			t.same(`the status after ${name}`, (await mutate(t.as("developer"), name, { id: idOf(one) }, "pipeline { status }")).at(`${name}.pipeline.status`), to);
			(await t.as("developer").call(operation, { id: path, pipeline_id: twin.id })).ok;
			t.same(`pipeline and jobs after ${name} of one that was ${from}`, await kept(one), await kept(twin));
		}
		await forbids(t, "pipelineRetry", { id: idOf(await made(t, path, "failed", ["failed"], { archived: true })) }, ["owner"]);
		const parent = await made(t, path, "running", ["running"]);
		const child = await made(t, path, "running", [], { source: "parent_pipeline", parent_id: parent.id });
		t.same("errors of pipelineDestroy", (await mutate(t.as("owner"), "pipelineDestroy", { id: idOf(parent) })).at("pipelineDestroy.errors"), []);
		(await read(t, child.id, path)).ok.has({ status: "canceled" });
	}),
];
