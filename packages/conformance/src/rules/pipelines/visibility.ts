import type { ActorName } from "../../rule/actors";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";

interface Expected {
	readonly who: ActorName | "anonymous";
	readonly status: number;
}

/** Who reads the pipelines of a project, after its visibility, who its CI is open to, and whether its jobs are public. */
export async function readable(t: Context, id: string): Promise<{ id: string; expected: readonly Expected[] }> {
	const projects = await t.as("owner").call("listGroupProjects", { id: t.scene("group"), per_page: 100 });
	const project = projects.is(200).items.find((one) => one.path_with_namespace === id);
	if (!project) return t.skip(`${id} is not directly in the scene's group`);
	const { visibility, builds_access_level: ci, public_jobs } = project;
	if (ci === "disabled") t.skip(`CI/CD is switched off in ${id}`);
	const forAll = ci !== "private" && public_jobs === true ? 200 : 403;
	const outsider = visibility === "private" ? 404 : forAll;
	const anonymous = visibility === "public" ? forAll : 404;
	return {
		id,
		expected: [
			{ who: "anonymous", status: anonymous },
			{ who: "outsider", status: outsider },
			{ who: "guest", status: public_jobs === true ? 200 : 403 },
			{ who: "reporter", status: 200 },
			{ who: "developer", status: 200 },
			{ who: "administrator", status: 200 },
		],
	};
}

/** The list and one pipeline, asked as each of these. */
const read = (claim: string, places: readonly ("project" | "internal_project" | "private_project")[], of: readonly Expected["who"][]): Rule =>
	byClaim(claim, async (t) => {
		for (const place of places) {
			const { id, expected } = await readable(t, t.scene(place));
			const [one] = (await t.as("owner").call("listPipelines", { id, per_page: 1 })).is(200).items;
			if (!one) return t.skip(`${id} has no pipeline`);
			for (const { who, status } of expected) {
				if (!of.includes(who)) continue;
				const caller = who === "anonymous" ? t.anonymous : t.as(who);
				const [listed, shown] = [await caller.call("listPipelines", { id }), await caller.call("getPipeline", { id, pipeline_id: one.id })];
				for (const response of [listed.is(status), shown.is(status)]) {
					if (status === 404) response.refuses(404, { message: "404 Project Not Found" });
					if (status === 403) t.holds("a refusal should have a message", response.string("message") !== "", response);
				}
			}
		}
	});

/** Who reads pipelines. */
export const pipelineVisibility: readonly Rule[] = [
	read("PIPE-169", ["private_project"], ["anonymous", "outsider"]),
	read("PIPE-170", ["private_project"], ["guest", "reporter", "developer"]),
	read("PIPE-171", ["internal_project"], ["anonymous", "outsider"]),
	read("PIPE-172", ["project"], ["anonymous", "outsider"]),
	read("PIPE-173", ["internal_project", "project"], ["guest"]),
	read("PIPE-174", ["project", "internal_project", "private_project"], ["administrator"]),
];
