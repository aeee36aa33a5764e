import { isPaid } from "../../request/access/served";
import type { Context } from "../../request/context";
import { followsGitlab } from "../../request/settings/dialect";
import type { Identity, User } from "../../state/records";
import { avatarUrl } from "../avatars/address";
import { spaceId } from "../groups/projects-entities";
import { localTime } from "./local-time";
import { userPolicy } from "./policy";

// Literals that combine several objects start with a field of their own. If a literal starts with a spread, V8 makes an
// object in which adding each further field is a hundred times slower.

/** Returns the basic JSON of a user, for use in other records. */
export const userBasic = (user: User, context: Context): object => ({
	id: user.id,
	username: user.username,
	public_email: user.public_email,
	name: user.name,
	state: user.state,
	locked: user.locked,
	avatar_url: avatarUrl("user", user, context),
	web_url: `${context.base}/${user.username}`,
});

/** Returns `<job> at <organization>`, or the one that is set. */
function workInformation({ job_title, organization }: User): string | null {
	if (job_title !== "" && organization) return `${job_title} at ${organization}`;
	return job_title || organization || null;
}

/** Returns the profile, or without `open` what a closed profile shows. Assumed: users do not follow each other. */
const profile = (user: User, context: Context, open: boolean): object => ({
	bio: user.bio,
	...(open ? { created_at: user.created_at } : {}),
	bot: user.kind !== "human" && user.kind !== "ghost",
	location: user.location,
	professional_network: user.professional_network,
	microblog: user.microblog,
	chat_account: user.chat_account,
	code_host: user.code_host,
	website_url: user.website_url,
	organization: user.organization,
	job_title: user.job_title,
	pronouns: user.pronouns,
	work_information: workInformation(user),
	...(open ? { followers: 0, following: 0 } : {}),
	local_time: localTime(user.time_zone, context.state.clock),
	...(open ? { is_followed: false } : {}),
});

const identity = ({ provider, extern_uid, saml_provider_id }: Identity): object => ({
	provider,
	extern_uid,
	...(saml_provider_id === null ? {} : { saml_provider_id }),
});

/** Returns the email address of commits that a user makes in the web interface. */
export function commitEmail(user: User, { base }: Context): string {
	if (user.commit_email === "_private") return `${user.id}-${user.username}@users.noreply.${new URL(base).hostname}`;
	return user.commit_email ?? user.email;
}

/** Returns the fields that administrators see of every account, and users of their own. */
const account = (user: User, context: Context): object => ({
	email: user.email,
	last_sign_in_at: user.last_sign_in_at,
	confirmed_at: user.confirmed_at,
	theme_id: user.theme_id,
	last_activity_on: user.last_activity_on,
	color_scheme_id: user.color_scheme_id,
	projects_limit: user.projects_limit,
	current_sign_in_at: user.current_sign_in_at,
	identities: context.state.identities.in("user", user.id).map(identity),
	can_create_group: user.can_create_group,
	can_create_project: user.projects_limit > 0,
	two_factor_enabled: user.two_factor_enabled,
	external: user.external,
	private_profile: user.private_profile,
	commit_email: commitEmail(user, context),
	...(isPaid(context.settings)
		? {
				shared_runners_minutes_limit: user.shared_runners_minutes_limit,
				extra_shared_runners_minutes_limit: user.extra_shared_runners_minutes_limit,
				scim_identities: context.state.scimIdentities
					.in("user", user.id)
					.map(({ extern_uid, group_id, active }) => ({ extern_uid, group_id, active })),
			}
		: {}),
});

/** Returns the JSON of a user, for callers who manage the account but are not administrators. */
export const managedUser = (user: User, context: Context): object => ({
	id: user.id,
	...userBasic(user, context),
	...profile(user, context, true),
	...account(user, context),
});

/** Returns the fields that only administrators see. */
function administration(user: User, context: Context): object {
	const creator = user.created_by_id === null ? undefined : context.state.users.get(user.created_by_id);
	return {
		is_admin: user.admin,
		note: user.note,
		namespace_id: user.kind === "human" ? spaceId(user.id) : null,
		created_by: creator ? userBasic(creator, context) : null,
	};
}

/** Returns a user's sign-in addresses. The specification shows them in every account, GitLab in a single one. */
const signInAddresses = ({ current_sign_in_ip, last_sign_in_ip }: User): object => ({
	current_sign_in_ip,
	last_sign_in_ip,
});

/** Returns the fields that GitLab shows of every account to administrators. */
const enterprise = (user: User, { state }: Context): object => ({
	preferred_language: user.preferred_language,
	enterprise_group_id: state.enterpriseUsers.one("user", user.id)?.group_id ?? null,
});

/** Returns the JSON of a user for administrators. */
export const adminUser = (user: User, context: Context): object => ({
	id: user.id,
	...userBasic(user, context),
	...profile(user, context, true),
	...account(user, context),
	...administration(user, context),
	...(followsGitlab(context.settings) ? enterprise(user, context) : signInAddresses(user)),
	...(isPaid(context.settings)
		? {
				is_auditor: user.auditor,
				// Assumed: every active human user takes a seat.
				using_license_seat: user.kind === "human" && user.state === "active",
				provisioned_by_group_id: user.provisioned_by_group_id,
			}
		: {}),
});

const customAttributes = (user: User, included: boolean | undefined): object =>
	included ? { custom_attributes: user.custom_attributes } : {};

/** Returns a user in a list, for administrators and auditors. Only administrators can add custom attributes. */
export const adminListItem = (user: User, context: Context, attributes: boolean | undefined): object => ({
	id: user.id,
	...adminUser(user, context),
	...customAttributes(user, attributes && context.actor.isAdmin),
});

/** Returns the JSON of a user with the profile, as everyone sees it. */
export const profileUser = (user: User, context: Context): object => ({
	id: user.id,
	...userBasic(user, context),
	...profile(user, context, userPolicy.read_profile(context.actor, user)),
});

/** Returns the caller's preferences. Only GitLab has the preference for policies. */
export function preferencesEntity({ id, preferences }: User, { settings }: Context): object {
	const { policy_advanced_editor, ...others } = preferences;
	return { id, user_id: id, ...others, ...(followsGitlab(settings) ? { policy_advanced_editor } : {}) };
}

/** Returns the JSON of a single user. */
export function singleUser(user: User, context: Context, attributes: boolean | undefined): object {
	if (!userPolicy.administer(context.actor)) return profileUser(user, context);
	return {
		id: user.id,
		...adminUser(user, context),
		...(isPaid(context.settings) ? { plan: user.plan, trial: user.trial } : {}),
		...signInAddresses(user),
		sign_in_count: user.sign_in_count,
		...customAttributes(user, attributes),
	};
}

/** Returns the caller's own account. Administrators see the same as of other accounts. */
export const currentUser = (user: User, context: Context): object => ({
	id: user.id,
	...(user.admin ? singleUser(user, context, false) : managedUser(user, context)),
	preferred_language: user.preferred_language,
});
