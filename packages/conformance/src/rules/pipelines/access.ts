import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, forbidden, inVain, invisible, isUndisturbed, laboratory, unauthorized } from "./lab";

const single = ["getPipeline", "getLatestPipeline", "getPipelineTestReport", "getPipelineTestReportSummary"] as const;
const reads = ["listPipelines", "listPipelineVariables", ...single] as const;
/** What writes on a pipeline, in an order in which each can be asked of the same one. */
const changes = ["cancelPipeline", "retryPipeline", "updatePipelineMetadata", "deletePipeline"] as const;
const writes = ["createPipeline", ...changes] as const;
const own = ["id", "iid", "web_url", "created_at", "updated_at", "started_at", "finished_at", "detailed_status"];

/** What every write needs beside the address. */
const paramsOf = (operation: string): Params =>
	operation === "createPipeline" ? { ref: "main" } : operation === "updatePipelineMetadata" ? { name: "Renamed" } : {};

/** Without what distinguishes one pipeline from another, and when it was. */
const comparable = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([name]) => !own.includes(name)));

type Caller = ActorName | "anonymous";
const callers: readonly Caller[] = ["anonymous", "outsider", "guest", "reporter", "developer", "maintainer", "owner", "administrator", "auditor"];

/** Who reads the pipelines of a project, by its visibility, by whom its CI is open to, and by whether its jobs are public. */
function statusFor(who: Caller, { visibility, builds_access_level: ci, public_jobs: isPublic }: Fields): number {
	if (who === "anonymous" && visibility !== "public") return 404;
	if (who === "outsider" && visibility === "private") return 404;
	if (ci === "disabled") return 403;
	if (who === "guest") return isPublic ? 200 : 403;
	return (who !== "anonymous" && who !== "outsider") || (isPublic && ci !== "private") ? 200 : 403;
}

/** The list, one pipeline and its reports must be readable for those who may, and refused for all others. */
async function followsTable(t: Context, id: unknown, pipeline_id: unknown, project: Fields): Promise<void> {
	for (const who of callers)
		for (const operation of ["listPipelines", ...single] as const) {
			const response = await (who === "anonymous" ? t.anonymous : t.as(who)).call(operation, { id, pipeline_id });
			const status = statusFor(who, project);
			if (status === 200) response.is(200);
			else response.refuses(status, status === 404 ? invisible : forbidden);
		}
}

/** Projects of the scene's group: of each visibility some, with public jobs and without. */
async function projectsOfScene(t: Context): Promise<Fields[]> {
	const query = { id: t.scene("group"), include_subgroups: true, with_shared: false, archived: false, per_page: 100 };
	const sorts = new Map<string, Fields[]>();
	for (const project of (await t.as("owner").call("listGroupProjects", query)).is(200).items.filter((one) => one.jobs_enabled !== false)) {
		const sort = `${project.visibility} ${project.public_jobs}`;
		sorts.set(sort, [...(sorts.get(sort) ?? []), project].slice(-2));
	}
	return sorts.size > 0 ? [...sorts.values()].flat() : t.skip("the scene's group has no projects");
}

