import type { Token, User } from "../state/records";
import type { ControlledPlatform } from "./controlled";
import { wholeNumber } from "./query";

/** A user to send requests as. */
interface Person {
	readonly id: number;
	readonly username: string;
	readonly name: string;
	readonly admin: boolean;
	readonly state: string;
	/** Whether there is a token to send requests with. */
	readonly can_send: boolean;
}

/** Returns a valid personal token of a user with the scope `api`; undefined if there is none. */
export function tokenFor({ state, clock }: ControlledPlatform, user: User): Token | undefined {
	return state.tokens
		.in("user", user.id)
		.find(
			({ kind, revoked, expires_at, scopes }) =>
				kind === "personal" &&
				!revoked &&
				scopes.includes("api") &&
				(expires_at === null || expires_at > clock.today()),
		);
}

/** Returns the users whose name contains `q`, beginning with those that requests can be sent as. */
export function listPeople(platform: ControlledPlatform, query: URLSearchParams): { count: number; users: Person[] } {
	const limit = wholeNumber(query, "limit", 100);
	const text = query.get("q")?.toLowerCase() ?? "";
	const found = [...platform.state.users.all()].filter(({ username, name }) =>
		`${username} ${name}`.toLowerCase().includes(text),
	);
	const people = found.map((user) => ({
		id: user.id,
		username: user.username,
		name: user.name,
		admin: user.admin,
		state: user.state,
		can_send: user.state === "active" && tokenFor(platform, user) !== undefined,
	}));
	people.sort((a, b) => Number(b.can_send) - Number(a.can_send) || a.id - b.id);
	return { count: people.length, users: people.slice(0, limit) };
}
