/** The tables of the users domain. */
import {
	day,
	flag,
	linkTo,
	nullable,
	number,
	object,
	oneOf,
	partOf,
	secret,
	section,
	serial,
	type TypeOf,
	text,
	time,
} from "../columns";
import { type RowOf, table } from "../definition";
import { accountKey, identityKey } from "../keys";
import { attributes, file } from "./groups";

const status = object({
	/** Without colons. */
	emoji: text(),
	message: nullable(text()),
	availability: oneOf("busy", "not_set"),
	/** When the status is removed. */
	clear_status_at: nullable(time()),
});
/** The status message of a user. */
export type UserStatus = TypeOf<typeof status>;

const preferences = section({
	view_diffs_file_by_file: flag(),
	show_whitespace_in_diffs: flag().or(true),
	pass_user_identities_to_ci_jwt: flag(),
	policy_advanced_editor: flag(),
});
/** The display preferences of a user. */
export type UserPreferences = TypeOf<typeof preferences>;

/** An account. */
export interface User extends RowOf<typeof users> {}
export const users = table(
	"users",
	{
		id: serial(1),
		username: text(),
		name: text(),
		email: text(),
		public_email: nullable(text()),
		state: oneOf("active", "blocked", "deactivated", "banned", "ldap_blocked", "blocked_pending_approval").or("active"),
		created_at: time().now(),
		updated_at: time().like("created_at"),
		admin: flag(),
		auditor: flag(),
		external: flag(),
		/** `human`, the bot of a project's or a group's token, or an account of the platform itself. */
		kind: oneOf("human", "project_bot", "group_bot", "alert_bot", "support_bot", "ghost").or("human"),
		avatar: nullable(file),
		bio: text().or(""),
		location: nullable(text()),
		organization: nullable(text()),
		job_title: text().or(""),
		pronouns: nullable(text()),
		professional_network: text().or(""),
		microblog: text().or(""),
		chat_account: text().or(""),
		code_host: text().or(""),
		website_url: text().or(""),
		/** One of the verified email addresses, or `_private` for a generated one; null for the primary one. */
		commit_email: nullable(text()),
		preferred_language: text().or("en"),
		/** Whether only administrators and the user can see the profile. */
		private_profile: flag(),
		/** A note by administrators about the user. */
		note: nullable(text()),
		theme_id: nullable(number()).or(1),
		color_scheme_id: nullable(number()).or(1),
		projects_limit: number().or(100_000),
		can_create_group: flag().or(true),
		two_factor_enabled: flag(),
		confirmed_at: nullable(time()).like("created_at"),
		last_sign_in_at: nullable(time()),
		current_sign_in_at: nullable(time()),
		last_activity_on: nullable(day()),
		/** The administrator who created the account; null if the user signed up. */
		created_by_id: linkTo("users"),
		/** Whether the account is locked after too many failed sign-ins. */
		locked: flag(),
		/** The email address that becomes the primary one when the user confirms it. */
		unconfirmed_email: nullable(text()),
		/** An IANA name; null without one. */
		time_zone: nullable(text()),
		current_sign_in_ip: nullable(text()),
		last_sign_in_ip: nullable(text()),
		sign_in_count: number().or(0),
		/** When the user must choose a new password. */
		password_expires_at: nullable(time()),
		shared_runners_minutes_limit: nullable(number()),
		extra_shared_runners_minutes_limit: nullable(number()),
		/** The group that created the account. */
		provisioned_by_group_id: linkTo("groups"),
		/** The plan of the user's subscription. */
		plan: nullable(text()),
		trial: flag(),
		custom_attributes: attributes,
		status: nullable(status),
		preferences,
	},
	{
		groups: { all: () => 0, provisioned: "provisioned_by_group_id" },
		unique: { username: (row) => row.username.toLowerCase(), email: (row) => row.email.toLowerCase() },
	},
);

/** An additional email address of a user. */
export interface SecondaryEmail extends RowOf<typeof secondaryEmails> {}
export const secondaryEmails = table(
	"secondaryEmails",
	{ id: serial(1), user_id: partOf("users"), email: text(), confirmed_at: nullable(time()).now() },
	{ groups: { user: "user_id" }, unique: { email: (row) => row.email.toLowerCase() } },
);

/** An external account that a user signs in with. */
export interface Identity extends RowOf<typeof identities> {}
export const identities = table(
	"identities",
	{
		id: serial(1),
		user_id: partOf("users"),
		provider: text().or("ldapmain"),
		extern_uid: text(),
		/** The id of the group's SAML provider; null for other providers. */
		saml_provider_id: nullable(number()),
		updated_at: time().now(),
	},
	{
		groups: {
			user: "user_id",
			saml: "saml_provider_id",
			account: (row) => accountKey(row.provider, row.extern_uid),
		},
		unique: { identity: (row) => identityKey(row.provider, row.extern_uid, row.saml_provider_id) },
	},
);

/** An identity created by SCIM provisioning. */
export interface ScimIdentity extends RowOf<typeof scimIdentities> {}
export const scimIdentities = table(
	"scimIdentities",
	{
		id: serial(1),
		user_id: partOf("users"),
		group_id: partOf("groups"),
		extern_uid: text(),
		active: flag().or(true),
	},
	{ groups: { user: "user_id", group: "group_id" } },
);

/** The support PIN of a user. A new one replaces it. */
export interface SupportPin extends RowOf<typeof supportPins> {}
export const supportPins = table(
	"supportPins",
	{ id: serial(1), user_id: partOf("users"), pin: secret(), expires_at: time() },
	{ unique: { user: "user_id" } },
);

/** An item of a user's to-do list. */
export interface Todo extends RowOf<typeof todos> {}
export const todos = table(
	"todos",
	{ id: serial(1), user_id: partOf("users"), state: oneOf("pending", "done").or("pending") },
	{ groups: { user: "user_id" } },
);
