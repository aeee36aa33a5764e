import type { Pipeline, Project } from "@tenon/mock";
import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";

let there: GraphqlWorld;
let lab: Project;
beforeEach(() => {
	there = graphqlWorld();
	lab = there.make.project("acme/lab");
});

const gid = ({ id }: { id: number }): string => `gid://service/Ci::Pipeline/${id}`;
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf("/") + 1));
const create = `mutation($i: PipelineCreateInput!) { pipelineCreate(input: $i) {
	pipeline { id iid status ref sha source user { username } totalJobs } errors clientMutationId } }`;
const start = (who: string | null, given: object = {}) =>
	there.gql(who, create, { i: { projectPath: "acme/lab", ref: "develop", ...given } });

type Name = "pipelineRetry" | "pipelineCancel" | "pipelineDestroy";
const call = (who: string | null, name: Name, { id }: { id: number }) =>
	there.gql(
		who,
		`mutation { ${name}(input: { id: "gid://service/Ci::Pipeline/${id}", clientMutationId: "m" }) {
			${name === "pipelineDestroy" ? "" : "pipeline { id status }"} errors clientMutationId } }`,
	);
const rest = (who: string, method: string, path = "") => there.ask(who, method, `/projects/${lab.id}/pipelines${path}`);

/** Sees that a mutation is refused and changes nothing. */
async function expectRefused(name: string, ask: () => ReturnType<GraphqlWorld["gql"]>): Promise<void> {
	const before = there.state();
	const { status, data, errors } = await ask();
	expect([status, data]).toEqual([200, { [name]: null }]);
	expect(errors).toMatchObject([{ message: noPermission, path: [name], locations: [{ line: 1 }] }]);
	expect(there.state() === before, "the state is as before").toBe(true);
}

describe("pipelineCreate", () => {
	test("GQL-234 makes the pipeline that REST then lists, pending", async () => {
		const { data, errors } = await start("developer", { clientMutationId: "m-1" });
		expect(errors).toBeUndefined();
		expect(data.pipelineCreate).toEqual({
			pipeline: {
				id: expect.stringMatching(/^gid:\/\/service\/Ci::Pipeline\/\d+$/),
				iid: "1",
				status: "PENDING",
				ref: "develop",
				sha: lab.branches.develop,
				source: "api",
				user: { username: "developer" },
				totalJobs: 2,
			},
			errors: [],
			clientMutationId: "m-1",
		});
		const { body } = await rest("guest", "GET");
		expect(body).toMatchObject([
			{ id: numberOf(data.pipelineCreate.pipeline.id), status: "pending", ref: "develop", sha: lab.branches.develop },
		]);
	});

	test("GQL-231 with variables and inputs", async () => {
		const variables = [
			{ key: "A", value: "1" },
			{ key: "B", value: "2", variableType: "FILE" },
			{ key: "C", value: "3", variableType: null },
		];
		const inputs = [
			{ name: "deep", value: [1, { a: true }] },
			{ name: "__proto__", value: "plain" },
		];
		const { data } = await start("developer", { variables, inputs });
		expect(data.pipelineCreate.errors).toEqual([]);
		const id = numberOf(data.pipelineCreate.pipeline.id);
		const { body } = await rest("developer", "GET", `/${id}/variables`);
		expect(body).toEqual([
			{ key: "A", value: "1", variable_type: "env_var", raw: false },
			{ key: "B", value: "2", variable_type: "file", raw: false },
			{ key: "C", value: "3", variable_type: "env_var", raw: false },
		]);
		expect(Object.entries(there.platform.state.pipelines.get(id)?.inputs ?? {})).toEqual([
			["deep", [1, { a: true }]],
			["__proto__", "plain"],
		]);
	});

	test.each([
		[{ ref: "nope" }, "Reference not found"],
		[
			{ ref: "main" },
			"You do not have sufficient permission to run a pipeline on 'main'. Please select a different branch or contact your administrator for assistance.",
		],
		[{ variables: [{ key: "a-b", value: "" }] }, "Variables key can contain only letters, digits and '_': a-b"],
		[
			{ inputs: Array.from({ length: 21 }, (_, at) => ({ name: `i${at}`, value: at })) },
			"There cannot be more than 20 inputs",
		],
	])("GQL-234 %j is refused in the payload, in REST's words", async (given, error) => {
		const before = there.state();
		const { data, errors } = await start("developer", given);
		expect(errors).toBeUndefined();
		expect(data.pipelineCreate).toEqual({ pipeline: null, errors: [error], clientMutationId: null });
		expect(there.state() === before).toBe(true);
		const {
			ref = "develop",
			variables,
			inputs,
		} = given as { ref?: string; variables?: object; inputs?: { name: string; value: unknown }[] };
		const json = { ref, variables, inputs: inputs && Object.fromEntries(inputs.map((one) => [one.name, one.value])) };
		const { body } = await there.ask("developer", "POST", `/projects/${lab.id}/pipeline`, { json });
		expect(body.message.base).toEqual([error]);
	});

	test("AUTH-077..078, AUTH-086..087 is refused to those who may not, and where there is no project", async () => {
		for (const who of [null, "developer-read", "outsider", "reporter"])
			await expectRefused("pipelineCreate", () => start(who));
		await expectRefused("pipelineCreate", () => start("developer", { projectPath: "acme/none" }));
		expect((await start("developer")).data.pipelineCreate.errors).toEqual([]);
	});
});

