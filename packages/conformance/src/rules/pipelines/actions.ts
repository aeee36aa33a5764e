import { isDeepStrictEqual } from "node:util";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { eventually } from "../../rule/eventually";
import { ask, numberOf } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, forbidden, get, inVain, invisible, laboratory, oneOf, parents, spare, statuses, tryRefs, unauthorized, untouched } from "./lab";

type Action = "retryPipeline" | "cancelPipeline" | "deletePipeline" | "updatePipelineMetadata";
const ended: readonly string[] = ["success", "failed", "skipped", "canceled"];

const act = async (
	t: Context,
	operation: Action,
	pipeline_id: number,
	who: Caller = t.as("maintainer"),
	id: unknown = t.scene("project"),
): Promise<ApiResponse> => await who.call(operation, { id, pipeline_id, ...(operation === "updatePipelineMetadata" && { name: "Mine" }) });
const retry = (t: Context, pipeline: number, who?: Caller, id?: number): Promise<ApiResponse> => act(t, "retryPipeline", pipeline, who, id);
const cancel = (t: Context, pipeline: number, who?: Caller, id?: number): Promise<ApiResponse> => act(t, "cancelPipeline", pipeline, who, id);
const remove = async (
	t: Context,
	pipeline_id: number,
	who: Caller = t.as("owner"),
	options?: CallOptions,
	id: unknown = t.scene("project"),
): Promise<ApiResponse> => await who.call("deletePipeline", { id, pipeline_id }, options);
const rename = async (
	t: Context,
	pipeline_id: number,
	name: unknown,
	who: Caller = t.as("maintainer"),
	id: unknown = t.scene("project"),
): Promise<ApiResponse> => await who.call("updatePipelineMetadata", { id, pipeline_id, name });

const newOne = async (t: Context): Promise<number> => (await create(t)).ok.number("id");

/** A new pipeline that was canceled, so that its jobs are canceled too. */
const canceled = async (t: Context, ref = t.scene("ref")): Promise<ApiResponse> =>
	(await cancel(t, (await create(t, { ref })).ok.number("id"))).is(200).has({ status: "canceled" });

/** A pipeline that passed and has no job to retry. */
async function nothingToRetry(t: Context): Promise<number> {
	const query = "query ($at: ID!) { project(fullPath: $at) { pipelines(first: 100, status: SUCCESS) { nodes { id retryable } } } }";
	const response = await ask(t.as("owner"), query, { at: t.scene("project") });
	const one = response.list("project.pipelines.nodes").find(({ retryable }) => retryable === false);
	return one ? numberOf(one.id) : t.skip("the project has no passed pipeline without jobs to retry");
}

const jobsOf = async (t: Context, id: number, status: string): Promise<readonly Fields[]> =>
	(await t.as("administrator").list("listRunnerJobs", { id, status, order_by: "id", sort: "asc" })).is(200).items;

/** The oldest job in a status that a runner of the project ran for it; skips if there is none. */
async function jobOf(t: Context, status: string): Promise<{ runner: number; job: number; pipeline: number }> {
	const id = t.scene("project");
	const runners = (await t.as("owner").call("listProjectRunners", { id, per_page: 20 })).is(200).ids;
	for (const runner of runners)
		for (const job of await jobsOf(t, runner, status)) {
			const pipeline = Number(Object(job.pipeline).id);
			if ((await t.as("owner").call("getPipeline", { id, pipeline_id: pipeline })).status === 200) return { runner, job: Number(job.id), pipeline };
		}
	return t.skip(`no runner of the project has a job in status ${status}`);
}

/** The status of a runner's job; undefined once it is no longer listed. */
const jobStatus = async (t: Context, id: number, job: number): Promise<unknown> =>
	(await t.as("administrator").list("listRunnerJobs", { id })).is(200).items.find((entry) => entry.id === job)?.status;

