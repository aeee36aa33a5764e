import { isDeepStrictEqual } from "node:util";
import { restOperations } from "../../generators/rest-operations";
import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import { ask } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, forbidden, get, laboratory, list, oneOf, type Status, statuses } from "./lab";

const effect = "writes";
const listed = ["id", "iid", "project_id", "status", "source", "ref", "sha", "web_url", "created_at", "updated_at"];
const fullOnly = ["before_sha", "tag", "yaml_errors", "user", "started_at", "finished_at", "committed_at", "duration", "queued_duration"];
const fullFields = [...listed, ...fullOnly, "coverage", "detailed_status", "archived"];
const times = ["created_at", "updated_at", "started_at", "finished_at", "committed_at"];
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** text, label, icon and group of `detailed_status`. */
const details: Readonly<Record<Status | "warning", readonly [string, string, string, string]>> = {
	created: ["Created", "created", "status_created", "created"],
	waiting_for_resource: ["Waiting", "waiting for resource", "status_pending", "waiting-for-resource"],
	preparing: ["Preparing", "preparing", "status_preparing", "preparing"],
	pending: ["Pending", "pending", "status_pending", "pending"],
	running: ["Running", "running", "status_running", "running"],
	success: ["Passed", "passed", "status_success", "success"],
	failed: ["Failed", "failed", "status_failed", "failed"],
	canceled: ["Canceled", "canceled", "status_canceled", "canceled"],
	skipped: ["Skipped", "skipped", "status_skipped", "skipped"],
	manual: ["Blocked", "waiting for manual action", "status_manual", "manual"],
	scheduled: ["Delayed", "waiting for delayed job", "status_scheduled", "scheduled"],
	warning: ["Warning", "passed with warnings", "status_warning", "success-with-warnings"],
};

/** `detailed_status` must be that of the status. */
function saysInDetail(t: Context, read: ApiResponse, status: Status | "warning", path: string): void {
	const { favicon, ...detail } = Object(read.field("detailed_status"));
	const [text, label, icon, group] = details[status];
	const details_path = `/${path}/-/pipelines/${read.field("id")}`;
	t.same("detailed_status", detail, { text, label, icon, group, tooltip: label, has_details: true, details_path, illustration: null }, read);
	t.holds("favicon is a path", typeof favicon === "string" && /^\/.+/.test(favicon), read);
}

