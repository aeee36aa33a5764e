import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";

let there: GraphqlWorld;
beforeEach(() => {
	there = graphqlWorld();
});

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";
const every = `id fullPath path name fullName description visibility webUrl avatarUrl parent { fullPath } createdAt
	requestAccessEnabled lfsEnabled emailsEnabled emailsDisabled mentionsDisabled projectCreationLevel subgroupCreationLevel
	requireTwoFactorAuthentication twoFactorGracePeriod autoDevopsEnabled shareWithGroupLock mathRenderingLimitsEnabled
	lockMathRenderingLimitsEnabled sharedRunnersSetting
	projects(first: 1) { count nodes { fullPath } } descendantGroups(first: 1) { count nodes { fullPath } }
	groupMembers(first: 1) { nodes { id accessLevel { integerValue stringValue } user { username } group { fullPath } createdAt expiresAt } }
	rootStorageStatistics { buildArtifactsSize containerRegistrySize containerRegistrySizeIsEstimated dependencyProxySize lfsObjectsSize
		packagesSize pipelineArtifactsSize repositorySize snippetsSize storageSize uploadsSize wikiSize }`;
const group = async (who: string | null, fullPath: string, selection: string) => {
	const { data, errors } = await there.gql(who, `{ group(fullPath: "${fullPath}") { ${selection} } }`);
	expect(errors).toBeUndefined();
	return data.group;
};
const paths = (connection: { nodes: { fullPath: string }[] }): string[] =>
	connection.nodes.map(({ fullPath }) => fullPath);

