import type { Project, Release, ReleaseLink } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";

interface Scene extends GraphqlWorld {
	project: Project;
	release: Release;
	/** The links that REST lists. */
	links(): Promise<object[]>;
	/** Runs a mutation on links, and tells its payload or its errors, and whether the state is as it was before. */
	change(
		who: string | null,
		name: string,
		input: object,
	): Promise<{ payload: unknown; errors: string[]; kept: boolean }>;
}

const linkFields = "id name url directAssetUrl directAssetPath linkType";

/** A project of its own, `acme/lab`, with its release v1.0. */
function scene(given: Partial<Project> = {}): Scene {
	const made = graphqlWorld();
	const { ask, gql, make, state } = made;
	const project = make.project("acme/lab", given);
	const release = make.release(project);
	return {
		...made,
		project,
		release,
		links: async () => (await ask("maintainer", "GET", `/projects/${project.id}/releases/v1.0/assets/links`)).body,
		async change(who, name, input) {
			const before = state();
			const type = name.replace(/^./, (first) => first.toUpperCase());
			const query = `mutation($input: ${type}Input!) { ${name}(input: $input) { link { ${linkFields} } errors } }`;
			const { data, errors = [] } = await gql(who, query, { input });
			return { payload: data[name], errors: errors.map((one) => one.message), kept: state() === before };
		},
	};
}

const gid = ({ id }: ReleaseLink): string => `gid://service/Releases::Link/${id}`;

/** A link of REST as GraphQL tells it. */
const told = (one: { id: number; name: string; url: string; direct_asset_url: string; link_type: string }) => ({
	id: `gid://service/Releases::Link/${one.id}`,
	name: one.name,
	url: one.url,
	directAssetUrl: one.direct_asset_url,
	linkType: one.link_type.toUpperCase(),
});

const page = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";

test("every field of a release, its assets and its links resolves", async () => {
	const { gql } = graphqlWorld();
	const { data, errors } = await gql(
		"developer",
		`{ project(fullPath: "acme/web") { release(tagName: "v1.0") {
			id tagName name description createdAt releasedAt author { username }
			assets { count links(first: 1) { nodes { ${linkFields} } edges { cursor node { id } } ${page} } }
		} } }`,
	);
	expect(errors).toBeUndefined();
	expect(data.project.release).toMatchObject({
		id: expect.stringMatching(/^gid:\/\/service\/Release\/\d+$/),
		tagName: "v1.0",
		name: "First release",
		description: expect.stringContaining("**three**"),
		createdAt: "2025-12-06T09:30:00Z",
		releasedAt: "2025-12-06T09:30:00Z",
		author: { username: "maintainer" },
		assets: { count: 8, links: { pageInfo: { hasNextPage: true } } },
	});
	expect(data.project.release.assets.links.nodes).toHaveLength(1);
});

