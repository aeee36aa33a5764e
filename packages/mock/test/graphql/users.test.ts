import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";

let there: GraphqlWorld;
beforeEach(() => {
	there = graphqlWorld();
});

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";
const gid = (id: number): string => `gid://service/User/${id}`;
const every = `id username name state webUrl webPath avatarUrl publicEmail bot human active createdAt bio location organization
	jobTitle pronouns commitEmail lastActivityOn groupCount type email namespace { fullPath }
	status { availability emoji message messageHtml clearStatusAt } userPermissions { createSnippet }
	groupMemberships(first: 1) { nodes { id accessLevel { integerValue stringValue } user { username } group { fullPath } createdAt expiresAt } }
	projectMemberships(first: 1) { nodes { id accessLevel { integerValue stringValue } user { username } project { fullPath } createdAt expiresAt } }
	groups(first: 1) { nodes { fullPath } } snippets(first: 1) { nodes { title } }`;

describe("users", () => {
	test("every field of the caller and of another user", async () => {
		const own = await there.gql(
			"developer",
			`{ currentUser { ${every} personalAccessTokens(first: 2) { nodes {
				id name description scopes active revoked createdAt expiresAt lastUsedAt } } } }`,
		);
		expect(own.errors).toBeUndefined();
		expect(own.data.currentUser).toMatchObject({
			username: "developer",
			type: "HUMAN",
			human: true,
			bot: false,
			active: true,
		});
		expect(own.data.currentUser.personalAccessTokens.nodes).toHaveLength(2);
		const other = await there.gql("guest", `{ user(username: "developer") { ${every} } }`);
		expect(other.errors).toBeUndefined();
		expect(other.data.user).toMatchObject({ commitEmail: null, lastActivityOn: null, groupCount: null });
	});

	test("GQL-115 currentUser agrees with GET /user", async () => {
		for (const who of ["developer", "root", "outsider"]) {
			const { body } = await there.ask(who, "GET", "/user");
			const { data } = await there.gql(who, "{ currentUser { id username name } }");
			expect(data.currentUser).toEqual({ id: gid(body.id), username: body.username, name: body.name });
		}
	});

	test("GQL-179 user(id) agrees with GET /users/:id", async () => {
		for (const user of [...there.platform.state.users.all()].slice(0, 20)) {
			const { body } = await there.ask("developer", "GET", `/users/${user.id}`);
			const { data } = await there.gql(
				"developer",
				`{ user(id: "${gid(user.id)}") { username name state avatarUrl webUrl bio createdAt } }`,
			);
			expect(data.user).toEqual({
				username: body.username,
				name: body.name,
				state: body.state,
				avatarUrl: body.avatar_url,
				webUrl: body.web_url,
				bio: body.bio,
				createdAt: body.created_at === undefined ? null : `${body.created_at.slice(0, 19)}Z`,
			});
		}
	});

	test("GQL-178 user.status is what REST tells after it was set", async () => {
		const json = {
			emoji: "coffee",
			message: "In a <b>meeting</b>",
			availability: "busy",
			clear_status_after: "3_hours",
		};
		const { body } = await there.ask("developer", "PUT", "/user/status", { json });
		const { data } = await there.gql(
			"guest",
			`{ user(username: "developer") { status { availability emoji message messageHtml clearStatusAt } } }`,
		);
		expect(data.user.status).toEqual({
			availability: "BUSY",
			emoji: body.emoji,
			message: body.message,
			messageHtml: body.message_html,
			clearStatusAt: `${body.clear_status_at.slice(0, 19)}Z`,
		});
		there.platform.clock.advance("4 hours");
		const later = await there.gql("guest", `{ user(username: "developer") { status { message } } }`);
		expect(later.data.user.status).toBeNull();
	});

	test("GQL-166 without sign-in neither user nor users", async () => {
		for (const field of ['user(username: "developer") { id }', "users { nodes { id } }"]) {
			const { data, errors, status } = await there.gql(null, `{ ${field} }`);
			expect([status, Object.values(data), errors?.[0].message]).toEqual([200, [null], noPermission]);
		}
	});

	test.each(["user { id }", 'user(id: "gid://service/User/1", username: "root") { id }'])(
		"GQL-167 exactly one of id and username: %s",
		async (field) => {
			expect((await there.gql("developer", `{ ${field} }`)).errors?.[0].message).toBe(
				"Provide either a single username or id",
			);
		},
	);

	test("GQL-082, GQL-088 a user that there is not is null without error", async () => {
		const { data, errors } = await there.gql(
			"developer",
			`{ a: user(id: "${gid(99_999)}") { id } b: user(username: "nobody") { id } }`,
		);
		expect([data, errors]).toEqual([{ a: null, b: null }, undefined]);
	});

	test.each<[string, RegExp]>([
		['user(id: "1") { id }', /^"1" is not a valid Global ID$/],
		[
			'user(id: "gid://service/Project/1") { id }',
			/^"gid:\/\/service\/Project\/1" does not represent an instance of User$/,
		],
		['users(ids: ["gid://service/Project/1"]) { nodes { id } }', /does not represent an instance of User$/],
	])("GQL-077, GQL-080..081 %s is refused", async (field, message) => {
		const { data, errors } = await there.gql("developer", `{ ${field} }`);
		expect(errors?.[0].message).toMatch(message);
		expect(Object.values(data ?? {})).not.toContainEqual(expect.anything());
	});
});

