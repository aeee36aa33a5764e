import { operations } from "@tenon/contract";
import { authorize, signedIn } from "../../request/access/authorize";
import { checkUnmodified } from "../../request/access/find";
import { compareReleases } from "../../request/access/served";
import type { Context } from "../../request/context";
import { ApiError, badRequest, forbidden, noRoute, notFound } from "../../request/http/errors";
import { created, noContent, ok } from "../../request/http/json-response";
import { erasing, operation } from "../../request/operation";
import { checkDepth, keysetPage, wantsKeyset } from "../../request/pages/keyset";
import { page } from "../../request/pages/page";
import { followsGitlab } from "../../request/settings/dialect";
import type { Settings } from "../../request/settings/settings";
import type { User } from "../../state/records";
import { avatarUrl } from "../avatars/address";
import { create as createRunner } from "../runners/runner";
import * as account from "./account";
import { activities, activityEntity } from "./activities";
import { readPicture } from "./avatar";
import { associations, waiting } from "./counts";
import { destroy } from "./deletion";
import { adminListItem, adminUser, currentUser, preferencesEntity, singleUser, userBasic } from "./entities";
import { checkList, keysetRows, listed } from "./list";
import { membershipEntity, membershipsOf } from "./memberships";
import { userPolicy } from "./policy";
import { homeFor } from "./runner";
import * as status from "./status";
import * as supportPin from "./support-pin";

function find({ state }: Context, id: number): User {
	const user = state.users.get(id);
	if (!user) throw notFound("User");
	return user;
}

/** Returns the user with an ID. Throws 403 unless the caller is an administrator, and 404 if there is no such user. */
function administered(context: Context, id: number): User {
	authorize(userPolicy.administer(context.actor));
	return find(context, id);
}

/** Returns the status for invalid changes to an account. By the specification, every refusal is a 404. */
const refusalOfChanges = (settings: Settings): number => (followsGitlab(settings) ? 400 : 404);

/** Returns what `work` returns. By the specification, each of its errors becomes a 404, and nothing else changes. */
function refusedAs404<Result>(work: () => Result, settings: Settings): Result {
	try {
		return work();
	} catch (error) {
		throw error instanceof ApiError && !followsGitlab(settings) ? new ApiError(404, error.body) : error;
	}
}

/** Paths below `/users/:id` need a number. All others do not exist. */
const numbered = { id: noRoute };
/** The cache key of a user's JSON for regular callers. It separates this JSON from others of the same user. */
const regular = {};

