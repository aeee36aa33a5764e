import type { Context } from "../rule/context";
import type { Planner } from "./planner";

const whereOf = (t: Context) => ({ id: t.scene("project"), tag_name: t.scene("tag_name") });

async function onLink(t: Context) {
	const params = { ...whereOf(t), link_id: (await t.given.releaseLink()).number("id") };
	const caller = t.as("owner");
	return { caller, params, look: async () => (await caller.call("getReleaseLink", params)).is(200).json };
}

/** How the operations on links of releases succeed. */
export const releasePlans = {
	listReleaseLinks: async (t) => ({ caller: t.as("owner"), params: whereOf(t) }),
	createReleaseLink: async (t) => {
		const where = whereOf(t);
		const caller = t.as("owner");
		const name = t.unique("link");
		return {
			caller,
			params: { ...where, name, url: `https://example.com/${name}` },
			// Only links of this call: other rules add links to the release at the same time.
			look: async () => (await caller.list("listReleaseLinks", where)).is(200).items.filter((link) => JSON.stringify(link).includes(name)).length,
			made: (response) => {
				const link_id = response.number("id");
				t.undo(`release link ${link_id}`, () => caller.call("deleteReleaseLink", { ...where, link_id }));
			},
		};
	},
	getReleaseLink: onLink,
	updateReleaseLink: async (t) => {
		const plan = await onLink(t);
		return { ...plan, params: { ...plan.params, name: t.unique("renamed") } };
	},
	deleteReleaseLink: onLink,
} as const satisfies Record<string, Planner>;
