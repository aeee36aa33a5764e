import { spareToken } from "../../plans/spare-token";
import type { Fields } from "../../rule/answer";
import { type Check, check } from "../../rule/rule";
import { inDays, kinds, numbers, tokensOf } from "./tokens";

export const isExpired = (one: Fields) => typeof one.expires_at === "string" && one.expires_at <= inDays(0);
export const isActive = (one: Fields) => one.revoked === false && !isExpired(one);

/** Which tokens the lists hold, and what they show of them. */
export const listedTokens: readonly Check[] = [
	...(["CRED-030", "CRED-037"] as const).map((claim, index) =>
		check(claim, async (t) => {
			const kind = kinds[index] ?? "personal";
			const all = await tokensOf(t, kind);
			t.holds("there should be tokens", all.length > 0);
			for (const one of all) t.holds(`token ${one.id} should not tell its text`, !Object.hasOwn(one, "token"));
		}),
	),
	check("CRED-031", async (t) => {
		for (const one of await tokensOf(t, "personal")) t.same(`active of token ${one.id}`, one.active, isActive(one));
	}),
	check("CRED-032", async (t) => {
		const expired = (await tokensOf(t, "personal")).filter(isExpired);
		if (expired.length === 0) t.skip("no token has expired: let one expire");
		for (const one of expired) t.same(`active of token ${one.id}`, one.active, false);
	}),
	check("CRED-036", async (t) => {
		const id = t.scene("enterprise_group");
		const owner = t.as("owner");
		const groups = (await owner.call("listDescendantGroups", { id, per_page: 100 })).is(200).ids;
		const projects = (await owner.call("listGroupProjects", { id, include_subgroups: true, per_page: 100 })).is(
			200,
		).ids;
		const of: { readonly [type: string]: readonly number[] } = {
			group: [await t.make.groupId(id), ...groups],
			project: projects,
		};
		const all = await tokensOf(t, "resource");
		t.same("the types", [...new Set(all.map((one) => one.resource_type))].sort(), ["group", "project"]);
		for (const one of all)
			t.holds(
				`token ${one.id} should be of a ${one.resource_type} there`,
				of[String(one.resource_type)]?.includes(Number(one.resource_id)) === true,
			);
	}),
	check("CRED-053", async (t) => {
		const { token_id } = await spareToken(t, "personal");
		t.holds("an enterprise user's token should be listed", numbers(await tokensOf(t, "personal")).includes(token_id));
	}),
	check("CRED-054", async (t) => {
		const { token_id } = await spareToken(t, "service");
		t.holds("a service account's token should be listed", numbers(await tokensOf(t, "personal")).includes(token_id));
	}),
	check("CRED-055", async (t) => {
		const personal = await tokensOf(t, "personal");
		const resource = new Set(numbers(await tokensOf(t, "resource")));
		const others = (
			await t.as("administrator").call("listGroupPersonalAccessTokens", { id: t.scene("private_group"), per_page: 100 })
		).is(200).ids;
		const outsider = t.user("outsider").id;
		t.holds("there should be tokens of every sort", personal.length > 0 && resource.size > 0 && others.length > 0);
		for (const one of personal)
			t.holds(
				`token ${one.id} should be an enterprise user's`,
				!resource.has(Number(one.id)) && !others.includes(Number(one.id)) && one.user_id !== outsider,
			);
	}),
	check("CRED-090", async (t) => {
		const types = (await tokensOf(t, "resource")).map((one) => one.resource_type);
		t.same("the types", [...new Set(types)].sort(), ["group", "project"]);
	}),
	check("CRED-091", async (t) => {
		const id = await t.make.groupId(t.scene("enterprise_group"));
		const below = (await tokensOf(t, "resource")).filter((one) => one.resource_id !== id);
		for (const type of ["group", "project"])
			if (!below.some((one) => one.resource_type === type)) t.skip(`no ${type} below the group has a token: make one`);
		const groups = (await t.as("owner").call("listDescendantGroups", { id, per_page: 100 })).is(200).ids;
		const ofGroups = below.filter((one) => one.resource_type === "group");
		t.holds(
			"the groups should be below the group",
			ofGroups.every((one) => groups.includes(Number(one.resource_id))),
		);
	}),
	check("CRED-092", async (t) => {
		const all = numbers(await tokensOf(t, "resource"));
		const personal = new Set(numbers(await tokensOf(t, "personal")));
		const others = (
			await t.as("administrator").call("listGroupResourceAccessTokens", { id: t.scene("private_group") })
		).is(200);
		if (others.ids.length === 0) t.skip("the private group has no token: make one");
		t.same(
			"the others' tokens among them",
			all.filter((id) => personal.has(id) || others.ids.includes(id)),
			[],
		);
	}),
];
