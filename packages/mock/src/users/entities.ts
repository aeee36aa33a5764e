import type { Context } from "../context";
import type { User } from "../state/records";

/** A user as others see them in passing. */
export const userBasic = (user: User, context: Context): object => ({
	id: user.id,
	username: user.username,
	public_email: user.public_email,
	name: user.name,
	state: user.state,
	locked: false,
	avatar_url: user.avatar_url?.startsWith("/") ? `${context.base}${user.avatar_url}` : user.avatar_url,
	web_url: `${context.base}/${user.username}`,
});

/** `<job> at <organization>`, or the one that is set. */
function workInformation({ job_title, organization }: User): string | null {
	if (job_title !== "" && organization) return `${job_title} at ${organization}`;
	return job_title || organization || null;
}

/** What a profile shows. Assumed: nobody follows anybody, and no time zones are kept. */
const profile = (user: User): object => ({
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
	work_information: workInformation(user),
	followers: 0,
	following: 0,
	local_time: null,
	is_followed: false,
});

/** The caller's own account; administrators see of themselves what they see of others. */
export function currentUser(user: User, context: Context): object {
	const creator = user.created_by_id === null ? undefined : context.state.users.get(user.created_by_id);
	return {
		...userBasic(user, context),
		...profile(user),
		email: user.email,
		last_sign_in_at: user.last_sign_in_at,
		confirmed_at: user.confirmed_at,
		last_activity_on: user.last_activity_on,
		theme_id: user.theme_id,
		color_scheme_id: user.color_scheme_id,
		projects_limit: user.projects_limit,
		current_sign_in_at: user.current_sign_in_at,
		identities: [],
		can_create_group: user.can_create_group,
		can_create_project: user.projects_limit > 0,
		two_factor_enabled: user.two_factor_enabled,
		external: user.external,
		private_profile: user.private_profile,
		commit_email: user.commit_email ?? user.email,
		preferred_language: user.preferred_language,
		...(user.admin
			? {
					is_admin: true,
					note: user.note,
					namespace_id: null,
					created_by: creator ? userBasic(creator, context) : null,
				}
			: {}),
	};
}