/** Retrying the failed and canceled jobs of a pipeline. */
const retries: readonly Rule[] = [
	assumed(
		"PIPE-206, PIPE-207",
		"Retrying a pipeline runs only its failed and canceled jobs again, in the same pipeline. finished_at and duration become null.",
		"retryPipeline",
		async (t) => {
			const lab = await laboratory(t);
			for (const status of ["failed", "canceled"]) {
				const other = await lab.pipeline({ status });
				await lab.job(other, { status });
				const pipeline = await lab.pipeline({ status, duration: 5, finished_at: "2026-01-02T00:00:00.000Z" });
				for (const [stage, one] of [
					["build", "success"],
					["build", status],
					["test", status],
					["test", "success"],
					["test", "skipped"],
				])
					await lab.job(pipeline, { name: `${stage} ${one}`, stage, status: one });
				const before = await lab.get(pipeline);
				const { id, iid, ref, sha } = before.fields;
				await t.given.advance("1 minute");
				const again = (await retry(t, pipeline, undefined, lab.id)).is(201).has({ id, iid, ref, sha, status: "pending", finished_at: null, duration: null });
				t.holds("updated_at is later", String(again.field("updated_at")) > String(before.field("updated_at")), again);
				t.same("the pipeline as it is read", (await lab.get(pipeline)).fields, again.fields);
				t.same("its jobs", await lab.jobs(pipeline), ["success", "pending", "created", "success", "created"]);
				t.same("the jobs of another pipeline", await lab.jobs(other), [status]);
				t.same("the newest pipeline", (await lab.list())[0], id);
			}
		},
		{ id: "PIPE-207/jobs" },
	),
	assumed(
		"PIPE-206",
		"When a pipeline is retried, the jobs of the first unfinished stage become pending and retried jobs of later stages become created.",
		"retryPipeline",
		async (t) => {
			const lab = await laboratory(t);
			for (const [before, after] of [
				["success failed skipped", "success pending created"],
				["success canceled success", "success pending success"],
				["failed failed skipped", "pending created created"],
				["failed canceled success", "pending created success"],
				["canceled failed skipped", "pending created created"],
				["success success failed", "success success pending"],
				["running canceled skipped", "running created created"],
				["manual failed skipped", "manual created created"],
			] as const) {
				const pipeline = await lab.pipeline({ status: "failed" });
				for (const [index, status] of before.split(" ").entries()) await lab.job(pipeline, { name: `job ${index}`, stage: `stage ${index}`, status });
				(await retry(t, pipeline, undefined, lab.id)).ok;
				t.same(`the jobs that were ${before}`, (await lab.jobs(pipeline)).join(" "), after);
			}
		},
		{ id: "PIPE-206/stages" },
	),
	rule("PIPE-205", "Retrying a pipeline without failed or canceled jobs succeeds and changes nothing.", "retryPipeline", async (t) => {
		const id = await nothingToRetry(t);
		(await untouched(t, id, () => retry(t, id))).ok;
	}),
	rule(
		"PIPE-205",
		"Retrying a pipeline without failed or canceled jobs returns 201 and changes nothing, in every status.",
		"retryPipeline",
		async (t) => {
			const lab = await laboratory(t);
			for (const status of statuses) {
				const pipeline = await lab.pipeline({ status });
				for (const one of [status, "success", "skipped", "manual"])
					if (one !== "failed" && one !== "canceled") await lab.job(pipeline, { name: one, status: one });
				const records = async () => [await t.given.records("pipelines", { project_id: lab.id }), await t.given.records("jobs", { pipeline_id: pipeline })];
				const before = await records();
				await t.given.advance("1 minute");
				(await untouched(t, pipeline, () => retry(t, pipeline, undefined, lab.id), lab.id)).is(201);
				t.same("the pipelines and their jobs", await records(), before);
			}
		},
		{ id: "PIPE-205/statuses" },
	),
	assumed("PIPE-206, PIPE-207", "Retrying a pipeline returns 201 and the same pipeline, with finished_at null.", "retryPipeline", async (t) => {
		const before = await canceled(t);
		t.holds("finished_at is set once canceled", before.field("finished_at") !== null, before);
		const { id, iid, sha, ref } = before.fields;
		await t.given.nextSecond();
		const again = (await retry(t, before.number("id"))).is(201).has({ id, iid, sha, ref, finished_at: null });
		t.holds("updated_at is later", again.string("updated_at") > before.string("updated_at"), again);
		(await get(t, id)).has({ finished_at: null });
		(await retry(t, await nothingToRetry(t))).is(201);
	}),
	assumed(
		"PIPE-209",
		"An archived pipeline cannot be retried, but can be renamed and canceled.",
		["retryPipeline", "cancelPipeline", "updatePipelineMetadata"],
		async (t) => {
			const lab = await laboratory(t);
			const pipeline = await lab.pipeline({ status: "failed", archived: true });
			await lab.job(pipeline, { status: "failed" });
			(await inVain(t, () => retry(t, pipeline, t.as("owner"), lab.id))).refuses(403, forbidden);
			(await lab.get(pipeline)).has({ archived: true, status: "failed" });
			t.same("its jobs", await lab.jobs(pipeline), ["failed"]);
			(await t.as("maintainer").call("updatePipelineMetadata", { id: lab.id, pipeline_id: pipeline, name: "Old" })).is(200).has({ name: "Old" });
			(await cancel(t, pipeline, undefined, lab.id)).is(200);
		},
	),
];

