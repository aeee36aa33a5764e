import { whileUnchanged } from "../../laws/while-unchanged";
import { wholeList } from "../../laws/whole-list";
import type { Context } from "../../rule/context";
import { deepest } from "../../rule/deepest";
import { entries } from "../../rule/entries";
import { ask, type GraphqlResponse, gid, mutate, noPermission, numberOf } from "../../rule/graphql";
import { type Fields, pluck } from "../../rule/response";
import { groupSettings, type Rule } from "../../rule/rule";
import { inner, nodesOf, text, time, walk, whole } from "./connections";
import {
	below,
	by,
	enrich,
	everyone,
	forbids,
	freshProject,
	inProject,
	pathOf,
	quoted,
	reads,
	refusedToAll,
	stated,
	those,
	unstated,
	type Who,
	writes,
} from "./lab";
import { follows } from "./meanings";

/** The specification states how a Global ID begins. It shows the type and the number only for runners. */
function isGlobal(t: Context, { http }: GraphqlResponse, id: unknown, type: string, number: number): void {
	t.holds(`${String(id)} should be a Global ID`, /^gid:\/\/service\/./.test(String(id)), http);
	t.assume(`the Global ID should be ${gid(type, number)}`, id === gid(type, number), http);
}

const users: readonly Rule[] = [
	stated("GQL-115, GQL-180", "currentUser returns the caller with the same username and name as REST. Without credentials it is null.", reads, async (t) => {
		for (const who of everyone) {
			const response = await ask(by(t, who), "{ currentUser { id username name } }");
			const { id, username, name } = who === null ? {} : (await t.as(who).call("getCurrentUser")).ok.fields;
			if (who === null) {
				const read = await t.anonymous.send("GET", `/api/graphql?query=${encodeURIComponent("{ currentUser { id } }")}`);
				t.assume("without credentials currentUser should be null", response.found.currentUser === null, response.http);
				t.assume("without credentials currentUser should be null by GET, too", /"currentUser":\s*null/.test(read.text) && !read.text.includes("errors"), read);
			} else {
				const { id: global, ...rest } = response.record("currentUser");
				t.same(`currentUser of ${who}`, rest, { username, name }, response.http);
				isGlobal(t, response, global, "User", Number(id));
			}
		}
	}),
	unstated("GQL-164, GQL-165, CONV-139", "echo returns the caller's username and the text. metadata is null without credentials.", reads, async (t) => {
		for (const who of [...everyone, ...(t.facts.users["read-only"] ? (["read-only"] as const) : [])]) {
			const text = 'Hello "you"';
			const response = await ask(by(t, who), `query($t: String!) { echo(text: $t) metadata { version revision enterprise } }`, { t: text });
			t.same(`the echo of ${who}`, response.at("echo"), `${who === null ? "nil" : quoted(t.user(who).username)} says: ${text}`, response.http);
			const { version, revision, enterprise } = (response.at("metadata") ?? {}) as Fields;
			if (who === null) t.same("metadata without credentials", response.at("metadata"), null, response.http);
			else
				t.holds(
					"metadata has version, revision and enterprise",
					/^\d+\.\d+\./.test(String(version)) && /^[0-9a-f]+$/.test(String(revision)) && typeof enterprise === "boolean",
					response.http,
				);
		}
	}),
	unstated("GQL-166..168", "user and users require credentials. user takes either id or username; users not both ids and usernames.", writes, async (t) => {
		const { id, username } = t.user("developer");
		const [byId, byName] = [`id: "${gid("User", id)}"`, `username: "${username}"`];
		for (const field of [`user(${byName}) { id }`, `user(${byId}) { id }`, "users { nodes { id } }", `users(usernames: ["${username}"]) { nodes { id } }`])
			(await ask(t.anonymous, `{ ${field} }`)).refuses(noPermission);
		for (const args of ["", `(${byId}, ${byName})`, "(id: null, username: null)"])
			await refusedToAll(t, `{ user${args} { id } }`, "Provide either a single username or id");
		for (const args of [byId, byName, `${byId}, username: null`, `username: "${username.toUpperCase()}"`])
			t.same(`user(${args})`, (await ask(t.as("guest"), `{ user(${args}) { id } }`)).at("user.id"), gid("User", id));
		const made = (await t.given.user({ username: t.unique("user.of.the_rule") })).fields;
		const byDots = `username: ${quoted(made.username)}`;
		t.same(`user(${byDots})`, (await ask(t.as("guest"), `{ user(${byDots}) { id } }`)).at("user.id"), gid("User", Number(made.id)));
		t.same("a user who does not exist", (await ask(t.as("guest"), '{ user(username: "no.body") { id } }')).data, { user: null });
		for (const args of [`ids: ["${gid("User", id)}"], usernames: ["${username}"]`, "ids: [], usernames: []"])
			await refusedToAll(t, `{ users(${args}) { nodes { id } } }`, "Provide either a list of usernames or ids");
	}),
	unstated("GQL-158", "users returns the users that match all filters, in the order of sort (default CREATED_DESC).", reads, async (t) => {
		await enrich(async () => {
			for (const [at, name] of ["zoe", "adam", "mia"].entries())
				await t.given.record("users", { username: `team-${name}`, created_at: `2026-01-0${at + 1}T00:00:00.000Z`, ...(at === 1 && { state: "blocked" }) });
		});
		const list = { caller: t.as("administrator"), around: "@", at: "users", parent: "Query" };
		const developer = t.user("developer");
		const membersOf = async (path: string, relation: string) => {
			const group = { around: `group(fullPath: ${quoted(path)}) { @ }`, at: "group.groupMembers", fields: "user { username }", uncounted: true };
			return (await walk(t, { caller: t.as("administrator"), ...group }, `relations: [${relation}]`)).map((one) => inner(one, "user", "username"));
		};
		const members = await membersOf(t.scene("group"), "DIRECT");
		const far = await deepest(t, "group");
		const inherited = far === t.scene("group") ? members : await membersOf(far, "INHERITED");
		const lost = members.filter((one) => !inherited.includes(one));
		t.same(`members of the scene's group that ${far} does not inherit`, lost, []);
		const groupId = (await ask(t.as("administrator"), `{ group(fullPath: ${quoted(t.scene("group"))}) { id } }`)).at("group.id");
		const admins = (await wholeList(t.as("administrator"), "listUsers", { admins: true })).map(({ username }) => username);
		await follows(t, list, {
			about: { humans: "human", active: null, groupId: null },
			texts: ["username", "name"],
			fields: "state type username",
			filters: {
				"active: true": (node) => node.state === "active" && ["HUMAN", "PROJECT_BOT", "SERVICE_ACCOUNT"].includes(String(node.type)),
				"active: false": (node) => node.state !== "active",
				'usernames: ["team-zoe", "team-adam", "no.body", "GUEST"]': (node) => ["team-zoe", "team-adam", "guest"].includes(String(node.username)),
				[`groupId: ${quoted(groupId)}`]: (node) => members.includes(node.username),
				"admins: true": (node) => admins.includes(node.username),
				'search: "team-"': (node) => String(node.username).includes("team-"),
			},
			...{ usual: "CREATED_DESC", apart: ["ids", "usernames"] },
		});
		const hidden = (await ask(t.as("administrator"), `{ group(fullPath: ${quoted(t.scene("private_group"))}) { id } }`)).at("group.id");
		const of = async (who: Who) => (await ask(by(t, who), `{ users(groupId: ${quoted(hidden)}) { count } }`)).at("users.count");
		t.same("members of a group that does not show", await of("outsider"), 0);
		t.holds("members of one that does", Number(await of("administrator")) > 0);
		t.same(
			"members of a subgroup are those from above too",
			(
				await ask(t.as("administrator"), `{ group(fullPath: ${quoted(t.scene("leaf_group"))}) { id } }`).then(
					async (one) =>
						await ask(t.as("administrator"), `{ users(groupId: ${quoted(one.at("group.id"))}, usernames: [${quoted(developer.username)}]) { count } }`),
				)
			).at("users.count"),
			1,
		);
	}),
	unstated("GQL-178", "user.status returns the same status as REST, with availability in upper case.", { alone: "developer's status" }, async (t) => {
		const developer = t.as("developer");
		const before = (await developer.call("getCurrentUserStatus")).ok.fields;
		const put = async (fields: Fields) => await developer.call("replaceCurrentUserStatus", fields);
		t.undo(
			"the developer's status",
			async () => await put({ emoji: before.emoji ?? undefined, message: before.message ?? undefined, availability: before.availability ?? undefined }),
		);
		const read = async (who: Who) =>
			(
				await ask(by(t, who), "query($name: String) { user(username: $name) { status { availability emoji message messageHtml clearStatusAt } } }", {
					name: t.user("developer").username,
				})
			).at("user.status");
		for (const fields of [
			{ emoji: "coffee", message: t.unique("In a <b>meeting</b>"), availability: "busy", clear_status_after: "3_hours" },
			{ message: t.unique("back") },
		]) {
			(await put(fields)).ok;
			const rest = (await t.as("guest").call("getUserStatus", { id_or_username: t.user("developer").id })).ok.fields;
			const { emoji, message, message_html: messageHtml, availability, clear_status_at } = rest;
			t.same("the message in REST", message, fields.message);
			t.same("the status", await read("guest"), {
				availability: String(availability).toUpperCase(),
				emoji,
				message,
				messageHtml,
				clearStatusAt: whole(clear_status_at),
			});
		}
		await enrich(async () => {
			(await put({ message: "Soon over", clear_status_after: "3_hours" })).ok;
			await t.given.advance("4 hours");
			t.same("a status that is over", await read("guest"), null);
		});
	}),
	unstated("GQL-174", "commitEmail, lastActivityOn and groupCount of a user are visible only to that user and to administrators.", reads, async (t) => {
		const own = "commitEmail lastActivityOn groupCount";
		const username = t.user("developer").username;
		for (const who of everyone) {
			if (who === null) continue;
			const response = await ask(t.as(who), `{ user(username: ${quoted(username)}) { ${own} type human bot active } }`);
			const { type, human, bot, active, ...secret } = response.record("user");
			t.same("type, human, bot, active", [type, human, bot, active], ["HUMAN", true, false, true], response.http);
			const isOwn = who === "developer" || who === "administrator";
			for (const [field, value] of Object.entries(secret))
				t.holds(`${field} for ${who} is ${isOwn ? "shown" : "null"}`, isOwn ? field === "lastActivityOn" || value !== null : value === null, response.http);
		}
	}),
	unstated("GQL-175", "A user's memberships are visible to callers who can see the group or project. A private profile hides them.", writes, async (t) => {
		const [open, hidden] = [t.unique("team"), t.unique("secret-team")];
		for (const [path, visibility] of [
			[open, "public"],
			[hidden, "private"],
		] as const)
			await t.given.record("groups", { full_path: path, visibility, name: path });
		const project = `${open}/hidden`;
		await t.given.record("projects", { full_path: project, visibility: "private" });
		const { now } = (await t.given.control("GET", "/clock")) as { readonly now: string };
		const expires_at = new Date(Date.parse(now) + 27 * 86_400_000).toISOString().slice(0, 10);
		await t.given.record("members", { group: hidden, user: "guest", role: "reporter", expires_at });
		await t.given.record("members", { group: open, user: "guest", role: "planner" });
		await t.given.record("members", { project, user: "guest", role: "developer" });
		const selection =
			'groupMemberships { nodes { group { fullPath } accessLevel { stringValue integerValue } expiresAt } } projectMemberships { nodes { project { fullPath } } } groups(search: "TEAM") { nodes { fullPath } }';
		const read = async (who: Who) => (await ask(by(t, who), `{ user(username: "guest") { ${selection} } }`)).record("user");
		const shown = async (who: Who) => {
			const user = await read(who);
			const groups = nodesOf(user.groupMemberships).map((one) => inner(one, "group", "fullPath"));
			return [
				groups.includes(open),
				groups.includes(hidden),
				nodesOf(user.projectMemberships).some((one) => inner(one, "project", "fullPath") === project),
				nodesOf(user.groups).map(({ fullPath }) => fullPath),
			];
		};
		for (const who of ["guest", "administrator", "auditor"] as const) t.same(`what ${who} sees`, await shown(who), [true, true, true, [hidden, open]]);
		for (const who of ["outsider", "developer"] as const) t.same(`what ${who} sees`, await shown(who), [true, false, false, [open]]);
		const own = nodesOf((await read("guest")).groupMemberships).find((one) => inner(one, "group", "fullPath") === hidden);
		t.same("the membership", own, {
			group: { fullPath: hidden },
			accessLevel: { stringValue: "REPORTER", integerValue: 20 },
			expiresAt: `${expires_at}T00:00:00Z`,
		});
		await t.given.change("users", t.user("guest").id, { private_profile: true });
		t.same("a private profile", await read("outsider"), { groupMemberships: { nodes: [] }, projectMemberships: { nodes: [] }, groups: { nodes: [] } });
		t.same("the project memberships in the guest's own private profile", (await shown("guest"))[2], true);
		await t.given.advance("40 days");
		t.same("after a membership is over", (await shown("guest"))[1], false);
		for (const [at, fields] of [
			{ name: "Old one", expires_at: now.slice(0, 10) },
			{ name: "Taken back", revoked: true },
			{ name: "Old, of an administrator", impersonation: true },
		].entries())
			await t.given.record("tokens", { user: "guest", text: `t-${at}`, ...fields });
		const list = { caller: t.as("guest"), around: "currentUser { @ }", at: "currentUser.personalAccessTokens", parent: "CurrentUser", uncounted: true };
		const tokens = await walk(t, { ...list, fields: "name scopes { ... on AccessTokenLegacyScope { value } }" });
		t.same("whether personalAccessTokens lists an administrator's impersonation token", pluck(tokens, "name").includes("Old, of an administrator"), false);
		const filters = { "state: INACTIVE": (node: Fields) => node.active === false, "state: ACTIVE": (node: Fields) => node.active === true };
		await follows(t, list, { texts: ["name"], fields: "active", filters });
	}),
];