/** How pipelines are addressed, and who reads and writes them. */
export const pipelineAccess: readonly Rule[] = [
	rule("PIPE-041", "The encoded path of the project works like its number, on all operations.", [...reads, ...writes], async (t) => {
		const owner = t.as("owner");
		const path = t.scene("project");
		const number = await t.given.projectId(path);
		const input = { variables: [{ key: "A", value: "1" }], ref: t.scene("ref") };
		const made = [(await create(t, input)).ok, (await create(t, { ...input, id: number })).ok];
		t.same("create by path", comparable(made[0]?.fields ?? {}), comparable(made[1]?.fields ?? {}), made[1]);
		const [a = 0, b = 0] = made.map((one) => one.number("id"));
		for (const operation of reads) {
			const [byPath, byNumber] = [await owner.call(operation, { id: path, pipeline_id: a }), await owner.call(operation, { id: number, pipeline_id: a })];
			// Lists, and what is latest, may change in between.
			if (operation === "listPipelines" || operation === "getLatestPipeline") t.same(`${operation} by path`, byPath.is(200).status, byNumber.is(200).status);
			else t.same(`${operation} by path`, byPath.is(200).json, byNumber.is(200).json, byPath);
			if (isUndisturbed(t)) t.same(`${operation} by path`, byPath.json, byNumber.json, byPath);
		}
		for (const operation of changes) {
			const byPath = await owner.call(operation, { id: path, pipeline_id: a, ...paramsOf(operation) });
			const byNumber = await owner.call(operation, { id: number, pipeline_id: b, ...paramsOf(operation) });
			t.same(`${operation} by path`, byPath.ok.status, byNumber.ok.status, byPath);
			if (operation !== "deletePipeline") t.same(`${operation} by path`, comparable(byPath.fields), comparable(byNumber.fields), byPath);
		}
	}),
	assumed(
		"PIPE-053",
		"page and per_page change nothing where one record is read.",
		single,
		async (t) => {
			const where = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
			for (const operation of single) {
				if (operation === "getLatestPipeline" && !isUndisturbed(t)) continue;
				const plain = (await t.as("maintainer").call(operation, where)).is(200);
				const paged = (await t.as("maintainer").call(operation, { ...where, page: 3, per_page: 1 })).is(200);
				t.same(`${operation} with page and per_page`, paged.json, plain.json, paged);
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-237, PIPE-239, PIPE-241, PIPE-243, PIPE-245",
		"Without credentials every write is refused with 401, before parameters and project are looked at.",
		writes,
		async (t) => {
			const made = (await t.given.pipeline()).fields;
			const [id, pipeline_id] = [t.scene("project"), made.id];
			for (const operation of writes)
				for (const where of [
					{ id, pipeline_id, ...paramsOf(operation) },
					{ id, pipeline_id: "abc" },
					{ id: `${t.unique("no")}/where`, pipeline_id, ...paramsOf(operation) },
					{ id: t.scene("private_project"), pipeline_id, ...paramsOf(operation) },
				])
					(await inVain(t, () => t.anonymous.call(operation, where))).refuses(401, unauthorized);
			(await t.as("owner").call("getPipeline", { id, pipeline_id })).is(200).has({ name: made.name, status: made.status });
		},
	),
	assumed("PIPE-238, PIPE-240, PIPE-242, PIPE-244, PIPE-246", "A token with the scope read_api writes nothing.", writes, async (t) => {
		const made = (await t.given.pipeline()).fields;
		const where = { id: t.scene("project"), pipeline_id: made.id };
		for (const operation of writes)
			(await inVain(t, () => t.as("read-only").call(operation, { ...where, ...paramsOf(operation) }))).refuses(403, {
				error: "insufficient_scope",
				error_description: "The request requires higher privileges than provided by the access token.",
				scope: "api",
			});
		(await t.as("owner").call("getPipeline", where)).is(200).has({ name: made.name, status: made.status });
	}),
	assumed(
		"PIPE-247",
		"A token with the scope read_api suffices for all reads.",
		reads,
		async (t) => {
			const where = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
			for (const operation of reads) (await t.as("read-only").call(operation, where)).is(200);
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-164, PIPE-168, PIPE-169..174",
		"Who sees a project reads its pipelines and test reports if its CI and jobs are open to them; reporters and above always do.",
		["listPipelines", ...single],
		async (t) => {
			for (const project of await projectsOfScene(t)) {
				const id = project.path_with_namespace;
				// The latest pipeline needs one on the default branch.
				const [one] = (await t.as("owner").call("listPipelines", { id, ref: project.default_branch, per_page: 1 })).items;
				if (one) await followsTable(t, id, one.id, project);
			}
		},
	),
	assumed(
		"PIPE-197..199",
		"All of that follows visibility, CI and public jobs in each combination; with CI switched off nobody reads or creates any.",
		["createPipeline", "listPipelines", ...single],
		async (t) => {
			for (const visibility of ["public", "internal", "private"])
				for (const builds_access_level of ["enabled", "private", "disabled"])
					for (const public_jobs of [true, false]) {
						const project = { visibility, builds_access_level, public_jobs };
						const lab = await laboratory(t, project);
						const pipeline = await lab.pipeline();
						await followsTable(t, lab.id, pipeline, project);
						for (const who of ["guest", "reporter", "developer", "maintainer", "owner", "administrator"] as const) {
							const may = builds_access_level !== "disabled" && who !== "guest" && who !== "reporter";
							const sent = (): ReturnType<typeof create> => create(t, { id: lab.id, ref: "develop" }, t.as(who));
							if (may) (await sent()).is(201);
							else (await inVain(t, sent)).refuses(403, forbidden);
						}
						if (builds_access_level !== "disabled") continue;
						for (const operation of [...changes.slice(0, 3), "listPipelineVariables"] as const) {
							const refused = async (): ReturnType<typeof create> =>
								await t.as("owner").call(operation, { id: lab.id, pipeline_id: pipeline, ...paramsOf(operation) });
							(await inVain(t, refused)).refuses(403, forbidden);
						}
					}
		},
	),
];
