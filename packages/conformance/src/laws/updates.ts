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
	/** Its place in the paths of both operations. */
	readonly at: Params;
	/** Registers how to put these fields back, where the law did not make the record. */
	readonly keep?: (changes: Params) => void;
	/** Records of the same fields that no change of this one may touch. */
	readonly others?: () => Promise<readonly Fields[]>;
}

/** How a record is read and changed. */
export interface Update {
	readonly operation: RestOperation;
	readonly read: RestOperation;
	readonly arrange: (t: Context) => Promise<Subject>;
	/** Which records of the operation, where it has laws for several kinds. */
	readonly of?: string;
	/** Parameters of the read alone. */
	readonly view?: Params;
	/** Two values of a field that the schema does not suggest; none where no request can change the field alone. */
	readonly values?: (t: Context) => Readonly<Record<string, readonly unknown[]>>;
	/** The names under which a record shows a field, where they are other than the field's own. */
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

/** Names and paths change the addresses and full names that follow from them. */
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
		// Small numbers would not show a bound.
		two_factor_grace_period: [100_000, 3, 0],
		unique_project_download_limit: [10_000, 3, 0],
		unique_project_download_limit_interval_in_seconds: [864_000, 3, 0],
		default_branch_protection_defaults: [
			{ allowed_to_push: [{ access_level: 30 }], allow_force_push: true },
			{ allowed_to_push: [{ access_level: 40 }], allow_force_push: true },
		],
		step_up_auth_required_oauth_provider: [t.scene("step_up_provider"), ""],
		shared_runners_setting: ["disabled_and_overridable", "enabled", "disabled_and_unoverridable"],
		// These need another record, a top-level group or a file.
		avatar: [],
		file_template_project_id: [],
		ip_restriction_ranges: [],
		allowed_email_domains_list: [],
		shared_runners_minutes_limit: [],
		unique_project_download_limit_allowlist: [[t.user("developer").username], []],
		unique_project_download_limit_alertlist: [[t.user("owner").id], []],
		// A lock makes the setting read-only below; the rules of groups cover it.
		lock_math_rendering_limits_enabled: [],
		lock_assist_features_enabled: [],
	}),
	shows: groupShows,
};

/** What changes more than the group itself: where others find it, what is below it, or its members. */
const beyond = {
	name: [],
	path: [],
	visibility: [],
	shared_runners_setting: [],
	share_with_group_lock: [],
	require_two_factor_authentication: [],
	max_artifacts_size: [],
};

/** What the specification gives to top-level groups only, with the lists of users beside a limit: others may refuse it, or drop it. */
const ofTopLevel = {
	prevent_sharing_groups_outside_hierarchy: [],
	unique_project_download_limit: [],
	unique_project_download_limit_interval_in_seconds: [],
	unique_project_download_limit_allowlist: [],
	unique_project_download_limit_alertlist: [],
	web_based_commit_signing_enabled: [],
};

/** As an {@link Update}, with the ids of its operations. */
interface Named extends Omit<Update, "operation" | "read"> {
	readonly operation: RestOperationId;
	readonly read: RestOperationId;
}

const named: readonly Named[] = [
	...kinds.map(
		({ operations }): Named => ({
			// Every operation of notes has a plan.
			operation: operations.update as RestOperationId,
			read: operations.get as RestOperationId,
			arrange: sameAs(operations.get as RestOperationId),
			// A note keeps its confidentiality: a request that changes it is refused.
			values: () => ({ confidential: [] }),
		}),
	),
	{
		operation: "updatePipelineMetadata",
		read: "getPipeline",
		arrange: async (t) => {
			const subject = await sameAs("getPipeline")(t);
			// A pipeline that still runs would change by itself.
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
		// A change without a type makes the link one of type other.
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
			// A registration sends the name among other things.
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
			// The user's own preferences show it.
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
			/** The group above, and those beside. */
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
		// A top-level group has settings that its subgroups have not. The interface cannot create one.
		arrange: async (t) => {
			const caller = t.as("administrator");
			if (!t.given.hasControl) {
				// Not the scene's group, whose settings other rules work under.
				const changed = await ChangedGroup.of(t, "private_group");
				if (changed.before.parent_id !== null) t.skip("the scene's private group is not a top-level group");
				return { caller, at: { id: changed.id }, keep: (changes) => changed.keep(changes) };
			}
			const path = t.unique("top");
			const { id } = await t.given.record("groups", { path, name: path, visibility: "public" });
			return { caller, at: { id } };
		},
		view: { with_projects: false },
		...group,
		values: (t) => ({ ...group.values?.(t), ...(!t.given.hasControl && beyond) }),
	},
];

/** How the contract's records are changed. */
export const updates: readonly Update[] = named.map((update) => ({
	...update,
	operation: byId(update.operation),
	read: byId(update.read),
}));

/** How an extension's records are changed, where one path has both an operation that reads and one that changes. */
export const updatesIn = (rows: readonly RestOperation[]): readonly Update[] =>
	rows
		.filter(({ verb }) => verb === "PUT" || verb === "PATCH")
		.flatMap((operation) => {
			const read = rows.find(({ verb, path }) => verb === "GET" && path === operation.path);
			return read ? [{ operation, read, arrange: (t) => subjectOf(operation, t), values: () => unsuggested(operation) }] : [];
		});

/** The record that an extension's plan names by the path. */
async function subjectOf(operation: RestOperation, t: Context): Promise<Subject> {
	const { caller, params } = await planOf(operation, t);
	return { caller, at: inPath(operation, params) };
}

/** Fields without a value that surely fits: texts of a form or short, numbers within bounds, and the ids of other records. */
const unsuggested = ({ body }: RestOperation): Readonly<Record<string, readonly unknown[]>> =>
	Object.fromEntries(
		(body?.fields ?? [])
			.filter(({ name, schema: { format, pattern, maxLength = 255, minimum = 0, maximum = 3 } }) => {
				const isBound = minimum > 2 || maximum < 3 || maxLength < 64;
				return isBound || format !== undefined || pattern !== undefined || /_i?id$/.test(name);
			})
			.map(({ name }) => [name, []]),
	);

/** Two values of a field or more, the first two other than the record's own: one to set every field, the others to change this one alone. */
export function valuesOf({ name, schema }: FieldRow, t: Context, record: Fields, overrides: Readonly<Record<string, readonly unknown[]>>): readonly unknown[] {
	const own = overrides[name];
	if (own) return own;
	const types = [schema.type].flat();
	if (types.includes("boolean")) return [record[name] !== true, record[name] === true];
	const choices = choicesOf(schema)?.filter((one) => one !== null);
	// The record's own comes last, after others.
	if (choices) return choices.toSorted((a, b) => Number(a === record[name]) - Number(b === record[name]));
	// Where 0 is allowed it is a value like others.
	if (types.includes("integer") && types.includes("null")) return [0, 2, null];
	if (types.includes("integer")) return [2, schema.minimum === 0 || name.endsWith("_limit") ? 0 : 3];
	if (!types.includes("string")) return [];
	// A longer text keeps its lines, blanks and signs.
	// A short text keeps its signs.
	if (/^(organization|location|job_title)$/.test(name)) return [t.unique("One"), `${t.unique("tWo")}, "é" & more`];
	return [t.unique("One"), `${t.unique("tWo")}${/^(bio|note|description|maintenance_note)$/.test(name) ? '  "é" 😀 & more\nin two lines' : ""}`];
}

/** The names under which a record may show that a field changed. */
export const shownNames = ({ shows = {} }: Update, field: string): readonly string[] => shows[field] ?? [field];
