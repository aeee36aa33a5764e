import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";
import { paged } from "./token-lists";
import { forbidden, foreign, numbers, unauthorized, unknownId, walk } from "./tokens";

const destroys = { effect: "destroys" } as const;
const time = (value: unknown): number => Date.parse(String(value));
const keys = async (t: Context, params: Params = {}) => await walk(t, "listGroupSshKeys", params);

async function exactly(t: Context, filter: Params, what: string, isIt: (key: Fields) => boolean): Promise<void> {
	const all = await keys(t);
	const wanted = all.filter(isIt);
	if (wanted.length === 0 || wanted.length === all.length) t.skip(`there should be keys ${what}, and others that are not: add some`);
	t.same(`the keys ${what}`, numbers(await keys(t, filter)), numbers(wanted));
}

/** A time in the middle of those that the keys have; of one alone its own. */
async function middle(t: Context, field: string): Promise<string> {
	const times = (await keys(t)).flatMap((one) => (typeof one[field] === "string" ? [String(one[field])] : [])).sort();
	return times[times.length >> 1] ?? t.skip(`no key has a value of ${field}: let one have it`);
}

/** A key that may be deleted. */
async function spare(t: Context): Promise<{ id: string; key_id: number }> {
	const beginning = t.scene("spare_ssh_key");
	const key = (await keys(t)).find((one) => String(one.title).startsWith(beginning));
	const key_id = Number(key?.id ?? t.skip(`no key of the group has a title that begins with ${beginning}: add some`));
	return { id: t.scene("enterprise_group"), key_id };
}

/** Is refused, and the key stays. */
async function refuses(t: Context, caller: Caller, status: number, body?: unknown, headers: Record<string, string> = {}) {
	const params = await spare(t);
	(await caller.call("deleteGroupSshKey", params, { headers })).refuses(status, body);
	t.holds("the key should still be listed", numbers(await keys(t)).includes(params.key_id));
}

const bounds = [
	["CRED-130", "created_after", "created_at", 1],
	["CRED-131", "created_before", "created_at", -1],
	["CRED-132", "expires_before", "expires_at", -1],
	["CRED-133", "expires_after", "expires_at", 1],
] as const;

