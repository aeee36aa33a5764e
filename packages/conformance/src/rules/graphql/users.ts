import { ask, gid, noPermission, numberOf } from "../../rule/graphql";
import { check } from "../../rule/rule";

const reads = { effect: "reads" } as const;

/** An instant of REST as GraphQL writes it. */
export const whole = (time: unknown): unknown => (typeof time === "string" ? `${time.slice(0, 19)}Z` : (time ?? null));

export const userChecks = [
	check(
		"GQL-115",
		async (t) => {
			for (const who of ["developer", "outsider", "administrator"] as const) {
				const rest = (await t.as(who).call("getCurrentUser")).is(200);
				const told = await ask(t.as(who), "{ currentUser { id username name } }");
				const { id, username, name } = rest.fields;
				t.same("currentUser", told.at("currentUser"), { id: gid("User", Number(id)), username, name }, told.answer);
			}
		},
		{ ...reads },
	),
	check(
		"GQL-117",
		async (t) => {
			const path = t.scene("project");
			const told = await ask(t.anonymous, "query($path: ID!) { project(fullPath: $path) { id fullPath } }", { path });
			t.same("fullPath", told.at("project.fullPath"), path, told.answer);
			const rest = await t.as("owner").call("listGroupProjects", {
				id: t.scene("group"),
				include_subgroups: true,
				search: path.split("/").at(-1),
				per_page: 100,
			});
			const found = rest.is(200).items.find((one) => one.path_with_namespace === path);
			t.same("the project's number", numberOf(told.at("project.id")), found?.id, told.answer);
		},
		reads,
	),
	check(
		"GQL-164",
		async (t) => {
			const query = '{ echo(text: "Hello") }';
			const mine = await ask(t.as("guest"), query);
			t.same("the guest's echo", mine.at("echo"), `"${t.user("guest").username}" says: Hello`, mine.answer);
			const nobody = await ask(t.anonymous, query);
			t.same("the echo without credentials", nobody.at("echo"), "nil says: Hello", nobody.answer);
		},
		reads,
	),
	check(
		"GQL-165",
		async (t) => {
			const query = "{ metadata { version } }";
			t.same("metadata without credentials", (await ask(t.anonymous, query)).data, { metadata: null });
			const told = await ask(t.as("guest"), query);
			t.holds("a user should be told the version", typeof told.at("metadata.version") === "string", told.answer);
		},
		reads,
	),
	check(
		"GQL-166",
		async (t) => {
			const { username } = t.user("developer");
			for (const field of [`user(username: "${username}") { id }`, "users { nodes { id } }"])
				(await ask(t.anonymous, `{ ${field} }`)).refuses(noPermission);
		},
		reads,
	),
	check(
		"GQL-167",
		async (t) => {
			const { id, username } = t.user("developer");
			for (const args of ["", `(id: "${gid("User", id)}", username: "${username}")`]) {
				const refused = await ask(t.as("guest"), `{ user${args} { id } }`);
				t.holds(`user${args} should be refused`, refused.errors.length > 0, refused.answer);
			}
			for (const args of [`(id: "${gid("User", id)}")`, `(username: "${username}")`]) {
				const told = await ask(t.as("guest"), `{ user${args} { id } }`);
				t.same(`user${args}`, told.at("user.id"), gid("User", id), told.answer);
			}
		},
		reads,
	),
	check(
		"GQL-168",
		async (t) => {
			const { id, username } = t.user("developer");
			const query = `{ users(ids: ["${gid("User", id)}"], usernames: ["${username}"]) { nodes { id } } }`;
			(await ask(t.as("guest"), query)).refuses("Provide either a list of usernames or ids");
		},
		reads,
	),
	check(
		"GQL-172",
		async (t) => {
			const [open, hidden, group, closed] = [
				t.scene("project"),
				t.scene("private_project"),
				t.scene("group"),
				t.scene("private_group"),
			];
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
	check(
		"GQL-178",
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
			const told = await ask(t.as("guest"), query, { name: username });
			t.same("the message", rest.message, message);
			t.same(
				"the status",
				told.at("user.status"),
				{
					availability: "BUSY",
					emoji: rest.emoji,
					message,
					messageHtml: rest.message_html,
					clearStatusAt: whole(rest.clear_status_at),
				},
				told.answer,
			);
		},
		{ effect: "writes" },
	),
	check(
		"GQL-179",
		async (t) => {
			for (const who of ["developer", "guest", "administrator"] as const) {
				const { id } = t.user(who);
				const rest = (await t.as("reporter").call("getUser", { id })).is(200).fields;
				const query = "query($id: UserID) { user(id: $id) { username name state avatarUrl webUrl } }";
				const told = await ask(t.as("reporter"), query, { id: gid("User", id) });
				const { username, name, state, avatar_url, web_url } = rest;
				t.same(
					"the user",
					told.at("user"),
					{ username, name, state, avatarUrl: avatar_url, webUrl: web_url },
					told.answer,
				);
			}
		},
		reads,
	),
	check(
		"GQL-180",
		async (t) => {
			t.same("currentUser", (await ask(t.anonymous, "{ currentUser { id } }")).data, { currentUser: null });
		},
		reads,
	),
];
