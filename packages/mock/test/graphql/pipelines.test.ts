import type { Pipeline, Project } from "@tenon/mock";
import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";
import { pipelineStatuses } from "../support/lab";

let there: GraphqlWorld;
let lab: Project;
beforeEach(() => {
	there = graphqlWorld();
	lab = there.make.project("acme/lab");
});

const minute = (number: number): string => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();
const pipeline = (given: Partial<Pipeline> = {}): Pipeline => there.make.pipeline(lab, given);
const gid = ({ id }: { id: number }): string => `gid://service/Ci::Pipeline/${id}`;
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf("/") + 1));

/** The fields of a pipeline of the lab. */
async function shown(made: Pipeline, fields: string, who: string | null = null) {
	const { data, errors } = await there.gql(
		who,
		`{ project(fullPath: "acme/lab") { pipeline(id: "${gid(made)}") { ${fields} } } }`,
	);
	expect(errors).toBeUndefined();
	return data.project.pipeline;
}

describe("a record", () => {
	test("GQL-225..226 every field, as REST tells them", async () => {
		const parent = pipeline({ status: "running" });
		const made = pipeline({
			ref: "develop",
			source: "web",
			name: "Nightly",
			status: "failed",
			before_sha: "1".repeat(40),
			duration: 61,
			queued_duration: 1.5,
			coverage: 87.5,
			created_at: minute(1),
			updated_at: minute(2),
			started_at: minute(3),
			finished_at: minute(4),
			committed_at: minute(5),
			user_id: there.make.userId("developer"),
			parent_id: parent.id,
			yaml_errors: "jobs config is faulty",
		});
		const child = pipeline({ source: "parent_pipeline", parent_id: made.id });
		for (const status of ["failed", "success", "failed"] as const) there.make.job(made, { status });
		const main = `id iid sha short: sha(format: SHORT) long: sha(format: LONG) ref refPath source name status beforeSha duration queuedDuration coverage
			createdAt updatedAt startedAt finishedAt committedAt user { username } project { fullPath } yamlErrors yamlErrorMessages
			active complete cancelable retryable child latest failedJobsCount totalJobs`;
		const more = `detailedStatus { id name label tooltip favicon detailsPath hasDetails icon text group }
			testReportSummary { total { count } testSuites(first: 1) { nodes { name } } }
			upstream { id } downstream(first: 1) { count nodes { id child } }
			userPermissions { adminPipeline destroyPipeline updatePipeline cancelPipeline }`;
		const record = { ...(await shown(made, main)), ...(await shown(made, more)) };
		expect(record).toEqual({
			id: gid(made),
			iid: "2",
			sha: lab.branches.develop,
			short: lab.branches.develop?.slice(0, 8),
			long: lab.branches.develop,
			ref: "develop",
			refPath: "refs/heads/develop",
			source: "web",
			name: "Nightly",
			status: "FAILED",
			beforeSha: "1".repeat(40),
			duration: 61,
			queuedDuration: 1.5,
			coverage: 87.5,
			createdAt: "2026-01-01T00:01:00Z",
			updatedAt: "2026-01-01T00:02:00Z",
			startedAt: "2026-01-01T00:03:00Z",
			finishedAt: "2026-01-01T00:04:00Z",
			committedAt: "2026-01-01T00:05:00Z",
			user: { username: "developer" },
			project: { fullPath: "acme/lab" },
			yamlErrors: true,
			yamlErrorMessages: "jobs config is faulty",
			active: false,
			complete: true,
			cancelable: false,
			retryable: true,
			child: false,
			latest: true,
			failedJobsCount: 2,
			totalJobs: 3,
			detailedStatus: {
				id: `failed-${made.id}-${made.id}`,
				name: "FAILED",
				label: "failed",
				tooltip: "failed",
				favicon: expect.stringContaining("favicon_status_failed"),
				detailsPath: `/acme/lab/-/pipelines/${made.id}`,
				hasDetails: true,
				icon: "status_failed",
				text: "Failed",
				group: "failed",
			},
			testReportSummary: { total: { count: 0 }, testSuites: { nodes: [] } },
			upstream: { id: gid(parent) },
			downstream: { count: 1, nodes: [{ id: gid(child), child: true }] },
			userPermissions: {
				adminPipeline: false,
				destroyPipeline: false,
				updatePipeline: false,
				cancelPipeline: false,
			},
		});
		const { body } = await there.ask("developer", "GET", `/projects/${lab.id}/pipelines/${made.id}`);
		for (const [field, key] of [
			["sha", "sha"],
			["ref", "ref"],
			["source", "source"],
			["name", "name"],
			["beforeSha", "before_sha"],
			["duration", "duration"],
			["queuedDuration", "queued_duration"],
			["yamlErrorMessages", "yaml_errors"],
		] as const)
			expect(record[field], field).toEqual(body[key]);
		expect(body.coverage).toBe(record.coverage.toFixed(2));
		expect(record.detailedStatus).toMatchObject({
			label: body.detailed_status.label,
			tooltip: body.detailed_status.tooltip,
			favicon: body.detailed_status.favicon,
			detailsPath: body.detailed_status.details_path,
			icon: body.detailed_status.icon,
			text: body.detailed_status.text,
			group: body.detailed_status.group,
		});
	});

	test("what has not happened yet is null, a tag's path is a tag's", async () => {
		const fields =
			"refPath name duration coverage startedAt finishedAt committedAt yamlErrors yamlErrorMessages upstream { id }";
		expect(await shown(pipeline({ ref: "v1.0" }), fields)).toEqual({
			refPath: "refs/tags/v1.0",
			name: null,
			duration: null,
			coverage: null,
			startedAt: null,
			finishedAt: null,
			committedAt: null,
			yamlErrors: false,
			yamlErrorMessages: null,
			upstream: null,
		});
	});

	test.each(pipelineStatuses)(
		"GQL-227..228 in state %s: what it shows, and what may be done with it",
		async (status) => {
			const made = pipeline({ status });
			there.make.job(made, { status });
			const ended = ["success", "failed", "canceled", "skipped"].includes(status);
			const fields = "status active complete cancelable retryable detailedStatus { id name label group }";
			const { body } = await there.ask("developer", "GET", `/projects/${lab.id}/pipelines/${made.id}`);
			expect(await shown(made, fields)).toEqual({
				status: status.toUpperCase(),
				active: !ended,
				complete: ended,
				cancelable: !ended,
				retryable: status === "failed" || status === "canceled",
				detailedStatus: {
					id: `${status}-${made.id}-${made.id}`,
					name: status.toUpperCase(),
					label: body.detailed_status.label,
					group: body.detailed_status.group,
				},
			});
		},
	);

	test("with warnings the status is named so; archived ones are not retried; without jobs nothing is canceled", async () => {
		const warned = pipeline({ status: "success" });
		there.make.job(warned, { status: "failed", allow_failure: true });
		expect(await shown(warned, "status retryable detailedStatus { name label text }")).toEqual({
			status: "SUCCESS",
			retryable: true,
			detailedStatus: { name: "SUCCESS_WITH_WARNINGS", label: "passed with warnings", text: "Warning" },
		});
		there.platform.state.pipelines.update(warned.id, { archived: true });
		expect(await shown(warned, "retryable")).toEqual({ retryable: false });
		expect(await shown(pipeline({ status: "running" }), "cancelable")).toEqual({ cancelable: false });
	});

	test("latest is the newest of the newest commit of its ref", async () => {
		const before = pipeline({ sha: "1".repeat(40) });
		const first = pipeline();
		const second = pipeline();
		const child = pipeline({ source: "parent_pipeline" });
		const other = pipeline({ ref: "v1.0", sha: first.sha });
		const late = pipeline({ sha: "2".repeat(40) });
		const latest = async (one: Pipeline) => (await shown(one, "latest")).latest;
		for (const one of [before, first, child, late]) expect(await latest(one)).toBe(false);
		for (const one of [second, other]) expect(await latest(one)).toBe(true);
		const { body } = await there.ask("developer", "GET", `/projects/${lab.id}/pipelines/latest`);
		expect(body.id).toBe(second.id);
	});

	test("userPermissions by role and ref", async () => {
		const may = async (who: string, ref: string) =>
			Object.entries(
				(
					await shown(
						pipeline({ ref }),
						"userPermissions { adminPipeline destroyPipeline updatePipeline cancelPipeline }",
						who,
					)
				).userPermissions,
			)
				.filter(([, allowed]) => allowed)
				.map(([name]) => name);
		expect(await may("reporter", "develop")).toEqual([]);
		expect(await may("developer", "develop")).toEqual(["updatePipeline", "cancelPipeline"]);
		expect(await may("developer", "main")).toEqual([]);
		expect(await may("maintainer", "main")).toEqual(["adminPipeline", "updatePipeline", "cancelPipeline"]);
		expect(await may("owner", "main")).toEqual([
			"adminPipeline",
			"destroyPipeline",
			"updatePipeline",
			"cancelPipeline",
		]);
	});

	test("GQL-229, GQL-236 testReportSummary is REST's test_report_summary", async () => {
		const state = there.platform.state;
		const web = state.project("acme/web");
		const some = [...state.pipelines.all()].filter((one) => one.project_id === web?.id && one.test_suites.length > 0);
		expect(some.length).toBeGreaterThan(3);
		const twins = pipeline({
			test_suites: ["same", "same"].map((name, at) => ({
				name,
				build_ids: [at],
				suite_error: at ? "Not well-formed" : null,
				test_cases: [],
			})),
		});
		for (const one of [...some.slice(0, 4), twins]) {
			const { body } = await there.ask(
				"developer",
				"GET",
				`/projects/${one.project_id}/pipelines/${one.id}/test_report_summary`,
			);
			const path = state.projects.get(one.project_id)?.full_path;
			const { data } = await there.gql(
				"developer",
				`{ project(fullPath: "${path}") { pipeline(id: "${gid(one)}") { testReportSummary {
					total { time count success failed skipped error suiteError }
					testSuites { nodes { name totalTime totalCount successCount failedCount skippedCount errorCount suiteError buildIds } }
				} } } }`,
			);
			const { total, testSuites } = data.project.pipeline.testReportSummary;
			const { suite_error, ...numbers } = body.total;
			expect(total).toEqual({ ...numbers, suiteError: suite_error });
			expect(testSuites.nodes).toEqual(
				// biome-ignore lint/suspicious/noExplicitAny: an answer of the REST interface, whose shape is checked by comparing
				body.test_suites.map((suite: any) => ({
					name: suite.name,
					totalTime: suite.total_time,
					totalCount: suite.total_count,
					successCount: suite.success_count,
					failedCount: suite.failed_count,
					skippedCount: suite.skipped_count,
					errorCount: suite.error_count,
					suiteError: suite.suite_error,
					buildIds: suite.build_ids.map(String),
				})),
			);
		}
		const pages = await shown(twins, "testReportSummary { testSuites(first: 1) { pageInfo { endCursor } } }");
		const { endCursor } = pages.testReportSummary.testSuites.pageInfo;
		const next = await shown(twins, `testReportSummary { testSuites(after: "${endCursor}") { nodes { buildIds } } }`);
		expect(next.testReportSummary.testSuites.nodes).toEqual([{ buildIds: ["1"] }]);
	});
});