export const users = {
	listUsers: operation("listUsers", (call) => {
		const { params, settings } = call;
		checkList(params, call);
		const show = userPolicy.read_all(call.actor)
			? (user: User) => adminListItem(user, call, params.with_custom_attributes)
			: (user: User) => call.json(user, regular, () => userBasic(user, call));
		if (wantsKeyset(params, operations.listUsers.pagination, settings))
			return keysetPage(call, params, keysetRows(params, call), show);
		if (compareReleases(settings.release, "17.0") >= 0) checkDepth(params, "User");
		return page(call, params, listed(params, call), show);
	}),

	getUser: {
		...operation(
			"getUser",
			(call) => ok(singleUser(find(call, call.params.id), call, call.params.with_custom_attributes)),
			numbered,
		),
		onAnonymous: () => forbidden("Not authorized!"),
	},

	getCurrentUser: operation("getCurrentUser", (call) => ok(currentUser(signedIn(call), call))),

	createUser: operation("createUser", (call) => {
		authorize(userPolicy.administer(call.actor));
		return created(adminUser(account.create(call.params, signedIn(call), call), call));
	}),

	updateUser: {
		...erasing(
			"updateUser",
			account.erasable,
			(call) => {
				const { id, ...input } = call.params;
				const user = administered(call, id);
				return ok(
					adminUser(
						refusedAs404(() => account.update(input, user, signedIn(call), call), call.settings),
						call,
					),
				);
			},
			numbered,
		),
		// Also for values of the wrong type.
		refusedWith: refusalOfChanges,
	},

	deleteUser: operation(
		"deleteUser",
		(call) => {
			const user = administered(call, call.params.id);
			checkUnmodified(call, user.updated_at);
			destroy(user, call.params.hard_delete === true, call.state);
			return noContent();
		},
		numbered,
	),

	getCurrentUserStatus: operation("getCurrentUserStatus", (call) =>
		ok(status.statusEntity(signedIn(call), call.state)),
	),

	getUserStatus: operation("getUserStatus", (call) => {
		const { id_or_username } = call.params;
		const byNumber = /^\d+$/.test(id_or_username) ? call.state.users.get(Number(id_or_username)) : undefined;
		const user = byNumber ?? call.state.users.one("username", id_or_username.toLowerCase());
		if (!user) throw notFound("User");
		return ok(status.statusEntity(user, call.state));
	}),

	replaceCurrentUserStatus: {
		...operation("replaceCurrentUserStatus", (call) =>
			ok(status.statusEntity(status.replace(call.params, signedIn(call), call.state), call.state)),
		),
		unlisted: ["availability"],
	},

	updateCurrentUserStatus: {
		...operation("updateCurrentUserStatus", (call) => {
			const { emoji, message, availability, clear_status_after } = call.params;
			const values = [emoji, message, availability, clear_status_after];
			if (values.every((value) => value === undefined)) return ok(null);
			return ok(status.statusEntity(status.update(call.params, signedIn(call), call.state), call.state));
		}),
		unlisted: ["availability"],
	},

	getUserPreferences: operation("getUserPreferences", (call) => {
		return ok(preferencesEntity(signedIn(call), call));
	}),

	updateUserPreferences: operation("updateUserPreferences", (call) => {
		const user = signedIn(call);
		const preferences = { ...user.preferences, ...call.params };
		return ok(preferencesEntity(call.state.users.update(user.id, { preferences }), call));
	}),

	setUserAvatar: operation("setUserAvatar", (call) => {
		const user = signedIn(call);
		const changes = { avatar: readPicture(call.params.avatar), updated_at: call.state.clock.iso() };
		return ok({ avatar_url: avatarUrl("user", call.state.users.update(user.id, changes), call) });
	}),

	getUserCounts: operation("getUserCounts", (call) => ok(waiting(signedIn(call), call.state))),

	getUserAssociationsCount: operation(
		"getUserAssociationsCount",
		(call) => {
			const user = find(call, call.params.id);
			authorize(userPolicy.read_associations_count(call.actor, user));
			return ok(associations(user, call.state));
		},
		numbered,
	),

	listUserActivities: operation("listUserActivities", (call) =>
		page(call, call.params, activities(call.params.from, call), activityEntity),
	),

	listUserMemberships: operation(
		"listUserMemberships",
		(call) => {
			const { id, type } = call.params;
			const source = type === undefined ? "any" : type === "Project" ? "project" : "group";
			const rows = membershipsOf(administered(call, id), source, call.state);
			return page(call, call.params, rows, (one) => membershipEntity(one, call.state));
		},
		numbered,
	),

	disableUserTwoFactor: operation(
		"disableUserTwoFactor",
		(call) => {
			const user = administered(call, call.params.id);
			if (user.admin)
				throw forbidden("Two-factor authentication for admins cannot be disabled via the API. Use the Rails console");
			if (!user.two_factor_enabled) throw badRequest("Two-factor authentication is not enabled for this user");
			call.state.users.update(user.id, { two_factor_enabled: false, updated_at: call.state.clock.iso() });
			return noContent();
		},
		numbered,
	),

	createUserRunner: {
		...operation("createUserRunner", (call) => {
			const user = signedIn(call);
			const { runner, token } = createRunner(homeFor(call.params, call), call.params, user, call);
			return created({ id: runner.id, token: token.text, token_expires_at: token.expires_at });
		}),
		commaLists: ["tag_list"],
	},

	deleteUserIdentity: operation(
		"deleteUserIdentity",
		(call) => {
			const { id, provider } = call.params;
			const user = administered(call, id);
			// A user can have several identities of group single sign-on.
			const identities = call.state.identities.in("user", user.id).filter((one) => one.provider === provider);
			if (identities.length === 0) throw notFound("Identity");
			for (const identity of identities) {
				checkUnmodified(call, identity.updated_at);
				call.state.identities.delete(identity.id);
			}
			return noContent();
		},
		numbered,
	),

	createSupportPin: operation("createSupportPin", (call) =>
		created(supportPin.pinEntity(supportPin.create(signedIn(call), call.state))),
	),

	getSupportPin: operation("getSupportPin", (call) =>
		ok(supportPin.pinEntity(supportPin.find(signedIn(call), call.state))),
	),

	getUserSupportPin: operation(
		"getUserSupportPin",
		(call) => ok(supportPin.pinEntity(supportPin.find(administered(call, call.params.id), call.state))),
		numbered,
	),

	revokeUserSupportPin: operation(
		"revokeUserSupportPin",
		(call) => {
			supportPin.revoke(administered(call, call.params.id), call.state);
			return { status: 202, headers: {}, body: null };
		},
		numbered,
	),
};