describe("memberships", () => {
	const selection = `groupMemberships { nodes { group { fullPath } accessLevel { stringValue } createdAt expiresAt } }
		projectMemberships { nodes { project { fullPath } } } groups(search: "team") { nodes { fullPath } }`;
	const of = async (who: string) => (await there.gql(who, `{ user(username: "guest") { ${selection} } }`)).data.user;
	beforeEach(() => {
		there.make.group("secret-team", { visibility: "private" });
		there.make.group("team");
		there.make.project("team/hidden", { visibility: "private" });
		there.make.member("guest", "secret-team", "reporter", "2026-02-01");
		there.make.member("guest", "team", "planner");
		there.make.member("guest", "team/hidden", "developer");
	});

	test("GQL-089 show as far as their places do, with role and dates", async () => {
		const own = await of("guest");
		expect(own.groupMemberships.nodes).toContainEqual({
			group: { fullPath: "secret-team" },
			accessLevel: { stringValue: "REPORTER" },
			createdAt: "2026-01-05T09:30:00Z",
			expiresAt: "2026-02-01T00:00:00Z",
		});
		expect(own.projectMemberships.nodes).toEqual([{ project: { fullPath: "team/hidden" } }]);
		expect(own.groups.nodes).toEqual([{ fullPath: "secret-team" }, { fullPath: "team" }]);
		const seen = await of("outsider");
		const paths = seen.groupMemberships.nodes.map((one: { group: { fullPath: string } }) => one.group.fullPath);
		expect(paths).toContain("team");
		expect(paths).not.toContain("secret-team");
		expect(seen.projectMemberships.nodes).toEqual([]);
		expect(seen.groups.nodes).toEqual([{ fullPath: "team" }]);
		expect((await of("root")).projectMemberships.nodes).toHaveLength(1);
	});

	test("what is over is none, and a private profile tells none", async () => {
		there.platform.clock.advance("40 days");
		expect(JSON.stringify(await of("guest"))).not.toContain("secret-team");
		const { state } = there.platform;
		state.users.update(there.make.userId("guest"), { private_profile: true });
		const none = { nodes: [] };
		expect(await of("outsider")).toEqual({ groupMemberships: none, projectMemberships: none, groups: none });
		expect((await of("guest")).projectMemberships.nodes).toHaveLength(1);
	});
});

describe("the caller's tokens", () => {
	test("by state, revocation and name", async () => {
		const { state } = there.platform;
		const userId = there.make.userId("guest");
		const [first] = state.tokens.in("user", userId);
		if (!first) throw new Error("The guest has a token.");
		const { id: _id, ...like } = first;
		const kept = { ...like, kind: "personal", impersonation: false } as const;
		state.tokens.insert({ ...kept, text: "t-old", name: "Old one", expires_at: "2026-01-05" });
		state.tokens.insert({ ...kept, text: "t-taken", name: "Taken back", revoked: true });
		state.tokens.insert({ ...kept, text: "t-acted", name: "Old, of an administrator", impersonation: true });
		const names = async (args: string): Promise<string[]> => {
			const { data } = await there.gql(
				"guest",
				`{ currentUser { personalAccessTokens${args} { nodes { name active } } } }`,
			);
			return data.currentUser.personalAccessTokens.nodes.map((one: { name: string }) => one.name);
		};
		const all = await names("");
		expect(all.slice(-2)).toEqual(["Old one", "Taken back"]);
		expect(await names('(state: "inactive")')).toEqual(["Old one", "Taken back"]);
		expect(await names('(state: "active")')).toEqual(all.slice(0, -2));
		expect(await names("(revoked: true)")).toEqual(["Taken back"]);
		expect(await names("(revoked: false)")).toEqual(all.filter((name) => name !== "Taken back"));
		expect(await names('(search: "OLD")')).toEqual(["Old one"]);
	});
});

