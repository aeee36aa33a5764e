import type { Context } from "../../request/context";
import { ApiError, forbidden, parameterError, unauthorized } from "../../request/http/errors";
import type { ParamsOf } from "../../request/operation";
import type { KeysetRows } from "../../request/pages/keyset";
import { filtered, fromArray, fromView, type Rows } from "../../request/pages/page";
import type { User } from "../../state/records";
import { SortedList } from "../../state/sorted-list";
import { accountKey } from "../../state/state";
import { comparing, type View } from "../../state/table";
import { userPolicy } from "./policy";
import { searching } from "./search";

type Params = ParamsOf<"listUsers">;
type Test = (user: User) => boolean;
type OrderKey = NonNullable<Params["order_by"]>;

const internal: ReadonlySet<User["kind"]> = new Set(["alert_bot", "support_bot", "ghost"]);
const isInternal: Test = (user) => internal.has(user.kind);
const isBlocked: Test = (user) => user.state === "blocked" || user.state === "ldap_blocked";

const ordered = (where: Test): { [key in OrderKey]: View<User, "all"> } => ({
	id: { group: "all", where, by: (user) => user.id },
	name: { group: "all", where, by: (user) => user.name },
	username: { group: "all", where, by: (user) => user.username },
	created_at: { group: "all", where, by: (user) => user.created_at },
	updated_at: { group: "all", where, by: (user) => user.updated_at },
});
/** Some accounts show to those alone who see all. */
const views = {
	all: ordered(() => true),
	regular: ordered((user) => user.state !== "banned" && user.state !== "ldap_blocked"),
};

/** Filters that are switched on by true; false is the same as leaving them out. */
const switches = {
	active: (user) => user.state === "active" && !isInternal(user),
	external: (user) => user.external,
	blocked: isBlocked,
	humans: (user) => user.kind === "human",
	exclude_active: (user) => user.state !== "active",
	exclude_external: (user) => !user.external,
	exclude_humans: (user) => user.kind !== "human",
	exclude_internal: (user) => !isInternal(user),
	without_project_bots: (user) => user.kind !== "project_bot" && user.kind !== "group_bot",
} satisfies { [name in keyof Params]?: Test };

/** Whether a user has a project of their own, or is a member of one or of a group that holds one. */
function hasProjects(user: User, { state }: Context): boolean {
	const holdsProject = (groupId: number): boolean =>
		state.projects.count("group", groupId) > 0 ||
		state.groups.in("parent", groupId).some((below) => holdsProject(below.id));
	if (state.members.in("user", user.id).some((one) => one.source === "project" || holdsProject(one.source_id)))
		return true;
	return state.projects.count("owner", user.id) > 0;
}

/** The user behind an account elsewhere. Assumed: of several, whom the sign-ons of several groups know alike, the first. */
function identified(provider: string, externUid: string, { state, settings }: Context): number | undefined {
	if (provider !== "scim") return state.identities.in("account", accountKey(provider, externUid))[0]?.user_id;
	if (settings.tier === "free") return undefined;
	for (const one of state.scimIdentities.all()) if (one.extern_uid === externUid) return one.user_id;
	return undefined;
}

/** Filters of those who see all; from others they take no effect. */
function administrative(params: Params, context: Context): (Test | false)[] {
	const { state, actor } = context;
	const { extern_uid, provider, two_factor, custom_attributes } = params;
	if (!userPolicy.read_all(actor)) return [];
	const user = extern_uid !== undefined && provider !== undefined && { id: identified(provider, extern_uid, context) };
	const attributes = Object.entries((actor.isAdmin && custom_attributes) || {});
	return [
		user && ((one) => one.id === user.id),
		two_factor !== undefined && ((one) => one.two_factor_enabled === (two_factor === "enabled")),
		params.without_projects === true && ((one) => !hasProjects(one, context)),
		params.admins === true && ((one) => one.admin),
		params.auditors === true && ((one) => one.auditor),
		params.skip_ldap === true &&
			((one) => !state.identities.in("user", one.id).some(({ provider }) => provider.startsWith("ldap"))),
		attributes.length > 0 &&
			((one) =>
				attributes.every(([key, value]) =>
					one.custom_attributes.some((has) => has.key === key && has.value === value),
				)),
	];
}

