import { avatarUrl } from "../../domains/avatars/address";
import { isActive } from "../../domains/credentials/token";
import { matching } from "../../domains/groups/search";
import { snippetPolicy } from "../../domains/snippets/policy";
import { commitEmail } from "../../domains/users/entities";
import { usersInOrder } from "../../domains/users/list";
import { membershipsOf } from "../../domains/users/memberships";
import { userPolicy } from "../../domains/users/policy";
import { messageHtml, statusOf } from "../../domains/users/status";
import { isCurrent } from "../../request/access/current";
import { fromArray, type Rows } from "../../request/pages/page";
import type { Group, Member, User } from "../../state/records";
import { type State, sourceKey } from "../../state/state";
import { upper } from "../case";
import { Connection, type PageArguments } from "../connection";
import type { GraphqlContext } from "../context";
import { noPermission, refusal } from "../errors";
import { visibleGroup } from "../find";
import type { UserType } from "../generated/resolvers";
import { type GlobalId, globalId, parseGlobalId } from "../global-id";
import { known } from "../known";
import type { Part } from "../part";

const types: { readonly [kind in User["kind"]]: UserType } = {
	human: "HUMAN",
	project_bot: "PROJECT_BOT",
	group_bot: "PROJECT_BOT",
	alert_bot: "ALERT_BOT",
	support_bot: "SUPPORT_BOT",
	ghost: "GHOST",
};

const isServiceAccount = ({ id }: User, state: State): boolean =>
	state.enterpriseUsers.one("user", id)?.kind === "service_account";

const isOwn = (user: User, { actor }: GraphqlContext): boolean => actor.isAdmin || actor.user?.id === user.id;

/** Returns a user's memberships in places that the caller sees. Assumed: none if the caller cannot see the profile. */
function memberships(user: User, source: Member["source"], { actor, state }: GraphqlContext): Rows<Member> {
	if (!userPolicy.read_profile(actor, user)) return fromArray([]);
	const rows = membershipsOf(user, source, state);
	const shows = ({ source_id }: Member): boolean => {
		const place = source === "group" ? state.groups.get(source_id) : undefined;
		const project = source === "project" ? state.projects.get(source_id) : undefined;
		return (place !== undefined && actor.seesGroup(place)) || (project !== undefined && actor.seesProject(project));
	};
	return actor.isAdmin ? rows : fromArray(rows.slice(0, rows.size).filter(shows));
}

/** Returns the groups that a user is a direct member of and that the caller sees, sorted by name. */
function groupsOf(user: User, search: string | null | undefined, context: GraphqlContext) {
	const rows = memberships(user, "group", context);
	const match = matching(search ?? undefined);
	return rows
		.slice(0, rows.size)
		.map(({ source_id }) => known(context.state.groups, source_id))
		.filter(({ name, path, full_path }) => !match || [name, path, full_path].some(match))
		.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));
}

/** The fields that the current user and other users share. */
const fields = {
	id: ({ id }: User) => globalId("User", id),
	webUrl: ({ username }: User, _args: unknown, { base }: GraphqlContext) => `${base}/${username}`,
	webPath: ({ username }: User) => `/${username}`,
	avatarUrl: (user: User, _args: unknown, context: GraphqlContext) => avatarUrl("user", user, context),
	publicEmail: ({ public_email }: User) => public_email,
	bot: ({ kind }: User) => kind !== "human" && kind !== "ghost",
	human: ({ kind }: User) => kind === "human",
	active: ({ state }: User) => state === "active",
	createdAt: (user: User, _args: unknown, { actor }: GraphqlContext) =>
		userPolicy.read_profile(actor, user) ? user.created_at : null,
	commitEmail: (user: User, _args: unknown, context: GraphqlContext) =>
		isOwn(user, context) ? commitEmail(user, context) : null,
	lastActivityOn: (user: User, _args: unknown, context: GraphqlContext) =>
		isOwn(user, context) ? user.last_activity_on : null,
	status(user: User, _args: unknown, { state }: GraphqlContext) {
		const status = statusOf(user, state);
		if (!status) return null;
		const { emoji, message, availability, clear_status_at } = status;
		return {
			emoji,
			message,
			messageHtml: message === null ? null : messageHtml(message),
			availability: upper(availability),
			clearStatusAt: clear_status_at,
		};
	},
	namespace: (user: User) => (user.kind === "human" ? user : null),
	groupCount: (user: User, _args: unknown, context: GraphqlContext) =>
		isOwn(user, context) ? membershipsOf(user, "group", context.state).size : null,
	type: (user: User, _args: unknown, { state }: GraphqlContext): UserType =>
		isServiceAccount(user, state) ? "SERVICE_ACCOUNT" : types[user.kind],
	userPermissions: (user: User, _args: unknown, { actor }: GraphqlContext) => ({
		createSnippet: actor.user?.id === user.id && snippetPolicy.create_snippet(actor, null),
	}),
	email: ({ public_email }: User) => public_email,
	groupMemberships: (user: User, args: PageArguments, context: GraphqlContext) =>
		new Connection(memberships(user, "group", context), args),
	projectMemberships: (user: User, args: PageArguments, context: GraphqlContext) =>
		new Connection(memberships(user, "project", context), args),
	groups: (user: User, { search, ...args }: PageArguments & { search?: string | null }, context: GraphqlContext) =>
		new Connection(groupsOf(user, search, context), args),
};

