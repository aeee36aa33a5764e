/** The fields of a user, grouped by who sees them, and pictures to upload. */

export const listFields = ["id", "username", "name", "state", "locked", "avatar_url", "web_url"] as const;
export const profileFields = [
	"created_at bio bot location public_email professional_network microblog chat_account code_host website_url organization job_title",
	"pronouns work_information followers following local_time is_followed",
].flatMap((line) => line.split(" "));
/** Fields that the administrator's view adds on every tier. */
export const administratorFields = [
	"email is_admin last_sign_in_at confirmed_at theme_id last_activity_on color_scheme_id projects_limit current_sign_in_at note identities",
	"can_create_group can_create_project two_factor_enabled external private_profile commit_email current_sign_in_ip last_sign_in_ip",
	"namespace_id created_by",
].flatMap((line) => line.split(" "));
/** Fields that it adds on paid tiers. Only the single record also shows `plan` and `trial`. */
export const paidFields = [
	"shared_runners_minutes_limit",
	"extra_shared_runners_minutes_limit",
	"is_auditor",
	"using_license_seat",
	"provisioned_by_group_id",
	"scim_identities",
] as const;
export const singleFields = ["plan", "trial", "sign_in_count"] as const;
/** Fields of a private profile that other users do not see. */
export const hiddenFields = ["created_at", "followers", "following", "is_followed"] as const;

/** A picture file of this size in bytes, with the header of a PNG of this width and height. */
export function picture(name: string, size = 100, [width, height]: readonly [number, number] = [192, 192]): File {
	const bytes = new Uint8Array(size);
	bytes.set([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);
	const view = new DataView(bytes.buffer);
	view.setUint32(16, width);
	view.setUint32(20, height);
	bytes.set([1, 0, 0, 0, 0], 24);
	return new File([bytes], name, { type: "image/png" });
}
export const largestPicture = 204_800;