test("every pipeline of the demo, with all that it shows", async () => {
	const { data, errors } = await there.gql(
		"developer",
		`{ project(fullPath: "acme/web") { pipelines { count nodes {
			id iid sha ref refPath source name status beforeSha duration queuedDuration coverage createdAt updatedAt startedAt
			finishedAt committedAt user { username } project { fullPath } yamlErrors yamlErrorMessages active complete cancelable
			retryable child latest failedJobsCount totalJobs detailedStatus { id name label tooltip favicon detailsPath hasDetails icon }
			testReportSummary { total { time count success failed skipped error suiteError } testSuites(first: 1) { nodes { name } } }
			upstream { id } downstream(first: 1) { count } userPermissions { adminPipeline destroyPipeline updatePipeline cancelPipeline }
		} } } }`,
	);
	expect(errors).toBeUndefined();
	expect(data.project.pipelines.count).toBe(60);
});

describe("project.pipeline", () => {
	const named = async (args: string, who: string | null = null) => {
		const { data, errors } = await there.gql(who, `{ project(fullPath: "acme/lab") { pipeline${args} { id } } }`);
		return errors ?? data.project.pipeline;
	};

	test("GQL-074 by its Global ID, its IID, or its commit: then the latest", async () => {
		const sha = "1".repeat(40);
		const first = pipeline({ sha });
		const second = pipeline({ sha });
		pipeline({ sha, source: "parent_pipeline" });
		expect(await named(`(id: "${gid(first)}")`)).toEqual({ id: gid(first) });
		expect(await named('(iid: "2")')).toEqual({ id: gid(second) });
		expect(await named(`(sha: "${sha}")`)).toEqual({ id: gid(second) });
	});

	test("null where there is none, in this project", async () => {
		const elsewhere = there.make.pipeline(there.make.project("acme/other"), { sha: "1".repeat(40) });
		pipeline();
		for (const args of [
			`(id: "${gid(elsewhere)}")`,
			'(id: "gid://service/Ci::Pipeline/99999")',
			'(iid: "77")',
			'(iid: "01")',
			`(sha: "${elsewhere.sha}")`,
			'(sha: "")',
		])
			expect(await named(args), args).toBeNull();
	});

	test.each(["", '(iid: "1", sha: "1")', "(iid: null)"])("exactly one of the three: not pipeline%s", async (args) => {
		expect(await named(args)).toMatchObject([
			{ message: expect.stringContaining("Exactly one"), path: ["project", "pipeline"] },
		]);
	});

	test("null to those to whom REST refuses pipelines", async () => {
		const made = pipeline();
		const project = there.platform.state.projects;
		for (const change of [
			{ public_jobs: false },
			{ public_jobs: true, builds_access_level: "private" as const },
			{ builds_access_level: "disabled" as const },
		]) {
			project.update(lab.id, change);
			for (const who of ["outsider", "guest", "reporter", "owner"]) {
				const { status } = await there.ask(who, "GET", `/projects/${lab.id}/pipelines/${made.id}`);
				const { data } = await there.gql(
					who,
					'{ project(fullPath: "acme/lab") { pipeline(iid: "1") { iid } pipelines { count } } }',
				);
				const isRead = status === 200;
				expect(data.project, `${who} ${JSON.stringify(change)}`).toEqual({
					pipeline: isRead ? { iid: "1" } : null,
					pipelines: isRead ? { count: 1 } : null,
				});
			}
		}
	});
});

