import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";

/** The runner of the project that has had most jobs. */
async function busy(t: Context): Promise<{ id: number; list: (params?: Params) => Promise<Answer> }> {
	const maintainer = t.as("maintainer");
	const params = { id: t.scene("project"), type: "project_type", per_page: 100 };
	let best: { id: number; total: number } | undefined;
	for (const id of (await maintainer.call("listProjectRunners", params)).is(200).ids) {
		const response = await maintainer.call("listRunnerJobs", { id, per_page: 1 });
		const total = response.status === 200 ? Number(response.header("x-total") ?? response.items.length) : 0;
		if (total > (best?.total ?? 1)) best = { id, total };
	}
	if (!best) t.skip("no runner of the project has had two jobs: let one have some");
	const { id } = best;
	return { id, list: async (more = {}) => (await maintainer.call("listRunnerJobs", { id, ...more })).is(200) };
}

async function walk(list: (params?: Params) => Promise<Answer>, params: Params = {}): Promise<readonly Fields[]> {
	const found: Fields[] = [];
	for (let page: string | null = "1"; page; ) {
		const answer: Answer = await list({ ...params, per_page: 100, page });
		found.push(...answer.items);
		page = answer.header("x-next-page");
	}
	return found;
}

const numbers = (jobs: readonly Fields[]): number[] => jobs.map(({ id }) => Number(id));
const sorted = (ids: readonly number[], sign: 1 | -1) => [...ids].sort((one, other) => sign * (one - other));

const statuses = [
	["RUNNER-324", "running"],
	["RUNNER-325", "success"],
	["RUNNER-326", "failed"],
	["RUNNER-327", "canceled"],
] as const;

