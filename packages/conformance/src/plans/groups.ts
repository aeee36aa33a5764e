import { newUser } from "../rule/callers";
import type { Context } from "../rule/context";
import type { Planner } from "./planner";

const inGroup: Planner = async (t) => ({ caller: t.as("owner"), params: { id: t.scene("group") } });

/** A group and its state. */
async function onGroup(t: Context) {
	const params = { id: t.scene("group") };
	const look = async () => (await t.as("owner").call("getGroup", { ...params, with_projects: false })).is(200).json;
	return { caller: t.as("owner"), params, look };
}

/** These operations are rate limited per user and minute, so each check calls them as a user of its own. */
const asStranger: Planner = async (t) => ({ caller: await newUser(t), params: { id: t.scene("group") } });

/** How the operations on groups succeed. */
export const groupPlans = {
	listGroups: async (t) => ({ caller: t.as("owner"), params: {} }),
	getGroup: async (t) => ({ caller: t.as("owner"), params: { id: t.scene("group"), with_projects: false } }),
	updateGroup: async (t) => {
		const plan = await onGroup(t);
		const { description } = (await plan.caller.call("getGroup", plan.params)).is(200).fields;
		t.undo("description of the group", () => plan.caller.call("updateGroup", { ...plan.params, description }));
		return { ...plan, params: { ...plan.params, description: t.unique("description") } };
	},
	listGroupProjects: inGroup,
	listGroupSharedProjects: inGroup,
	listGroupSamlUsers: inGroup,
	listGroupProvisionedUsers: inGroup,
	listSubgroups: inGroup,
	listDescendantGroups: inGroup,
	listGroupSharedGroups: asStranger,
	listInvitedGroups: asStranger,
	getGroupAvatar: async (t) => {
		const plan = await inGroup(t);
		const { status } = await plan.caller.call("getGroupAvatar", plan.params);
		return status === 404 ? t.skip("the scene's group has no avatar: give it one") : plan;
	},
	// The text of a token cannot be read, and tokens cannot be created.
	revokeGroupToken: async (t) => ({
		caller: t.as("owner"),
		params: { id: t.scene("group"), token: t.unique("unknown-token") },
		status: 422,
	}),
	syncGroupLdap: inGroup,
} as const satisfies Record<string, Planner>;
