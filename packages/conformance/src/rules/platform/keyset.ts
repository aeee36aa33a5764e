import { isDeepStrictEqual } from "node:util";
import { keysOf, walked } from "../../laws/walk";
import { whileUnchanged } from "../../laws/while-unchanged";
import { keyOf, wholeList } from "../../laws/whole-list";
import type { Context } from "../../rule/context";
import { linksOf } from "../../rule/links";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, groupSettings, writing } from "../../rule/rule";
import { ChangedGroup } from "../groups/changed-group";

const list = async (t: Context, params: Fields = {}) => await t.as("administrator").call("listUsers", { pagination: "keyset", ...params });
const cursorOf = (response: ApiResponse) => linksOf(response).get("next")?.searchParams.get("cursor") ?? undefined;

/** Five users of the rule's own, with a search that finds them. Their names and ids are in different orders, and two names are the same. */
async function five(t: Context): Promise<{ search: string; ids: number[] }> {
	// With characters that have a meaning in URLs.
	const search = `${t.unique("walker")} a+b &c=d%20#é`;
	const ids: number[] = [];
	for (const suffix of ["c", "a", "b", "a", "d"]) ids.push((await t.given.user({ name: `${search} ${suffix}` })).number("id"));
	return { search, ids };
}

/** Keyset pagination. */
export const keysetChecks = [
	writing.rule(
		"CONV-072, GROUP-251",
		"Without credentials, groups can be listed by cursor. Each group is listed once, even if two have the same name.",
		"listGroups",
		async (t) => {
			const namesake = await ChangedGroup.of(t, "leaf_group");
			const { name } = (await t.anonymous.call("getGroup", { id: t.scene("group"), with_projects: false })).ok.fields;
			await namesake.change({ name });
			const order = { order_by: "name", sort: "asc" };
			await whileUnchanged(
				t,
				() => wholeList(t.anonymous, "listGroups", order),
				async (whole) => {
					const most = 30;
					const first = await t.anonymous.call("listGroups", { ...order, pagination: "keyset", per_page: Math.min(Math.ceil(whole.length / most), 100) });
					const found = keysOf(await walked(t.anonymous, first, most));
					const expected = whole.map(keyOf);
					t.same("the groups by cursor, each once", found, [...new Set(found)], first);
					t.holds(
						"the list by cursor should have no group that the list by page lacks",
						found.every((key) => expected.includes(key)),
						first,
					);
					// The specification leaves open the order of groups with the same name.
					t.assume("the groups should come in the order of the list", isDeepStrictEqual(found, expected.slice(0, found.length)), first);
					// The specification does not show the parameters and headers of the cursor.
					const leads = found.length > first.items.length;
					t.assume("a cursor should lead to the next page", leads, first);
					if (leads) t.same("the groups by cursor", found.toSorted(), expected.toSorted(), first);
				},
			);
		},
		{ alone: groupSettings },
	),
	assumed("CONV-074", "A page by cursor has at most per_page records. per_page defaults to 20 and is at most 100.", "listUsers", async (t) => {
		const order = { order_by: "id", sort: "asc" };
		const [plain, few] = [(await list(t, order)).is(200), (await list(t, { ...order, per_page: 3 })).is(200)];
		t.holds("a page should have at most 20 records", plain.items.length <= 20, plain);
		t.same("a page of three", few.ids, plain.ids.slice(0, 3), few);
		t.holds("a page should have at most 100 records", (await list(t, { per_page: 500 })).is(200).items.length <= 100);
	}),
	writing.assumed("CONV-080", "Deleting records of an earlier page does not make the next page by cursor skip any.", "listUsers", async (t) => {
		const { search, ids } = await five(t);
		const asked = { search, order_by: "id", sort: "asc", per_page: 2 };
		const first = (await list(t, asked)).is(200);
		for (const id of ids.slice(0, 2)) (await t.as("administrator").call("deleteUser", { id, hard_delete: true })).is(204);
		const second = (await list(t, { ...asked, cursor: cursorOf(first) })).is(200);
		t.same("the second page", second.ids, ids.slice(2, 4), second);
	}),
	assumed("CONV-083, GROUP-254", "Without credentials, groups are listed by cursor only with order_by=name, sort=asc.", "listGroups", async (t) => {
		for (const order of [{}, { order_by: "name" }, { sort: "asc" }]) (await t.anonymous.call("listGroups", { pagination: "keyset", ...order })).is(200);
		for (const order of [{ order_by: "id" }, { order_by: "path" }, { order_by: "name", sort: "desc" }, { sort: "desc" }])
			(await t.anonymous.call("listGroups", { pagination: "keyset", ...order })).refuses(405, {
				error: "Keyset pagination is not yet available for this type of request",
			});
	}),
	assumed("CONV-084, GROUP-255", "With credentials, pagination=keyset is ignored for groups: they are listed by page number.", "listGroups", async (t) => {
		for (const order of [{}, { order_by: "id", sort: "desc" }]) {
			const response = (await t.as("owner").call("listGroups", { pagination: "keyset", ...order })).is(200);
			t.same("x-page, x-next-cursor", [response.header("x-page"), response.header("x-next-cursor")], ["1", null], response);
		}
	}),
	assumed("CONV-086", "A malformed cursor, or a cursor of another list or order, is refused with 400.", "listUsers", async (t) => {
		const groups = (await t.anonymous.call("listGroups", { pagination: "keyset", per_page: 1 })).is(200);
		const foreign = [
			"%00",
			"nonsense!",
			...["null", "{}", '["users name asc",{},1,"n"]', '["users name asc","a","1","n"]', '["users name asc","a",1,"x"]'].map(btoa),
		];
		const other = cursorOf((await list(t, { order_by: "id", sort: "asc", per_page: 1 })).is(200));
		for (const cursor of [...foreign, cursorOf(groups) ?? "e30", other]) {
			const response = (await list(t, { cursor, per_page: 2, order_by: "name", sort: "asc" })).is(400);
			t.holds("the refusal should say why", response.string("error") !== "", response);
		}
	}),
];