/** A pipeline on a branch that developers may push to, with a job of each of these statuses. */
function made(
	status: Pipeline["status"],
	jobs: readonly Pipeline["status"][],
	given: Partial<Pipeline> = {},
): Pipeline {
	const pipeline = there.make.pipeline(lab, { ref: "develop", status, ...given });
	for (const one of jobs) there.make.job(pipeline, { status: one });
	return pipeline;
}
/** What is kept of a pipeline and its jobs, without what tells one from another. */
function kept(pipeline: Pipeline): object {
	const { state } = there.platform;
	return {
		...state.pipelines.get(pipeline.id),
		id: 0,
		iid: 0,
		jobs: state.jobs.in("pipeline", pipeline.id).map((job) => ({ ...job, id: 0, pipeline_id: 0 })),
	};
}

describe.each([
	{ name: "pipelineRetry", path: "retry", from: "failed", jobs: ["success", "failed", "skipped"], to: "PENDING" },
	{ name: "pipelineRetry", path: "retry", from: "success", jobs: ["success"], to: "SUCCESS" },
	{ name: "pipelineCancel", path: "cancel", from: "running", jobs: ["success", "running", "created"], to: "CANCELED" },
	{ name: "pipelineCancel", path: "cancel", from: "failed", jobs: ["failed"], to: "FAILED" },
] as const)("$name of a pipeline in state $from", ({ name, path, from, jobs, to }) => {
	test("GQL-232, GQL-235 has the effect of the REST call", async () => {
		const [one, other] = [made(from, jobs), made(from, jobs)];
		there.platform.clock.advance("1 minute");
		const { data, errors } = await call("developer", name, one);
		expect(errors).toBeUndefined();
		expect(data[name]).toEqual({ pipeline: { id: gid(one), status: to }, errors: [], clientMutationId: "m" });
		expect((await rest("developer", "POST", `/${other.id}/${path}`)).status).toBeLessThan(300);
		expect(kept(one)).toEqual(kept(other));
		expect((await rest("developer", "GET", `/${one.id}`)).body.status).toBe(to.toLowerCase());
	});

	test("AUTH-077..078, AUTH-086..087 is refused to those who may not, and where there is none", async () => {
		const [one, guarded] = [made(from, jobs), made(from, jobs, { ref: "main" })];
		for (const who of [null, "developer-read", "outsider", "reporter"])
			await expectRefused(name, () => call(who, name, one));
		await expectRefused(name, () => call("developer", name, guarded));
		await expectRefused(name, () => call("owner", name, { id: 99_999 }));
	});
});

test("an archived pipeline is not retried, as in REST", async () => {
	const one = made("failed", ["failed"], { archived: true });
	await expectRefused("pipelineRetry", () => call("owner", "pipelineRetry", one));
	expect((await rest("owner", "POST", `/${one.id}/retry`)).status).toBe(403);
});

describe("pipelineDestroy", () => {
	test("GQL-232, GQL-235 needs the role Owner; REST then finds none", async () => {
		const one = made("running", ["running"]);
		const child = there.make.pipeline(lab, { status: "running", source: "parent_pipeline", parent_id: one.id });
		for (const who of [null, "owner-read", "outsider", "developer", "maintainer"])
			await expectRefused("pipelineDestroy", () => call(who, "pipelineDestroy", one));
		const { data, errors } = await call("owner", "pipelineDestroy", one);
		expect(errors).toBeUndefined();
		expect(data.pipelineDestroy).toEqual({ errors: [], clientMutationId: "m" });
		expect((await rest("owner", "GET", `/${one.id}`)).status).toBe(404);
		expect((await rest("owner", "GET", `/${child.id}`)).body.status).toBe("canceled");
		await expectRefused("pipelineDestroy", () => call("owner", "pipelineDestroy", one));
	});
});
