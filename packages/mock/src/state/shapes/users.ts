/** What rows of accounts and their credentials look like in a state file. */

import { day, flag, id, list, nullable, number, object, oneOf, type Shape, text, time, to } from "../../lib/checks";
import type {
	EnterpriseUser,
	Identity,
	ScimIdentity,
	SecondaryEmail,
	Session,
	SshKey,
	SupportPin,
	Todo,
	Token,
	User,
	UserPreferences,
	UserStatus,
} from "../records";
import { accessLevel, attributes, file, place } from "./groups";

export const user: Shape<User> = {
	id,
	username: text,
	name: text,
	email: text,
	public_email: nullable(text),
	state: oneOf("active", "blocked", "deactivated", "banned", "ldap_blocked", "blocked_pending_approval"),
	created_at: time,
	updated_at: time,
	admin: flag,
	auditor: flag,
	external: flag,
	kind: oneOf("human", "project_bot", "group_bot", "alert_bot", "support_bot", "ghost"),
	avatar: nullable(file),
	bio: text,
	location: nullable(text),
	organization: nullable(text),
	job_title: text,
	pronouns: nullable(text),
	professional_network: text,
	microblog: text,
	chat_account: text,
	code_host: text,
	website_url: text,
	commit_email: nullable(text),
	preferred_language: text,
	private_profile: flag,
	note: nullable(text),
	theme_id: nullable(number),
	color_scheme_id: nullable(number),
	projects_limit: number,
	can_create_group: flag,
	two_factor_enabled: flag,
	confirmed_at: nullable(time),
	last_sign_in_at: nullable(time),
	current_sign_in_at: nullable(time),
	last_activity_on: nullable(day),
	created_by_id: nullable(to("users")),
	locked: flag,
	unconfirmed_email: nullable(text),
	time_zone: nullable(text),
	current_sign_in_ip: nullable(text),
	last_sign_in_ip: nullable(text),
	sign_in_count: number,
	password_expires_at: nullable(time),
	shared_runners_minutes_limit: nullable(number),
	extra_shared_runners_minutes_limit: nullable(number),
	provisioned_by_group_id: nullable(to("groups")),
	plan: nullable(text),
	trial: flag,
	custom_attributes: attributes,
	status: nullable(
		object<UserStatus>({
			emoji: text,
			message: nullable(text),
			availability: oneOf("busy", "not_set"),
			clear_status_at: nullable(time),
		}),
	),
	preferences: object<UserPreferences>({
		view_diffs_file_by_file: flag,
		show_whitespace_in_diffs: flag,
		pass_user_identities_to_ci_jwt: flag,
	}),
};

export const token: Shape<Token> = {
	id,
	text,
	name: text,
	user_id: to("users"),
	kind: oneOf("personal", "project", "group", "oauth"),
	scopes: list(text),
	created_at: time,
	expires_at: nullable(day),
	revoked: flag,
	last_used_at: nullable(time),
	description: nullable(text),
	impersonation: flag,
	resource: nullable(object({ type: place, id, access_level: accessLevel })),
	managed_by_group_id: nullable(to("groups")),
	hold: nullable(text),
};

export const secondaryEmail: Shape<SecondaryEmail> = {
	id,
	user_id: to("users"),
	email: text,
	confirmed_at: nullable(time),
};

export const identity: Shape<Identity> = {
	id,
	user_id: to("users"),
	provider: text,
	extern_uid: text,
	saml_provider_id: nullable(number),
	updated_at: time,
};

export const scimIdentity: Shape<ScimIdentity> = {
	id,
	user_id: to("users"),
	group_id: to("groups"),
	extern_uid: text,
	active: flag,
};

export const supportPin: Shape<SupportPin> = { id, user_id: to("users"), pin: text, expires_at: time };

export const todo: Shape<Todo> = { id, user_id: to("users"), state: oneOf("pending", "done") };

export const session: Shape<Session> = { id, text, user_id: to("users"), expires_at: nullable(time) };

export const enterpriseUser: Shape<EnterpriseUser> = {
	id,
	user_id: to("users"),
	group_id: to("groups"),
	kind: oneOf("enterprise_user", "service_account"),
};

export const sshKey: Shape<SshKey> = {
	id,
	title: text,
	key: text,
	user_id: to("users"),
	usage_type: oneOf("auth", "signing", "auth_and_signing"),
	deploy: flag,
	created_at: time,
	updated_at: time,
	expires_at: nullable(time),
	last_used_at: nullable(time),
	managed_by_group_id: nullable(to("groups")),
	hold: nullable(text),
};
