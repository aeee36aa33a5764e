import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Context } from "../../rule/context";
import type { Fields } from "../../rule/response";
import { assumed, type Rule } from "../../rule/rule";
import { create, forbidden, inVain, invisible, laboratory } from "./lab";

const single = ["getPipeline", "getLatestPipeline", "getPipelineTestReport", "getPipelineTestReportSummary"] as const;
/** The operations that write on a pipeline, in an order in which all of them work on the same one. */
const changes = ["cancelPipeline", "retryPipeline", "updatePipelineMetadata", "deletePipeline"] as const;

/** The parameters that each write needs besides the address. */
const paramsOf = (operation: string): Params =>
	operation === "createPipeline" ? { ref: "main" } : operation === "updatePipelineMetadata" ? { name: "Renamed" } : {};

type Caller = ActorName | "anonymous";
const callers: readonly Caller[] = ["anonymous", "outsider", "guest", "reporter", "developer", "maintainer", "owner", "administrator", "auditor"];

/** The status that a caller gets for a project's pipelines, by the project's visibility, CI access level and public jobs. */
function statusFor(who: Caller, { visibility, builds_access_level: ci, public_jobs: isPublic }: Fields): number {
	if (who === "anonymous" && visibility !== "public") return 404;
	if (who === "outsider" && visibility === "private") return 404;
	if (ci === "disabled") return 403;
	if (who === "guest") return isPublic ? 200 : 403;
	return (who !== "anonymous" && who !== "outsider") || (isPublic && ci !== "private") ? 200 : 403;
}

/** The list, one pipeline and its reports must be readable for the callers who may read them, and refused for all others. */
async function followsTable(t: Context, id: unknown, pipeline_id: unknown, project: Fields): Promise<void> {
	for (const who of callers)
		for (const operation of ["listPipelines", ...single] as const) {
			const response = await (who === "anonymous" ? t.anonymous : t.as(who)).call(operation, { id, pipeline_id });
			const status = statusFor(who, project);
			if (status === 200) response.is(200);
			else response.refuses(status, status === 404 ? invisible : forbidden);
		}
}

/** Projects of the scene's group: up to two of each visibility, with and without public jobs. */
async function projectsOfScene(t: Context): Promise<Fields[]> {
	const query = { id: t.scene("group"), include_subgroups: true, with_shared: false, archived: false };
	const sorts = new Map<string, Fields[]>();
	for (const project of (await t.as("owner").list("listGroupProjects", query)).is(200).items.filter((one) => one.jobs_enabled !== false)) {
		const sort = `${project.visibility} ${project.public_jobs}`;
		sorts.set(sort, [...(sorts.get(sort) ?? []), project].slice(-2));
	}
	return sorts.size > 0 ? [...sorts.values()].flat() : t.skip("the scene's group has no projects");
}

/** Who can read and write pipelines. */
export const pipelineAccess: readonly Rule[] = [
	assumed(
		"PIPE-053",
		"page and per_page have no effect on operations that return one pipeline or its test report.",
		single,
		async (t) => {
			const where = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
			for (const operation of single) {
				if (operation === "getLatestPipeline" && !t.given.hasControl) continue;
				const plain = (await t.as("maintainer").call(operation, where)).is(200);
				const paged = (await t.as("maintainer").call(operation, { ...where, page: 3, per_page: 1 })).is(200);
				t.same(`${operation} with page and per_page`, paged.json, plain.json, paged);
			}
		},
		{ effect: "writes" },
	),
	assumed(
		"PIPE-164, PIPE-168, PIPE-169..174",
		"Users who can see a project read its pipelines and test reports if CI and public jobs are open to them. Reporters and above always can.",
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
	assumed("PIPE-202", "Reporters and below cannot write pipelines of internal and private projects.", ["createPipeline", ...changes], async (t) => {
		for (const field of ["internal_project", "private_project"] as const) {
			const id = t.scene(field);
			const ref = (await t.as("owner").call("getLatestPipeline", { id })).fields.ref ?? t.skip(`the ${field} has no pipeline on its default branch`);
			const make = async (who: ActorName) => {
				const made = await t.as(who).call("createPipeline", { id, ref });
				const pipeline_id = made.succeeded ? made.number("id") : undefined;
				if (pipeline_id !== undefined) t.undo(`pipeline ${pipeline_id}`, () => t.as("owner").call("deletePipeline", { id, pipeline_id }));
				return made;
			};
			const pipeline_id = (await make("owner")).ok.number("id");
			const read = async () => (await t.as("owner").call("getPipeline", { id, pipeline_id })).is(200).json;
			const before = await read();
			for (const who of ["outsider", "guest", "reporter", "developer", "maintainer"] as const) {
				const isHidden = who === "outsider" && field === "private_project";
				const mayDevelop = who === "developer" || who === "maintainer";
				for (const operation of ["createPipeline", ...changes] as const) {
					if (mayDevelop && operation !== "deletePipeline") continue;
					const response = operation === "createPipeline" ? await make(who) : await t.as(who).call(operation, { id, pipeline_id, ...paramsOf(operation) });
					response.refuses(isHidden ? 404 : 403, isHidden ? invisible : forbidden);
				}
			}
			t.same("the pipeline after refused requests", await read(), before);
			(await make("maintainer")).ok;
			for (const operation of changes) (await t.as("owner").call(operation, { id, pipeline_id, ...paramsOf(operation) })).ok;
		}
	}),
	assumed(
		"PIPE-197..199",
		"Who can read pipelines depends on visibility, CI access level and public jobs. If CI is disabled, nobody can read or create pipelines.",
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
