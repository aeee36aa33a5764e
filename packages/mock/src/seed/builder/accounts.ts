import { flat } from "../../lib/flat";
import { capitalized } from "../../state/new-user";
import type { FeedToken, SshKey, Token, User } from "../../state/records";
import { sha } from "../../state/sha";
import type { State } from "../../state/state";
import { DuplicateError } from "../../state/table";
import { userIdOf } from "../relations";

type With<Row, Needed extends keyof Row> = Partial<Row> & Pick<Row, Needed>;

/** One list for all tokens that only read. */
const readOnly: readonly string[] = ["read_api"];

/** The part of the builder that makes people, and what they sign in with. */
export class AccountBuilder {
	readonly state: State;

	constructor(state: State) {
		this.state = state;
	}

	/**
	 * A user, by the name alone or with any fields, `user-<number>` without a name; with a token `<username>-token` of every
	 * scope, and `<username>-read-token` of `read_api`. Nobody signs in to the accounts of the platform itself, such as
	 * `alert_bot`, so they get no tokens.
	 *
	 * @example
	 * seed.user({ username: "ada", admin: true });
	 */
	user(values: string | Partial<User> = {}): User {
		const fields = typeof values === "string" ? { username: values } : values;
		const user = this.account({ username: `user-${this.state.users.lastId + 1}`, ...fields });
		if (user.kind !== "human") return user;
		this.token({ user_id: user.id, text: flat(user.username, "-token") });
		this.token({ user_id: user.id, text: flat(user.username, "-read-token"), scopes: readOnly });
		return user;
	}

	/** A user without a token. */
	protected account(fields: With<User, "username">): User {
		const { username } = fields;
		if (this.state.users.one("username", username.toLowerCase()))
			throw new DuplicateError("username", `There is a user ${username} already.`);
		return this.state.users.insert({ name: capitalized(username), email: flat(username, "@example.com"), ...fields });
	}

	/** An access token: of the first user, and with the text `token-<number>`, unless you say otherwise. */
	token(fields: Partial<Token> = {}): Token {
		const user_id = fields.user_id ?? this.anyone();
		const text = fields.text ?? `token-${this.state.tokens.lastId + 1}`;
		return this.state.tokens.insert({
			text,
			user_id,
			managed_by_group_id: this.state.enterpriseUsers.one("user", user_id)?.group_id ?? null,
			...fields,
		});
	}

	/** An SSH key, of the first user unless you say otherwise. */
	sshKey(fields: Partial<SshKey> = {}): SshKey {
		const user_id = fields.user_id ?? this.anyone();
		const number = this.state.sshKeys.lastId + 1;
		return this.state.sshKeys.insert({
			title: `Key ${number}`,
			key: `ssh-ed25519 ${sha(`key ${number}`)}`,
			user_id,
			managed_by_group_id: this.state.enterpriseUsers.one("user", user_id)?.group_id ?? null,
			...fields,
		});
	}

	/** The feed token of a user, by default `<username>-feed-token`. */
	feedToken(username: string, text = `${username}-feed-token`, fields: Partial<FeedToken> = {}): FeedToken {
		return this.state.feedTokens.insert({ text, user_id: this.userId(username), ...fields });
	}

	/** The id of the first user, who is made if there is none. */
	anyone(): number {
		const [first] = this.state.users.all();
		return (first ?? this.user()).id;
	}

	/** The id of a user by name; throws if there is none. */
	userId(username: string): number {
		return userIdOf(username, this.state);
	}
}