describe("GQL-183 release and releases", () => {
	const query = `query($path: ID!, $tag: String!) { project(fullPath: $path) {
		release(tagName: $tag) { tagName } releases { count nodes { tagName } }
	} }`;

	test("a tag without a release is null", async () => {
		const { gql, project } = scene();
		const { data, errors } = await gql("guest", query, { path: project.full_path, tag: "v9" });
		expect([data.project.release, errors]).toEqual([null, undefined]);
	});

	test.each([
		["disabled", "owner", null],
		["private", "outsider", null],
		["private", "guest", ["v1.0"]],
		["private", "auditor", ["v1.0"]],
		["enabled", "outsider", ["v1.0"]],
		["enabled", null, ["v1.0"]],
	] as const)("where releases are %s, %s gets %j", async (releases_access_level, who, expected) => {
		const { ask, gql, project } = scene({ visibility: "public", releases_access_level });
		const { data, errors } = await gql(who, query, { path: project.full_path, tag: "v1.0" });
		expect(errors).toBeUndefined();
		expect(data.project.release).toEqual(expected && { tagName: "v1.0" });
		expect(data.project.releases?.nodes.map((one: Release & { tagName: string }) => one.tagName) ?? null).toEqual(
			expected,
		);
		const rest = await ask(who, "GET", `/projects/${project.id}/releases/v1.0/assets/links`);
		// REST wants credentials for everything here.
		if (who !== null) expect(rest.status === 200).toBe(expected !== null);
	});

	test.each([
		["", ["late", "middle", "early"]],
		["(sort: RELEASED_AT_DESC)", ["late", "middle", "early"]],
		["(sort: RELEASED_AT_ASC)", ["early", "middle", "late"]],
		["(sort: CREATED_DESC)", ["early", "late", "middle"]],
		["(sort: CREATED_ASC)", ["middle", "late", "early"]],
		["(sort: CREATED_ASC, first: 2)", ["middle", "late"]],
	])("releases%s", async (args, expected) => {
		const { gql, make } = graphqlWorld();
		const project = make.project("acme/many");
		const at = (day: number): string => `2026-01-0${day}T00:00:00.000Z`;
		make.release(project, { tag_name: "early", created_at: at(4), released_at: at(1) });
		make.release(project, { tag_name: "late", created_at: at(3), released_at: at(9) });
		make.release(project, { tag_name: "middle", created_at: at(2), released_at: at(5) });
		const { data } = await gql(
			"guest",
			`{ project(fullPath: "acme/many") { releases${args} { count nodes { tagName } } } }`,
		);
		expect(data.project.releases.nodes.map((one: { tagName: string }) => one.tagName)).toEqual(expected);
		expect(data.project.releases.count).toBe(3);
	});

	test("the author of a release that was deleted is the placeholder account", async () => {
		const { ask, gql, make, project } = scene();
		const user = make.user({ username: "departing" });
		make.release(project, { tag_name: "v2", author_id: user.id });
		expect((await ask("root", "DELETE", `/users/${user.id}`)).status).toBe(204);
		const { data } = await gql(
			"guest",
			`{ project(fullPath: "acme/lab") { release(tagName: "v2") { author { username } } } }`,
		);
		expect(data.project.release).toEqual({ author: { username: "ghost" } });
	});
});

test("GQL-256 release.assets.links agrees with the REST link list, in order, field by field", async () => {
	const { ask, gql } = graphqlWorld();
	const { body } = await ask("guest", "GET", "/projects/acme%2Fweb/releases/v1.0/assets/links");
	expect(body).toHaveLength(4);
	const { data } = await gql(
		"guest",
		`{ project(fullPath: "acme/web") { release(tagName: "v1.0") { assets { links {
			nodes { id name url directAssetUrl linkType }
		} } } } }`,
	);
	expect(data.project.release.assets.links.nodes).toEqual(body.map(told));
	expect(new Set(body.map((one: ReleaseLink) => one.link_type)).size).toBe(4);
});