/** One pipeline and its fields. */
const fields: readonly Rule[] = [
	rule("PIPE-107, PIPE-142", "Every caller who can read a pipeline gets the same fields, with has_details true.", "getPipeline", async (t) => {
		const where = { id: t.scene("project"), pipeline_id: t.scene("pipeline_id") };
		const full = (await t.as("owner").call("getPipeline", where)).is(200);
		t.assume("has_details should be true", Object(full.field("detailed_status")).has_details === true, full);
		for (const caller of [t.as("administrator"), t.as("guest"), t.as("outsider"), t.anonymous]) {
			const response = await caller.call("getPipeline", where);
			if (response.succeeded) t.same(`the pipeline for ${caller.actor}`, response.fields, full.fields, response);
		}
	}),
	rule(
		"PIPE-029, PIPE-204, PIPE-210, PIPE-217",
		"Every operation that returns a pipeline returns all its fields. A canceled pipeline has nothing left to cancel; a retried one is pending, each time.",
		["getPipeline", "getLatestPipeline", "createPipeline", "retryPipeline", "cancelPipeline", "updatePipelineMetadata"],
		async (t) => {
			const id = t.scene("project");
			const maintainer = t.as("maintainer");
			const made = (await t.given.pipeline()).shows(...fullFields);
			const pipeline_id = made.number("id");
			const beside = (await t.given.pipeline()).number("id");
			(await get(t, pipeline_id)).shows(...fullFields);
			(await maintainer.call("getLatestPipeline", { id, ref: t.scene("ref") })).is(200).shows(...fullFields);
			for (const [operation, status] of [
				["cancelPipeline", "canceled"],
				["cancelPipeline", "canceled"],
				["retryPipeline", "pending"],
				["cancelPipeline", "canceled"],
				["retryPipeline", "pending"],
			] as const) {
				(await maintainer.call(operation, { id, pipeline_id })).ok.shows(...fullFields).has({ id: pipeline_id, status });
				(await get(t, pipeline_id)).has({ status });
				if (status !== "canceled") continue;
				const other = await get(t, beside);
				t.holds("another pipeline should not be canceled", other.field("status") !== "canceled", other);
				const query = "query ($at: ID!, $iid: String) { project(fullPath: $at) { pipeline(iid: $iid) { cancelable } } }";
				const response = await ask(t.as("owner"), query, { at: id, iid: String(made.number("iid")) });
				t.holds("nothing is left to cancel", response.at("project.pipeline.cancelable") !== true, response.http);
			}
			(await maintainer.call("updatePipelineMetadata", { id, pipeline_id, name: t.unique("name") })).ok.shows(...fullFields).has({ id: pipeline_id });
			if (!t.given.hasControl) return;
			for (const [before, operation, status] of [
				["failed", "retryPipeline", "pending"],
				["canceled", "retryPipeline", "pending"],
				["failed canceled", "retryPipeline", "pending"],
				["running", "cancelPipeline", "canceled"],
				["pending", "cancelPipeline", "canceled"],
				["running pending", "cancelPipeline", "canceled"],
			] as const) {
				const jobs = before.split(" ");
				const other = await t.given.record("pipelines", { project: id, status: jobs[0] });
				for (const job of ["success", ...jobs]) await t.given.record("jobs", { pipeline_id: other.id, name: job, stage: job, status: job });
				(await maintainer.call(operation, { id, pipeline_id: other.id })).ok.shows(...fullFields).has({ id: other.id, status });
				(await get(t, other.id)).has({ status });
				const left = (await t.given.records("jobs", { pipeline_id: other.id })).map((job) => job.status).filter((one) => jobs.some((job) => job === one));
				t.same(`the jobs of a pipeline that was ${before} that it left`, left, []);
			}
		},
	),
	assumed(
		"",
		"coverage of a pipeline is the mean of the jobs that have one, even while others run. queued_duration is in whole seconds.",
		"getPipeline",
		async (t) => {
			const lab = await laboratory(t);
			for (const [jobs, coverage] of [
				[[{ status: "success", coverage: 80 }, { status: "success", coverage: 91 }, { status: "running" }], "85.50"],
				[
					[
						{ status: "success", coverage: 0 },
						{ status: "failed", coverage: 33.333 },
					],
					"16.67",
				],
				[[{ status: "running", coverage: null }], null],
			] as const) {
				const pipeline = await lab.pipeline({ status: "running", coverage: null, queued_duration: 12.75 });
				for (const [index, job] of jobs.entries()) await lab.job(pipeline, { name: `job ${index}`, ...job });
				(await lab.get(pipeline)).has({ coverage, queued_duration: 12 });
			}
		},
		{ id: "rules/pipelines/mean-coverage", effect: "writes" },
	),
	assumed(
		"PIPE-127",
		"A pipeline is returned with its stored values. coverage has two decimals or is null.",
		"getPipeline",
		async (t) => {
			const lab = await laboratory(t);
			const user_id = t.user("developer").id;
			const plain = {
				ref: "develop",
				status: "success",
				source: "web",
				sha: "d".repeat(40),
				before_sha: "b".repeat(40),
				duration: 61,
				queued_duration: 2,
				user_id,
			};
			const moments = Object.fromEntries(times.map((name, index) => [name, `2026-01-0${index + 1}T01:02:03.456Z`]));
			for (const [coverage, shown] of [
				[30, "30.00"],
				[87.5, "87.50"],
				[0, "0.00"],
				[null, null],
			] as const) {
				const values = { ...plain, ...moments, name: "Nightly", yaml_errors: "jobs:test needs a script", archived: true };
				const { user_id: _, ...visible } = values;
				const read = (await lab.get(await lab.pipeline({ ...values, coverage }))).has({ ...visible, tag: false, coverage: shown });
				const { id, username } = t.user("developer");
				t.same("the user", [Object(read.field("user")).id, Object(read.field("user")).username], [id, username], read);
			}
		},
		{ id: "PIPE-127/values" },
	),
	assumed(
		"PIPE-117, PIPE-118, PIPE-124, PIPE-127",
		"A pipeline's times are in UTC with milliseconds. finished_at is set only if it ended; a running one has started_at. coverage has two decimals or is null.",
		"getPipeline",
		async (t) => {
			for (const status of ["success", "failed", "canceled", "running"] as const) {
				const one = await oneOf(t, status);
				for (const name of times) t.holds(`${name} is null or UTC with three decimals`, one.field(name) === null || time.test(String(one.field(name))), one);
				t.holds("created_at and updated_at are set", one.field("created_at") !== null && one.field("updated_at") !== null, one);
				t.same("whether finished_at is set", one.field("finished_at") !== null, status !== "running", one);
				const { coverage } = one.fields;
				t.holds("coverage is null or has two decimals", coverage === null || /^\d+\.\d\d$/.test(String(coverage)), one);
				if (status === "running") t.holds("started_at is set", one.field("started_at") !== null, one);
			}
			(await t.given.pipeline()).has({ archived: false, coverage: null });
		},
		{ effect },
	),
	assumed(
		"PIPE-120",
		"iid of a pipeline counts within its project; id is unique across all projects.",
		"getPipeline",
		async (t) => {
			const id = t.scene("internal_project");
			const made: ApiResponse[] = [];
			for (const where of [{}, { id }, {}, { id }]) made.push((await create(t, where)).ok);
			const [first = 0, other = 0, second = 0, another = 0] = made.map((one) => one.number("iid"));
			// Without a control API, other clients may create pipelines in between.
			t.holds("iid rises by one", t.given.hasControl ? second === first + 1 && another === other + 1 : second > first && another > other, made[3]);
			t.same("the number of different ids", new Set(made.map((one) => one.number("id"))).size, 4, made[3]);
			if (!t.given.hasControl) return;
			const lab = await laboratory(t);
			for (const iid of [1, 2]) (await create(t, { id: lab.id, ref: "main" })).has({ iid });
		},
		{ effect },
	),
	assumed(
		"PIPE-121..123, PIPE-128",
		"A created pipeline has source api, no start, end or duration, and the URL of its page as web_url. tag is true only for a tag.",
		"getPipeline",
		async (t) => {
			const group = (await t.as("owner").call("getGroup", { id: t.scene("group") })).is(200).string("web_url");
			const never: Fields = { started_at: null, finished_at: null, duration: null };
			for (const [ref, tag] of [
				[t.scene("ref"), false],
				[t.scene("tag_name"), true],
			] as const) {
				const made = (await create(t, { ref })).ok.has({ ...never, source: "api", tag });
				const read = (await get(t, made.number("id"))).has({ ...never, source: "api", tag });
				const base = group.replace(/\/groups\/.*$/, "");
				t.same("web_url", read.field("web_url"), `${base}/${t.scene("project")}/-/pipelines/${made.field("id")}`, read);
			}
			for (const status of ["created", "pending"] as const)
				for (const { id } of (await list(t, { status, per_page: 1 })).is(200).items) (await get(t, id)).has(never);
			const deep = await deepest(t, "project");
			for (const one of (await t.as("owner").call("listPipelines", { id: deep, per_page: 5 })).is(200).items)
				t.holds("web_url has the whole path of the project", String(one.web_url).endsWith(`/${deep}/-/pipelines/${one.id}`));
		},
		{ effect },
	),
	rule("PIPE-126", "queued_duration is a number of at least 0 in every status, also of child pipelines and of tags.", "getPipeline", async (t) => {
		for (const query of [...statuses.map((status) => ({ status })), { source: "parent_pipeline" }, { ref: t.scene("tag_name") }])
			for (const { id } of (await list(t, { ...query, per_page: 3 })).is(200).items) {
				const read = await get(t, id);
				const seconds = read.number("queued_duration");
				t.holds(`queued_duration with ${JSON.stringify(query)} is at least 0`, seconds >= 0, read);
				const { created_at, started_at } = read.fields;
				const most = typeof started_at === "string" ? (Date.parse(started_at) - Date.parse(String(created_at))) / 1000 + 1 : seconds;
				t.assume(`queued_duration should be at most ${most}, from created_at to started_at, and is ${seconds}`, seconds <= most, read);
			}
	}),
	assumed("PIPE-129..139, PIPE-141", "detailed_status has the text, label, icon and page of a pipeline's status.", "getPipeline", async (t) => {
		let seen = 0;
		for (const status of statuses)
			for (const { id } of (await list(t, { status, per_page: 5 })).is(200).items) {
				const read = await get(t, id);
				// It passed with warnings, which is the next rule's case.
				if (Object(read.field("detailed_status")).group === details.warning[3]) continue;
				saysInDetail(t, read, status, t.scene("project"));
				seen += 1;
			}
		if (seen === 0) t.skip("the project has no pipelines");
	}),
	assumed("PIPE-140", "detailed_status is Warning only if a pipeline passed with an allowed failure.", "getPipeline", async (t) => {
		const lab = await laboratory(t);
		for (const status of statuses) {
			const pipeline = await lab.pipeline({ status });
			await lab.job(pipeline, { status: "success", allow_failure: true });
			await lab.job(pipeline, { status: "failed", allow_failure: false });
			saysInDetail(t, await lab.get(pipeline), status, lab.path);
			await lab.job(pipeline, { status: "failed", allow_failure: true });
			saysInDetail(t, await lab.get(pipeline), status === "success" ? "warning" : status, lab.path);
		}
	}),
];

