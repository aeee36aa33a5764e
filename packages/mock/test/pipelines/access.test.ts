import type { Project } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { lab } from "../support/lab";
import type { Asked } from "../support/world";

interface Row {
	id: string;
	method: string;
	/** Below the project; ID stands for the pipeline's. */
	path: string;
	asked?: Asked;
	status?: number;
}

const all: Row[] = [
	{ id: "listPipelines", method: "GET", path: "/pipelines" },
	{ id: "getPipeline", method: "GET", path: "/pipelines/ID" },
	{ id: "getLatestPipeline", method: "GET", path: "/pipelines/latest" },
	{ id: "listPipelineVariables", method: "GET", path: "/pipelines/ID/variables" },
	{ id: "getPipelineTestReport", method: "GET", path: "/pipelines/ID/test_report" },
	{ id: "getPipelineTestReportSummary", method: "GET", path: "/pipelines/ID/test_report_summary" },
	{ id: "createPipeline", method: "POST", path: "/pipeline", asked: { json: { ref: "develop" } }, status: 201 },
	{ id: "retryPipeline", method: "POST", path: "/pipelines/ID/retry", status: 201 },
	{ id: "cancelPipeline", method: "POST", path: "/pipelines/ID/cancel" },
	{ id: "updatePipelineMetadata", method: "PUT", path: "/pipelines/ID/metadata", asked: { json: { name: "New" } } },
	{ id: "deletePipeline", method: "DELETE", path: "/pipelines/ID", status: 204 },
];
const reads = all.filter(({ method }) => method === "GET");
const writes = all.filter(({ method }) => method !== "GET");
const row = (id: string): Row => {
	const found = all.find((one) => one.id === id);
	if (!found) throw new Error(id);
	return found;
};

describe("addresses", () => {
	test.each(all)(
		"PIPE-041 by number and by encoded path the same: $id",
		async ({ method, path, asked, status = 200 }) => {
			const answers = [];
			for (const by of ["number", "path"]) {
				const { ask, project, pipeline } = lab();
				const { id } = pipeline({ variables: [{ key: "A", value: "1", variable_type: "env_var", raw: false }] });
				const place = by === "number" ? project.id : "acme%2Flab";
				answers.push(await ask("owner", method, `/projects/${place}${path.replace("ID", String(id))}`, asked));
			}
			expect(answers.map((one) => one.status)).toEqual([status, status]);
			expect(answers[1]?.body).toEqual(answers[0]?.body);
		},
	);

	test.each([
		["PIPE-109", "getPipeline"],
		["PIPE-110", "listPipelineVariables"],
		["PIPE-111", "getPipelineTestReport"],
		["PIPE-112", "getPipelineTestReportSummary"],
		["PIPE-113", "retryPipeline"],
		["PIPE-114", "cancelPipeline"],
		["PIPE-115", "deletePipeline"],
		["PIPE-116", "updatePipelineMetadata"],
	])("%s %s of an unknown pipeline, or another project's: 404", async (_claim, operation) => {
		const { method, path, asked } = row(operation);
		const { make, project, refused } = lab();
		const foreign = make.pipeline(make.project("acme/other"), { status: "running" });
		for (const id of [foreign.id, 999_999, 0]) {
			const told = await refused("owner", method, `/projects/${project.id}${path.replace("ID", String(id))}`, asked);
			expect(told).toMatchObject({ status: 404, unchanged: true });
			expect(told.body).toEqual({ message: "404 Not found" });
		}
	});
});

describe("tokens", () => {
	test.each([
		["PIPE-237", "createPipeline"],
		["PIPE-239", "retryPipeline"],
		["PIPE-241", "cancelPipeline"],
		["PIPE-243", "deletePipeline"],
		["PIPE-245", "updatePipelineMetadata"],
	])("%s %s without credentials: 401 before anything else is looked at", async (_claim, operation) => {
		const { method, path, asked } = row(operation);
		const { pipeline, project, refused } = lab({ visibility: "public" });
		const { id } = pipeline({ status: "running" });
		const addresses: [string, Asked | undefined][] = [
			[`/projects/${project.id}${path.replace("ID", String(id))}`, asked],
			[`/projects/${project.id}${path.replace("ID", "abc")}`, { json: {} }],
			[`/projects/nobody%2Fnothing${path.replace("ID", String(id))}`, asked],
		];
		for (const [address, given] of addresses) {
			const told = await refused(null, method, address, given);
			expect(told).toMatchObject({ status: 401, unchanged: true });
			expect(told.body).toEqual({ message: "401 Unauthorized" });
		}
	});

	test.each([
		["PIPE-238", "createPipeline"],
		["PIPE-240", "retryPipeline"],
		["PIPE-242", "cancelPipeline"],
		["PIPE-244", "deletePipeline"],
		["PIPE-246", "updatePipelineMetadata"],
	])("%s %s with a token for reading: 403", async (_claim, operation) => {
		const { method, path, asked } = row(operation);
		const { pipeline, project, refused } = lab();
		const { id } = pipeline({ status: "running" });
		const told = await refused("owner-read", method, `/projects/${project.id}${path.replace("ID", String(id))}`, asked);
		expect(told).toMatchObject({ status: 403, unchanged: true });
		expect(told.body).toEqual({
			error: "insufficient_scope",
			error_description: "The request requires higher privileges than provided by the access token.",
			scope: "api",
		});
	});

	test.each(reads)("PIPE-247 a token for reading suffices: $id", async ({ method, path }) => {
		const { ask, pipeline, project } = lab({ visibility: "private" });
		const { id } = pipeline();
		const told = await ask("owner-read", method, `/projects/${project.id}${path.replace("ID", String(id))}`);
		expect(told.status).toBe(200);
	});

	test("PIPE-237..247 these are all the operations", () => {
		expect([writes.length, reads.length]).toEqual([5, 6]);
	});
});