export const jobs = [
	assumed("RUNNER-093", "A running job has started_at set and finished_at null.", "listRunnerJobs", async (t) => {
		const { list } = await busy(t);
		const running = await list({ status: "running" });
		if (running.items.length === 0) t.skip("the runner has no running job: let it have one");
		running.every("begun and not ended", (job) => typeof job.started_at === "string" && job.finished_at === null);
	}),
	rule(
		"RUNNER-319",
		"Lists jobs processed or being processed by the runner; jobs of other runners are not listed.",
		"listRunnerJobs",
		async (t) => {
			const { list } = await busy(t);
			const idle = (await t.given.projectRunner()).number("id");
			t.holds("the runner should have jobs", (await list()).items.length > 0);
			t.same("the jobs of a new one", (await t.as("maintainer").call("listRunnerJobs", { id: idle })).is(200).json, []);
		},
		{ effect: "writes" },
	),
	rule("RUNNER-321", "system_id returns only jobs run by that runner manager.", "listRunnerJobs", async (t) => {
		const { id, list } = await busy(t);
		const all = numbers(await walk(list));
		const managers = (await t.as("maintainer").call("listRunnerManagers", { id })).is(200).items;
		if (managers.length < 2) t.skip("the runner that has had jobs has fewer than two managers: add another");
		const of: number[][] = [];
		for (const { system_id } of managers) of.push(numbers(await walk(list, { system_id })));
		t.holds(
			"some manager should have jobs",
			of.some((ids) => ids.length > 0),
		);
		t.holds(
			"not every manager should have all jobs",
			of.some((ids) => ids.length < all.length),
		);
		const flat = of.flat();
		t.same(
			"the jobs that two managers have",
			flat.filter((one, index) => flat.indexOf(one) !== index),
			[],
		);
		t.holds(
			"they should be the runner's jobs",
			flat.every((one) => all.includes(one)),
		);
	}),
	assumed("RUNNER-322", "A system_id no manager of the runner has answers 200 [].", "listRunnerJobs", async (t) => {
		const { list } = await busy(t);
		t.same("the jobs", (await list({ system_id: t.unique("system") })).json, []);
	}),
	assumed("RUNNER-323", "With system_id the response has no x-total and no x-total-pages header.", "listRunnerJobs", async (t) => {
		const { id, list } = await busy(t);
		const [manager] = (await t.as("maintainer").call("listRunnerManagers", { id })).is(200).items;
		const answer = await list({ system_id: manager?.system_id ?? "none" });
		for (const name of ["x-total", "x-total-pages"]) t.same(name, answer.header(name), null, answer);
		t.holds("without system_id x-total should be sent", (await list()).header("x-total") !== null);
	}),
	...statuses.map(([claim, status]) =>
		byClaim(claim, async (t) => {
			const { list } = await busy(t);
			const all = await walk(list);
			const wanted = all.filter((job) => job.status === status);
			if (wanted.length === 0) t.skip(`the runner has no ${status} job: let it have one`);
			t.holds("some job should be in another status", wanted.length < all.length);
			t.same(`the ${status} jobs`, sorted(numbers(await walk(list, { status })), 1), sorted(numbers(wanted), 1));
		}),
	),
	assumed("RUNNER-328", 'status=non-existing answers 400 {"error":"status does not have a valid value"}.', "listRunnerJobs", async (t) => {
		const { id } = await busy(t);
		const error = "status does not have a valid value";
		(await t.as("maintainer").call("listRunnerJobs", { id, status: "non-existing" })).refuses(400, { error });
	}),
	rule("RUNNER-329", "order_by=id without sort returns jobs by id descending; with sort=asc ascending.", "listRunnerJobs", async (t) => {
		const { list } = await busy(t);
		for (const [params, sign] of [
			[{}, -1],
			[{ sort: "desc" }, -1],
			[{ sort: "asc" }, 1],
		] as const) {
			const ids = numbers(await walk(list, { order_by: "id", ...params }));
			t.same("the order of the ids", ids, sorted(ids, sign));
		}
	}),
	assumed(
		"RUNNER-330",
		'order_by=name answers 400 {"error":"order_by does not have a valid value"}; sort=up 400 {"error":"sort does not have a valid value"}.',
		"listRunnerJobs",
		async (t) => {
			const { id } = await busy(t);
			const call = async (params: Params) => await t.as("maintainer").call("listRunnerJobs", { id, ...params });
			(await call({ order_by: "name" })).refuses(400, { error: "order_by does not have a valid value" });
			(await call({ order_by: "id", sort: "up" })).refuses(400, { error: "sort does not have a valid value" });
		},
	),
	assumed("RUNNER-331", "sort without order_by is not an error (200); the order is then unspecified.", "listRunnerJobs", async (t) => {
		const { list } = await busy(t);
		const all = sorted(numbers(await walk(list)), 1);
		t.same("the jobs", sorted(numbers(await walk(list, { sort: "asc" })), 1), all);
	}),
	rule("RUNNER-332", "The list is paginated, 20 per page by default.", "listRunnerJobs", async (t) => {
		const { list } = await busy(t);
		const answer = await list();
		t.same("x-per-page", answer.header("x-per-page"), "20", answer);
		t.same("the jobs on a page", answer.items.length, Math.min(20, Number(answer.header("x-total"))), answer);
		t.same("the jobs on a page of one", (await list({ per_page: 1 })).items.length, 1);
	}),
	assumed("RUNNER-333", "Keyset is not offered: pagination=keyset on the job list is ignored and offset paging answers.", "listRunnerJobs", async (t) => {
		const { list } = await busy(t);
		const answer = await list({ pagination: "keyset", order_by: "id", per_page: 1, page: 2 });
		t.same("x-page", answer.header("x-page"), "2", answer);
		t.same("the jobs", answer.ids, (await list({ order_by: "id", per_page: 1, page: 2 })).ids, answer);
	}),
	assumed("RUNNER-334", "An administrator or auditor sees all jobs of the runner.", "listRunnerJobs", async (t) => {
		const { id, list } = await busy(t);
		const seen = numbers(await walk(list));
		for (const who of t.facts.tier === "free" ? (["administrator"] as const) : (["administrator", "auditor"] as const)) {
			const all = numbers(await walk(async (params = {}) => (await t.as(who).call("listRunnerJobs", { id, ...params })).is(200)));
			t.same(
				`those that the maintainer sees and ${who} does not`,
				seen.filter((one) => !all.includes(one)),
				[],
			);
		}
	}),
];