describe("a group", () => {
	test("GQL-192 agrees with GET /groups/:id", async () => {
		for (const path of ["acme", "acme/backend", "partners", "skunkworks"]) {
			const { body } = await there.ask("owner", "GET", `/groups/${encodeURIComponent(path)}?with_projects=false`);
			const told = await group("owner", path, every);
			expect(told).toMatchObject({
				id: `gid://service/Group/${body.id}`,
				name: body.name,
				path: body.path,
				fullPath: body.full_path,
				fullName: body.full_name,
				description: body.description,
				visibility: body.visibility,
				webUrl: body.web_url,
				avatarUrl: body.avatar_url,
				requestAccessEnabled: body.request_access_enabled,
				lfsEnabled: body.lfs_enabled,
				emailsEnabled: body.emails_enabled,
				emailsDisabled: body.emails_disabled,
				mentionsDisabled: body.mentions_disabled,
				projectCreationLevel: body.project_creation_level,
				subgroupCreationLevel: body.subgroup_creation_level,
				requireTwoFactorAuthentication: body.require_two_factor_authentication,
				twoFactorGracePeriod: body.two_factor_grace_period,
				autoDevopsEnabled: body.auto_devops_enabled,
				shareWithGroupLock: body.share_with_group_lock,
				mathRenderingLimitsEnabled: body.math_rendering_limits_enabled,
				lockMathRenderingLimitsEnabled: body.lock_math_rendering_limits_enabled,
				sharedRunnersSetting: body.shared_runners_setting.toUpperCase(),
			});
			expect(told.parent?.fullPath ?? null).toBe(path.includes("/") ? "acme" : null);
		}
	});

	test.each([null, "guest", "outsider"])("GQL-192 agrees for %s as well", async (who) => {
		const { body } = await there.ask(who, "GET", "/groups/acme?with_projects=false");
		expect(await group(who, "acme", "name requireTwoFactorAuthentication emailsEnabled sharedRunnersSetting")).toEqual({
			name: body.name,
			requireTwoFactorAuthentication: body.require_two_factor_authentication,
			emailsEnabled: body.emails_enabled,
			sharedRunnersSetting: body.shared_runners_setting.toUpperCase(),
		});
	});

	test("GQL-192, GQL-088 a private group is null to outsiders, as one that there is not", async () => {
		expect(await group("outsider", "skunkworks", "id")).toBeNull();
		expect(await group(null, "partners", "id")).toBeNull();
		expect(await group("root", "nowhere", "id")).toBeNull();
		expect((await group("outsider", "acme", "id")).id).toMatch(/^gid:\/\/service\/Group\/\d+$/);
	});

	test("GQL-071, GQL-193 it is found by its full path, also once it has another", async () => {
		expect((await group("owner", "ACME/Backend", "fullPath")).fullPath).toBe("acme/backend");
		const json = { name: "Servers", path: "servers" };
		expect((await there.ask("owner", "PUT", "/groups/acme%2Fbackend", { json })).status).toBe(200);
		expect(await group("owner", "acme/servers", "name fullPath")).toEqual({
			name: "Servers",
			fullPath: "acme/servers",
		});
		expect(await group("owner", "acme/backend", "id")).toBeNull();
	});

	test("its projects, filtered and sorted", async () => {
		const own = await there.ask("owner", "GET", "/groups/acme/projects?with_shared=false&order_by=id&per_page=100");
		const rest = own.body.map((one: { path_with_namespace: string }) => one.path_with_namespace);
		expect(paths((await group("owner", "acme", "projects { nodes { fullPath } }")).projects)).toEqual(rest);
		const below = await group(
			"owner",
			"acme",
			'projects(includeSubgroups: true, search: "engine") { nodes { fullPath } }',
		);
		expect(paths(below.projects)).toEqual(["acme/backend/api/core/engine"]);
		const sorted = await group("owner", "acme", "projects(sort: PATH_ASC) { nodes { fullPath } }");
		expect(paths(sorted.projects)).toEqual([...rest].sort());
		const seen = await group("outsider", "acme", "projects { nodes { fullPath } }");
		expect(paths(seen.projects)).not.toContain("acme/vault");
		const id = there.platform.state.project("acme/web")?.id;
		const one = await group("owner", "acme", `projects(ids: ["gid://service/Project/${id}"]) { nodes { fullPath } }`);
		expect(paths(one.projects)).toEqual(["acme/web"]);
	});

	test("the groups below it", async () => {
		const all = await group("owner", "acme", "descendantGroups { nodes { fullPath } }");
		expect(paths(all.descendantGroups)).toContain("acme/backend/api/core");
		const right = await group(
			"owner",
			"acme",
			"descendantGroups(includeParentDescendants: false) { nodes { fullPath } }",
		);
		expect(paths(right.descendantGroups).every((path) => path.split("/").length === 2)).toBe(true);
		const found = await group("owner", "acme", 'descendantGroups(search: "frontend") { nodes { fullPath } }');
		expect(paths(found.descendantGroups)).toEqual(["acme/frontend"]);
	});

	test("its members, by relation, role and name", async () => {
		there.make.group("acme/team");
		there.make.member("outsider", "acme/team", "guest");
		const members = async (args: string): Promise<string[]> => {
			const { groupMembers } = await group("owner", "acme/team", `groupMembers${args} { nodes { user { username } } }`);
			return groupMembers.nodes.map((one: { user: { username: string } }) => one.user.username);
		};
		expect(await members("(relations: [DIRECT])")).toContain("outsider");
		expect(await members("(relations: [DIRECT])")).not.toContain("developer");
		expect(await members("")).toEqual(expect.arrayContaining(["outsider", "developer", "owner"]));
		expect(await members("(accessLevels: [GUEST])")).toEqual(expect.arrayContaining(["outsider", "guest"]));
		expect(await members("(accessLevels: [GUEST])")).not.toContain("owner");
		expect(await members('(search: "maintainer")')).toEqual(["maintainer"]);
	});

	test("GQL-089 members from below and from invited groups, as far as those show", async () => {
		there.make.group("acme/closed", { visibility: "private" });
		there.make.group("crew", { visibility: "private" });
		there.make.user({ username: "hidden" });
		there.make.user({ username: "invited" });
		there.make.member("hidden", "acme/closed", "guest");
		there.make.member("invited", "crew", "guest");
		there.make.share("crew", "acme", "guest");
		const members = async (who: string, relation: string): Promise<string[]> => {
			const { groupMembers } = await group(
				who,
				"acme",
				`groupMembers(relations: [${relation}]) { nodes { user { username } } }`,
			);
			return groupMembers.nodes.map((one: { user: { username: string } }) => one.user.username);
		};
		expect(await members("owner", "DESCENDANTS")).toContain("hidden");
		expect(await members("outsider", "DESCENDANTS")).not.toContain("hidden");
		expect(await members("root", "SHARED_FROM_GROUPS")).toContain("invited");
		expect(await members("outsider", "SHARED_FROM_GROUPS")).not.toContain("invited");
	});

	test("a membership tells its dates", async () => {
		there.make.group("brief");
		there.make.member("guest", "brief", "guest", "2026-03-01");
		const { groupMembers } = await group("guest", "brief", "groupMembers { nodes { createdAt expiresAt } }");
		expect(groupMembers.nodes).toEqual([{ createdAt: "2026-01-05T09:30:00Z", expiresAt: "2026-03-01T00:00:00Z" }]);
	});

	test("what is stored shows to owners of top-level groups", async () => {
		const selection = "rootStorageStatistics { storageSize repositorySize }";
		expect((await group("owner", "acme", selection)).rootStorageStatistics.storageSize).toBeGreaterThanOrEqual(0);
		expect((await group("maintainer", "acme", selection)).rootStorageStatistics).toBeNull();
		expect((await group("owner", "acme/backend", selection)).rootStorageStatistics).toBeNull();
	});
});

