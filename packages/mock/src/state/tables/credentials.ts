/** The tables of the credentials domain: tokens, keys, sessions, and the users that a group manages. */
import {
	count,
	day,
	flag,
	linkTo,
	list,
	nullable,
	object,
	oneOf,
	partOf,
	secret,
	serial,
	text,
	time,
} from "../columns";
import { type RowOf, table } from "../definition";
import { managedTokensKey } from "../keys";
import { accessLevel, place } from "./groups";

/** An access token, with its text. */
export interface Token extends RowOf<typeof tokens> {}
export const tokens = table(
	"tokens",
	{
		id: serial(1001),
		text: secret(),
		name: text().like("text"),
		user_id: partOf("users"),
		kind: oneOf("personal", "project", "group", "oauth").or("personal"),
		scopes: list(text()).or(["api", "read_api", "read_user", "create_runner", "manage_runners", "sudo"]),
		created_at: time().now(),
		/** The first day on which the token is refused; null for never. */
		expires_at: nullable(day()),
		revoked: flag(),
		last_used_at: nullable(time()),
		description: nullable(text()),
		/** Whether an administrator created it, to act as the user. */
		impersonation: flag(),
		/** The group or project that it was created for, and its role there; null for a user's token. */
		resource: nullable(object({ type: place, id: count(), access_level: accessLevel })),
		/**
		 * The top-level group that manages it: the enterprise group of its user, or the one above its resource; or null.
		 */
		managed_by_group_id: linkTo("groups"),
		/** The message with which revoking and rotating it is refused at the moment; null if both are possible. */
		hold: nullable(text()),
	},
	{
		groups: {
			user: "user_id",
			managed: (row) => {
				if (row.managed_by_group_id === null || row.kind === "oauth" || row.impersonation) return null;
				return managedTokensKey(row.kind === "personal" ? "personal" : "resource", row.managed_by_group_id);
			},
		},
		unique: { text: "text" },
		points: ["resource.type", "resource.id"],
	},
);

/** A signed-in browser session. Its text is sent in the cookie `_service_session`. */
export interface Session extends RowOf<typeof sessions> {}
export const sessions = table(
	"sessions",
	{ id: serial(1), text: secret(), user_id: partOf("users"), expires_at: nullable(time()) },
	{ unique: { text: "text" } },
);

/** A user that a top-level group manages: an enterprise user, or a service account. */
export interface EnterpriseUser extends RowOf<typeof enterpriseUsers> {}
export const enterpriseUsers = table(
	"enterpriseUsers",
	{
		id: serial(1),
		user_id: partOf("users"),
		group_id: partOf("groups"),
		kind: oneOf("enterprise_user", "service_account").or("enterprise_user"),
	},
	{ groups: { group: "group_id" }, unique: { user: "user_id" } },
);

/** A user's SSH key. */
export interface SshKey extends RowOf<typeof sshKeys> {}
export const sshKeys = table(
	"sshKeys",
	{
		id: serial(801),
		title: text(),
		/** The key itself, which is not part of any response. */
		key: text(),
		/** The user who added it. */
		user_id: partOf("users"),
		usage_type: oneOf("auth", "signing", "auth_and_signing").or("auth_and_signing"),
		/** Whether it gives access to a project instead of an account. */
		deploy: flag(),
		created_at: time().now(),
		updated_at: time().like("created_at"),
		/** A time, unlike the date of a token. */
		expires_at: nullable(time()),
		last_used_at: nullable(time()),
		/** The top-level group whose owners manage it; null for none, and for every deploy key. */
		managed_by_group_id: linkTo("groups"),
		/** The message with which deleting it is refused at the moment; null if it can be deleted. */
		hold: nullable(text()),
	},
	{ groups: { user: "user_id", managed: (row) => (row.deploy ? null : row.managed_by_group_id) } },
);

/** A deploy token of a group or a project. It gives access to repositories and registries, not to the API. */
export interface DeployToken extends RowOf<typeof deployTokens> {}
export const deployTokens = table(
	"deployTokens",
	{
		id: serial(1501),
		text: secret(),
		name: text(),
		/** The username that it signs in with. */
		username: text(),
		source: place,
		source_id: count(),
		scopes: list(text()).or(["read_repository"]),
		/** The first day on which the token is refused; null for never. */
		expires_at: nullable(day()),
		revoked: flag(),
	},
	{ groups: { source: ["source", "source_id"] }, unique: { text: "text" }, points: ["source", "source_id"] },
);

/** A token for a user's feeds. Each user has one valid token; replaced ones are kept. */
export interface FeedToken extends RowOf<typeof feedTokens> {}
export const feedTokens = table(
	"feedTokens",
	{ id: serial(1701), text: secret(), user_id: partOf("users"), revoked: flag() },
	{ groups: { user: "user_id" }, unique: { text: "text" } },
);
