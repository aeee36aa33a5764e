import { isDeepStrictEqual } from "node:util";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import { linksOf } from "../../rule/links";
import type { ApiResponse, Fields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { assumed, everyone, foreign, idsOf, member, rule, walkPages } from "./lab";

interface Busy {
	readonly id: number;
	/** Lists its jobs as a maintainer. */
	readonly list: (params?: Params) => Promise<ApiResponse>;
	readonly all: (params?: Params) => Promise<readonly Fields[]>;
}

const busyAt = (t: Context, id: number): Busy => {
	const list = async (params: Params = {}) => (await t.as("maintainer").call("listRunnerJobs", { id, ...params })).ok;
	return { id, list, all: (params = {}) => walkPages((page) => list({ ...params, ...page })) };
};

const jobStatuses = ["running", "success", "failed", "canceled"] as const;

/** A new runner with jobs in every status from two managers. Without the control API, the project's runner with the most jobs. */
async function busy(t: Context): Promise<Busy> {
	if (t.given.hasControl) {
		const { id } = await t.given.record("runners", { projects: [t.scene("project")] });
		const managers = [await t.given.record("runner_managers", { runner_id: id }), await t.given.record("runner_managers", { runner_id: id }), { id: null }];
		for (const status of [...jobStatuses, "pending", "manual"]) for (const manager of managers) await jobOf(t, id, { status, runner_manager_id: manager.id });
		return busyAt(t, id);
	}
	const maintainer = t.as("maintainer");
	let best: { id: number; total: number } | undefined;
	for (const id of (await maintainer.list("listProjectRunners", { id: t.scene("project"), type: "project_type" })).ok.ids) {
		const response = await t.as("administrator").list("listRunnerJobs", { id });
		const total = response.succeeded ? response.items.length : 0;
		if (total > (best?.total ?? 1)) best = { id, total };
	}
	return best ? busyAt(t, best.id) : t.skip("no runner of the project has had two jobs: run some jobs");
}

/** A job that a runner took, in a pipeline of its own. Needs the control API. */
async function jobOf(t: Context, runner_id: number | null, fields: Fields = {}, project = t.scene("project")): Promise<Fields & { readonly id: number }> {
	const pipeline = await t.given.record("pipelines", { project, status: fields.status ?? "success" });
	return await t.given.record("jobs", { pipeline_id: pipeline.id, runner_id, status: fields.status ?? "success", ...fields });
}

/** The jobs that a runner took. */
export const jobs: readonly Rule[] = [
	assumed("RUNNER-093", "A running job has started_at but no finished_at. A job shows its commit, pipeline, project and user.", "listRunnerJobs", async (t) => {
		const { list } = await busy(t);
		const running = await list({ status: "running" });
		if (running.items.length === 0) t.skip("the runner has no running job: start one");
		running.every("started and not finished", (job) => typeof job.started_at === "string" && job.finished_at === null);
		if (!t.given.hasControl) return;
		const { id } = await t.given.record("runners", { projects: [t.scene("project")] });
		const pipeline = await t.given.record("pipelines", { project: t.scene("project"), status: "running", tag: true, ref: "v1.0" });
		const job = await t.given.record("jobs", { pipeline_id: pipeline.id, runner_id: id, name: "lint", stage: "test", allow_failure: true, coverage: 12.5 });
		const [shown = {}] = (await busyAt(t, id).list()).items;
		const { sha, ref, tag, user_id } = pipeline;
		const own = { id: job.id, status: "running", name: "lint", stage: "test", ref, tag, allow_failure: true, coverage: 12.5, finished_at: null };
		for (const [name, value] of Object.entries({ ...own, started_at: pipeline.started_at, created_at: pipeline.created_at })) t.same(name, shown[name], value);
		t.same("pipeline", shown.pipeline, { id: pipeline.id, sha, ref, status: "running" });
		for (const [name, values] of Object.entries({
			commit: { id: sha, short_id: String(sha).slice(0, 8) },
			project: { path_with_namespace: t.scene("project") },
			user: { id: user_id },
		}))
			for (const [field, value] of Object.entries(values)) t.same(`${name}.${field}`, Object(shown[name])[field], value);
	}),
	rule(
		"RUNNER-083",
		"The user of a job has the fields of a user's profile. Only failed jobs have a failure_reason.",
		"listRunnerJobs",
		async (t) => {
			const { list } = await busy(t);
			for (const status of jobStatuses)
				for (const job of (await list({ status })).items)
					t.assume(`only failed jobs should have a failure_reason (a job in ${status})`, (typeof job.failure_reason === "string") === (status === "failed"));
			const jobs = await list();
			const user: Fields = Object(jobs.items[0]?.user);
			t.assume("the user should have an id", typeof user.id === "number", jobs);
			if (typeof user.id !== "number") return;
			const profile = (await t.as("maintainer").call("getUser", { id: user.id })).is(200).fields;
			const fields = ["bio", "location", "organization", "job_title", "pronouns", "website_url", "work_information"];
			t.same("the profile fields that are missing or different", fields.filter((name) => !isDeepStrictEqual(user[name], profile[name])).join(), "", jobs);
			t.assume("the user should equal the user's profile", isDeepStrictEqual(user, profile), jobs);
		},
		{ id: "rules/runner-jobs/user" },
	),
	rule("RUNNER-319", "The jobs of a runner are those that it took, and none of another runner's.", "listRunnerJobs", async (t) => {
		const { id, list, all } = await busy(t);
		t.holds("the runner should have jobs", (await list()).items.length > 0);
		const idle = (await t.given.projectRunner()).number("id");
		t.same("the jobs of a new one", await busyAt(t, idle).all(), []);
		if (!t.given.hasControl) return;
		const before = idsOf(await all());
		const mine = await jobOf(t, id, { status: "failed" });
		await jobOf(t, null);
		const other = await jobOf(t, idle);
		t.same("the jobs", idsOf(await all()), [...before, mine.id]);
		t.same("the other runner's", idsOf(await busyAt(t, idle).all()), [other.id]);
	}),
	rule(
		"RUNNER-320, AUTH-064",
		"Jobs of projects where the caller's role is below Reporter are not listed, with any filter, order or page size.",
		"listRunnerJobs",
		async (t) => {
			const project = t.scene("project");
			const { id: own, all } = await busy(t);
			const seenBy = idsOf(await all());
			const jobs = await walkPages((page) => t.as("administrator").call("listRunnerJobs", { id: own, ...page }));
			const there = jobs.filter((job) => Object(job.project).path_with_namespace === project);
			t.same(
				"the jobs of the maintainer's own project that are not listed",
				idsOf(there).filter((one) => !seenBy.includes(one)),
				[],
			);
			const other = await foreign(t);
			const open = String((await t.given.record("projects", { full_path: `${t.scene("group")}/open`, visibility: "public" })).full_path);
			const { id } = await t.given.record("runners", { projects: [project, other.path, open] });
			await t.given.record("runner_managers", { runner_id: id, system_id: "s_1" });
			const [manager] = await t.given.records("runner_managers", { runner_id: id });
			const taken = { runner_manager_id: manager?.id };
			const statuses = ["success", "running", "failed", "canceled"];
			const [seen, hidden]: [Fields[], Fields[]] = [[], []];
			for (const status of statuses) seen.push(await jobOf(t, id, { ...taken, status }));
			for (const status of statuses) hidden.push(await jobOf(t, id, { ...taken, status }, other.path));
			// No caller has a role in this project, although all of them can see it.
			for (const status of statuses) await jobOf(t, id, { ...taken, status }, open);
			for (const [role, expected] of [
				[undefined, seen],
				["guest", seen],
				["reporter", [...seen, ...hidden]],
				["developer", [...seen, ...hidden]],
			] as const) {
				const caller = await member(t, { [project]: "maintainer", ...(role && { [other.path]: role }) });
				for (const params of [{}, { order_by: "id", sort: "asc" }, ...statuses.map((status) => ({ status })), { system_id: "s_1" }]) {
					const found = await walkPages((page) => caller.call("listRunnerJobs", { id, ...params, ...page }), 3);
					const left = expected.filter(({ status }) => !("status" in params) || status === params.status);
					t.same(
						`the jobs for a ${role ?? "stranger"} in the other project with ${JSON.stringify(params)}`,
						new Set(idsOf(found)),
						new Set(left.map(({ id }) => id)),
					);
				}
			}
		},
	),
	rule("RUNNER-321", "system_id lists only the jobs of that manager.", "listRunnerJobs", async (t) => {
		const { id, all } = await busy(t);
		const whole = idsOf(await all());
		const managers = (await t.as("maintainer").call("listRunnerManagers", { id })).ok.items;
		if (managers.length < 2) t.skip("the runner that has had jobs has fewer than two managers: add another");
		const of: number[][] = [];
		for (const { system_id } of managers) of.push(idsOf(await all({ system_id })));
		t.holds(
			"at least one manager should have jobs, and at least one should not have all of them",
			of.some((ids) => ids.length > 0) && of.some((ids) => ids.length < whole.length),
		);
		const flat = of.flat();
		t.same(
			"the jobs that two managers have",
			flat.filter((one, index) => flat.indexOf(one) !== index),
			[],
		);
		t.holds(
			"they should be the runner's jobs",
			flat.every((one) => whole.includes(one)),
		);
		if (!t.given.hasControl) return;
		for (const [index, { id: runner_manager_id }] of managers.entries()) {
			const expected = await t.given.records("jobs", { runner_id: id, runner_manager_id });
			t.same(`the jobs of manager ${runner_manager_id}`, of[index], idsOf(expected));
		}
	}),
	assumed(
		"RUNNER-322, RUNNER-323",
		"With system_id, the list of jobs has no x-total and x-total-pages. A system_id that the runner does not have returns an empty list.",
		"listRunnerJobs",
		async (t) => {
			const { id, list } = await busy(t);
			const managers = (await t.as("maintainer").call("listRunnerManagers", { id })).ok.pluck("system_id").map(String);
			const other = await t.given.registeredRunner();
			const system_id = t.unique("system");
			await t.anonymous.call("verifyRunner", { token: other.string("token"), system_id });
			const beginnings = managers.map((one) => one.slice(0, -1)).filter((one) => one !== "" && !managers.includes(one));
			for (const unknown of [system_id, "nothing", ...beginnings]) (await list({ system_id: unknown })).refuses(200, []);
			for (const beside of [{}, ...jobStatuses.map((status) => ({ status })), { order_by: "id", sort: "asc" }, { per_page: 1 }]) {
				const response = await list({ system_id: managers[0] ?? "none", ...beside });
				const what = `with ${JSON.stringify(beside)}`;
				for (const name of ["x-total", "x-total-pages"]) t.same(`${name} ${what}`, response.header(name), null, response);
				t.same(`x-page ${what}`, response.header("x-page"), "1", response);
				t.holds(`link should not name a last page ${what}`, !linksOf(response).has("last"), response);
			}
			t.holds("without system_id x-total should be sent", (await list()).header("x-total") !== null);
		},
	),
	assumed("RUNNER-331, RUNNER-333", "sort is accepted without order_by, and pagination=keyset is ignored for a runner's jobs.", "listRunnerJobs", async (t) => {
		const { list, all } = await busy(t);
		const ordered = async (query: Params) => (await all(query)).map(({ id }) => id);
		const up = await ordered({ order_by: "id", sort: "asc" });
		for (const query of [{}, { sort: "asc" }, { sort: "desc" }]) t.same(`the jobs with ${JSON.stringify(query)}`, await ordered(query), up);
		const response = await list({ pagination: "keyset", order_by: "id", per_page: 1, page: 2 });
		t.same("x-page", response.header("x-page"), "2", response);
		t.same("x-next-cursor", response.header("x-next-cursor"), null, response);
		t.same("the jobs", response.ids, (await list({ order_by: "id", per_page: 1, page: 2 })).ids, response);
	}),
	assumed("RUNNER-334", "Administrators and auditors see all jobs of a runner.", "listRunnerJobs", async (t) => {
		const { id, all } = await busy(t);
		if (t.given.hasControl) await jobOf(t, id, {}, (await foreign(t)).path);
		for (const who of everyone(t).slice(0, t.facts.tier === "free" ? 1 : 2)) {
			const found = idsOf(await walkPages((page) => t.as(who).call("listRunnerJobs", { id, ...page })));
			const missing = idsOf(await all()).filter((one) => !found.includes(one));
			t.same(`the jobs that the maintainer sees and ${who} does not`, missing, []);
			if (t.given.hasControl) t.same(`the jobs for ${who}`, found, idsOf(await t.given.records("jobs", { runner_id: id })));
		}
	}),
];
