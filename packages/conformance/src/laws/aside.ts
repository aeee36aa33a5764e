import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { byId, reading } from "../generators/rest-operations";
import type { RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import type { Context } from "../rule/context";
import { pixel } from "../rule/pixel";
import type { ApiResponse } from "../rule/response";
import type { Rule } from "../rule/rule";
import { traces } from "../rule/traces";

/** Create a runner that has contacted the server, and a user. The fields that can be set have values other than the default. */
const makers = {
	getRunner: async (t: Context) => {
		const tag_list = [t.unique("tag")];
		const timeout = { maximum_timeout: 7200, maintenance_note: t.unique("note") };
		const made = await t.given.projectRunner({ ...timeout, tag_list, access_level: "ref_protected", run_untagged: false, paused: true, locked: true });
		(await t.anonymous.call("verifyRunner", { token: made.string("token"), system_id: "law" })).ok;
		return made;
	},
	getUser: async (t: Context) => {
		const texts = Object.fromEntries(["bio", "location", "organization", "pronouns", "note"].map((name) => [name, t.unique(name)]));
		const flags = { external: true, private_profile: true, can_create_group: false };
		return await t.given.user({ ...texts, ...flags, theme_id: 2, color_scheme_id: 3, provider: "ldapmain", extern_uid: t.unique("uid") });
	},
};

interface Action {
	readonly operation: RestOperationId;
	readonly read: keyof typeof makers;
	readonly params: (t: Context, made: ApiResponse) => Params;
	/** The fields that the operation may change. */
	readonly about: RegExp;
	/** The caller. Defaults to an administrator. */
	readonly as?: (t: Context, made: ApiResponse) => Caller;
	/** Prepares the record before the operation. */
	readonly arrange?: (t: Context, made: ApiResponse) => Promise<unknown>;
}

const byNumber = (_: Context, made: ApiResponse): Params => ({ id: made.number("id") });
const byToken = (_: Context, made: ApiResponse): Params => ({ token: made.string("token"), system_id: "other" });
const lent = (t: Context, made: ApiResponse): Params => {
	const params = { id: t.scene("internal_project"), runner_id: made.number("id") };
	t.undo("the lent runner", () => t.as("administrator").call("unassignProjectRunner", params));
	return params;
};

/** Operations of users on their own account, each with the fields that it may change and its parameters. */
const own = {
	setUserAvatar: [/^avatar_url$/, () => ({ avatar: new File([pixel], "me.png", { type: "image/png" }) })],
	replaceCurrentUserStatus: [/^status$/, (t: Context) => ({ message: t.unique("status"), availability: "busy" })],
	updateCurrentUserStatus: [/^status$/, (t: Context) => ({ message: t.unique("status"), clear_status_after: "3_hours" })],
	updateUserPreferences: [/^preferences$/, () => ({ view_diffs_file_by_file: true, show_whitespace_in_diffs: false, pass_user_identities_to_ci_jwt: true })],
	createSupportPin: [/^support_pin$/, () => ({})],
} as const satisfies { readonly [operation in RestOperationId]?: readonly [RegExp, (t: Context) => Params] };

const actions: readonly Action[] = [
	...Object.entries(own).map(
		([operation, [about, params]]): Action => ({
			// The object has only the keys of `own`.
			operation: operation as keyof typeof own,
			read: "getUser",
			params,
			about,
			as: (t, made) => t.as("administrator").sudo(made.number("id")),
		}),
	),
	{ operation: "resetRunnerAuthenticationToken", read: "getRunner", params: byNumber, about: /^token/ },
	{ operation: "resetRunnerAuthenticationTokenByToken", read: "getRunner", params: byToken, about: /^token/ },
	{ operation: "verifyRunner", read: "getRunner", params: byToken, about: /^(contacted_at|status|online|managers)$/ },
	{ operation: "assignProjectRunner", read: "getRunner", params: lent, about: /^(projects|is_shared)$/ },
	{
		operation: "unassignProjectRunner",
		read: "getRunner",
		params: lent,
		about: /^(projects|is_shared)$/,
		arrange: async (t, made) => (await t.as("administrator").call("assignProjectRunner", lent(t, made))).ok,
	},
	{ operation: "deleteUserIdentity", read: "getUser", params: (t, made) => ({ ...byNumber(t, made), provider: "ldapmain" }), about: /^identities$/ },
	{
		operation: "disableUserTwoFactor",
		read: "getUser",
		params: byNumber,
		about: /^two_factor_enabled$/,
		arrange: (t, made) => t.given.change("users", made.number("id"), { two_factor_enabled: true }),
	},
];

/** An operation on a record changes only the fields that it is about. Catches an operation that resets another field to its default. */
export const aside: readonly Rule[] = actions.map(({ operation, read, params, about, as, arrange }) =>
	generated(byId(operation), { phase: "laws", what: "aside", title: "changes no field of the record that it is not about", level: "ASSUMED" }, async (t) => {
		const made = await makers[read](t);
		await arrange?.(t, made);
		const id = made.number("id");
		const look = async () => (await t.as("administrator").call(read, { id })).is(200);
		/** Returns the responses of the paths below the record, such as its runner managers or memberships. */
		const below = async () => {
			const rows = reading.filter(({ path }) => path.startsWith(`${byId(read).path}/`) && !about.test(path.split("/").at(-1) ?? ""));
			return await Promise.all(rows.map(async (row) => [row.id, (await t.as("administrator").call(row, { id })).json] as const));
		};
		const [before, others] = [await look(), await below()];
		const caller = as?.(t, made) ?? t.as("administrator");
		(await caller.call(operation, params(t, made), operation === "setUserAvatar" ? { as: "multipart" } : {})).ok;
		const after = await look();
		t.same("the responses of the paths below the record", await below(), others, after);
		const names = Object.keys({ ...before.fields, ...after.fields }).filter((name) => !about.test(name) && !traces.test(name));
		t.same("the other fields that changed", names.filter((name) => !isDeepStrictEqual(before.field(name), after.field(name))).join(", "), "", after);
	}),
);