/** The orders of groups and projects, which are strings. Names are compared by their first letter, because case may count. */
export const stringOrders = Object.fromEntries(
	(["name", "path", "id"] as const).flatMap((key) =>
		["asc", "desc"].map((direction) => {
			const by = (node: Fields) => (key === "id" ? numberOf(node.id) : text(node[key]).slice(0, key === "name" ? 1 : undefined));
			return [`"${key}_${direction}"`, { by, descending: direction === "desc" }];
		}),
	),
);
const isBelow = (node: Fields) => String(node.fullPath).includes("/");

const groups: readonly Rule[] = [
	unstated("GQL-193", "A group renamed by REST has its new name in GraphQL at once. Only its new path finds it.", { alone: groupSettings }, async (t) => {
		const rest = (await t.as("owner").call("getGroup", { id: t.scene("subgroup"), with_projects: false })).ok;
		const { id, name: oldName, path: oldPath } = rest.fields;
		t.undo(`name and path of group ${id}`, () => t.as("owner").call("updateGroup", { id, name: oldName, path: oldPath }));
		const [name, path] = [t.unique("Renamed"), t.unique("renamed")];
		const now = (await t.as("owner").call("updateGroup", { id, name, path })).ok.string("full_path");
		const read = async (fullPath: unknown) =>
			(await ask(t.as("owner"), "query($p: ID!) { group(fullPath: $p) { name fullPath } }", { p: fullPath })).at("group");
		t.same("the group at its new path", await read(now), { name, fullPath: now });
		t.same("the group at its old path", await read(rest.field("full_path")), null);
	}),
	unstated("GQL-195, GQL-196", "groupUpdate requires Owner and changes the group in REST. A taken path is an error.", { alone: groupSettings }, async (t) => {
		let path = t.scene("subgroup");
		let taken = t.scene("leaf_group").split("/").at(-1);
		const isFresh = await enrich(async () => {
			path = pathOf(await t.given.record("groups", { full_path: `${t.scene("group")}/${t.unique("sub")}` }));
			taken = t.scene("subgroup").split("/").at(-1);
		});
		const rest = async () => (await t.as("owner").call("getGroup", { id, with_projects: false })).ok.fields;
		const { id, name: oldName } = (await t.as("owner").call("getGroup", { id: path, with_projects: false })).ok.fields;
		t.undo(`name of group ${id}`, () => t.as("owner").call("updateGroup", { id, name: oldName }));
		await forbids(t, "groupUpdate", { fullPath: path, name: "Mine" }, below("owner"), rest);
		await forbids(t, "groupUpdate", { fullPath: t.unique("nowhere"), name: "Mine" }, ["owner", "administrator"], rest);
		const before = await rest();
		const refused = await mutate(t.as("owner"), "groupUpdate", { fullPath: path, path: taken }, "group { name }");
		t.same("the payload of a taken path", refused.record("groupUpdate"), { errors: ["Path has already been taken"], group: null }, refused.http);
		t.same("the group", await rest(), before);
		for (const field of isFresh ? ["name", "path"] : ["name"]) {
			const value = t.unique(field);
			const response = await mutate(t.as("owner"), "groupUpdate", { fullPath: (await rest()).full_path, [field]: value }, `group { ${field} }`);
			t.same("the payload", response.record("groupUpdate"), { errors: [], group: { [field]: value } }, response.http);
			t.same(`${field} in REST`, (await rest())[field], value);
		}
	}),
	unstated("GQL-161, GQL-172", "groups returns the groups that match all filters, in the order of sort, for each caller.", writes, async (t) => {
		const owned = t.scene("group");
		const [name = ""] = t.scene("subgroup").split("/").slice(-1);
		for (const who of ["administrator", "developer", "outsider", null] as const) {
			const list = { caller: by(t, who), around: "@", at: "groups", parent: "Query", fields: "fullPath" };
			await follows(t, list, {
				about: { active: null, parentPath: "parent.fullPath" },
				texts: ["name", "fullPath"],
				fields: "fullPath name path",
				filters: {
					"topLevelOnly: true": (node) => !isBelow(node),
					...{ 'parentPath: "no.where"': () => false, 'markedForDeletionOn: "2001-01-01"': () => false },
					"allAvailable: null, active: null": () => true,
					// With parentPath, search looks only at names and paths.
					[`parentPath: ${quoted(owned)}, search: ${quoted(name)}`]: (node) =>
						inner(node, "parent", "fullPath") === owned && [node.name, node.path].some((one) => text(one).includes(text(name))),
				},
				apart: ["search", "parentPath"],
				orders: stringOrders,
			});
			const names = async (args: string) => (await walk(t, list, args)).map(({ fullPath }) => fullPath);
			await whileUnchanged(
				t,
				async () => await walk(t, list),
				async (all) => {
					const [active, others] = [await names("active: true"), await names("active: false")];
					t.same(`active and other groups for ${who}`, [...active, ...others].sort(), pluck(all, "fullPath").sort());
				},
			);
			t.same("ownedOnly", (await names("ownedOnly: true")).includes(owned), false);
			t.same("whether allAvailable: false lists the scene's group", (await names("allAvailable: false")).includes(owned), who === "developer" || who === null);
			t.same("the private group", (await names("")).includes(t.scene("private_group")), who === "administrator" || who === "developer");
			t.same("the internal group", (await names("")).includes(t.scene("internal_group")), who !== null);
		}
		await refusedToAll(t, '{ groups(sort: "colour_asc") { nodes { id } } }', '"colour_asc" is not an order of groups');
		const own = { caller: t.as("owner"), around: "@", at: "groups", fields: "fullPath" };
		const leaving = { id: t.scene("leaving_group"), with_projects: false };
		const day = (await t.as("administrator").call("getGroup", leaving)).is(200).field("marked_for_deletion_on");
		if (typeof day !== "string") return;
		const marked = await walk(t, { ...own, caller: t.as("administrator") }, `markedForDeletionOn: ${quoted(day)}`);
		t.holds(`the groups that are marked for ${day}`, pluck(marked, "fullPath").includes(leaving.id));
		t.holds("the owner's own", pluck(await walk(t, own, "ownedOnly: true"), "fullPath").includes(owned));
	}),
	unstated("GQL-188", "accessLevel of a group member returns the number and the name of the member's role.", { ...reads, id: "GQL-188/levels" }, async (t) => {
		const names: Fields = { 5: "MINIMAL_ACCESS", 10: "GUEST", 15: "PLANNER", 20: "REPORTER", 30: "DEVELOPER", 40: "MAINTAINER", 50: "OWNER" };
		const role = "accessLevel { integerValue stringValue } user { username } group { fullPath }";
		for (const group of [t.scene("group"), t.scene("subgroup")]) {
			const members = await ask(
				t.as("owner"),
				`{ group(fullPath: ${quoted(group)}) { groupMembers { nodes { ${role} } } direct: groupMembers(relations: [DIRECT]) { nodes { ${role} } } } }`,
			);
			// A member of both the group and a group above it has the role of this group.
			for (const one of members.list("group.direct.nodes"))
				t.holds(`${quoted(one)} should be among all members`, members.list("group.groupMembers.nodes").map(quoted).includes(quoted(one)), members.http);
			for (const { group: place } of members.list("group.groupMembers.nodes"))
				t.holds(`${quoted(place)} is the group or above it`, `${group}/`.startsWith(`${Object(place).fullPath}/`), members.http);
			for (const { accessLevel, user } of members.list("group.groupMembers.nodes"))
				t.same(`the role of ${quoted(user)}`, Object(accessLevel).stringValue, names[Object(accessLevel).integerValue], members.http);
			for (const who of ["owner", "maintainer", "developer", "reporter", "guest"] as const) {
				const own = members.list("group.groupMembers.nodes").find(({ user }) => Object(user).username === t.user(who).username);
				if (own) t.same(`the role of the ${who}`, Object(own.accessLevel).stringValue, who.toUpperCase(), members.http);
			}
		}
	}),
	unstated("GQL-188", "A group lists its projects, descendant groups and members that match all filters and are visible to the caller.", writes, async (t) => {
		const path = t.scene("group");
		const around = `group(fullPath: ${quoted(path)}) { @ }`;
		await enrich(async () => {
			for (const [at, name] of ["zeta", "alpha", "mid"].entries()) await freshProject(t, { name, description: at ? null : "Sharp things" });
		});
		for (const who of ["owner", "outsider"] as const) {
			const list = (at: string) => ({ caller: by(t, who), around, at: `group.${at}`, parent: "Group", fields: "fullPath" });
			const projects = await walk(t, list("projects"));
			await follows(t, list("projects"), {
				about: { ACTIVITY: "lastActivityAt", SIMILARITY: null, PATH: "path", includeSubgroups: null },
				texts: ["name", "path", "description"],
				filters: { "includeSubgroups: false": () => true },
			});
			t.same("the private project", pluck(projects, "fullPath").includes(t.scene("private_project")), who === "owner");
			const below = await walk(t, list("descendantGroups"));
			const isChild = (node: Fields) => String(node.fullPath).split("/").length === path.split("/").length + 1;
			await follows(t, list("descendantGroups"), {
				about: { includeParentDescendants: null },
				texts: ["path", "name"],
				fields: "fullPath",
				filters: { "includeParentDescendants: false": isChild, ...(who === "outsider" && { "owned: true": () => false }) },
			});
			t.holds("all groups below are listed", below.some(isChild) && below.every(({ fullPath }) => String(fullPath).startsWith(`${path}/`)));
		}
		await enrich(async () => {
			const team = pathOf(await t.given.record("groups", { full_path: `${path}/${t.unique("team")}` }));
			const closed = pathOf(await t.given.record("groups", { full_path: `${path}/${t.unique("closed")}`, visibility: "private" }));
			const crew = pathOf(await t.given.record("groups", { full_path: t.unique("crew"), visibility: "private" }));
			for (const username of ["hidden", "invited"]) await t.given.record("users", { username });
			for (const [group, user, expires_at] of [
				[team, "outsider", "2099-03-01"],
				[closed, "hidden", null],
				[crew, "invited", null],
			] as const)
				await t.given.record("members", { group, user, role: "guest", expires_at });
			await t.given.record("shares", { group: crew, into: path, role: "guest" });
			const members = async (who: Who, group: string, args = "") =>
				nodesOf(
					(
						(
							await ask(
								by(t, who),
								`{ group(fullPath: ${quoted(group)}) { groupMembers${args} { nodes { user { username } expiresAt accessLevel { stringValue } } } } }`,
							)
						).at("group") as Fields | null
					)?.groupMembers,
				);
			const has = async (who: Who, group: string, username: string, args = "") =>
				(await members(who, group, args)).some((one) => inner(one, "user", "username") === username);
			for (const [args, outsider, developer] of [
				["", true, true],
				["(relations: [DIRECT])", true, false],
				["(relations: [INHERITED])", false, true],
				["(accessLevels: [GUEST])", true, false],
				["(accessLevels: [DEVELOPER, OWNER])", false, true],
				['(search: "OUTSIDER")', true, false],
			] as const) {
				t.same(`the outsider among members${args}`, await has("owner", team, "outsider", args), outsider);
				t.same(`the developer among members${args}`, await has("owner", team, "developer", args), developer);
			}
			t.same("the end of a membership", pluck(await members("owner", team, '(search: "outsider")'), "expiresAt"), ["2099-03-01T00:00:00Z"]);
			for (const [who, relation, username, expected] of [
				["owner", "DESCENDANTS", "hidden", true],
				["outsider", "DESCENDANTS", "hidden", false],
				["administrator", "SHARED_FROM_GROUPS", "invited", true],
				["outsider", "SHARED_FROM_GROUPS", "invited", false],
				["owner", "DIRECT", "hidden", false],
			] as const)
				t.same(`${username} among ${relation} for ${who}`, await has(who, path, username, `(relations: [${relation}])`), expected);
		});
		const stored = async (who: Who, group: string) =>
			(await ask(by(t, who), `{ group(fullPath: ${quoted(group)}) { rootStorageStatistics { storageSize } } }`)).at("group.rootStorageStatistics") !== null;
		t.same("who sees what a group stores", await those(everyone, (who) => stored(who, path)), ["administrator", "owner"]);
		const root = t.as("administrator");
		const [own, below] = [
			await root.list("listGroups", { search: path, statistics: true }),
			await root.list("listDescendantGroups", { id: path, statistics: true, all_available: true }),
		];
		// REST counts only a group's own projects.
		const parts = [...own.is(200).items.filter(({ full_path }) => full_path === path), ...below.is(200).items].map(
			(one) => Object(one.statistics).repository_size,
		);
		const size = (await ask(root, `{ group(fullPath: ${quoted(path)}) { rootStorageStatistics { repositorySize } } }`)).at(
			"group.rootStorageStatistics.repositorySize",
		);
		t.same(
			"the repository size of the group and those below it",
			size,
			parts.reduce((sum, one) => sum + Number(one), 0),
		);
		t.same("whether a subgroup has such numbers", await stored("owner", t.scene("subgroup")), false);
	}),
	unstated("GQL-194", "namespace finds groups and users' personal namespaces by path, with the projects that the caller can see.", writes, async (t) => {
		const { username } = t.user("developer");
		const find = async (who: Who, path: string, fields = "id fullPath path") =>
			(await ask(by(t, who), `query($path: ID!) { namespace(fullPath: $path) { ${fields} } }`, { path })).at("namespace") as Fields | null;
		for (const [path, form] of [
			[t.scene("group"), /^gid:\/\/service\/Group\/\d+$/],
			[t.scene("subgroup"), /^gid:\/\/service\/Group\/\d+$/],
			[username, /^gid:\/\/service\/Namespaces::UserNamespace\/\d+$/],
		] as const) {
			const found = await find("developer", path);
			t.same("fullPath and path", [found?.fullPath, found?.path], [path, path.split("/").at(-1)]);
			t.holds(`the id ${found?.id} is like ${form.source}`, form.test(String(found?.id)));
		}
		for (const path of [t.scene("group"), t.scene("private_group"), t.scene("internal_group")]) {
			const fields = "id fullPath fullName path name description visibility";
			const group = await ask(t.as("administrator"), `{ group(fullPath: ${quoted(path)}) { ${fields} } }`);
			t.same(`the namespace ${path}`, await find("administrator", path, fields), group.at("group"), group.http);
		}
		const own = await find("developer", username, "visibility projects { nodes { fullPath namespace { fullPath } group { id } } }");
		t.same("the visibility of a person's namespace", own?.visibility, "public");
		for (const { fullPath, ...places } of nodesOf(own?.projects))
			t.same(`the places of ${fullPath}`, places, { namespace: { fullPath: username }, group: null });
		const bot = (await ask(t.as("administrator"), "{ users(humans: false) { nodes { username bot namespace { path } } } }"))
			.list("users.nodes")
			.find((one) => one.bot === true);
		if (bot) t.same("the namespace of a bot", [bot.namespace, await find("administrator", String(bot.username))], [null, null]);
		t.same(
			"a group that does not show, and nobody",
			[await find("outsider", t.scene("private_group")), await find("developer", t.unique("nobody"))],
			[null, null],
		);
		await enrich(async () => {
			const [own, diary] = [
				pathOf(await t.given.record("projects", { full_path: `${username}/${t.unique("own")}` })),
				pathOf(await t.given.record("projects", { full_path: `${username}/${t.unique("diary")}`, visibility: "private" })),
			];
			for (const [who, expected] of [
				["developer", [diary, own]],
				["administrator", [diary, own]],
				["guest", [own]],
				[null, [own]],
			] as const) {
				const shown = nodesOf((await find(who, username, "projects { nodes { fullPath } }"))?.projects).map(({ fullPath }) => String(fullPath));
				t.same(
					`the projects for ${who}`,
					shown.filter((path) => [own, diary].includes(path)),
					[...expected],
				);
			}
			t.same("a person's project", await inProject(t, "developer", own, "group { id } namespace { fullPath }"), {
				group: null,
				namespace: { fullPath: username },
			});
		});
	}),
];

