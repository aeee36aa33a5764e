import { isDeepStrictEqual } from "node:util";
import type { Someone } from "../../rule/callers";
import type { Context } from "../../rule/context";
import { pause } from "../../rule/eventually";
import { assumed, type Rule, rule } from "../../rule/rule";
import { crowd, everyone, flock, hasCursors, idsOf, listUsers, writes, writing } from "./lab";

const orders = ["id", "name", "username", "created_at", "updated_at"] as const;
type Order = (typeof orders)[number];
type Orders = { readonly [order in Order]: readonly number[] };

/** Four users who share a search word, and their order by each key. Through the control API, some of their keys are equal. */
async function ordered(t: Context): Promise<{ word: string; people: readonly Someone[]; by: Orders; alike: Partial<Orders> }> {
	const mark = t.unique("order");
	const word = mark.replaceAll("-", "");
	const names = t.given.hasControl ? ["Mia", "Zoe", "Ada", "Mia"] : ["Mia", "Zoe", "Ada", "Kim"];
	const each = ["c", "a", "d", "b"].map((letter, index) => ({ username: `${letter}-${mark}`, name: `${names[index]} ${word}` }));
	const days = ["2025-03-01", "2025-01-01", "2025-03-01", "2025-02-01"].map((day) => `${day}T00:00:00.000Z`);
	const { people } = await (t.given.hasControl
		? crowd(
				t,
				each.map((fields, index) => ({ ...fields, created_at: days[index], updated_at: days[3 - index] })),
			)
		: flock(t, each));
	const [c = 0, a = 0, d = 0, b = 0] = people.map(({ id }) => id);
	const byUsername = { id: [c, a, d, b], username: [a, b, c, d] };
	if (t.given.hasControl) {
		const by = { ...byUsername, name: [d, c, b, a], created_at: [a, b, c, d], updated_at: [d, c, a, b] };
		return { word, people, by, alike: { name: [c, b], created_at: [c, d], updated_at: [a, b] } };
	}
	const administrator = t.as("administrator");
	const times = await Promise.all(people.map(async ({ id }) => Date.parse((await administrator.call("getUser", { id })).is(200).string("created_at"))));
	// A server may store only full seconds.
	const step = new Set(times.map((time) => time % 1000)).size === 1 ? 1050 : 5;
	for (const id of [d, b, c, a]) {
		await pause(step);
		(await administrator.call("updateUser", { id, note: t.unique("note") })).is(200);
	}
	return { word, people, by: { ...byUsername, name: [d, b, c, a], created_at: [c, a, d, b], updated_at: [d, b, c, a] }, alike: {} };
}

