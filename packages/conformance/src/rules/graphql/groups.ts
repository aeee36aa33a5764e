import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, gid, mutate, noPermission, succeed } from "../../rule/graphql";
import { assumed } from "../../rule/rule";

const reads = { effect: "reads" } as const;

/** A field of GraphQL and the one of REST that says the same. */
const pairs = {
	name: "name",
	path: "path",
	fullPath: "full_path",
	fullName: "full_name",
	description: "description",
	visibility: "visibility",
	webUrl: "web_url",
	avatarUrl: "avatar_url",
	requestAccessEnabled: "request_access_enabled",
	lfsEnabled: "lfs_enabled",
	emailsEnabled: "emails_enabled",
	emailsDisabled: "emails_disabled",
	mentionsDisabled: "mentions_disabled",
	projectCreationLevel: "project_creation_level",
	subgroupCreationLevel: "subgroup_creation_level",
	requireTwoFactorAuthentication: "require_two_factor_authentication",
	twoFactorGracePeriod: "two_factor_grace_period",
	autoDevopsEnabled: "auto_devops_enabled",
	shareWithGroupLock: "share_with_group_lock",
} as const;

const groupOf = async (t: Context, who: "owner" | "outsider", path: string, fields: string) =>
	(await ask(t.as(who), `query($path: ID!) { group(fullPath: $path) { ${fields} } }`, { path })).at("group");

/** Name and path of the subgroup, put back after the check. */
async function keepGroup(t: Context): Promise<Fields & { readonly id: number }> {
	const owner = t.as("owner");
	const rest = (await owner.call("getGroup", { id: t.scene("subgroup"), with_projects: false })).is(200);
	const id = rest.number("id");
	const { name, path, description } = rest.fields;
	t.undo(`name and path of group ${id}`, () => owner.call("updateGroup", { id, name, path, description }));
	return { ...rest.fields, id };
}

export const groupChecks = [
	assumed(
		"GQL-192",
		"group(fullPath) agrees with REST GET /groups/:id in name, path, full path, visibility and settings; a private group gives null to outsiders.",
		"executeGraphql",
		async (t) => {
			for (const path of [t.scene("group"), t.scene("subgroup")]) {
				const rest = (await t.as("owner").call("getGroup", { id: path, with_projects: false })).is(200).fields;
				const response = await groupOf(t, "owner", path, `id ${Object.keys(pairs).join(" ")} sharedRunnersSetting`);
				const expected = Object.fromEntries(Object.entries(pairs).map(([field, name]) => [field, rest[name] ?? null]));
				const sharedRunnersSetting = String(rest.shared_runners_setting).toUpperCase();
				t.same("the group", response, { id: gid("Group", Number(rest.id)), ...expected, sharedRunnersSetting });
			}
			t.same("the private group to an outsider", await groupOf(t, "outsider", t.scene("private_group"), "id"), null);
		},
		reads,
	),
	assumed("GQL-193", "A group renamed by PUT /groups/:id shows the new name in GraphQL at once; its new path resolves.", "executeGraphql", async (t) => {
		const { id, full_path } = await keepGroup(t);
		const [name, path] = [t.unique("Renamed"), t.unique("renamed")];
		const changed = (await t.as("owner").call("updateGroup", { id, name, path })).is(200);
		const now = changed.string("full_path");
		t.same("the group at its new path", await groupOf(t, "owner", now, "name fullPath"), { name, fullPath: now });
		t.holds("the path should have changed", now !== full_path);
	}),
	assumed(
		"GQL-194",
		"namespace(fullPath) finds groups and users' personal namespaces.",
		"executeGraphql",
		async (t) => {
			const { username } = t.user("developer");
			const query = "query($path: ID!) { namespace(fullPath: $path) { id fullPath } }";
			for (const [path, form] of [
				[t.scene("group"), /^gid:\/\/service\/Group\/\d+$/],
				[username, /^gid:\/\/service\/Namespaces::UserNamespace\/\d+$/],
			] as const) {
				const response = await ask(t.as("developer"), query, { path });
				t.same("fullPath", response.at("namespace.fullPath"), path, response.answer);
				t.holds(`the id should be like ${form.source}`, form.test(response.text("namespace.id")), response.answer);
			}
		},
		reads,
	),
	assumed("GQL-196", "groupUpdate changes the same group REST shows; needs Owner; a taken path gives errors and no change.", "executeGraphql", async (t) => {
		const { id, full_path } = await keepGroup(t);
		const name = t.unique("Updated");
		const payload = await succeed(t.as("owner"), "groupUpdate", { fullPath: full_path, name }, "group { name }");
		t.same("the group of the payload", payload.group, { name });
		const read = async () => (await t.as("owner").call("getGroup", { id, with_projects: false })).is(200);
		(await read()).has({ name, full_path });
		(await mutate(t.as("maintainer"), "groupUpdate", { fullPath: full_path, name: t.unique() })).refuses(noPermission);
		const siblings = await t.as("owner").call("listSubgroups", { id: t.scene("group"), per_page: 100 });
		const taken = siblings.is(200).items.find((one) => one.id !== id)?.path;
		if (taken === undefined) t.skip("the scene's group has one group below it only: give it another");
		const response = await mutate(t.as("owner"), "groupUpdate", { fullPath: full_path, path: taken }, "group { id }");
		const { errors } = response.record("groupUpdate");
		t.holds("a taken path should give errors", Array.isArray(errors) && errors.length > 0, response.answer);
		(await read()).has({ name, full_path });
	}),
];