describe("links", () => {
	const asset = { name: "Binary", url: "https://downloads.example.com/app" };
	const place = { projectPath: "acme/lab", tagName: "v1.0" };

	test("GQL-257 releaseAssetLinkCreate: REST lists the link", async () => {
		const { change, links } = scene();
		const more = { directAssetPath: "/bin/app", linkType: "PACKAGE" };
		const { payload } = await change("developer", "releaseAssetLinkCreate", { ...place, ...asset, ...more });
		const [listed] = await links();
		expect(listed).toMatchObject({ ...asset, link_type: "package" });
		expect(payload).toEqual({ link: { ...told(listed as never), directAssetPath: "/bin/app" }, errors: [] });
	});

	test("GQL-257 without path and kind it is OTHER, at its own address", async () => {
		const { change, links } = scene();
		const input = { ...place, ...asset, directAssetPath: null, linkType: null };
		const { payload } = await change("developer", "releaseAssetLinkCreate", input);
		expect(payload).toMatchObject({ link: { linkType: "OTHER", directAssetPath: null, directAssetUrl: asset.url } });
		expect(await links()).toHaveLength(1);
	});

	test.each([
		["a name that is taken", { name: "Taken" }, ["Name has already been taken"]],
		["an address that is taken", { url: "https://taken.example.com/" }, ["Url has already been taken"]],
		["a blank name", { name: " " }, ["Name can't be blank"]],
		["another scheme", { url: "file:///x" }, ["Url is blocked: Only allowed schemes are http, https, ftp"]],
		["a path of another form", { directAssetPath: "bin" }, ["Filepath is in an invalid format"]],
		["two faults", { name: "", url: "" }, ["Name can't be blank", "Url can't be blank"]],
	])("GQL-257 %s: link null with errors, and nothing is made", async (_what, wrong, errors) => {
		const { change, make, release } = scene();
		make.releaseLink(release, { name: "Taken", url: "https://taken.example.com/" });
		const told = await change("developer", "releaseAssetLinkCreate", { ...place, ...asset, ...wrong });
		expect(told).toEqual({ payload: { link: null, errors }, errors: [], kept: true });
	});

	test("GQL-257 releaseAssetLinkDelete gives the link that it removed", async () => {
		const { change, links, make, release } = scene();
		const link = make.releaseLink(release, { filepath: "/a" });
		make.releaseLink(release);
		const before = await links();
		const { payload } = await change("developer", "releaseAssetLinkDelete", { id: gid(link) });
		const rest = before.find((one) => (one as ReleaseLink).id === link.id);
		expect(payload).toEqual({ link: { ...told(rest as never), directAssetPath: "/a" }, errors: [] });
		expect(await links()).toEqual(before.filter((one) => one !== rest));
	});

	test("releaseAssetLinkUpdate changes what is given, and nothing else; null empties the path", async () => {
		const { change, links, make, release } = scene();
		const link = make.releaseLink(release, {
			name: "A",
			url: "https://a.example.com/",
			filepath: "/a",
			link_type: "image",
		});
		const id = gid(link);
		await change("developer", "releaseAssetLinkUpdate", { id, name: "B", url: null, linkType: null });
		expect(await links()).toMatchObject([{ name: "B", url: "https://a.example.com/", link_type: "image" }]);
		const changed = { url: "https://b.example.com/", linkType: "RUNBOOK", directAssetPath: "/b" };
		const { payload } = await change("developer", "releaseAssetLinkUpdate", { id, ...changed });
		const [listed] = await links();
		expect(payload).toEqual({ link: { ...told(listed as never), directAssetPath: "/b" }, errors: [] });
		expect(listed).toMatchObject({ name: "B", url: changed.url, link_type: "runbook" });
		const emptied = await change("developer", "releaseAssetLinkUpdate", { id, directAssetPath: null });
		expect(emptied.payload).toMatchObject({ link: { name: "B", directAssetPath: null, directAssetUrl: changed.url } });
	});

	test("releaseAssetLinkUpdate to what another link has: link null with errors", async () => {
		const { change, make, release } = scene();
		make.releaseLink(release, { name: "Taken" });
		const link = make.releaseLink(release);
		const told = await change("developer", "releaseAssetLinkUpdate", { id: gid(link), name: "Taken" });
		expect(told.payload).toEqual({ link: null, errors: ["Name has already been taken"] });
		expect(told.kept).toBe(true);
	});

	test.each([
		["a reporter", "reporter", {}],
		["nobody", null, {}],
		["a developer on a protected tag", "developer", { protected_refs: ["v1.0"] }],
		["where releases are switched off", "owner", { releases_access_level: "disabled" }],
		["who does not see the project", "outsider", { visibility: "private" }],
	] as const)("GQL-257 %s may change nothing, as in REST", async (_what, who, given) => {
		const { ask, change, make, project, release } = scene(given);
		const id = gid(make.releaseLink(release));
		const attempts: [string, object][] = [
			["releaseAssetLinkCreate", { ...place, ...asset }],
			["releaseAssetLinkUpdate", { id, name: "New" }],
			["releaseAssetLinkDelete", { id }],
		];
		for (const [name, input] of attempts)
			expect(await change(who, name, input)).toEqual({ payload: null, errors: [noPermission], kept: true });
		const rest = await ask(who, "POST", `/projects/${project.id}/releases/v1.0/assets/links`, { json: asset });
		expect([401, 403, 404]).toContain(rest.status);
	});

	test("a maintainer changes links of a protected tag", async () => {
		const { change } = scene({ protected_refs: ["v1.0"] });
		const { payload } = await change("maintainer", "releaseAssetLinkCreate", { ...place, ...asset });
		expect(payload).toMatchObject({ errors: [], link: { name: "Binary" } });
	});

	test.each([
		["releaseAssetLinkCreate", { ...place, ...asset, projectPath: "acme/none" }],
		["releaseAssetLinkCreate", { ...place, ...asset, tagName: "v9" }],
		["releaseAssetLinkUpdate", { id: "gid://service/Releases::Link/999999", name: "New" }],
		["releaseAssetLinkDelete", { id: "gid://service/Releases::Link/x" }],
	])("%s on what is not there: %j", async (name, input) => {
		const { change } = scene();
		expect(await change("owner", name, input)).toEqual({ payload: null, errors: [noPermission], kept: true });
	});
});