/** Returns the IDs of a group's members, direct or inherited. */
const memberIds = (group: Group, state: State): number[] =>
	[...state.ancestry(group.id)]
		.flatMap(({ id }) => state.members.in("source", sourceKey("group", id)))
		.filter((row) => isCurrent(row, state))
		.map(({ user_id }) => user_id);

interface Named {
	readonly ids: readonly string[] | null | undefined;
	readonly usernames: readonly string[] | null | undefined;
	readonly groupId: GlobalId | null | undefined;
}

/** Returns the users who are in all given lists: IDs, usernames, a group's members. Undefined without lists. */
function named({ ids, usernames, groupId }: Named, context: GraphqlContext): User[] | undefined {
	const { users } = context.state;
	const lists: (number | undefined)[][] = [];
	if (ids) lists.push(ids.map((id) => parseGlobalId(id, "User").id));
	if (usernames) lists.push(usernames.map((name) => users.one("username", name.toLowerCase())?.id));
	if (groupId) {
		const group = visibleGroup(groupId.id, context);
		lists.push(group ? memberIds(group, context.state) : []);
	}
	const [first, ...others] = lists.map((list) => new Set(list));
	if (!first) return undefined;
	return [...first]
		.filter((id) => others.every((other) => other.has(id)))
		.flatMap((id) => (id === undefined ? [] : (users.get(id) ?? [])));
}

export const users: Part = {
	Query: {
		user(_root, { id, username }, { actor, state }) {
			if (actor.isAnonymous) throw noPermission();
			if ((id ?? null) === null ? (username ?? null) === null : (username ?? null) !== null)
				throw refusal("Provide either a single username or id");
			return (id ? state.users.get(id.id) : state.users.one("username", (username ?? "").toLowerCase())) ?? null;
		},
		users(_root, { ids, usernames, search, sort, admins, active, humans, groupId, ...args }, context) {
			if (context.actor.isAnonymous) throw noPermission();
			if (ids && usernames) throw refusal("Provide either a list of usernames or ids");
			const [key, direction] = (sort ?? "CREATED_DESC").toLowerCase().split("_");
			const rows = usersInOrder(
				{
					order_by: key === "updated" ? "updated_at" : "created_at",
					sort: direction === "asc" ? "asc" : "desc",
					...(search ? { search } : {}),
					...(admins ? { admins } : {}),
					...(active === true ? { active } : {}),
					...(active === false ? { exclude_active: true } : {}),
					...(humans === true ? { humans } : {}),
					...(humans === false ? { exclude_humans: true } : {}),
				},
				context,
				named({ ids, usernames, groupId }, context),
			);
			return new Connection(rows, args);
		},
	},
	CurrentUser: {
		...fields,
		personalAccessTokens(user, { state: expected, revoked, search, ...args }, { state }) {
			const match = matching(search ?? undefined);
			const tokens = state.tokens.in("user", user.id).filter((token) => {
				if (token.kind !== "personal" || token.impersonation) return false;
				if (expected && (expected === "ACTIVE") !== isActive(token, state)) return false;
				return (typeof revoked !== "boolean" || token.revoked === revoked) && (!match || match(token.name));
			});
			return new Connection(tokens, args);
		},
	},
	UserCore: fields,
	PersonalAccessToken: {
		id: ({ id }) => globalId("PersonalAccessToken", id),
		scopes: ({ scopes }) => scopes.map((value) => ({ value })),
		active: (token, _args, { state }) => isActive(token, state),
	},
};
