import type { Context } from "../context";
import type { User } from "../state/records";
import { userBasic } from "../users/entities";

/** `<job> at <organization>`, or the one that is set. */
function work({ job_title, organization }: User): string | null {
	if (job_title !== "" && organization) return `${job_title} at ${organization}`;
	return job_title || organization || null;
}

/** An account as those see it who look after the group that it came by. */
export const groupUser = (user: User, context: Context): object => ({
	...userBasic(user, context),
	created_at: user.created_at,
	bio: user.bio,
	bot: user.kind !== "human",
	location: user.location,
	professional_network: user.professional_network,
	microblog: user.microblog,
	chat_account: user.chat_account,
	code_host: user.code_host,
	website_url: user.website_url,
	organization: user.organization,
	job_title: user.job_title,
	pronouns: user.pronouns,
	work_information: work(user),
	followers: 0,
	following: 0,
	local_time: null,
	is_followed: false,
	last_sign_in_at: user.last_sign_in_at,
	confirmed_at: user.confirmed_at,
	last_activity_on: user.last_activity_on,
	email: user.email,
	theme_id: user.theme_id,
	color_scheme_id: user.color_scheme_id,
	projects_limit: user.projects_limit,
	current_sign_in_at: user.current_sign_in_at,
	identities: context.state.identities.in("user", user.id).map(({ provider, extern_uid, saml_provider_id }) => ({
		provider,
		extern_uid,
		saml_provider_id,
	})),
	can_create_group: user.can_create_group,
	can_create_project: user.projects_limit > 0,
	two_factor_enabled: user.two_factor_enabled,
	external: user.external,
	private_profile: user.private_profile,
	commit_email: user.commit_email ?? user.email,
	shared_runners_minutes_limit: user.shared_runners_minutes_limit,
	extra_shared_runners_minutes_limit: user.extra_shared_runners_minutes_limit,
	scim_identities: context.state.scimIdentities
		.in("user", user.id)
		.map(({ extern_uid, group_id, active }) => ({ extern_uid, group_id, active })),
});
