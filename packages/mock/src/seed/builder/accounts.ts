import { flat } from "../../lib/flat";
import { capitalized } from "../../state/new-user";
import type { FeedToken, SshKey, Token, User } from "../../state/records";
import { sha } from "../../state/sha";
import type { State } from "../../state/state";
import { DuplicateError } from "../../state/table";
import { userIdOf } from "../relations";

type With<Row, Needed extends keyof Row> = Partial<Row> & Pick<Row, Needed>;

/** One shared list for all read-only tokens. */
const readOnly: readonly string[] = ["read_api"];

/** The part of the builder that creates users and their credentials. */
export class AccountBuilder {
	readonly state: State;

	constructor(state: State) {
		this.state = state;
	}

	/**
	 * Creates a user from a username, from any fields, or named `user-<number>`. The user gets a token `<username>-token`
	 * with every scope, and `<username>-read-token` with `read_api`. The platform's own accounts, such as `alert_bot`,
	 * get no tokens, because nobody signs in to them.
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

	/** Creates a user without a token. */
	protected account(fields: With<User, "username">): User {
		const { username } = fields;
		if (this.state.users.one("username", username.toLowerCase()))
			throw new DuplicateError("username", `There is already a user ${username}.`);
		return this.state.users.insert({ name: capitalized(username), email: flat(username, "@example.com"), ...fields });
	}

	/** Creates an access token. Default: of the first user, with the text `token-<number>`. */
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

	/** Creates an SSH key. Default: of the first user. */
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

	/** Creates the feed token of a user. Default: `<username>-feed-token`. */
	feedToken(username: string, text = `${username}-feed-token`, fields: Partial<FeedToken> = {}): FeedToken {
		return this.state.feedTokens.insert({ text, user_id: this.userId(username), ...fields });
	}

	/** Returns the id of the first user, creating one if there is none. */
	anyone(): number {
		const [first] = this.state.users.all();
		return (first ?? this.user()).id;
	}

	/** Returns the id of a user by username. Throws if there is none. */
	userId(username: string): number {
		return userIdOf(username, this.state);
	}
}
