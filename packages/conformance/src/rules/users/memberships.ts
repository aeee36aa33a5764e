import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { unknownId } from "./person";

const roles = [
	["guest", "10"],
	["reporter", "20"],
	["developer", "30"],
	["maintainer", "40"],
	["owner", "50"],
] as const;
type Role = (typeof roles)[number][0];

/** What the administrator is told of an actor's memberships. */
const rowsOf = async (t: Context, who: Role, params: object = {}) =>
	(await t.as("administrator").call("listUserMemberships", { id: t.user(who).id, per_page: 100, ...params })).is(200);

const isRow = (type: string, id: unknown) => (row: Fields) => row.source_type === type && row.source_id === id;

/** The actor who is a direct member of groups and of projects. */
async function memberOfBoth(t: Context): Promise<Role> {
	for (const [who] of roles) {
		const types = (await rowsOf(t, who)).pluck("source_type");
		if (types.includes("Namespace") && types.includes("Project")) return who;
	}
	return t.skip("one of the run's users has to be a direct member of a group and of a project");
}

export const userMemberships: readonly Rule[] = [
	assumed(
		"USER-139",
		'`access_level` is the decimal level as a string: "10" guest, "15" planner, "20" reporter, "30" developer, "40" maintainer, "50" owner.',
		"listUserMemberships",
		async (t) => {
			const id = await t.given.groupId(t.scene("group"));
			for (const [who, level] of roles) {
				const rows = await rowsOf(t, who);
				const row = rows.items.find(isRow("Namespace", id));
				t.same(`the access level of ${who}`, row?.access_level, level, rows);
			}
		},
	),
	rule(
		"USER-140",
		"Only direct memberships are listed: a user who is a member of a group gets no row for its subgroups or projects.",
		"listUserMemberships",
		async (t) => {
			const group = await t.given.groupId(t.scene("group"));
			const subgroup = await t.given.groupId(t.scene("subgroup"));
			const project = await t.given.projectId(t.scene("project"));
			const inherited: string[] = [];
			for (const [who] of roles) {
				const rows = await rowsOf(t, who);
				t.holds(`the group should be listed for ${who}`, rows.items.some(isRow("Namespace", group)), rows);
				if (rows.items.some(isRow("Namespace", subgroup)) || rows.items.some(isRow("Project", project))) inherited.push(who);
			}
			// One or the other may be a direct member below, too; not all of them.
			t.holds("members of the group should not be listed for what is below it", inherited.length < roles.length);
		},
	),
	assumed(
		"USER-141",
		'A group membership row has source_type "Namespace", source_id the group id and source_name the group name; a project row has "Project".',
		"listUserMemberships",
		async (t) => {
			const group = (await t.as("owner").call("getGroup", { id: t.scene("group"), with_projects: false })).is(200);
			const rows = await rowsOf(t, "developer");
			const row = rows.items.find(({ source_id, source_type }) => source_type === "Namespace" && source_id === group.field("id"));
			t.same("the name of the group", row?.source_name, group.field("name"), rows);
			const project = (await rowsOf(t, await memberOfBoth(t))).items.find(({ source_type }) => source_type === "Project");
			t.holds("a project's row should name it", typeof project?.source_name === "string");
		},
	),
	rule("USER-610", "GET /users/:id/memberships needs an administrator; any other signed-in caller gets 403.", "listUserMemberships", async (t) => {
		for (const who of ["owner", "developer"] as const) (await t.as(who).call("listUserMemberships", { id: t.user("guest").id })).refuses(403);
		await rowsOf(t, "guest");
	}),
	assumed("USER-611", 'A non-administrator\'s 403 body is {"message":"403 Forbidden"}; an anonymous caller gets 401.', "listUserMemberships", async (t) => {
		const { id } = t.user("guest");
		(await t.as("owner").call("listUserMemberships", { id })).refuses(403, { message: "403 Forbidden" });
		(await t.anonymous.call("listUserMemberships", { id })).refuses(401);
	}),
	rule("USER-612", "Success answers 200.", "listUserMemberships", async (t) => {
		(await t.as("administrator").call("listUserMemberships", { id: t.user("developer").id })).is(200);
	}),
	rule("USER-613", "Unknown user answers 404.", "listUserMemberships", async (t) => {
		(await t.as("administrator").call("listUserMemberships", { id: unknownId })).refuses(404);
	}),
	assumed("USER-614", 'The 404 body for an unknown user is {"message":"404 User Not Found"}.', "listUserMemberships", async (t) => {
		const response = await t.as("administrator").call("listUserMemberships", { id: unknownId });
		response.refuses(404, { message: "404 User Not Found" });
	}),
	...(
		[
			["USER-616", "Project"],
			["USER-617", "Namespace"],
		] as const
	).map(([claim, type]) =>
		byClaim(claim, async (t) => {
			const who = await memberOfBoth(t);
			const expected = (await rowsOf(t, who)).items.filter(({ source_type }) => source_type === type);
			const rows = await rowsOf(t, who, { type });
			rows.every(`of type ${type}`, ({ source_type }) => source_type === type);
			t.same("the rows", rows.items, expected, rows);
		}),
	),
	rule("USER-618", "Without type both kinds are returned.", "listUserMemberships", async (t) => {
		const who = await memberOfBoth(t);
		const ids = async (params: object) => (await rowsOf(t, who, params)).pluck("source_id");
		const both = [...(await ids({ type: "Namespace" })), ...(await ids({ type: "Project" }))];
		t.same("the rows without a type", (await ids({})).map(Number).sort(), both.map(Number).sort());
	}),
	rule("USER-619", "An unsupported type (type=foo) answers 400.", "listUserMemberships", async (t) => {
		const { id } = t.user("developer");
		(await t.as("administrator").call("listUserMemberships", { id, type: "foo" })).refuses(400);
	}),
	assumed("USER-620", 'The 400 body for type=foo is {"error":"type does not have a valid value"}.', "listUserMemberships", async (t) => {
		const { id } = t.user("developer");
		const response = await t.as("administrator").call("listUserMemberships", { id, type: "foo" });
		response.refuses(400, { error: "type does not have a valid value" });
	}),
	rule("USER-621", "The list is paginated, 20 per page by default.", "listUserMemberships", async (t) => {
		const { id } = t.user(await memberOfBoth(t));
		const listed = (await t.as("administrator").call("listUserMemberships", { id })).is(200);
		t.same("x-per-page", listed.header("x-per-page"), "20", listed);
		const first = (await t.as("administrator").call("listUserMemberships", { id, per_page: 1 })).is(200);
		t.same("the rows of a page of one", first.items, listed.items.slice(0, 1), first);
		t.same("x-next-page", first.header("x-next-page"), "2", first);
	}),
	assumed("USER-622", "A non-administrator asking for their own memberships also gets 403.", "listUserMemberships", async (t) => {
		const { id } = t.user("developer");
		(await t.as("developer").call("listUserMemberships", { id })).refuses(403, { message: "403 Forbidden" });
	}),
];