describe("project.pipelines", () => {
	interface Told {
		id: string;
		status: string;
		ref: string;
		sha: string;
	}
	const listed = async (path: string, args: string): Promise<Told[]> => {
		const { data, errors } = await there.gql(
			"developer",
			`{ project(fullPath: "${path}") { pipelines${args && `(${args})`} { count nodes { id status ref sha } } } }`,
		);
		expect(errors).toBeUndefined();
		expect(data.project.pipelines.count).toBe(data.project.pipelines.nodes.length);
		return data.project.pipelines.nodes;
	};

	test.each([
		["", ""],
		['ref: "develop"', "ref=develop"],
		["status: FAILED", "status=failed"],
		["status: WAITING_FOR_RESOURCE", "status=waiting_for_resource"],
		["scope: RUNNING", "scope=running"],
		["scope: PENDING", "scope=pending"],
		["scope: FINISHED", "scope=finished"],
		["scope: BRANCHES", "scope=branches"],
		["scope: TAGS", "scope=tags"],
		['source: "push"', "source=push"],
		['source: "parent_pipeline"', "source=parent_pipeline"],
		['username: "Developer"', "username=developer"],
		['updatedAfter: "2026-01-04T09:30:00Z"', "updated_after=2026-01-04T09:30:00Z"],
		['updatedBefore: "2026-01-04T09:30:00Z"', "updated_before=2026-01-04T09:30:00Z"],
		['ref: "main", status: FAILED, source: "web"', "ref=main&status=failed&source=web"],
	])("GQL-233 with %s it agrees with REST", async (args, query) => {
		const mine = await listed("acme/web", args);
		const { body } = await there.ask("developer", "GET", `/projects/acme%2Fweb/pipelines?per_page=100&${query}`);
		expect(mine.map((one) => ({ ...one, id: numberOf(one.id), status: one.status.toLowerCase() }))).toEqual(
			body.map(({ id, status, ref, sha }: Pipeline) => ({ id, status, ref, sha })),
		);
		expect(mine.length).toBeGreaterThan(0);
	});

	test("GQL-233 with a commit it agrees with REST", async () => {
		const sha = there.platform.state.project("acme/web")?.branches.develop;
		const mine = await listed("acme/web", `sha: "${sha}"`);
		const { body } = await there.ask("developer", "GET", `/projects/acme%2Fweb/pipelines?per_page=100&sha=${sha}`);
		expect(mine.map(({ id }) => numberOf(id))).toEqual(body.map(({ id }: Pipeline) => id));
		expect(mine.length).toBeGreaterThan(1);
	});

	test("by ids, by the kind of their ref, and by what there is none of", async () => {
		const project = there.make.project("acme/refs", {
			branches: { both: "1".repeat(40) },
			tags: { both: "2".repeat(40) },
		});
		const branch = there.make.pipeline(project, { ref: "both", tag: false });
		const tag = there.make.pipeline(project, { ref: "both", tag: true });
		const ids = async (args: string) => (await listed("acme/refs", args)).map(({ id }) => id);
		expect(await ids('ref: "both"')).toEqual([gid(tag), gid(branch)]);
		expect(await ids('ref: "both", refType: HEADS')).toEqual([gid(branch)]);
		expect(await ids("refType: TAGS")).toEqual([gid(tag)]);
		expect(await ids(`ids: ["${gid(branch)}", "gid://service/Ci::Pipeline/99999"]`)).toEqual([gid(branch)]);
		expect(await ids("ids: []")).toEqual([]);
		expect(await ids('username: "nobody"')).toEqual([]);
		expect(await ids("status: CANCELING")).toEqual([]);
		expect(await ids("status: WAITING_FOR_CALLBACK")).toEqual([]);
		expect(await ids('source: "no such"')).toEqual([]);
		expect(await ids("ids: null, ref: null, scope: null, status: null, source: null, updatedAfter: null")).toEqual([
			gid(tag),
			gid(branch),
		]);
	});
});