/** Canceling pipelines. */
const cancels: readonly Rule[] = [
	rule(
		"PIPE-210, PIPE-211, PIPE-213, PIPE-214, ERR-004",
		"Canceling a pipeline returns 200 in every status. It cancels the jobs of an unfinished pipeline and should not change a finished one.",
		"cancelPipeline",
		async (t) => {
			const lab = await laboratory(t);
			for (const status of statuses) {
				const pipeline = await lab.pipeline({ status });
				for (const one of statuses) await lab.job(pipeline, { name: one, status: one });
				const { finished_at } = (await lab.get(pipeline)).fields;
				const jobs = await lab.jobs(pipeline);
				await t.given.advance("1 minute");
				const once = (await cancel(t, pipeline, undefined, lab.id)).is(200);
				const [isEnded, now] = [ended.includes(status), await lab.jobs(pipeline)];
				const expected = isEnded ? jobs : jobs.map((one) => (ended.includes(String(one)) ? one : "canceled"));
				const isCanceled = once.field("status") === (isEnded ? status : "canceled") && String(now) === String(expected);
				const isStated = status === "running" || status === "pending";
				(isStated ? t.holds : t.assume)(`a pipeline that was ${status} should be ${isEnded ? "unchanged" : "canceled"}, with its jobs`, isCanceled, once);
				const hasEnd = once.field("finished_at") === finished_at ? isEnded : once.field("finished_at") !== null;
				t.assume("finished_at should be set, or unchanged if the pipeline had ended", hasEnd, once);
				// The same for pipelines of tags and merge requests, and child pipelines.
				for (const kind of [{ ref: "v1", tag: true }, { source: "merge_request_event" }, { source: "parent_pipeline", parent_id: pipeline }])
					(await cancel(t, await lab.pipeline({ status, ...kind }), undefined, lab.id)).is(200);
				const again = (await cancel(t, pipeline, undefined, lab.id)).is(200);
				t.assume("it should be read as returned, even after it is canceled again", isDeepStrictEqual((await lab.get(pipeline)).fields, once.fields), again);
			}
		},
		{ id: "PIPE-213/jobs" },
	),
	assumed(
		"PIPE-214",
		"duration of a canceled pipeline is the number of whole seconds in which any of its jobs ran; coverage is the mean of its jobs' coverage.",
		"cancelPipeline",
		async (t) => {
			const lab = await laboratory(t);
			const at = (time: string) => `2026-03-01T${time}Z`;
			await t.given.setClock(at("10:10:00.700"));
			const job = (started_at: string, finished_at: string, coverage: number | null = null): Fields => ({
				...{ status: "success", coverage, started_at: at(started_at), finished_at: at(finished_at) },
			});
			const [first, inside, overlap, later] = [
				job("10:00:00.000", "10:01:00.000", 80),
				job("10:00:10.000", "10:00:20.000", 91),
				job("10:00:30.000", "10:02:00.900"),
				job("10:05:00.000", "10:05:30.000"),
			];
			const running = { status: "running", started_at: at("10:09:00.000") };
			const pending = { status: "pending" };
			for (const [fields, jobs, duration, coverage] of [
				[{}, [later, overlap, inside, first, pending], 150, "85.50"],
				[{}, [first, running], 120, "80.00"],
				[{ started_at: at("10:09:00.000"), coverage: 12.5 }, [pending], 60, "12.50"],
				[{}, [pending], null, null],
				[{}, [], null, null],
			] as const) {
				const pipeline = await lab.pipeline({ status: "running", started_at: null, coverage: null, ...fields });
				for (const [index, one] of jobs.entries()) await lab.job(pipeline, { name: `job ${index}`, ...one });
				(await cancel(t, pipeline, undefined, lab.id)).ok.has({ duration, coverage });
			}
		},
		{ id: "PIPE-214/duration" },
	),
	rule(
		"PIPE-211, ERR-004",
		"Canceling a pipeline returns 200 in every status that the project has.",
		"cancelPipeline",
		async (t) => {
			for (const id of await spare(t)) (await cancel(t, id)).is(200);
		},
		{ effect: "destroys" },
	),
	rule(
		"PIPE-212",
		"Canceling a pipeline cancels its running job, as the list of the runner's jobs shows.",
		"cancelPipeline",
		async (t) => {
			const { job, pipeline, runner } = await jobOf(t, "running");
			(await cancel(t, pipeline)).is(200);
			const now = await eventually(async () => (await jobStatus(t, runner, job)) === "canceled");
			t.holds(`job ${job} of runner ${runner} is canceled`, now);
			t.holds("it is not among the runner's running jobs", !(await jobsOf(t, runner, "running")).some(({ id }) => id === job));
		},
		{ effect: "destroys" },
	),
	rule(
		"PIPE-213, PIPE-214, ERR-004",
		"Canceling a pipeline returns 200 in every status. It does not change a finished pipeline and sets finished_at of an unfinished one.",
		"cancelPipeline",
		async (t) => {
			for (const status of ["success", "failed", "skipped", "canceled"] as const) {
				const before = await oneOf(t, status);
				const response = (await cancel(t, before.number("id"))).is(200);
				const after = await get(t, before.number("id"));
				t.assume(`a pipeline in status ${status} should not change`, after.text === before.text && response.field("status") === status, response);
			}
			const once = await canceled(t);
			t.assume("finished_at should be set", once.field("finished_at") !== null, once);
			(await cancel(t, once.number("id"))).is(200).has({ status: "canceled" });
		},
	),
	rule(
		"PIPE-215, PIPE-219, PIPE-227",
		"Canceling or deleting a pipeline does not delete its descendants or other pipelines. It should cancel unfinished descendants.",
		["cancelPipeline", "deletePipeline"],
		async (t) => {
			for (const operation of ["cancelPipeline", "deletePipeline"] as const) {
				const lab = await laboratory(t);
				const child = (parent_id: number, status: string): Promise<number> => lab.pipeline({ source: "parent_pipeline", parent_id, status });
				const parent = await lab.pipeline({ status: "running" });
				const running = await child(parent, "running");
				const family = [running, await child(parent, "success"), await child(running, "pending"), await child(parent, "manual")];
				const other = await lab.pipeline({ status: "running" });
				const job = await lab.job(running, { status: "running" });
				(await act(t, operation, parent, t.as("owner"), lab.id)).ok;
				const now = async (): Promise<unknown[]> => {
					const found: unknown[] = [];
					for (const id of [...family, other]) found.push((await lab.get(id)).field("status"));
					return found;
				};
				t.assume(`the unfinished descendants should be canceled by ${operation}`, String(await now()) === "canceled,success,canceled,canceled,running");
				t.assume(`job ${job} of the child should be canceled`, String(await lab.jobs(running)) === "canceled");
			}
		},
		{ id: "PIPE-215/family" },
	),
	rule(
		"PIPE-215, PIPE-219, PIPE-227",
		"Child pipelines are not deleted with their parent. Canceling or deleting the parent cancels unfinished child pipelines.",
		["cancelPipeline", "deletePipeline"],
		async (t) => {
			for (const [index, { parent, child, isEnded }] of (await parents(t)).slice(0, 2).entries())
				for (const operation of ["cancelPipeline", "deletePipeline"] as const) {
					// By then the child of the first parent has ended.
					if (index > 0 && operation === "cancelPipeline") continue;
					(await act(t, operation, parent, t.as("owner"))).ok;
					const now = await eventually(async () => (await get(t, child)).field("status") === "canceled" || isEnded);
					t.assume(`the child pipeline ${child} should be canceled`, now);
				}
		},
		{ effect: "destroys" },
	),
	assumed(
		"PIPE-208, PIPE-216",
		"Developers and above can retry and cancel pipelines on refs that they may push to. Other callers are refused and change nothing.",
		["retryPipeline", "cancelPipeline"],
		async (t) => {
			const { closed, made } = await tryRefs(t);
			for (const operation of ["cancelPipeline", "retryPipeline"] as const) {
				const fresh = async (ref: string): Promise<number> =>
					operation === "retryPipeline" ? (await canceled(t, ref)).number("id") : (await create(t, { ref })).ok.number("id");
				const id = await fresh(made.string("ref"));
				for (const who of ["reporter", "guest", "outsider"] as const) (await untouched(t, id, () => act(t, operation, id, t.as(who)))).refuses(403, forbidden);
				(await untouched(t, id, () => act(t, operation, id, t.anonymous))).refuses(401, unauthorized);
				(await act(t, operation, id, t.as("outsider"), t.scene("private_project"))).refuses(404, invisible);
				for (const who of ["developer", "owner", "administrator"] as const) (await act(t, operation, await fresh(made.string("ref")), t.as(who))).ok;
				if (!closed) continue;
				const guarded = await fresh(closed.ref);
				(await untouched(t, guarded, () => act(t, operation, guarded, t.as("developer")))).refuses(403, forbidden);
				(await act(t, operation, guarded)).ok;
			}
		},
	),
];

