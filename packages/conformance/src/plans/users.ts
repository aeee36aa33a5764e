import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import { newUser } from "../rule/callers";
import type { Context } from "../rule/context";
import { pixel } from "../rule/pixel";
import type { Plan, Planner } from "./planner";
import { groupRunners } from "./runners";

/** A user of the check's own; the administrator calls. */
const onUser =
	(fields: Params = {}): Planner =>
	async (t) => {
		const caller = t.as("administrator");
		const params = { id: (await t.given.user(fields)).number("id") };
		return { caller, params, look: async () => (await caller.call("getUser", params)).is(200).json };
	};

/** A user of the check's own, who calls. */
const asUser =
	(params: Params = {}, look?: "getUserPreferences" | "getCurrentUser"): Planner =>
	async (t) => {
		const caller = await newUser(t);
		return { caller, params, ...(look && { look: async () => (await caller.call(look)).is(200).json }) };
	};

/** A user with a status. The specification leaves open whether a user who never set one has one. */
async function withStatus(t: Context): Promise<{ caller: Caller; id: number }> {
	const id = (await t.given.user()).number("id");
	const caller = t.as("administrator").sudo(id);
	(await caller.call("replaceCurrentUserStatus", { message: "Before" })).ok;
	return { caller, id };
}

/** A user with a status, who calls. */
const onStatus =
	(params: Params = {}): Planner =>
	async (t) => {
		const { caller } = await withStatus(t);
		return { caller, params, look: async () => (await caller.call("getCurrentUserStatus")).is(200).json };
	};

/** A user with a support PIN. */
async function withPin(t: Context): Promise<{ id: number }> {
	const id = (await t.given.user()).number("id");
	(await t.as("administrator").sudo(id).call("createSupportPin")).ok;
	return { id };
}

async function onPin(t: Context): Promise<Plan> {
	const params = await withPin(t);
	const caller = t.as("administrator");
	return { caller, params, look: async () => (await caller.call("getUserSupportPin", params)).is(200).json };
}

/** How the operations on users succeed. */
export const userPlans = {
	listUsers: async (t) => ({ caller: t.as("administrator"), params: {} }),
	createUser: async (t) => {
		const caller = t.as("administrator");
		const name = t.unique("user");
		return {
			caller,
			// A username keeps its capital letters.
			params: { username: name.replace("user", "User"), name, email: `${name}@conformance.example.com`, password: `pw-${name}-Zq7` },
			look: async () => (await caller.call("listUsers", { username: name })).is(200).json,
			made: (response) => {
				const id = response.number("id");
				t.undo(`user ${id}`, () => caller.call("deleteUser", { id, hard_delete: true }));
			},
		};
	},
	getUser: onUser(),
	updateUser: async (t) => {
		const plan = await onUser()(t);
		return { ...plan, params: { ...plan.params, bio: t.unique("bio") } };
	},
	deleteUser: onUser(),
	getCurrentUser: asUser(),
	getCurrentUserStatus: onStatus(),
	replaceCurrentUserStatus: onStatus({ message: "Checking" }),
	updateCurrentUserStatus: onStatus({ message: "Checking" }),
	getUserStatus: async (t) => {
		const caller = t.as("administrator");
		const { id } = await withStatus(t);
		return { caller, params: { id_or_username: (await caller.call("getUser", { id })).is(200).string("username") } };
	},
	getUserPreferences: asUser(),
	updateUserPreferences: asUser({ view_diffs_file_by_file: true, show_whitespace_in_diffs: false, pass_user_identities_to_ci_jwt: true }, "getUserPreferences"),
	setUserAvatar: async (t) => ({
		...(await asUser({}, "getCurrentUser")(t)),
		params: { avatar: new File([pixel], "me.png", { type: "image/png" }) },
		as: "multipart",
	}),
	getUserCounts: asUser(),
	getUserAssociationsCount: onUser(),
	listUserActivities: async (t) => ({ caller: t.as("administrator"), params: { from: "2000-01-01" } }),
	listUserMemberships: async (t) => ({ caller: t.as("administrator"), params: { id: t.user("maintainer").id } }),
	// A second factor cannot be set up through the API.
	disableUserTwoFactor: async (t) => ({ ...(await onUser()(t)), status: 400 }),
	createUserRunner: async (t) => {
		const caller = t.as("owner");
		const description = t.unique("runner");
		const params = { runner_type: "group_type", group_id: await t.given.groupId(t.scene("group")), description };
		return {
			caller,
			params,
			look: async () => await groupRunners(t, description),
			made: (response) => {
				const id = response.number("id");
				t.undo(`runner ${id}`, () => caller.call("deleteRunner", { id }));
			},
		};
	},
	deleteUserIdentity: async (t) => {
		const provider = "ldapmain";
		const plan = await onUser({ provider, extern_uid: t.unique("uid") })(t);
		return { ...plan, params: { ...plan.params, provider } };
	},
	getSupportPin: async (t) => ({ caller: t.as("administrator").sudo((await withPin(t)).id), params: {} }),
	createSupportPin: asUser(),
	getUserSupportPin: onPin,
	revokeUserSupportPin: onPin,
} as const satisfies Record<string, Planner>;