function tests(params: Params, context: Context): Test[] {
	const { state, actor } = context;
	const { username, public_email, created_after, created_before, saml_provider_id } = params;
	const search = searching(params.search, actor.isAdmin, state);
	const all: (Test | false | undefined)[] = [
		username !== undefined && ((user) => user.username.toLowerCase() === username.toLowerCase()),
		public_email !== undefined && ((user) => user.public_email?.toLowerCase() === public_email.toLowerCase()),
		search?.finds,
		created_after !== undefined && ((user) => user.created_at > created_after),
		created_before !== undefined && ((user) => user.created_at < created_before),
		saml_provider_id !== undefined &&
			((user) => state.identities.in("user", user.id).some((one) => one.saml_provider_id === saml_provider_id)),
		// The keys are those of the table above.
		...Object.entries(switches).map(([name, test]) => params[name as keyof typeof switches] === true && test),
		...administrative(params, context),
	];
	return all.filter((one) => one !== false && one !== undefined);
}

/** Throws where a list may not be asked for like this. */
export function checkList(params: Params, { actor, sent }: Context): void {
	const { extern_uid, provider } = params;
	if ((extern_uid === undefined) !== (provider === undefined))
		throw parameterError("extern_uid, provider provide all or none of parameters");
	if (provider !== undefined && actor.isAnonymous) throw unauthorized();
	if (provider !== undefined && !actor.isAdmin) throw forbidden();
	if (actor.isAnonymous && params.username === undefined) throw forbidden("Not authorized to access /api/v4/users");
	// Where the parameter is no more, it is not read; that it was sent is answered nonetheless.
	if (params.saml_provider_id === undefined && sent("saml_provider_id") !== undefined)
		throw new ApiError(403, {
			message: "403 Forbidden - saml_provider_id is not supported any more: use GET /groups/:id/saml_users instead",
		});
}

const viewOf = (params: Params, { actor }: Context): View<User, "all"> =>
	views[userPolicy.read_all(actor) ? "all" : "regular"][params.order_by ?? "id"];

/** The users that the parameters ask for, of all or of some, in the order that the parameters name. */
export function usersInOrder(params: Params, context: Context, among?: readonly User[]): Rows<User> {
	const view = viewOf(params, context);
	const must = tests(params, context);
	const pass: Test = (user) => must.every((test) => test(user));
	const descending = params.sort !== "asc";
	if (among) {
		const shown = among.filter((user) => (view.where?.(user) ?? true) && pass(user));
		return fromView(new SortedList(comparing(view), shown), descending);
	}
	const list = context.state.users.ordered(view, 0);
	return must.length === 0 ? fromView(list, descending) : filtered(list, descending, pass);
}

/** The users that a list's parameters ask for, in their order; those that are searched for the best match first. */
export function listed(params: Params, context: Context): Rows<User> {
	const { state, actor, sent } = context;
	if (params.username !== undefined) {
		const user = state.users.one("username", params.username.toLowerCase());
		return usersInOrder(params, context, user ? [user] : []);
	}
	const search = searching(params.search, actor.isAdmin, state);
	if (!search || sent("order_by") !== undefined || sent("sort") !== undefined) return usersInOrder(params, context);
	const must = tests(params, context);
	const byName = state.users.ordered(viewOf({ ...params, order_by: "name" }, context), 0);
	const found = [...byName.rows()].filter((user) => must.every((test) => test(user)));
	return fromArray(found.sort((a, b) => search.rank(a) - search.rank(b)));
}

/** The same, to be read by keyset. */
export function keysetRows(params: Params, context: Context): KeysetRows<User> {
	const view = viewOf(params, context);
	const must = tests(params, context);
	return {
		list: context.state.users.ordered(view, 0),
		view,
		reverse: params.sort !== "asc",
		name: `users ${params.order_by ?? "id"} ${params.sort ?? "desc"}`,
		pass: (user) => must.every((test) => test(user)),
	};
}
