import type { Context } from "../rule/context";
import { ask, gid, mutate, numberOf, succeed } from "../rule/graphql";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { inner } from "../rules/graphql/connections";
import { quoted } from "../rules/graphql/lab";
import { graphqlLaw } from "./graphql-law";
import { allOf } from "./graphql-paths";

/** Fields that depend on the status, or on whether the pipeline is the newest of its ref. */
const moving =
	/^(status|active|complete|cancelable|retryable|detailedStatus|startedAt|finishedAt|updatedAt|duration|queuedDuration|coverage|failedJobsCount|latest)$/;
const states = {
	pending: { active: true, complete: false, cancelable: true, retryable: false, finishedAt: null },
	canceled: { status: "CANCELED", active: false, complete: true, cancelable: false, retryable: true, failedJobsCount: 0 },
} as const;

/** Laws of a branch pipeline and a tag pipeline: their fields after creation, cancellation and retry. */
export const graphqlPipeline: readonly Rule[] = (["ref", "tag_name"] as const).map((scene) =>
	graphqlLaw(
		`pipeline-of-a-${scene === "ref" ? "branch" : "tag"}`,
		`pipelineCreate, pipelineCancel and pipelineRetry set the status of a ${scene === "ref" ? "branch" : "tag"} pipeline and the fields derived from it, and change no others`,
		"ASSUMED",
		async (t: Context) => {
			const [projectPath, ref, caller] = [t.scene("project"), t.scene(scene), t.as("maintainer")];
			const selection = (await allOf(t, "Pipeline")).replace("detailedStatus { id }", "detailedStatus { id name }");
			const create = async (): Promise<Fields> => {
				const made = Object(inner(await succeed(caller, "pipelineCreate", { projectPath, ref }, `pipeline { ${selection} }`), "pipeline"));
				t.undo(`pipeline ${made.id}`, async () => (await mutate(t.as("owner"), "pipelineDestroy", { id: made.id })).http);
				return made;
			};
			const made = await create();
			const { id } = made;
			const read = async (): Promise<Fields> =>
				(await ask(caller, `{ project(fullPath: ${quoted(projectPath)}) { pipeline(id: ${quoted(id)}) { ${selection} } } }`)).record("project.pipeline");
			const fixed = (record: Fields) => Object.fromEntries(Object.entries(record).filter(([name]) => !moving.test(name)));
			const before = await read();
			t.same("the payload of pipelineCreate", { ...made, latest: before.latest }, before);
			const is = (record: Fields, expected: Fields): void => {
				const [status, number] = [String(record.status), numberOf(id)];
				const detail = { id: `${status.toLowerCase()}-${number}-${number}`, name: status };
				t.same("id and name of the detailed status", { id: inner(record, "detailedStatus", "id"), name: inner(record, "detailedStatus", "name") }, detail);
				for (const [name, value] of Object.entries({ ...expected, ...fixed(before) })) t.same(`${name} of a pipeline of ${ref}`, record[name], value);
			};
			is(before, {
				...{ ...states.pending, status: "PENDING", ref, refPath: `refs/${scene === "ref" ? "heads" : "tags"}/${ref}`, source: "api", child: false },
				user: { id: gid("User", t.user("maintainer").id) },
				...{ upstream: null, downstream: { count: 0 }, yamlErrors: false, yamlErrorMessages: null, startedAt: null, failedJobsCount: 0 },
			});
			for (const [args, isFound] of Object.entries({ TAGS: scene === "tag_name", HEADS: scene === "ref" })) {
				const list = `pipelines(ids: [${quoted(id)}], refType: ${args}) { nodes { id } }`;
				const found = (await ask(caller, `{ project(fullPath: ${quoted(projectPath)}) { ${list} } }`)).list("project.pipelines.nodes");
				t.same(`pipelines among ${args}`, found, isFound ? [{ id }] : []);
			}
			const newest = await ask(caller, `{ project(fullPath: ${quoted(projectPath)}) { pipeline(sha: ${quoted(before.sha)}) { iid sha } } }`);
			t.holds("the pipeline found by sha should be the newest of the commit", Number(newest.at("project.pipeline.iid")) >= Number(before.iid), newest.http);
			for (const [mutation, expected] of [
				["pipelineCancel", states.canceled],
				["pipelineCancel", states.canceled],
				["pipelineRetry", states.pending],
				["pipelineCancel", states.canceled],
			] as const) {
				const payload = await succeed(caller, mutation, { id }, `pipeline { ${selection} }`);
				const after = await read();
				is(after, expected);
				t.same(`the payload of ${mutation}`, { ...Object(payload.pipeline), latest: after.latest }, after);
			}
			// Then the first pipeline is no longer the newest of its ref, with any other arguments.
			await create();
			for (const more of [
				"",
				"status: CANCELED",
				`ref: ${quoted(ref)}`,
				`sha: ${quoted(before.sha)}`,
				'source: "api"',
				`username: ${quoted(t.user("maintainer").username)}`,
			]) {
				const list = `pipelines(ids: [${quoted(id)}], scope: ${scene === "ref" ? "BRANCHES" : "TAGS"}, ${more}) { nodes { id } }`;
				const found = (await ask(caller, `{ project(fullPath: ${quoted(projectPath)}) { ${list} } }`)).list("project.pipelines.nodes");
				t.same(`older pipelines that the scope should leave out, with ${more}`, found, []);
			}
		},
		{ effect: "writes", claims: "GQL-227, GQL-230, GQL-235" },
	),
);