/** Deleting pipelines. */
const removals: readonly Rule[] = [
	rule(
		"PIPE-220",
		"A pipeline can be deleted in every status, even if it is running.",
		"deletePipeline",
		async (t) => {
			for (const id of await spare(t)) {
				(await remove(t, id)).ok;
				(await t.as("owner").call("getPipeline", { id: t.scene("project"), pipeline_id: id })).refuses(404);
			}
		},
		{ effect: "destroys" },
	),
	rule(
		"PIPE-218, PIPE-220, PIPE-228, PIPE-229",
		"A pipeline of a branch or tag, or a child pipeline, can be renamed, canceled and deleted in each status. Only its own jobs are deleted with it.",
		["deletePipeline", "updatePipelineMetadata", "cancelPipeline"],
		async (t) => {
			const lab = await laboratory(t);
			const kept = await lab.pipeline({ status: "running" });
			await lab.job(kept);
			for (const status of statuses)
				for (const kind of [{}, { ref: "v1.0", tag: true }, { source: "parent_pipeline", parent_id: kept }]) {
					const pipeline = await lab.pipeline({ status, ...kind });
					await lab.job(pipeline, { status });
					const name = t.unique("Renamed");
					for (const response of [await rename(t, pipeline, name, undefined, lab.id), await lab.get(pipeline)]) response.ok.has({ name, status });
					if (status !== "running") (await cancel(t, pipeline, undefined, lab.id)).is(200).has({ name });
					(await remove(t, pipeline, undefined, undefined, lab.id)).ok;
					(await t.as("owner").call("getPipeline", { id: lab.id, pipeline_id: pipeline })).refuses(404);
					t.same("its jobs", await lab.jobs(pipeline), []);
					t.same("the pipelines", [...(await lab.list()), ...(await lab.list({ source: "parent_pipeline" }))], [kept]);
				}
			t.same("the number of jobs of another pipeline", (await lab.jobs(kept)).length, 1);
		},
		{ id: "PIPE-220/states" },
	),
	rule(
		"PIPE-223",
		"The jobs of a deleted pipeline are deleted with it and no longer listed for their runner.",
		"deletePipeline",
		async (t) => {
			const { job, pipeline, runner } = await jobOf(t, "success");
			(await remove(t, pipeline)).ok;
			const now = await eventually(async () => (await jobStatus(t, runner, job)) === undefined);
			t.holds(`job ${job} is no longer listed for runner ${runner}`, now);
			t.holds("it is not among the runner's passed jobs", !(await jobsOf(t, runner, "success")).some(({ id }) => id === job));
		},
		{ effect: "destroys" },
	),
];

