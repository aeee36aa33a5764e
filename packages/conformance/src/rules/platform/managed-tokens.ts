import { spareToken } from "../../plans/spare-token";
import type { Context } from "../../rule/context";
import { dig } from "../../rule/dig";
import { assumed, groupTokens, sharing } from "../../rule/rule";
import { mutation, notesBy } from "./graphql-tokens";

/** Rotates a spare token of the bot of this group or project. Returns its new text and its record. */
async function botToken(t: Context, resource_type: "group" | "project", resource_id: number) {
	const isSpare = (one: { readonly [name: string]: unknown }) => one.resource_type === resource_type && one.resource_id === resource_id;
	const { id, token_id } = await spareToken(t, "resource", isSpare);
	const record = (await t.as("owner").call("rotateGroupResourceAccessToken", { id, token_id })).is(200);
	return { id, record, text: record.string("token"), level: record.number("access_level") };
}
const projectToken = async (t: Context) => await botToken(t, "project", await t.given.projectId(t.scene("project")));
const groupToken = async (t: Context) => await botToken(t, "group", await t.given.groupId(t.scene("enterprise_group")));

/** Project and group access tokens. */
export const managedTokens = [
	sharing({ alone: groupTokens, id: "AUTH-005/bots" }).assumed(
		"AUTH-005",
		"A project or group token is accepted as private_token and as a bearer token.",
		[],
		async (t) => {
			for (const { text, record } of [await projectToken(t), await groupToken(t)])
				for (const place of [{ query: { private_token: text } }, { headers: { authorization: `Bearer ${text}` } }])
					(await t.anonymous.send("GET", "/api/v4/user", place)).is(200).has({ id: record.field("user_id") });
		},
	),
	sharing({ alone: groupTokens, id: "AUTH-081/bots" }).rule(
		"AUTH-002, AUTH-081",
		"A project or group token is accepted in the header PRIVATE-TOKEN; GraphQL accepts it as a bearer token and as private_token.",
		["getCurrentUser", "executeGraphql"],
		async (t) => {
			for (const { text, record } of [await projectToken(t), await groupToken(t)]) {
				(await t.bearing(text).call("getCurrentUser")).is(200).has({ id: record.field("user_id") });
				for (const place of [{ headers: { authorization: `Bearer ${text}` } }, { query: { private_token: text } }]) {
					const response = (await t.anonymous.send("POST", "/api/graphql", { json: { query: "{ currentUser { id } }" }, ...place })).is(200);
					const id = String(dig(response.json, "data", "currentUser", "id"));
					t.same("the id of the current user", id.split("/").at(-1), String(record.field("user_id")), response);
					if (![record.field("scopes")].flat().includes("api")) continue;
					const text = await mutation(t);
					await t.anonymous.send("POST", "/api/graphql", { json: { query: text }, ...place });
					t.assume("the token should write a note", (await notesBy(t, text)) === 1);
				}
			}
		},
	),
	sharing({ id: "AUTH-017/subgroup" }).assumed(
		"AUTH-017",
		"A subgroup's token has its access level in the subgroup, but not in the group above.",
		["rotateGroupResourceAccessToken", "listGroupProvisionedUsers"],
		async (t) => {
			const subgroup = await botToken(t, "group", await t.given.groupId(t.scene("subgroup")));
			if (subgroup.level < 40) t.skip(`the subgroup's spare token should have the level 40, and has ${subgroup.level}`);
			const read = (id: string) => t.bearing(subgroup.text).call("listGroupProvisionedUsers", { id });
			(await read(t.scene("subgroup"))).is(200);
			(await read(t.scene("group"))).is(403);
		},
	),
	assumed(
		"AUTH-017",
		"A project or group token authenticates its bot user, which has its access level only in that project or group.",
		["rotateGroupResourceAccessToken", "getCurrentUser"],
		async (t) => {
			const project = await projectToken(t);
			const bot = t.bearing(project.text);
			(await bot.call("getCurrentUser")).is(200).has({ id: project.record.field("user_id"), bot: true });
			if (project.level !== 30) t.skip(`the project's spare token should have the level 30, and has ${project.level}`);
			const id = t.scene("project");
			const link = { id, tag_name: t.scene("tag_name") };
			const name = t.unique("link");
			const made = await bot.call("createReleaseLink", { ...link, name, url: `https://example.com/${name}` });
			const link_id = made.ok.number("id");
			t.undo(`release link ${link_id}`, () => t.as("developer").call("deleteReleaseLink", { ...link, link_id }));
			const pipeline_id = (await t.given.pipeline()).number("id");
			(await bot.call("deletePipeline", { id, pipeline_id })).is(403);
			(await bot.call("listPipelines", { id: t.scene("private_project") })).is(404);
			(await bot.call("createPipeline", { id: t.scene("internal_project"), ref: t.scene("ref") })).is(403, 404);
			(await bot.call("listGroups", { min_access_level: 10 })).refuses(200, []);
			const seen = await bot.list("listGroupProjects", { id: t.scene("group"), include_subgroups: true });
			t.holds("the group's private project is hidden", !seen.is(200).pluck("path_with_namespace").includes(t.scene("private_project")), seen);

			const group = await groupToken(t);
			const owner = t.bearing(group.text);
			(await owner.call("getCurrentUser")).is(200).has({ id: group.record.field("user_id"), bot: true });
			(await owner.call("listGroupRunners", { id: group.id })).is(200);
			(await owner.call("listGroupRunners", { id: t.scene("internal_group") })).is(403, 404);
			(await owner.call("getGroup", { id: t.scene("private_group") })).is(404);
		},
	),
];
