import type { Context } from "../../request/context";
import { ApiError, forbidden, parameterError, unauthorized } from "../../request/http/errors";
import type { ParamsOf } from "../../request/operation";
import type { KeysetRows } from "../../request/pages/keyset";
import { filtered, fromView, inTurn, type Rows } from "../../request/pages/page";
import { narrowed, type RowTest, rowTest } from "../../state/narrowed-view";
import type { User } from "../../state/records";
import { SortedList } from "../../state/sorted-list";
import { accountKey } from "../../state/state";
import { comparing, type View } from "../../state/table";
import { userPolicy } from "./policy";
import { far, searching } from "./search";

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
/** Some accounts are visible only to callers who see all accounts. */
const views = {
	all: ordered(() => true),
	regular: ordered((user) => user.state !== "banned" && user.state !== "ldap_blocked"),
};

/** The filters that true enables. False is the same as no value. */
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

/** Whether a user has a personal project, or is a member of a project or of a group that contains one. */
function hasProjects(user: User, { state }: Context): boolean {
	const holdsProject = (groupId: number): boolean =>
		state.projects.count("group", groupId) > 0 ||
		state.groups.in("parent", groupId).some((below) => holdsProject(below.id));
	if (state.members.in("user", user.id).some((one) => one.source === "project" || holdsProject(one.source_id)))
		return true;
	return state.projects.count("owner", user.id) > 0;
}

/** Returns the user with an external account. Assumed: if several groups' single sign-ons have it, the first user. */
function identified(provider: string, externUid: string, { state, settings }: Context): number | undefined {
	if (provider !== "scim") return state.identities.in("account", accountKey(provider, externUid))[0]?.user_id;
	if (settings.tier === "free") return undefined;
	for (const one of state.scimIdentities.all()) if (one.extern_uid === externUid) return one.user_id;
	return undefined;
}

const present = <Value>(values: readonly (Value | false | undefined)[]): Value[] =>
	values.filter((one): one is Value => one !== false && one !== undefined);

/** Returns the tests for callers who see all accounts that depend only on the user. */
function administrativeRowTests(params: Params, { actor }: Context): (RowTest<User> | false)[] {
	const { two_factor, custom_attributes } = params;
	if (!userPolicy.read_all(actor)) return [];
	const attributes = Object.entries((actor.isAdmin && custom_attributes) || {});
	return [
		rowTest("two_factor", two_factor, (one, value) => one.two_factor_enabled === (value === "enabled")),
		params.admins === true && { name: "admins", pass: (one) => one.admin },
		params.auditors === true && { name: "auditors", pass: (one) => one.auditor },
		attributes.length > 0 &&
			rowTest("custom_attributes", attributes, (one, values) =>
				values.every(([key, value]) => one.custom_attributes.some((has) => has.key === key && has.value === value)),
			),
	];
}

/** Returns the tests that depend only on the user, except times, which differ with each request. */
function rowTests(params: Params, context: Context): RowTest<User>[] {
	const search = searching(params.search, context.actor.isAdmin, context.state);
	return present<RowTest<User>>([
		rowTest("username", params.username?.toLowerCase(), (user, value) => user.username.toLowerCase() === value),
		rowTest(
			"public_email",
			params.public_email?.toLowerCase(),
			(user, value) => user.public_email?.toLowerCase() === value,
		),
		search && { name: search.name, pass: search.finds },
		// The keys are those of `switches`.
		...Object.entries(switches).map(([name, pass]) => params[name as keyof typeof switches] === true && { name, pass }),
		...administrativeRowTests(params, context),
	]);
}

/** Returns the tests of filters for callers who see all accounts. For others, the filters are ignored. */
function administrative(params: Params, context: Context): (Test | false)[] {
	const { state, actor } = context;
	const { extern_uid, provider } = params;
	if (!userPolicy.read_all(actor)) return [];
	const user = extern_uid !== undefined && provider !== undefined && { id: identified(provider, extern_uid, context) };
	return [
		user && ((one) => one.id === user.id),
		params.without_projects === true && ((one) => !hasProjects(one, context)),
		params.skip_ldap === true &&
			((one) => !state.identities.in("user", one.id).some(({ provider }) => provider.startsWith("ldap"))),
	];
}

