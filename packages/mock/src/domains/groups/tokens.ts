import { isCurrent } from "../../request/access/current";
import { unprocessable } from "../../request/http/errors";
import type { DeployToken, FeedToken, Group, Token } from "../../state/records";
import { sha } from "../../state/sha";
import type { State } from "../../state/state";
import { personalToken } from "../credentials/entities";
import { isActive } from "../credentials/token";
import { belowGroup } from "./list";

/** A top-level group with all groups and projects below it, and the users who are members of any of them. */
class Reach {
	readonly #state: State;
	readonly #groups: ReadonlySet<number>;

	constructor(top: Group, state: State) {
		this.#state = state;
		this.#groups = new Set([top, ...belowGroup(top, state)].map(({ id }) => id));
	}

	holds(source: "group" | "project", id: number): boolean {
		const groupId = source === "group" ? id : this.#state.projects.get(id)?.group_id;
		return groupId !== null && groupId !== undefined && this.#groups.has(groupId);
	}

	/** Whether a user is a member of one of the groups or projects, or of a group that was invited into one. */
	hasMember(userId: number): boolean {
		const memberships = this.#state.members.in("user", userId).filter((one) => isCurrent(one, this.#state));
		return memberships.some(({ source, source_id }) => {
			if (this.holds(source, source_id)) return true;
			if (source === "project") return false;
			const shares = this.#state.shares.in("group", source_id).filter((one) => isCurrent(one, this.#state));
			return shares.some((share) => this.holds(share.target, share.target_id));
		});
	}
}

function revokeAccessToken(token: Token, reach: Reach, state: State): object | undefined {
	const { kind, resource, user_id } = token;
	const inReach = kind === "personal" ? reach.hasMember(user_id) : resource && reach.holds(resource.type, resource.id);
	if (kind === "oauth" || !inReach) return undefined;
	if (token.revoked) return personalToken(token, state);
	// An expired token cannot be revoked, and neither can a token with a hold.
	if (!isActive(token, state) || token.hold !== null) return undefined;
	return personalToken(state.tokens.update(token.id, { revoked: true }), state);
}

function revokeDeployToken(token: DeployToken, reach: Reach, state: State): object | undefined {
	const expired = token.expires_at !== null && token.expires_at <= state.clock.today();
	// Only deploy tokens of groups are supported, not those of projects.
	if (token.source !== "group" || !reach.holds("group", token.source_id) || (expired && !token.revoked))
		return undefined;
	if (!token.revoked) state.deployTokens.update(token.id, { revoked: true });
	const { id, name, username, expires_at, scopes } = token;
	return { id, name, username, expires_at, scopes, revoked: true, expired };
}

/** Revokes a feed token, and creates a new one in its place. */
function revokeFeedToken(token: FeedToken, reach: Reach, state: State): object | undefined {
	const user = state.users.get(token.user_id);
	if (!user || !reach.hasMember(user.id)) return undefined;
	if (!token.revoked) {
		state.feedTokens.update(token.id, { revoked: true });
		const text = sha(`feed ${state.feedTokens.lastId + 1} of ${user.id}`).slice(0, 20);
		state.feedTokens.insert({ text, user_id: user.id, revoked: false });
	}
	return { id: user.id, username: user.username, name: user.name };
}

/**
 * Revokes the token with a text, of any kind, and returns its JSON. A revoked token does not change. Throws 422 if the
 * token is unknown, unsupported, expired, on hold, or has no access to the group and everything below it.
 */
export function revokeToken(text: string, group: Group, state: State): object {
	const reach = new Reach(group, state);
	const access = state.tokens.one("text", text);
	const deploy = state.deployTokens.one("text", text);
	const feed = state.feedTokens.one("text", text);
	const revoked =
		(access && revokeAccessToken(access, reach, state)) ??
		(deploy && revokeDeployToken(deploy, reach, state)) ??
		(feed && revokeFeedToken(feed, reach, state));
	if (!revoked) throw unprocessable();
	return revoked;
}