describe("groups", () => {
	const list = async (who: string | null, args = ""): Promise<string[]> => {
		const { data, errors } = await there.gql(who, `{ groups${args} { nodes { fullPath } } }`);
		return errors ? [errors[0].message] : paths(data.groups);
	};

	test("GQL-172 public ones to everyone, and those that the caller may see", async () => {
		const seen = { nobody: await list(null), outsider: await list("outsider"), developer: await list("developer") };
		expect(seen.nobody).toContain("acme");
		expect(seen.nobody).not.toContain("partners");
		expect(seen.outsider).toContain("partners");
		expect(seen.outsider).not.toContain("skunkworks");
		expect(seen.developer).toContain("skunkworks");
	});

	test("GQL-161 filters and orders", async () => {
		const all = await list("root");
		expect((await list("root", "(topLevelOnly: true)")).every((path) => !path.includes("/"))).toBe(true);
		expect(await list("owner", "(ownedOnly: true)")).toContain("skunkworks");
		expect(await list("developer", "(ownedOnly: true)")).toEqual([]);
		expect(await list("outsider", "(allAvailable: false)")).not.toContain("acme");
		expect(await list("root", '(search: "frontend")')).toContain("acme/frontend");
		expect(await list("root", '(parentPath: "acme")')).toEqual(
			expect.arrayContaining(["acme/backend", "acme/frontend"]),
		);
		expect(await list("root", '(parentPath: "nowhere")')).toEqual([]);
		expect(await list("root", '(sort: "id_desc")')).toEqual([...(await list("root", '(sort: "id_asc")'))].reverse());
		expect(await list("root", '(sort: "colour_asc")')).toEqual(['"colour_asc" is no order of groups']);
		const id = there.platform.state.group("acme")?.id;
		expect(await list("root", `(ids: ["gid://service/Group/${id}"])`)).toEqual(["acme"]);
		const [active, others] = [await list("root", "(active: true)"), await list("root", "(active: false)")];
		expect([...active, ...others].sort()).toEqual([...all].sort());
		expect(await list("root", '(markedForDeletionOn: "2001-01-01")')).toEqual([]);
	});
});

describe("namespaces", () => {
	const selection = "id fullPath fullName path name description visibility projects { nodes { fullPath } }";
	test("GQL-194 groups and users' personal ones", async () => {
		there.make.project("developer/own");
		const find = async (who: string | null, path: string) =>
			(await there.gql(who, `{ namespace(fullPath: "${path}") { ${selection} } }`)).data.namespace;
		expect(await find("guest", "acme")).toMatchObject({
			id: expect.stringContaining("Group/"),
			fullPath: "acme",
			name: "Acme",
		});
		expect(await find("developer", "developer")).toMatchObject({
			id: expect.stringMatching(/^gid:\/\/service\/Namespaces::UserNamespace\/\d+$/),
			fullPath: "developer",
			projects: { nodes: expect.arrayContaining([{ fullPath: "developer/own" }]) },
		});
		there.make.project("developer/diary", { visibility: "private" });
		const own = { nodes: ["diary", "own", "notebook"].map((path) => ({ fullPath: `developer/${path}` })) };
		expect((await find("developer", "developer")).projects).toEqual(own);
		expect((await find("root", "developer")).projects).toEqual(own);
		expect((await find("guest", "developer")).projects).toEqual({ nodes: [{ fullPath: "developer/own" }] });
		expect(await find("outsider", "skunkworks")).toBeNull();
		expect(await find("root", "nobody")).toBeNull();
	});
});

describe("groupUpdate", () => {
	const update = (who: string | null, input: object) =>
		there.gql(
			who,
			`mutation($i: GroupUpdateInput!) { groupUpdate(input: $i) { errors group { ${every.split("projects(")[0]} } } }`,
			{
				i: input,
			},
		);

	test("GQL-196 it changes the group that REST shows", async () => {
		const { data } = await update("owner", {
			fullPath: "acme/frontend",
			name: "Pages",
			path: "pages",
			visibility: "private",
			sharedRunnersSetting: "DISABLED_AND_OVERRIDABLE",
			mathRenderingLimitsEnabled: false,
			lockMathRenderingLimitsEnabled: true,
		});
		expect(data.groupUpdate).toMatchObject({
			errors: [],
			group: { name: "Pages", fullPath: "acme/pages", visibility: "private" },
		});
		const { body } = await there.ask("owner", "GET", "/groups/acme%2Fpages");
		expect(body).toMatchObject({
			name: "Pages",
			visibility: "private",
			shared_runners_setting: "disabled_and_overridable",
			math_rendering_limits_enabled: false,
			lock_math_rendering_limits_enabled: true,
		});
	});

	test("GQL-196 owners only", async () => {
		const before = there.state();
		for (const who of ["maintainer", "outsider", null]) {
			const { data, errors } = await update(who, { fullPath: "acme", name: "Mine" });
			expect([data, errors?.[0].message]).toEqual([{ groupUpdate: null }, noPermission]);
		}
		expect((await update("root", { fullPath: "nowhere", name: "x" })).errors?.[0].message).toBe(noPermission);
		expect(there.state()).toBe(before);
	});

	test("GQL-196 a taken path gives errors and no change", async () => {
		const before = there.state();
		const { data } = await update("owner", { fullPath: "acme/frontend", path: "backend" });
		expect(data.groupUpdate).toEqual({ errors: ["Path has already been taken"], group: null });
		expect(there.state()).toBe(before);
	});
});