/** The values of a pipeline that never change. */
const lasting = ({ fields }: ApiResponse): unknown[] =>
	["id", "iid", "project_id", "sha", "before_sha", "ref", "tag", "source", "user", "created_at", "web_url"].map((name) => fields[name]);

/** Names of pipelines. */
const names: readonly Rule[] = [
	rule(
		"PIPE-229, PIPE-231, CONV-132, CONV-133",
		"A renamed pipeline has its new name when it is read, listed, canceled, retried or returned as the latest. Its former name no longer finds it.",
		["updatePipelineMetadata", "getPipeline", "getLatestPipeline", "listPipelines", "cancelPipeline", "retryPipeline"],
		async (t) => {
			const [caller, id, ref] = [t.as("maintainer"), t.scene("project"), t.scene("tag_name")];
			const made = await t.given.pipeline({ ref });
			const at = { id, pipeline_id: made.number("id") };
			const [former, name] = [t.unique("Former"), t.unique("Renamed")];
			for (const one of [former, name]) {
				const before = (await caller.call("getPipeline", at)).is(200).field("status");
				const renamed = (await caller.call("updatePipelineMetadata", { ...at, name: one })).ok.has({ name: one });
				t.assume("a new name should not change a field that never changes", isDeepStrictEqual(lasting(renamed), lasting(made)), renamed);
				t.assume("a new name should not reset the status to created", before === "created" || renamed.field("status") !== "created", renamed);
			}
			for (const [by, expected] of [
				[former, []],
				[name, [at.pipeline_id]],
			] as const) {
				const listed = (await caller.call("listPipelines", { id, name: by })).is(200);
				t.same(`the pipelines of the name ${by}`, listed.ids, expected, listed);
			}
			for (const action of ["cancelPipeline", "retryPipeline"] as const) {
				for (const operation of [action, "getPipeline"] as const) {
					const response = (await caller.call(operation, at)).ok.has({ name, ...(operation === "retryPipeline" && { status: "pending" }) });
					t.assume(`${operation} should not change a field that never changes`, isDeepStrictEqual(lasting(response), lasting(made)), response);
				}
				const latest = (await caller.call("getLatestPipeline", { id, ref })).is(200);
				// By then there may be a later one.
				t.holds("a pipeline that was canceled or retried is still the latest", latest.number("id") >= at.pipeline_id, latest);
				if (latest.field("id") === at.pipeline_id) latest.has({ name });
				const listed = (await caller.call("listPipelines", { id: at.id, name })).is(200);
				t.same("the pipelines of that name", listed.ids, [at.pipeline_id], listed);
				t.same("the name of the listed one", listed.pluck("name"), [name], listed);
			}
		},
	),
	assumed("PIPE-232..234", "A pipeline's name has 1 to 255 characters. Surrounding blanks are removed.", "updatePipelineMetadata", async (t) => {
		const id = await newOne(t);
		(await rename(t, id, "Before")).ok;
		(await untouched(t, id, () => rename(t, id, undefined))).refuses(400, { error: "name is missing" });
		const long = { message: "Failed to update pipeline - Name is too long (maximum is 255 characters)" };
		for (const letter of ["a", "🚀"]) {
			(await untouched(t, id, () => rename(t, id, letter.repeat(256)))).refuses(400, long);
			const name = letter.repeat(255);
			(await rename(t, id, `  ${name} `)).is(200).has({ name });
		}
		for (const name of ["", " \t\n "]) {
			const response = (await untouched(t, id, () => rename(t, id, name))).refuses(400);
			t.holds("the message says that the name is too short", response.string("message").startsWith("Failed to update pipeline - Name is too short"), response);
		}
		(await rename(t, id, "\tNightly  build\n")).is(200).has({ name: "Nightly  build" });
	}),
];

/** Retrying, canceling, deleting and renaming pipelines. */
export const pipelineActions: readonly Rule[] = [...retries, ...cancels, ...removals, ...names];
