import type { FieldRow } from "@tenon/contract";
import { inPath } from "../generators/least-params";
import { byId, type RestOperation } from "../generators/rest-operations";
import { choicesOf } from "../generators/wrong-input";
import { planOf, type RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Caller } from "../rule/caller";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { ChangedGroup } from "../rules/groups/changed-group";
import { kinds } from "../rules/notes/kinds";

/** A record that an update changes. */
export interface Subject {
	readonly caller: Caller;
	/** Its parameters in the paths of both operations. */
	readonly at: Params;
	/** Registers fields to restore after the rule, if the law did not create the record. */
	readonly keep?: (changes: Params) => void;
	/** Returns records with the same fields that a change of this one must not affect. */
	readonly others?: () => Promise<readonly Fields[]>;
}

/** An update: the operations that change and read a record, and the values to send. */
export interface Update {
	readonly operation: RestOperation;
	readonly read: RestOperation;
	readonly arrange: (t: Context) => Promise<Subject>;
	/** The kind of record, if the operation has laws for several kinds. */
	readonly of?: string;
	/** Parameters only for the read. */
	readonly view?: Params;
	/** Values of fields for which the schema suggests no suitable ones. An empty list means that no request can change the field alone. */
	readonly values?: (t: Context) => Readonly<Record<string, readonly unknown[]>>;
	/** The fields of the record that show a field of the request, if they are not just the field of the same name. */
	readonly shows?: Readonly<Record<string, readonly string[]>>;
	/** Fields that the operation needs in every request. */
	readonly always?: readonly string[];
}

const sameAs =
	(operation: RestOperationId) =>
	async (t: Context): Promise<Subject> => {
		const { caller, params } = await planOf(operation, t);
		return { caller, at: params };
	};

/** The fields of a group that show each field of the request, including derived and deprecated ones. */
const groupShows = {
	name: ["name", "full_name"],
	path: ["path", "full_path", "web_url"],
	emails_disabled: ["emails_disabled", "emails_enabled"],
	emails_enabled: ["emails_enabled", "emails_disabled"],
	default_branch_protection: ["default_branch_protection", "default_branch_protection_defaults"],
	default_branch_protection_defaults: ["default_branch_protection_defaults", "default_branch_protection"],
	assist_features_enabled: ["assist_features_enabled", "assist_availability"],
	assist_availability: ["assist_availability", "assist_features_enabled"],
};

const group: Omit<Named, "operation" | "read" | "arrange"> = {
	values: (t) => ({
		visibility: ["private", "internal", "public"],
		// Large numbers, because small ones would not reveal an upper limit.
		two_factor_grace_period: [100_000, 3, 0],
		unique_project_download_limit: [10_000, 3, 0],
		unique_project_download_limit_interval_in_seconds: [864_000, 3, 0],
		default_branch_protection_defaults: [
			{ allowed_to_push: [{ access_level: 30 }], allow_force_push: true },
			{ allowed_to_push: [{ access_level: 40 }], allow_force_push: true },
		],
		step_up_auth_required_oauth_provider: [t.scene("step_up_provider"), ""],
		default_branch: [t.unique("release/2.x"), t.unique("main")],
		shared_runners_setting: ["disabled_and_overridable", "enabled", "disabled_and_unoverridable"],
		// These need another record, a top-level group or a file.
		avatar: [],
		file_template_project_id: [],
		ip_restriction_ranges: [],
		allowed_email_domains_list: [],
		shared_runners_minutes_limit: [],
		unique_project_download_limit_allowlist: [[t.user("developer").username], []],
		unique_project_download_limit_alertlist: [[t.user("owner").id], []],
		// A lock makes the setting read-only in subgroups. The rules of groups cover it.
		lock_math_rendering_limits_enabled: [],
		lock_assist_features_enabled: [],
	}),
	shows: groupShows,
};

/** Fields that affect more than the group itself: its URL, its subgroups and projects, or its members. */
const beyond = {
	name: [],
	path: [],
	visibility: [],
	shared_runners_setting: [],
	share_with_group_lock: [],
	require_two_factor_authentication: [],
	max_artifacts_size: [],
};

/** Fields that the specification has only for top-level groups, including the lists of users for a limit. Other groups may refuse or ignore them. */
const ofTopLevel = {
	prevent_sharing_groups_outside_hierarchy: [],
	unique_project_download_limit: [],
	unique_project_download_limit_interval_in_seconds: [],
	unique_project_download_limit_allowlist: [],
	unique_project_download_limit_alertlist: [],
	web_based_commit_signing_enabled: [],
};

