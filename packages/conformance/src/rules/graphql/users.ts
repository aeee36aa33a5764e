import { ask, gid, noPermission, numberOf } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";

const reads = { effect: "reads" } as const;

/** An instant of REST as GraphQL writes it. */
export const whole = (time: unknown): unknown => (typeof time === "string" ? `${time.slice(0, 19)}Z` : (time ?? null));

export const userChecks = [
	rule(
		"GQL-115",
		"`currentUser` returns the caller: { currentUser { id username name } } matches REST GET /user.",
		"executeGraphql",
		async (t) => {
			for (const who of ["developer", "outsider", "administrator"] as const) {
				const rest = (await t.as(who).call("getCurrentUser")).is(200);
				const response = await ask(t.as(who), "{ currentUser { id username name } }");
				const { id, username, name } = rest.fields;
				t.same("currentUser", response.at("currentUser"), { id: gid("User", Number(id)), username, name }, response.answer);
			}
		},
		{ ...reads },
	),
	rule(
		"GQL-117",
		"`project(fullPath:)` returns the project with that path: id, fullPath.",
		"executeGraphql",
		async (t) => {
			const path = t.scene("project");
			const response = await ask(t.anonymous, "query($path: ID!) { project(fullPath: $path) { id fullPath } }", { path });
			t.same("fullPath", response.at("project.fullPath"), path, response.answer);
			const rest = await t.as("owner").call("listGroupProjects", {
				id: t.scene("group"),
				include_subgroups: true,
				search: path.split("/").at(-1),
				per_page: 100,
			});
			const found = rest.is(200).items.find((one) => one.path_with_namespace === path);
			t.same("the project's number", numberOf(response.at("project.id")), found?.id, response.answer);
		},
		reads,
	),
	assumed(
		"GQL-164",
		'echo(text:"Hello") answers "\\"alice\\" says: Hello" for alice and "nil says: Hello" for an anonymous caller.',
		"executeGraphql",
		async (t) => {
			const query = '{ echo(text: "Hello") }';
			const mine = await ask(t.as("guest"), query);
			t.same("the guest's echo", mine.at("echo"), `"${t.user("guest").username}" says: Hello`, mine.answer);
			const nobody = await ask(t.anonymous, query);
			t.same("the echo without credentials", nobody.at("echo"), "nil says: Hello", nobody.answer);
		},
		reads,
	),
	assumed(
		"GQL-165",
		"metadata is null for an anonymous caller.",
		"executeGraphql",
		async (t) => {
			const query = "{ metadata { version } }";
			t.same("metadata without credentials", (await ask(t.anonymous, query)).data, { metadata: null });
			const response = await ask(t.as("guest"), query);
			t.holds("a user should be told the version", typeof response.at("metadata.version") === "string", response.answer);
		},
		reads,
	),
	assumed(
		"GQL-166",
		"user and users without sign-in → null with the no-permission error.",
		"executeGraphql",
		async (t) => {
			const { username } = t.user("developer");
			for (const field of [`user(username: "${username}") { id }`, "users { nodes { id } }"]) (await ask(t.anonymous, `{ ${field} }`)).refuses(noPermission);
		},
		reads,
	),
	assumed(
		"GQL-167",
		"user needs exactly one of id and username; none or both → error.",
		"executeGraphql",
		async (t) => {
			const { id, username } = t.user("developer");
			for (const args of ["", `(id: "${gid("User", id)}", username: "${username}")`]) {
				const refused = await ask(t.as("guest"), `{ user${args} { id } }`);
				t.holds(`user${args} should be refused`, refused.errors.length > 0, refused.answer);
			}
			for (const args of [`(id: "${gid("User", id)}")`, `(username: "${username}")`]) {
				const response = await ask(t.as("guest"), `{ user${args} { id } }`);
				t.same(`user${args}`, response.at("user.id"), gid("User", id), response.answer);
			}
		},
		reads,
	),
	assumed(
		"GQL-168",
		'users with ids and usernames together → error "Provide either a list of usernames or ids".',
		"executeGraphql",
		async (t) => {
			const { id, username } = t.user("developer");
			const query = `{ users(ids: ["${gid("User", id)}"], usernames: ["${username}"]) { nodes { id } } }`;
			(await ask(t.as("guest"), query)).refuses("Provide either a list of usernames or ids");
		},
		reads,
	),
	assumed(
		"GQL-172",
		"groups and projects return public ones to anonymous callers, and to signed-in callers also those they may see.",
		"executeGraphql",
		async (t) => {
			const [open, hidden, group, closed] = [t.scene("project"), t.scene("private_project"), t.scene("group"), t.scene("private_group")];
			const found = async (who: "owner" | undefined) => {
				const caller = who ? t.as(who) : t.anonymous;
				const projects = await ask(caller, "query($p: [String!]) { projects(fullPaths: $p) { nodes { fullPath } } }", {
					p: [open, hidden],
				});
				const groups = await ask(caller, "query($s: String) { groups(search: $s) { nodes { fullPath } } }", {
					s: closed.split("/").at(-1),
				});
				const other = await ask(caller, "query($s: String) { groups(search: $s) { nodes { fullPath } } }", {
					s: group.split("/").at(-1),
				});
				return {
					open: projects.list("projects.nodes").some(({ fullPath }) => fullPath === open),
					hidden: projects.list("projects.nodes").some(({ fullPath }) => fullPath === hidden),
					group: other.list("groups.nodes").some(({ fullPath }) => fullPath === group),
					closed: groups.list("groups.nodes").some(({ fullPath }) => fullPath === closed),
				};
			};
			t.same("what nobody finds", await found(undefined), { open: true, hidden: false, group: true, closed: false });
			t.same("what the owner finds", await found("owner"), { open: true, hidden: true, group: true, closed: true });
		},
		reads,
	),
	assumed(
		"GQL-178",
		"user.status equals REST /users/:id/status after PUT /user/status, availability in upper case.",
		"executeGraphql",
		async (t) => {
			const developer = t.as("developer");
			const { username, id } = t.user("developer");
			const before = (await developer.call("getCurrentUserStatus")).is(200).fields;
			t.undo("the developer's status", () =>
				developer.call("replaceCurrentUserStatus", {
					emoji: before.emoji ?? undefined,
					message: before.message ?? undefined,
					availability: before.availability ?? undefined,
				}),
			);
			const message = t.unique("busy with");
			const given = { emoji: "coffee", message, availability: "busy", clear_status_after: "3_hours" };
			(await developer.call("replaceCurrentUserStatus", given)).is(200);
			const rest = (await t.as("guest").call("getUserStatus", { id_or_username: id })).is(200).fields;
			const query = `query($name: String) { user(username: $name) { status { availability emoji message messageHtml clearStatusAt } } }`;
			const response = await ask(t.as("guest"), query, { name: username });
			t.same("the message", rest.message, message);
			t.same(
				"the status",
				response.at("user.status"),
				{
					availability: "BUSY",
					emoji: rest.emoji,
					message,
					messageHtml: rest.message_html,
					clearStatusAt: whole(rest.clear_status_at),
				},
				response.answer,
			);
		},
		{ effect: "writes" },
	),
	assumed(
		"GQL-179",
		"user(id) agrees with REST GET /users/:id in username, name, state, avatar and web address.",
		"executeGraphql",
		async (t) => {
			for (const who of ["developer", "guest", "administrator"] as const) {
				const { id } = t.user(who);
				const rest = (await t.as("reporter").call("getUser", { id })).is(200).fields;
				const query = "query($id: UserID) { user(id: $id) { username name state avatarUrl webUrl } }";
				const response = await ask(t.as("reporter"), query, { id: gid("User", id) });
				const { username, name, state, avatar_url, web_url } = rest;
				t.same("the user", response.at("user"), { username, name, state, avatarUrl: avatar_url, webUrl: web_url }, response.answer);
			}
		},
		reads,
	),
	assumed(
		"GQL-180",
		"currentUser is null without credentials, without error.",
		"executeGraphql",
		async (t) => {
			t.same("currentUser", (await ask(t.anonymous, "{ currentUser { id } }")).data, { currentUser: null });
		},
		reads,
	),
];