describe("the list", () => {
	const names = async (args: string, who = "root"): Promise<string[]> => {
		const { data, errors } = await there.gql(who, `{ users${args} { nodes { username } } }`);
		if (errors) return [errors[0].message];
		return data.users.nodes.map(({ username }: { username: string }) => username);
	};

	test("GQL-158 newest first, as REST in that order", async () => {
		const { body } = await there.ask("root", "GET", "/users?order_by=created_at&per_page=100");
		expect(await names("")).toEqual(body.map(({ username }: { username: string }) => username));
		const oldest = await names("(sort: CREATED_ASC)");
		expect(oldest).toEqual([...(await names(""))].reverse());
		expect(await names("(sort: created_asc)")).toEqual(oldest);
	});

	test("GQL-158 filters", async () => {
		expect(await names('(usernames: ["Guest", "owner", "nobody"], sort: CREATED_ASC)')).toEqual(["owner", "guest"]);
		const ids = ["owner", "guest"].map((name) => `"${gid(there.make.userId(name))}"`).join(", ");
		expect((await names(`(ids: [${ids}])`)).sort()).toEqual(["guest", "owner"]);
		expect(await names('(search: "maintainer")')).toEqual(["maintainer"]);
		expect(await names("(admins: true)")).toEqual(["root"]);
		const [active, others, all] = [await names("(active: true)"), await names("(active: false)"), await names("")];
		expect(active.length).toBeGreaterThan(0);
		expect(active.filter((name) => others.includes(name))).toEqual([]);
		expect(others).toContain("applicant");
		expect(all.length).toBeGreaterThanOrEqual(active.length + others.length);
		const bots = await names("(humans: false)");
		expect(bots).not.toContain("developer");
		expect([...bots, ...(await names("(humans: true)"))].sort()).toEqual([...all].sort());
		const group = there.make.group("just-two");
		for (const name of ["guest", "owner"]) there.make.member(name, "just-two", "developer");
		expect((await names(`(groupId: "gid://service/Group/${group.id}")`)).sort()).toEqual(["guest", "owner"]);
	});

	test("GQL-158 what is searched for stands in the order asked for, and what is named is filtered as well", async () => {
		for (const name of ["team-zoe", "team-adam", "team-mia"]) {
			there.platform.clock.advance("1 hour");
			there.make.user({ username: name });
		}
		expect(await names('(search: "team-")')).toEqual(["team-mia", "team-adam", "team-zoe"]);
		expect(await names('(search: "team-", sort: CREATED_ASC)')).toEqual(["team-zoe", "team-adam", "team-mia"]);
		expect(await names('(usernames: ["team-zoe", "guest"], search: "team-")')).toEqual(["team-zoe"]);
		const named = await names('(usernames: ["team-zoe", "team-adam", "guest"])');
		expect(named).toEqual(["team-adam", "team-zoe", "guest"]);
		there.make.group("just-one");
		there.make.member("team-adam", "just-one", "guest");
		const groupId = `gid://service/Group/${there.platform.state.group("just-one")?.id}`;
		expect(await names(`(usernames: ["team-zoe", "team-adam"], groupId: "${groupId}")`)).toEqual(["team-adam"]);
	});

	test("GQL-089 members of a group that does not show are none", async () => {
		const groupId = `gid://service/Group/${there.platform.state.group("skunkworks")?.id}`;
		expect(await names(`(groupId: "${groupId}")`, "outsider")).toEqual([]);
		expect(await names(`(groupId: "${groupId}")`, "developer")).toContain("developer");
	});

	test("GQL-168 ids and usernames together are refused", async () => {
		expect(await names("(ids: [], usernames: [])")).toEqual(["Provide either a list of usernames or ids"]);
	});
});