/** The order and the pages of the list of users. */
export const userPages: readonly Rule[] = [
	rule("USER-181", "Offset pagination beyond 50,000 users is refused; keyset pagination of users has no such limit.", "listUsers", async (t) => {
		for (const who of everyone) {
			// However many users a page has.
			for (const params of [{ page: 2_501 }, { page: 501, per_page: 100 }, { page: 50_001, per_page: 1 }]) {
				const refused = await t.as(who).call("listUsers", params);
				t.holds(`a refusal of ${JSON.stringify(params)}`, refused.refused, refused);
			}
			// The specification does not show the parameters of keyset pagination.
			const further = await t.as(who).call("listUsers", { page: 2_501, pagination: "keyset" });
			t.assume("keyset pagination should return a page of at most twenty users", further.status === 200 && further.items.length <= 20, further);
			for (const filter of [{ search: "a" }, { active: true }]) {
				const filtered = await t.as(who).call("listUsers", { page: 501, per_page: 100, ...filter });
				t.assume(`page 501 of 100 users each should also be refused with ${JSON.stringify(filter)}`, filtered.refused, filtered);
			}
		}
	}),
	assumed(
		"CONV-130, CONV-131",
		"The list of users supports keyset pagination since release 16.5. Offset pagination beyond 50,000 users returns 405 since release 17.0.",
		"listUsers",
		async (t) => {
			for (const [release, hasKeyset, status] of [
				["16.4", false, 200],
				["16.5", true, 200],
				["16.11", true, 200],
				["17.0", true, 405],
			] as const) {
				await t.given.settings({ release });
				const listed = await listUsers(t.as("outsider"), { pagination: "keyset" });
				t.same(`whether release ${release} leaves out x-total with keyset pagination`, listed.header("x-total") === null, hasKeyset, listed);
				(await t.as("outsider").call("listUsers", { page: 501, per_page: 100 })).is(status);
			}
		},
		{ domain: "users" },
	),
	assumed(
		"USER-184",
		"Without search and order_by, the list of users is sorted by id descending.",
		"listUsers",
		async (t) => {
			const { people } = await flock(t, [{}, {}, {}]);
			for (const who of everyone) {
				const listed = await listUsers(t.as(who));
				t.same(
					"the order",
					listed.ids,
					listed.ids.toSorted((a, b) => b - a),
					listed,
				);
				t.same("the newest", idsOf(listed, people), people.map(({ id }) => id).toReversed(), listed);
			}
		},
		writes,
	),
	writing.rule("USER-253..257", "For administrators, order_by sorts the list of users by that field. sort defaults to desc.", "listUsers", async (t) => {
		const { word, people, by, alike } = await ordered(t);
		for (const order_by of orders) {
			const same = alike[order_by] ?? [];
			const paginations = (await hasCursors(t, t.as("administrator"), { search: word, order_by })) ? [undefined, "keyset"] : [undefined];
			const keys = (ids: readonly number[]) => ids.map((id) => (same.includes(id) ? same[0] : id));
			for (const [sort, expected] of [
				[{}, by[order_by].toReversed()],
				[{ sort: "desc" }, by[order_by].toReversed()],
				[{ sort: "asc" }, by[order_by]],
			] as const)
				for (const pagination of paginations) {
					// Without a search, the newest users also come first.
					const search = /name/.test(order_by) || sort.sort || pagination ? word : undefined;
					const listed = await listUsers(t.as("administrator"), { search, order_by, pagination, ...sort });
					const found = idsOf(listed, people);
					// A page may be shorter than requested, and full of newer users.
					if (search === undefined && found.length < people.length) continue;
					t.same(`the order by ${order_by} ${sort.sort ?? ""}`, keys(found), keys(expected), listed);
					t.assume(`users with the same ${order_by} should be sorted by id`, isDeepStrictEqual(found, expected), listed);
				}
		}
	}),
	writing.assumed(
		"USER-260",
		"Every caller can sort the list of users with order_by and sort, with keyset pagination too.",
		"listUsers",
		async (t) => {
			const { word, people, by } = await ordered(t);
			for (const who of ["outsider", "auditor", "administrator"] as const)
				for (const order_by of orders)
					for (const more of [{}, { pagination: "keyset" }]) {
						const listed = await listUsers(t.as(who), { search: word, order_by, sort: "asc", ...more });
						t.same(`the order by ${order_by} for ${who}`, idsOf(listed, people), by[order_by], listed);
					}
		},
		{ id: "USER-260/order", tier: "premium" },
	),
	writing.assumed("USER-258", "Users with the same sort key are sorted by id, in the same direction.", "listUsers", async (t) => {
		const name = t.unique("same").replaceAll("-", "");
		const ids = (await flock(t, [{ name }, { name }, { name }])).people.map(({ id }) => id);
		for (const [sort, expected] of [
			["asc", ids],
			["desc", ids.toReversed()],
		] as const)
			for (const pagination of [undefined, "keyset"]) {
				const listed = await listUsers(t.as("administrator"), { search: name, order_by: "name", sort, pagination });
				t.same(`the order of one name, ${sort}`, listed.ids, expected, listed);
			}
	}),
];