const latest = async (t: Context, ref?: string, id: unknown = t.scene("project")): Promise<ApiResponse> =>
	await t.as("maintainer").call("getLatestPipeline", { id, ref });

/** This must be the latest pipeline. Without a control API, another client may have created a later one. */
const isLatest = (t: Context, response: ApiResponse, made: ApiResponse): void =>
	t.holds(
		"it is the latest pipeline",
		response.is(200).field("id") === made.field("id") || (!t.given.hasControl && response.number("id") > made.number("id")),
		response,
	);

/** The operations with a `pipeline_id`, except getPipeline: with `latest` its path is that of another operation. */
const byNumber = restOperations.filter(({ id, parameters }) => id !== "getPipeline" && parameters.some(({ name }) => name === "pipeline_id"));

/** The latest pipeline of a ref. */
const latestOnes: readonly Rule[] = [
	rule(
		"PIPE-143, PIPE-146, PIPE-178",
		"The latest pipeline of a ref is the newest pipeline of the ref's latest commit.",
		["getLatestPipeline", "createPipeline"],
		async (t) => {
			const refs = [t.scene("ref"), t.scene("tag_name")];
			const all: ApiResponse[] = [];
			for (const ref of [...refs, ...refs]) {
				const made = (await create(t, { ref })).ok;
				all.push(made);
				await create(t, { ref: refs.find((other) => other !== ref) });
				const response = (await latest(t, ref)).has({ ref, sha: made.field("sha") });
				isLatest(t, response, made);
			}
			await t.given.nextSecond();
			for (const [at, ref] of refs.entries()) {
				const older = { id: t.scene("project"), pipeline_id: all[at]?.number("id") };
				(await t.as("maintainer").call("updatePipelineMetadata", { ...older, name: t.unique("Renamed") })).ok;
				const response = (await latest(t, ref)).is(200);
				t.assume("an older pipeline should not become the latest by a later change", response.number("id") > Number(older.pipeline_id), response);
			}
		},
	),
	rule(
		"PIPE-144, PIPE-229",
		"Without ref, the latest pipeline is that of the default branch, whatever the branch's name, and has the name that it was given.",
		["getLatestPipeline", "updatePipelineMetadata"],
		async (t) => {
			if (t.given.hasControl) {
				const lab = await laboratory(t, { default_branch: "develop" });
				const [id] = [await lab.pipeline({ ref: "develop" }), await lab.pipeline({ ref: "main" })];
				(await latest(t, undefined, lab.id)).is(200).has({ id, ref: "develop" });
			}
			const query = "query ($at: ID!) { project(fullPath: $at) { repository { rootRef } } }";
			const ref = (await ask(t.as("owner"), query, { at: t.scene("project") })).text("project.repository.rootRef");
			const made = (await create(t, { ref })).ok;
			await create(t, { ref: t.scene("tag_name") });
			const renamed = { id: made.field("id"), name: t.unique("Latest") };
			(await t.as("maintainer").call("updatePipelineMetadata", { id: t.scene("project"), pipeline_id: made.number("id"), name: renamed.name })).ok;
			const response = (await latest(t)).has({ ref });
			isLatest(t, response, made);
			if (response.field("id") === renamed.id) response.has(renamed);
		},
		{ effect },
	),
	rule(
		"PIPE-145, PIPE-149, ERR-003",
		"The latest pipeline of a ref returns 403 if its latest commit has no pipeline, even if older commits have one. An unknown ref returns 403 too.",
		"getLatestPipeline",
		async (t) => {
			const id = t.scene("internal_project");
			const { items } = (await t.as("maintainer").list("listPipelines", { id })).is(200);
			for (const ref of new Set([t.scene("tag_name"), ...items.map((one) => String(one.ref))])) {
				// A new pipeline runs on the latest commit.
				const made = await create(t, { id, ref });
				if (!made.succeeded) continue;
				(await t.as("owner").call("deletePipeline", { id, pipeline_id: made.number("id") })).ok;
				const response = await latest(t, ref, id);
				if (!response.succeeded || response.field("sha") !== made.field("sha")) response.refuses(403);
			}
			for (const ref of [t.unique("ref"), "constructor", "__proto__"]) {
				const response = await latest(t, ref, id);
				t.assume(`the ref ${ref} should be refused with 403`, response.status === 403 && isDeepStrictEqual(response.json, forbidden), response);
			}
		},
		{ effect },
	),
	rule(
		"PIPE-145..149",
		"A pipeline of an older commit is never the latest. Pipelines of other refs and child pipelines should not be either; unknown refs should return 403.",
		"getLatestPipeline",
		async (t) => {
			const lab = await laboratory(t);
			const none = async (...refs: (string | undefined)[]): Promise<void> => {
				for (const ref of refs) (await latest(t, ref, lab.id)).refuses(403, forbidden);
			};
			const sha = lab.sha("develop");
			await lab.change({ branches: { main: lab.sha("main"), develop: sha, twin: sha } });
			for (const ref of ["main", "develop", "v1.0"]) await lab.pipeline({ ref, tag: ref === "v1.0", sha: "a".repeat(40) });
			await none(undefined, "main", "develop", "v1.0");
			await t.assuming(async () => {
				const first = await lab.pipeline({ ref: "develop", created_at: "2026-01-04T00:00:00.000Z" });
				await lab.pipeline({ ref: "develop", source: "parent_pipeline", parent_id: first });
				await lab.pipeline({ ref: "main", source: "parent_pipeline", parent_id: first });
				await lab.pipeline({ ref: "develop", sha: "a".repeat(40) });
				(await latest(t, "develop", lab.id)).is(200).has({ id: first, sha });
				const yaml_errors = "jobs config should contain at least one visible job";
				const second = await lab.pipeline({ ref: "develop", created_at: "2026-01-02T00:00:00.000Z", status: "failed", yaml_errors });
				(await latest(t, "develop", lab.id)).is(200).has({ id: second, yaml_errors });
				await none(undefined, "main", "twin", "nowhere", "Develop", "constructor", "__proto__", "toString");
			});
		},
		{ effect, id: "PIPE-148" },
	),
	rule("PIPE-150", "latest in the path is never a pipeline_id.", ["getLatestPipeline", "getPipeline", ...byNumber.map(({ id }) => id)], async (t) => {
		const made = (await create(t)).ok;
		const where = { id: t.scene("project"), pipeline_id: "latest" };
		isLatest(t, await t.as("maintainer").call("getPipeline", where), made);
		for (const row of byNumber) {
			const response = await t.as("owner").call(row, { ...where, ...(row.id === "updatePipelineMetadata" && { name: "latest" }) });
			t.holds(`latest should not name a pipeline to ${row.id}`, response.refused, response);
		}
		t.same("the pipeline", (await get(t, made.number("id"))).field("name"), made.field("name"));
	}),
];

/** Single pipelines. */
export const pipelineRecords: readonly Rule[] = [...fields, ...latestOnes];
