/** The fields of a user by who is shown them. */

export const listFields = ["id", "username", "name", "state", "locked", "avatar_url", "web_url"] as const;

/** What the administrator's view adds, on every tier. */
export const administratorFields = [
	"email",
	"is_admin",
	"last_sign_in_at",
	"confirmed_at",
	"theme_id",
	"last_activity_on",
	"color_scheme_id",
	"projects_limit",
	"current_sign_in_at",
	"note",
	"identities",
	"can_create_group",
	"can_create_project",
	"two_factor_enabled",
	"external",
	"private_profile",
	"commit_email",
	"current_sign_in_ip",
	"last_sign_in_ip",
	"namespace_id",
	"created_by",
] as const;

/** What nobody else is shown of another. */
export const onlyAdministrators = [
	"email",
	"is_admin",
	"note",
	"namespace_id",
	"created_by",
	"last_sign_in_ip",
	"current_sign_in_ip",
	"two_factor_enabled",
	"identities",
] as const;

export const profileFields = [
	"created_at",
	"bio",
	"location",
	"website_url",
	"organization",
	"job_title",
	"professional_network",
	"microblog",
	"chat_account",
	"code_host",
] as const;

/** What of a profile is hidden from others when it is private. */
export const hiddenFields = ["created_at", "followers", "following", "is_followed"] as const;