/** An {@link Update} with the ids of its operations. */
interface Named extends Omit<Update, "operation" | "read"> {
	readonly operation: RestOperationId;
	readonly read: RestOperationId;
}

const named: readonly Named[] = [
	...kinds.map(
		({ operations }): Named => ({
			// The contract has every operation of notes, so that the cast is safe.
			operation: operations.update as RestOperationId,
			read: operations.get as RestOperationId,
			arrange: sameAs(operations.get as RestOperationId),
			// A request that changes the confidentiality of a note is refused.
			values: () => ({ confidential: [] }),
		}),
	),
	{
		operation: "updatePipelineMetadata",
		read: "getPipeline",
		arrange: async (t) => {
			const subject = await sameAs("getPipeline")(t);
			// A running pipeline would change without a request.
			(await subject.caller.call("cancelPipeline", subject.at)).is(200);
			(await subject.caller.call("updatePipelineMetadata", { ...subject.at, name: t.unique("name") })).ok;
			return subject;
		},
	},
	{
		operation: "updateReleaseLink",
		read: "getReleaseLink",
		arrange: sameAs("getReleaseLink"),
		values: (t) => ({
			url: [`https://example.com/${t.unique("Url")}/?q=A%20b&c=#Top`, `https://example.com/${t.unique("url")}/`],
			direct_asset_path: [`/${t.unique("path")}`, `/${t.unique("path")}`],
			link_type: ["image", "runbook", "package", "other"],
		}),
		shows: { url: ["url", "direct_asset_url"], direct_asset_path: ["direct_asset_url"] },
		// A change without a type sets the type `other`.
		always: ["link_type"],
	},
	// Runners of each kind have the same settings.
	...(["projectRunner", "runner", "instanceRunner"] as const).map(
		(kind): Named => ({
			operation: "updateRunner",
			read: "getRunner",
			...(kind !== "projectRunner" && { of: kind === "runner" ? "group" : "instance" }),
			arrange: async (t) => ({
				caller: t.as(kind === "instanceRunner" ? "administrator" : "owner"),
				// A runner without tags cannot refuse untagged jobs.
				at: { id: (await t.given[kind]({ tag_list: [t.unique("tag")] })).number("id") },
			}),
			values: (t) => ({
				maximum_timeout: [1200, 604_800, null],
				tag_list: [[`${t.unique("Tag")} of Two`], [t.unique("tAg"), t.unique("tag")]],
				active: [false, true],
				paused: [true, false],
			}),
			// Registrations (in stored.ts) send the name inside `info`.
			shows: { active: ["active", "paused", "status"], paused: ["paused", "active", "status"], info: ["name"] },
		}),
	),
	{
		operation: "updateUser",
		read: "getUser",
		arrange: sameAs("getUser"),
		values: (t) => ({
			username: [t.unique("u"), t.unique("u")],
			// An administrator may not be external.
			external: [false, true],
			website_url: ["https://example.com/one", "https://example.com/two"],
			password: [`pw-${t.unique("Zq7")}`, `pw-${t.unique("Zq8")}`],
			commit_email: ["_private"],
			// These need a confirmed address, an identity, a SAML group or a file.
			email: [],
			public_email: [],
			extern_uid: [],
			provider: [],
			group_id_for_saml: [],
			avatar: [],
			skip_reconfirmation: [],
		}),
		shows: {
			username: ["username", "web_url", "commit_email"],
			organization: ["organization", "work_information"],
			admin: ["is_admin", "can_create_group"],
			auditor: ["is_auditor"],
			projects_limit: ["projects_limit", "can_create_project"],
			commit_email: ["commit_email"],
			password: [],
			// Only the user's preferences show this field.
			view_diffs_file_by_file: [],
		},
	},
	{
		operation: "updateCurrentUserStatus",
		read: "getCurrentUserStatus",
		arrange: sameAs("getCurrentUserStatus"),
		values: () => ({ emoji: ["coffee", "tea"], availability: ["busy", "not_set"], clear_status_after: ["3_hours", "30_days"] }),
		shows: { message: ["message", "message_html"], clear_status_after: ["clear_status_at"] },
	},
	{
		operation: "updateUserPreferences",
		read: "getUserPreferences",
		arrange: sameAs("getUserPreferences"),
		always: ["view_diffs_file_by_file", "show_whitespace_in_diffs", "pass_user_identities_to_ci_jwt"],
	},
	{
		operation: "updateGroup",
		read: "getGroup",
		arrange: async (t) => {
			const changed = await ChangedGroup.of(t, "leaf_group");
			const caller = t.as("administrator");
			/** Returns the parent group, and its other subgroups. */
			const others = async () => {
				const id = changed.before.parent_id;
				const above = (await caller.call("getGroup", { id, with_projects: false })).ok.fields;
				const below = (await caller.call("listSubgroups", { id, all_available: true, per_page: 100 })).ok.items;
				return [above, ...below.filter((one) => one.id !== changed.id)];
			};
			return { caller, at: { id: changed.id }, keep: (changes) => changed.keep(changes), ...(changed.before.parent_id !== null && { others }) };
		},
		view: { with_projects: false },
		...group,
		values: (t) => ({ ...group.values?.(t), ...ofTopLevel }),
	},
	{
		operation: "updateGroup",
		read: "getGroup",
		of: "top-level",
		// A top-level group has settings that subgroups do not have. The API cannot create one.
		arrange: async (t) => {
			const caller = t.as("administrator");
			if (!t.given.hasControl) {
				// Not the scene's group, because other rules depend on its settings.
				const changed = await ChangedGroup.of(t, "private_group");
				if (changed.before.parent_id !== null) t.skip("the scene's private group is not a top-level group");
				return { caller, at: { id: changed.id }, keep: (changes) => changed.keep(changes) };
			}
			const path = t.unique("top");
			const members = { [t.user("owner").username]: "owner" };
			const { id } = await t.given.record("groups", { path, name: path, visibility: "public", members });
			return { caller, at: { id } };
		},
		view: { with_projects: false },
		...group,
		values: (t) => ({ ...group.values?.(t), ...(!t.given.hasControl && beyond) }),
	},
];