const invisible = [404, "404 Project Not Found"] as const;
const denied = [403, "403 Forbidden"] as const;
const shown = [200, undefined] as const;
type Verdict = readonly [number, string | undefined];

/** Who reads the list and a pipeline of a project set up like this. */
const visibility: [string, Partial<Project>, { [who: string]: Verdict }][] = [
	[
		"PIPE-169, PIPE-170 private, public jobs",
		{ visibility: "private" },
		{
			nobody: invisible,
			outsider: invisible,
			guest: shown,
			reporter: shown,
			developer: shown,
			owner: shown,
			root: shown,
		},
	],
	[
		"PIPE-169, PIPE-170 private, jobs not public",
		{ visibility: "private", public_jobs: false },
		{
			nobody: invisible,
			outsider: invisible,
			guest: denied,
			reporter: shown,
			developer: shown,
			owner: shown,
			root: shown,
		},
	],
	[
		"PIPE-169, PIPE-170 private, CI for members",
		{ visibility: "private", builds_access_level: "private" },
		{ nobody: invisible, outsider: invisible, guest: shown, reporter: shown, root: shown },
	],
	[
		"PIPE-171, PIPE-173 internal, all open",
		{ visibility: "internal" },
		{ nobody: invisible, outsider: shown, guest: shown, reporter: shown, root: shown },
	],
	[
		"PIPE-171, PIPE-173 internal, jobs not public",
		{ visibility: "internal", public_jobs: false },
		{ nobody: invisible, outsider: denied, guest: denied, reporter: shown, root: shown },
	],
	[
		"PIPE-171, PIPE-173 internal, CI for members",
		{ visibility: "internal", builds_access_level: "private" },
		{ nobody: invisible, outsider: denied, guest: shown, reporter: shown, root: shown },
	],
	[
		"PIPE-172, PIPE-173 public, all open",
		{ visibility: "public" },
		{ nobody: shown, outsider: shown, guest: shown, reporter: shown, root: shown },
	],
	[
		"PIPE-172, PIPE-173 public, jobs not public",
		{ visibility: "public", public_jobs: false },
		{ nobody: denied, outsider: denied, guest: denied, reporter: shown, root: shown },
	],
	[
		"PIPE-172, PIPE-173 public, CI for members",
		{ visibility: "public", builds_access_level: "private" },
		{ nobody: denied, outsider: denied, guest: shown, reporter: shown, root: shown },
	],
	[
		"PIPE-198, PIPE-199 CI switched off",
		{ visibility: "public", builds_access_level: "disabled" },
		{
			nobody: denied,
			outsider: denied,
			guest: denied,
			reporter: denied,
			developer: denied,
			owner: denied,
			root: denied,
		},
	],
];

describe("who may read", () => {
	test.each(visibility)(
		"%s; PIPE-174 list and record alike, administrators always while CI is on",
		async (_what, given, table) => {
			const { ask, at, pipeline } = lab(given);
			const { id } = pipeline();
			for (const [who, [status, message]] of Object.entries(table))
				for (const path of [at, `${at}/${id}`]) {
					const told = await ask(who === "nobody" ? null : who, "GET", path);
					expect(told.status, `${who} ${path}`).toBe(status);
					if (message) expect(told.body).toEqual({ message });
				}
		},
	);

	test.each([
		["PIPE-164", "test_report"],
		["PIPE-168", "test_report_summary"],
	])("%s %s: whoever may read the jobs", async (_claim, path) => {
		for (const [, given, table] of visibility) {
			const { ask, at, pipeline } = lab(given);
			const { id } = pipeline();
			for (const [who, [status]] of Object.entries(table)) {
				const told = await ask(who === "nobody" ? null : who, "GET", `${at}/${id}/${path}`);
				expect(told.status, `${who} ${JSON.stringify(given)}`).toBe(status);
			}
		}
	});
});
