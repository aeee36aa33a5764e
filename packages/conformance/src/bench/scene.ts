import { Skip } from "../rule/verdict";

/**
 * The records on the server that the checks use and that the API cannot create. Each is configured or found by the preflight. Checks
 * that need a missing one are skipped.
 */
export const sceneFields = {
	group: "full path of a public group in which each role has a member",
	subgroup: "full path of a group directly below it",
	leaf_group: "full path of another group directly below it, without groups and projects in it",
	archived_group: "full path of an archived group below the group",
	internal_group: "full path of an internal group that the outsider is not a member of",
	leaving_group: "full path of a top-level group that is marked for deletion",
	private_group: "full path of a private group that the outsider cannot see",
	project: "full path of a public project of the group, with issues, merge requests, pipelines, releases and a wiki",
	internal_project: "full path of an internal project of the group",
	private_project: "full path of a private project of the group",
	issue_iid: "IID of an issue of the project",
	merge_request_iid: "IID of a merge request of the project",
	snippet_id: "id of a snippet of the project",
	epic_id: "id of an epic of the group",
	wiki_page_meta_id: "id of the metadata of a wiki page of the project",
	private_wiki_page_meta_id: "id of the metadata of a wiki page of the private project",
	group_wiki_page_meta_id: "id of the metadata of a wiki page of the group",
	binary_file: "path of a binary file on the default branch of the project",
	pipeline_id: "id of a finished pipeline of the project",
	ref: "a branch of the project",
	tag_name: "tag of a release of the project",
	alert_url: "address of an active generic alert integration",
	alert_key: "its key",
	metrics_url: "address of an active metrics alert integration",
	metrics_key: "its key",
	environment: "name of an environment of the project of alert_url",
	enterprise_group: "full path of a group that has enterprise users, tokens and SSH keys to manage",
	spare_personal_token:
		"beginning of the names of active personal access tokens of an enterprise user who owns the enterprise group; they are rotated and revoked",
	spare_resource_token:
		"beginning of the names of active access tokens of the enterprise group with the role Owner; they are rotated and revoked",
	spare_service_token: "the same for tokens of a service account of the enterprise group",
	spare_ssh_key: "beginning of the titles of SSH keys of enterprise users of the enterprise group; they are deleted",
	throwaway_personal_token: "text of a personal access token of a member of the group, which is revoked",
	throwaway_group_token: "text of an access token of the group, which is revoked",
	throwaway_project_token: "text of an access token of a project of the group, which is revoked",
	throwaway_subgroup_token: "text of an access token of a group below the group, which is revoked",
	secondary_email: "a confirmed e-mail address of the developer, besides the primary one",
	unconfirmed_email: "an unconfirmed e-mail address of the developer; it is confirmed",
	sole_owner: "username of a user who is the only owner of a group; both are deleted",
	co_owner: "username of a user who owns a group together with another user; the former is deleted",
	throwaway_user_token: "text of a token of a user who owns no group; the user is deleted",
	throwaway_account_token: "text of a token of a user whose password is changed and who may lose access",
	group_deploy_token: "text of a deploy token of the group, which may be revoked",
	group_feed_token: "text of a feed token of a member of the group, which may be revoked",
	oauth_token: "text of an OAuth 2.0 token of the developer with the scope api",
	step_up_provider: "name of a sign-in provider that groups may require as a second step",
} as const;
/** A value that a scene gives the checks: the id or path of a record on the server. */
export type SceneField = keyof typeof sceneFields;

/** Ids are numbers, all other values are strings. */
export type SceneValues = {
	readonly [name in SceneField]?: name extends `${string}_iid` | `${string}_id` ? number : string;
};

/** The scene of a run. */
export class Scene {
	readonly values: SceneValues;

	constructor(values: SceneValues) {
		this.values = values;
	}

	/** A field of the scene; skips the check if it is missing. */
	get<Name extends SceneField>(name: Name): NonNullable<SceneValues[Name]> {
		const value = this.values[name];
		if (value === undefined) throw new Skip(`the scene has no ${name} (${sceneFields[name]})`);
		// NonNullable of an optional property that is not undefined; the compiler cannot follow the index.
		return value as NonNullable<SceneValues[Name]>;
	}

	has(name: SceneField): boolean {
		return this.values[name] !== undefined;
	}
}