export const sshKeys = [
	assumed("CRED-044", "The key material itself is not in the record.", "listGroupSshKeys", async (t) => {
		const all = await keys(t);
		t.holds("there should be keys", all.length > 0);
		for (const one of all) t.holds(`key ${one.id} should not be shown`, !Object.hasOwn(one, "key"));
		t.holds("the list should hold no key", !/ssh-(rsa|ed25519)|ecdsa-sha2/.test(JSON.stringify(all)));
	}),
	rule("CRED-126", "Lists SSH keys of enterprise users of the group.", "listGroupSshKeys", async (t) => {
		const { key_id } = await spare(t);
		t.holds("the key of an enterprise user should be listed", numbers(await keys(t)).includes(key_id));
	}),
	assumed(
		"CRED-127",
		"Keys of ordinary members, who are not enterprise users of the group, are not listed: a group with only such members → 200 [].",
		"listGroupSshKeys",
		async (t) => {
			const own = new Set(numbers(await keys(t)));
			const administrator = t.as("administrator");
			let empty = 0;
			for (const group of (await administrator.call("listGroups", { top_level_only: true, per_page: 20 })).is(200).items) {
				if (group.full_path === t.scene("enterprise_group")) continue;
				const answer = (await administrator.call("listGroupSshKeys", { id: group.id, per_page: 100 })).is(200);
				t.holds("another group should not show the group's keys", !answer.ids.some((id) => own.has(id)), answer);
				empty += answer.ids.length === 0 ? 1 : 0;
			}
			if (empty === 0) t.skip("every top-level group has enterprise users with keys: add one without");
		},
	),
	...bounds.map(([claim, name, field, sign]) =>
		byClaim(claim, async (t) => {
			const at = await middle(t, field);
			const isIt = (one: Fields) => one[field] !== null && sign * (time(one[field]) - time(at)) >= 0;
			await exactly(t, { [name]: at }, `of ${name}`, isIt);
		}),
	),
	assumed("CRED-134", "All four bounds are inclusive.", "listGroupSshKeys", async (t) => {
		for (const [, name, field] of bounds) {
			const at = await middle(t, field);
			const found = await keys(t, { [name]: at });
			t.holds(
				`${name} should find the key of that very time`,
				found.some((one) => time(one[field]) === time(at)),
			);
		}
	}),
	assumed("CRED-135", "A key without expiry (expires_at null) matches neither expires_before nor expires_after.", "listGroupSshKeys", async (t) => {
		if (!(await keys(t)).some((one) => one.expires_at === null)) t.skip("every key expires: add one that does not");
		for (const params of [{ expires_after: "1990-01-01T00:00:00Z" }, { expires_before: "2990-01-01T00:00:00Z" }])
			t.holds(
				"none without expiry should be found",
				(await keys(t, params)).every((one) => one.expires_at !== null),
			);
	}),
	assumed("CRED-136", 'An unparsable date-time → 400 {"error":"<param> is invalid"}.', "listGroupSshKeys", async (t) => {
		for (const [, name] of bounds)
			(await t.as("owner").call("listGroupSshKeys", { id: t.scene("enterprise_group"), [name]: "soon" })).refuses(400, {
				error: `${name} is invalid`,
			});
	}),
	assumed("CRED-137", "Keys come ordered by last_used_at, most recent first, never-used keys last.", "listGroupSshKeys", async (t) => {
		const used = (await keys(t)).map((one) => (one.last_used_at === null ? 0 : time(one.last_used_at)));
		if (new Set(used).size < 2) t.skip("the keys should have been used at different times: use one");
		t.same(
			"the times of use",
			used,
			[...used].sort((one, other) => other - one),
		);
	}),
	assumed(
		"CRED-138",
		"Default page of 20, per_page up to 100 and the offset headers apply.",
		"listGroupSshKeys",
		async (t) => await paged(t, "listGroupSshKeys"),
	),
	assumed("CRED-139", 'Caller below Owner → 403 {"message":"403 Forbidden"}.', "listGroupSshKeys", async (t) => {
		for (const who of ["maintainer", "developer", "reporter", "guest"] as const)
			(await t.as(who).call("listGroupSshKeys", { id: t.scene("enterprise_group") })).refuses(403, forbidden);
	}),
	rule(
		"CRED-171",
		"Owner, key of an enterprise user of the group → 204.",
		"deleteGroupSshKey",
		async (t) => void (await t.as("owner").call("deleteGroupSshKey", await spare(t))).is(204),
		destroys,
	),
	assumed(
		"CRED-172",
		"204 has an empty body and the key is gone from listGroupSshKeys.",
		"deleteGroupSshKey",
		async (t) => {
			const params = await spare(t);
			const answer = (await t.as("owner").call("deleteGroupSshKey", params)).is(204);
			t.same("the body", answer.text, "", answer);
			t.holds("the key should be gone", !numbers(await keys(t)).includes(params.key_id));
		},
		destroys,
	),
	assumed(
		"CRED-174",
		"The product path /groups/{id}/manage/ssh_keys/{key_id} is served as an alias with the same behaviour.",
		"deleteGroupSshKey",
		async (t) => {
			const { id, key_id } = await spare(t);
			const path = `/api/v4/groups/${encodeURIComponent(id)}/manage/ssh_keys/${key_id}`;
			(await t.as("maintainer").send("DELETE", path)).refuses(403, forbidden);
			(await t.as("owner").send("DELETE", path)).is(204);
			t.holds("the key should be gone", !numbers(await keys(t)).includes(key_id));
			(await t.as("owner").send("DELETE", path)).refuses(401, unauthorized);
		},
		destroys,
	),
	rule(
		"CRED-177",
		'Invalid key (unknown key_id, or a key of a user who is no enterprise user of the group) → 401 {"message":"401 Unauthorized"}; nothing is deleted.',
		"deleteGroupSshKey",
		async (t) => {
			const before = numbers(await keys(t));
			const params = { id: t.scene("enterprise_group"), key_id: unknownId };
			(await t.as("owner").call("deleteGroupSshKey", params)).refuses(401, unauthorized);
			t.same("the keys", numbers(await keys(t)), before);
		},
		destroys,
	),
	rule(
		"CRED-178",
		"Caller lacking permission → 403; the key stays.",
		"deleteGroupSshKey",
		async (t) => {
			for (const who of ["maintainer", "outsider"] as const) await refuses(t, t.as(who), 403);
		},
		destroys,
	),
	assumed(
		"CRED-179",
		'Maintainer or lower → 403 {"message":"403 Forbidden"}.',
		"deleteGroupSshKey",
		async (t) => {
			for (const who of ["maintainer", "developer", "reporter", "guest"] as const) await refuses(t, t.as(who), 403, forbidden);
		},
		destroys,
	),
	assumed(
		"CRED-180",
		"The key of a user outside the enterprise users of the group is treated as unknown: 401, the key stays.",
		"deleteGroupSshKey",
		async (t) => {
			const key_id = await foreign(t, "listGroupSshKeys");
			(await t.as("owner").call("deleteGroupSshKey", { id: t.scene("enterprise_group"), key_id })).refuses(401, unauthorized);
			t.same("the other group's key", await foreign(t, "listGroupSshKeys"), key_id);
		},
		destroys,
	),
	assumed(
		"CRED-181",
		"A second delete of the same key → 401.",
		"deleteGroupSshKey",
		async (t) => {
			const params = await spare(t);
			(await t.as("owner").call("deleteGroupSshKey", params)).is(204);
			(await t.as("owner").call("deleteGroupSshKey", params)).refuses(401);
		},
		destroys,
	),
	assumed(
		"CRED-182",
		'If-Unmodified-Since older than the last change of the key → 412 {"message":"412 Precondition Failed"}; the key stays.',
		"deleteGroupSshKey",
		async (t) => {
			const headers = { "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" };
			await refuses(t, t.as("owner"), 412, { message: "412 Precondition Failed" }, headers);
		},
		destroys,
	),
];
