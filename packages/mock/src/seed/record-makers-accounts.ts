/** Makers of accounts and of the records that belong to them. */
import type { Builder } from "./builder";
import type { Makers } from "./maker";
import * as relation from "./record-relations";
import { SeedError } from "./seed-error";

/** Returns the `user_id` of the fields, or otherwise the id of the first user. */
export const userIdFor = (builder: Builder, { user_id }: { readonly user_id?: number }): number =>
	user_id ?? builder.anyone();

/** Returns the username of a user by id. */
function usernameOf({ state }: Builder, id: number): string {
	const user = state.users.get(id);
	if (!user) throw new SeedError(`There is no user ${id}.`);
	return user.username;
}

type AccountTable =
	| "users"
	| "tokens"
	| "secondaryEmails"
	| "identities"
	| "scimIdentities"
	| "supportPins"
	| "todos"
	| "sessions"
	| "enterpriseUsers"
	| "sshKeys"
	| "feedTokens"
	| "spamLogs";

/** How long a support PIN is valid by default: an hour, in milliseconds. */
const hour = 3_600_000;

export const accountMakers: Pick<Makers, AccountTable> = {
	users: {
		make: (builder, fields) => builder.user(fields),
	},
	tokens: {
		inputs: {
			group: relation.path("group", "resource_path"),
			project: relation.path("project", "resource_path"),
			role: relation.roleName,
		},
		make: (builder, fields, { resource_path, role = "maintainer" }) =>
			resource_path === undefined ? builder.token(fields) : builder.resourceToken(resource_path, role, fields),
	},
	secondaryEmails: {
		make: (builder, fields) => {
			const user_id = userIdFor(builder, fields);
			const number = builder.state.secondaryEmails.lastId + 1;
			const email = `${usernameOf(builder, user_id)}-${number}@example.com`;
			return builder.state.secondaryEmails.insert({ user_id, email, ...fields });
		},
	},
	identities: {
		inputs: { group: relation.path("group", "saml_group") },
		make: (builder, fields, { saml_group }) => {
			const user_id = userIdFor(builder, fields);
			const username = usernameOf(builder, user_id);
			if (saml_group !== undefined) return builder.samlUser(username, saml_group, fields);
			return builder.state.identities.insert({
				user_id,
				extern_uid: `uid=${username},ou=people,dc=example,dc=com`,
				...fields,
			});
		},
	},
	scimIdentities: {
		make: (builder, fields) => {
			const user_id = userIdFor(builder, fields);
			return builder.state.scimIdentities.insert({
				user_id,
				group_id: fields.group_id ?? builder.anyGroup().id,
				extern_uid: usernameOf(builder, user_id),
				...fields,
			});
		},
	},
	supportPins: {
		make: (builder, fields) =>
			builder.state.supportPins.insert({
				user_id: userIdFor(builder, fields),
				pin: String(100_000 + builder.state.supportPins.lastId),
				expires_at: new Date(builder.state.clock.now() + hour).toISOString(),
				...fields,
			}),
	},
	todos: {
		make: (builder, fields) => builder.state.todos.insert({ user_id: userIdFor(builder, fields), ...fields }),
	},
	sessions: {
		make: (builder, fields) => {
			const number = builder.state.sessions.lastId + 1;
			const user_id = userIdFor(builder, fields);
			return builder.state.sessions.insert({ text: `session-${number}`, user_id, ...fields });
		},
	},
	enterpriseUsers: {
		make: (builder, fields) => {
			const username = usernameOf(builder, userIdFor(builder, fields));
			const group = fields.group_id === undefined ? undefined : builder.state.groups.get(fields.group_id);
			return builder.enterpriseUser(username, (group ?? builder.anyGroup()).full_path, fields.kind, fields);
		},
	},
	sshKeys: {
		make: (builder, fields) => builder.sshKey(fields),
	},
	feedTokens: {
		make: (builder, fields) => {
			const username = usernameOf(builder, userIdFor(builder, fields));
			return builder.feedToken(username, fields.text, fields);
		},
	},
	spamLogs: {
		relations: { user: relation.user },
		make: (builder, fields) => builder.state.spamLogs.insert({ user_id: userIdFor(builder, fields), ...fields }),
	},
};