const projects: readonly Rule[] = [
	stated("GQL-117", "project(fullPath:) returns the project with that path.", reads, async (t) => {
		const rest = (await t.as("owner").call("listGroupProjects", { id: t.scene("group"), include_subgroups: true, per_page: 20 })).ok.items;
		const each = rest.map(({ path_with_namespace: path }, at) => `p${at}: project(fullPath: ${quoted(path)}) { id fullPath }`);
		const response = await ask(t.as("owner"), `{ ${each.join(" ")} }`);
		for (const [at, { id, path_with_namespace: fullPath }] of rest.entries()) {
			const { id: global, ...shown } = response.record(`p${at}`);
			t.same("the project", shown, { fullPath }, response.http);
			isGlobal(t, response, global, "Project", Number(id));
		}
	}),
	unstated("GQL-171", "projects returns the projects that match all filters, in the order of sort (default id_desc), for each caller.", writes, async (t) => {
		for (const who of ["administrator", "developer", "outsider", null] as const) {
			const list = { caller: by(t, who), around: "@", at: "projects", parent: "Query", fields: "fullPath" };
			// No field shows membership: the same projects must match it with every other argument.
			const own = new Set((await walk(t, list, "membership: true")).map(({ id }) => id));
			await follows(t, list, {
				texts: ["name", "path", "description"],
				fields: "createdAt lastActivityAt starCount",
				filters: { "membership: true": ({ id }) => own.has(id), "membership: false": () => true },
				orders: {
					...stringOrders,
					'"created_at_asc"': { by: (node) => time(node.createdAt) },
					'"last_activity_at_desc"': { by: (node) => time(node.lastActivityAt), descending: true },
					'"star_count_desc"': { by: (node) => Number(node.starCount), descending: true },
				},
				usual: '"id_desc"',
			});
		}
		const path = t.scene("project");
		const isMember = async (who: Who) =>
			(await ask(by(t, who), `{ projects(membership: true, fullPaths: [${quoted(path)}]) { nodes { fullPath } } }`)).list("projects.nodes").length > 0;
		t.same("whose memberships have the project", await those(everyone, isMember), ["owner", "maintainer", "developer", "reporter", "guest"]);
		await refusedToAll(t, '{ projects(sort: "name_up") { nodes { id } } }', '"name_up" is not an order of projects');
	}),
	unstated("GQL-182", "A hidden group of a project is null. Fields like issuesEnabled are true to callers who can use the feature.", writes, async (t) => {
		const group = pathOf(await t.given.record("groups", { full_path: t.unique("hidden"), visibility: "private" }));
		const path = pathOf(await t.given.record("projects", { full_path: `${group}/open`, visibility: "public" }));
		for (const [who, expected] of [
			["outsider", null],
			[null, null],
			["administrator", { fullPath: group }],
		] as const)
			t.same(`the group for ${who}`, await inProject(t, who, path, "group { fullPath } namespace { fullPath }"), { group: expected, namespace: expected });
		for (const [field, access] of Object.entries({
			issuesEnabled: "issues",
			mergeRequestsEnabled: "merge_requests",
			wikiEnabled: "wiki",
			jobsEnabled: "builds",
			snippetsEnabled: "snippets",
		}))
			for (const [level, guest, outsider] of [
				["enabled", true, true],
				["private", true, false],
				["disabled", false, false],
			] as const) {
				const one = pathOf(await freshProject(t, { visibility: "public", [`${access}_access_level`]: level }));
				for (const [who, open] of entries({ guest, outsider }))
					t.same(`${field} for ${who} where it is ${level}`, (await inProject(t, who, one, field))?.[field], open);
			}
	}),
];

export const placeRules: readonly Rule[] = [...users, ...groups, ...projects];
