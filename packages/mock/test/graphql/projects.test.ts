import { describe, expect, test } from "vitest";
import { graphqlWorld } from "../support/graphql";

const { gql, ask, make } = graphqlWorld();

const every = `id fullPath path name nameWithNamespace description visibility archived webUrl avatarUrl createdAt lastActivityAt
	starCount forksCount topics sshUrlToRepo httpUrlToRepo openIssuesCount issuesEnabled mergeRequestsEnabled wikiEnabled
	jobsEnabled snippetsEnabled sharedRunnersEnabled publicJobs requestAccessEnabled group { fullPath } namespace { fullPath }`;
const project = async (who: string | null, fullPath: string, selection: string) => {
	const { data, errors } = await gql(who, `{ project(fullPath: "${fullPath}") { ${selection} } }`);
	expect(errors).toBeUndefined();
	return data.project;
};

describe("a project", () => {
	test("GQL-117 agrees with the group's list over REST, every field", async () => {
		const { body } = await ask("owner", "GET", "/groups/acme/projects?with_shared=false&include_subgroups=true");
		expect(body.length).toBeGreaterThan(3);
		for (const rest of body)
			expect(await project("owner", rest.path_with_namespace, every)).toMatchObject({
				id: `gid://service/Project/${rest.id}`,
				fullPath: rest.path_with_namespace,
				path: rest.path,
				name: rest.name,
				nameWithNamespace: rest.name_with_namespace,
				description: rest.description,
				visibility: rest.visibility,
				archived: rest.archived,
				webUrl: rest.web_url,
				avatarUrl: rest.avatar_url,
				createdAt: `${rest.created_at.slice(0, 19)}Z`,
				lastActivityAt: `${rest.last_activity_at.slice(0, 19)}Z`,
				starCount: rest.star_count,
				forksCount: rest.forks_count,
				topics: rest.topics,
				sshUrlToRepo: rest.ssh_url_to_repo,
				httpUrlToRepo: rest.http_url_to_repo,
				openIssuesCount: rest.open_issues_count,
				issuesEnabled: rest.issues_enabled,
				sharedRunnersEnabled: rest.shared_runners_enabled,
				publicJobs: rest.public_jobs,
				requestAccessEnabled: rest.request_access_enabled,
				namespace: { fullPath: rest.namespace.full_path },
			});
	});

	test("GQL-088 one that does not show is null without error, as one that there is not", async () => {
		expect(await project("outsider", "acme/vault", "id")).toBeNull();
		expect(await project(null, "acme/portal", "id")).toBeNull();
		expect(await project("root", "acme/none", "id")).toBeNull();
	});

	test("a person's project", async () => {
		make.project("developer/own");
		expect(
			await project("developer", "developer/own", "nameWithNamespace group { id } namespace { fullPath }"),
		).toEqual({
			nameWithNamespace: "Developer / Own",
			group: null,
			namespace: { fullPath: "developer" },
		});
	});

	const permissions = "readProject createIssue createSnippet createPipeline downloadCode adminProject adminOperations";
	test.each<[string | null, string, boolean[]]>([
		[null, "acme/web", [true, false, false, false, true, false, false]],
		["outsider", "acme/web", [true, true, false, false, true, false, false]],
		["guest", "acme/vault", [true, true, false, false, false, false, false]],
		["reporter", "acme/vault", [true, true, true, false, true, false, false]],
		["developer", "acme/vault", [true, true, true, true, true, false, false]],
		["maintainer", "acme/vault", [true, true, true, true, true, true, true]],
		["root", "acme/vault", [true, true, true, true, true, true, true]],
	])("GQL-185 what %s may do in %s", async (who, path, expected) => {
		const { userPermissions } = await project(who, path, `userPermissions { ${permissions} }`);
		expect(permissions.split(" ").map((name) => userPermissions[name])).toEqual(expected);
	});
});

describe("projects", () => {
	const list = async (who: string | null, args = ""): Promise<string[]> => {
		const { data, errors } = await gql(who, `{ projects${args} { nodes { fullPath } } }`);
		return errors ? [errors[0].message] : data.projects.nodes.map(({ fullPath }: { fullPath: string }) => fullPath);
	};

	test("GQL-172 public ones to everyone, and those that the caller may see", async () => {
		const nobody = await list(null);
		expect(nobody).toContain("acme/web");
		expect(nobody).not.toContain("acme/portal");
		expect(await list("outsider")).toContain("acme/portal");
		expect(await list("outsider")).not.toContain("acme/vault");
		expect(await list("reporter")).toContain("acme/vault");
	});

	test("GQL-171 filters and orders", async () => {
		expect(await list("root", '(fullPaths: ["ACME/web", "acme/none"])')).toEqual(["acme/web"]);
		expect(await list("outsider", '(fullPaths: ["acme/vault"])')).toEqual([]);
		expect(await list("root", '(search: "engine")')).toEqual(["acme/backend/api/core/engine"]);
		expect(await list("outsider", "(membership: true)")).toEqual([]);
		expect(await list("developer", "(membership: true)")).toContain("skunkworks/rocket");
		expect(await list("root", '(sort: "id_asc")')).toEqual([...(await list("root"))].reverse());
		expect(await list("root", '(sort: "name_up")')).toEqual(['"name_up" is no order of projects']);
	});

	test("GQL-078, GQL-084 each has its Global ID, which the next query takes", async () => {
		const { data } = await gql("root", "{ projects(first: 3) { nodes { id fullPath } } }");
		const ids = data.projects.nodes.map(({ id }: { id: string }) => `"${id}"`).join(", ");
		expect(ids).toMatch(/^"gid:\/\/service\/Project\/\d+"/);
		expect(await list("root", `(ids: [${ids}])`)).toEqual(
			data.projects.nodes.map((one: { fullPath: string }) => one.fullPath),
		);
	});
});
