import { spareToken } from "../../plans/spare-token";
import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import { assumed, type Rule, rule } from "../../rule/rule";
import { inDays, kinds, numbers, tokensOf } from "./tokens";

export const isExpired = (one: Fields) => typeof one.expires_at === "string" && one.expires_at <= inDays(0);
export const isActive = (one: Fields) => one.revoked === false && !isExpired(one);

/** Which tokens the lists hold, and what they show of them. */
export const listedTokens: readonly Rule[] = [
	...(["CRED-030", "CRED-037"] as const).map((claim, index) =>
		byClaim(claim, async (t) => {
			const kind = kinds[index] ?? "personal";
			const all = await tokensOf(t, kind);
			t.holds("there should be tokens", all.length > 0);
			for (const one of all) t.holds(`token ${one.id} should not tell its text`, !Object.hasOwn(one, "token"));
		}),
	),
	assumed("CRED-031", "active is true exactly when the token is neither revoked nor expired.", "listGroupPersonalAccessTokens", async (t) => {
		for (const one of await tokensOf(t, "personal")) t.same(`active of token ${one.id}`, one.active, isActive(one));
	}),
	assumed("CRED-032", "A token whose expires_at is today or earlier counts as expired (active false).", "listGroupPersonalAccessTokens", async (t) => {
		const expired = (await tokensOf(t, "personal")).filter(isExpired);
		if (expired.length === 0) t.skip("no token has expired: let one expire");
		for (const one of expired) t.same(`active of token ${one.id}`, one.active, false);
	}),
	assumed(
		"CRED-036",
		"resource_id is the group ID when resource_type is group and the project ID (not its namespace) when it is project.",
		"listGroupResourceAccessTokens",
		async (t) => {
			const id = t.scene("enterprise_group");
			const owner = t.as("owner");
			const groups = (await owner.call("listDescendantGroups", { id, per_page: 100 })).is(200).ids;
			const projects = (await owner.call("listGroupProjects", { id, include_subgroups: true, per_page: 100 })).is(200).ids;
			const of: { readonly [type: string]: readonly number[] } = {
				group: [await t.given.groupId(id), ...groups],
				project: projects,
			};
			const all = await tokensOf(t, "resource");
			t.same("the types", [...new Set(all.map((one) => one.resource_type))].sort(), ["group", "project"]);
			for (const one of all)
				t.holds(`token ${one.id} should be of a ${one.resource_type} there`, of[String(one.resource_type)]?.includes(Number(one.resource_id)) === true);
		},
	),
	rule("CRED-053", "Lists personal access tokens of enterprise users of the group.", "listGroupPersonalAccessTokens", async (t) => {
		const { token_id } = await spareToken(t, "personal");
		t.holds("an enterprise user's token should be listed", numbers(await tokensOf(t, "personal")).includes(token_id));
	}),
	assumed("CRED-054", "Tokens of service accounts provisioned by the group are listed too.", "listGroupPersonalAccessTokens", async (t) => {
		const { token_id } = await spareToken(t, "service");
		t.holds("a service account's token should be listed", numbers(await tokensOf(t, "personal")).includes(token_id));
	}),
	assumed(
		"CRED-055",
		"Tokens of ordinary members, of enterprise users of another group, and group or project access tokens are not listed.",
		"listGroupPersonalAccessTokens",
		async (t) => {
			const personal = await tokensOf(t, "personal");
			const resource = new Set(numbers(await tokensOf(t, "resource")));
			const others = (await t.as("administrator").call("listGroupPersonalAccessTokens", { id: t.scene("private_group"), per_page: 100 })).is(200).ids;
			const outsider = t.user("outsider").id;
			t.holds("there should be tokens of every sort", personal.length > 0 && resource.size > 0 && others.length > 0);
			for (const one of personal)
				t.holds(
					`token ${one.id} should be an enterprise user's`,
					!resource.has(Number(one.id)) && !others.includes(Number(one.id)) && one.user_id !== outsider,
				);
		},
	),
	rule("CRED-090", "Lists group and project access tokens of the group.", "listGroupResourceAccessTokens", async (t) => {
		const types = (await tokensOf(t, "resource")).map((one) => one.resource_type);
		t.same("the types", [...new Set(types)].sort(), ["group", "project"]);
	}),
	assumed("CRED-091", "Tokens of subgroups and of projects anywhere below the top-level group are listed.", "listGroupResourceAccessTokens", async (t) => {
		const id = await t.given.groupId(t.scene("enterprise_group"));
		const below = (await tokensOf(t, "resource")).filter((one) => one.resource_id !== id);
		for (const type of ["group", "project"]) if (!below.some((one) => one.resource_type === type)) t.skip(`no ${type} below the group has a token: make one`);
		const groups = (await t.as("owner").call("listDescendantGroups", { id, per_page: 100 })).is(200).ids;
		const ofGroups = below.filter((one) => one.resource_type === "group");
		t.holds(
			"the groups should be below the group",
			ofGroups.every((one) => groups.includes(Number(one.resource_id))),
		);
	}),
	assumed("CRED-092", "Tokens of another top-level group, and personal access tokens, are not listed.", "listGroupResourceAccessTokens", async (t) => {
		const all = numbers(await tokensOf(t, "resource"));
		const personal = new Set(numbers(await tokensOf(t, "personal")));
		const others = (await t.as("administrator").call("listGroupResourceAccessTokens", { id: t.scene("private_group") })).is(200);
		if (others.ids.length === 0) t.skip("the private group has no token: make one");
		t.same(
			"the others' tokens among them",
			all.filter((id) => personal.has(id) || others.ids.includes(id)),
			[],
		);
	}),
];