/** The updates of the contract. */
export const updates: readonly Update[] = named.map((update) => ({
	...update,
	operation: byId(update.operation),
	read: byId(update.read),
}));

/** Returns the updates of an extension: operations that change a record at a path that another operation reads. */
export const updatesIn = (rows: readonly RestOperation[]): readonly Update[] =>
	rows
		.filter(({ verb }) => verb === "PUT" || verb === "PATCH")
		.flatMap((operation) => {
			const read = rows.find(({ verb, path }) => verb === "GET" && path === operation.path);
			return read ? [{ operation, read, arrange: (t) => subjectOf(operation, t), values: () => unsuggested(operation) }] : [];
		});

/** Returns the record in the path of an extension's plan. */
async function subjectOf(operation: RestOperation, t: Context): Promise<Subject> {
	const { caller, params } = await planOf(operation, t);
	return { caller, at: inPath(operation, params) };
}

/** Returns an empty list of values for fields whose valid values are unknown: texts with a format or a short limit, numbers with bounds, and ids. */
const unsuggested = ({ body }: RestOperation): Readonly<Record<string, readonly unknown[]>> =>
	Object.fromEntries(
		(body?.fields ?? [])
			.filter(({ name, schema: { format, pattern, maxLength = 255, minimum = 0, maximum = 3 } }) => {
				const isBound = minimum > 2 || maximum < 3 || maxLength < 64;
				return isBound || format !== undefined || pattern !== undefined || /_i?id$/.test(name);
			})
			.map(({ name }) => [name, []]),
	);

/** Returns values of a field: the first to set all fields at once, the others to change this field alone. Empty if there is no suitable value. */
export function valuesOf({ name, schema }: FieldRow, t: Context, record: Fields, overrides: Readonly<Record<string, readonly unknown[]>>): readonly unknown[] {
	const own = overrides[name];
	if (own) return own;
	const types = [schema.type].flat();
	if (types.includes("boolean")) return [record[name] !== true, record[name] === true];
	const choices = choicesOf(schema)?.filter((one) => one !== null);
	// The record's own value comes last.
	if (choices) return choices.toSorted((a, b) => Number(a === record[name]) - Number(b === record[name]));
	// 0 is tried if it is allowed.
	if (types.includes("integer") && types.includes("null")) return [0, 2, null];
	if (types.includes("integer")) return [2, schema.minimum === 0 || name.endsWith("_limit") ? 0 : 3];
	if (!types.includes("string")) return [];
	// A long text keeps its line breaks, spaces and special characters. A short text keeps its special characters.
	if (/^(organization|location|job_title)$/.test(name)) return [t.unique("One"), `${t.unique("tWo")}, "é" & more`];
	return [t.unique("One"), `${t.unique("tWo")}${/^(bio|note|description|maintenance_note)$/.test(name) ? '  "é" 😀 & more\nin two lines' : ""}`];
}

/** Returns the fields of the record that show a field of the request. */
export const shownNames = ({ shows = {} }: Update, field: string): readonly string[] => shows[field] ?? [field];