function tests(params: Params, context: Context): Test[] {
	const { state } = context;
	const { created_after, created_before, saml_provider_id } = params;
	return present<Test>([
		created_after !== undefined && ((user) => user.created_at > created_after),
		created_before !== undefined && ((user) => user.created_at < created_before),
		saml_provider_id !== undefined &&
			((user) => state.identities.in("user", user.id).some((one) => one.saml_provider_id === saml_provider_id)),
		...administrative(params, context),
	]);
}

/** Throws if the caller cannot list users with these parameters. */
export function checkList(params: Params, { actor, sent }: Context): void {
	const { extern_uid, provider } = params;
	if ((extern_uid === undefined) !== (provider === undefined))
		throw parameterError("extern_uid, provider provide all or none of parameters");
	if (provider !== undefined && actor.isAnonymous) throw unauthorized();
	if (provider !== undefined && !actor.isAdmin) throw forbidden();
	if (actor.isAnonymous && params.username === undefined) throw forbidden("Not authorized to access /api/v4/users");
	// In releases that removed the parameter it is not read. A request that sends it is refused anyway.
	if (params.saml_provider_id === undefined && sent("saml_provider_id") !== undefined)
		throw new ApiError(403, {
			message: "403 Forbidden - saml_provider_id is not supported any more: use GET /groups/:id/saml_users instead",
		});
}

const viewOf = (params: Params, { actor }: Context): View<User, "all"> =>
	views[userPolicy.read_all(actor) ? "all" : "regular"][params.order_by ?? "id"];

/** Returns the users that match the parameters, from all users or from `among`, in the requested order. */
export function usersInOrder(params: Params, context: Context, among?: readonly User[]): Rows<User> {
	const view = narrowed(viewOf(params, context), rowTests(params, context));
	const must = tests(params, context);
	const pass: Test = (user) => must.every((test) => test(user));
	const descending = params.sort !== "asc";
	if (among) {
		const shown = among.filter((user) => (view.where?.(user) ?? true) && pass(user));
		return fromView(new SortedList(comparing(view), shown), descending);
	}
	const all = fromView(context.state.users.ordered(view, 0), descending);
	return must.length === 0 ? all : filtered(all, pass);
}

/** Returns the users that match the parameters, in the requested order. A search defaults to the best match first. */
export function listed(params: Params, context: Context): Rows<User> {
	const { state, actor, sent } = context;
	if (params.username !== undefined) {
		const user = state.users.one("username", params.username.toLowerCase());
		return usersInOrder(params, context, user ? [user] : []);
	}
	const search = searching(params.search, actor.isAdmin, state);
	if (!search || sent("order_by") !== undefined || sent("sort") !== undefined) return usersInOrder(params, context);
	const must = tests(params, context);
	const pass: Test = (user) => must.every((test) => test(user));
	const byName = viewOf({ ...params, order_by: "name" }, context);
	const own = rowTests(params, context);
	const near: RowTest<User> = { name: `near ${search.name}`, pass: (user) => search.rank(user) < far };
	const others: RowTest<User> = { name: `far ${search.name}`, pass: (user) => search.rank(user) === far };
	const first = [...state.users.ordered(narrowed(byName, [...own, near]), 0).rows()].filter(pass);
	const rest = fromView(state.users.ordered(narrowed(byName, [...own, others]), 0), false);
	return inTurn(
		first.sort((a, b) => search.rank(a) - search.rank(b)),
		must.length === 0 ? rest : filtered(rest, pass),
	);
}

/** Returns the same users for keyset pages. */
export function keysetRows(params: Params, context: Context): KeysetRows<User> {
	const view = viewOf(params, context);
	const must = tests(params, context);
	return {
		list: context.state.users.ordered(narrowed(view, rowTests(params, context)), 0),
		view,
		reverse: params.sort !== "asc",
		name: `users ${params.order_by ?? "id"} ${params.sort ?? "desc"}`,
		pass: (user) => must.every((test) => test(user)),
	};
}
