import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { type ListProjects, onBoth } from "./projects-table";

type Key = "id" | "name" | "path" | "updated_at" | "star_count" | "last_activity_at" | "created_at";

/** Times and numbers by what they are, all else by its letters, whichever way a server compares these. */
const compare = (a: unknown, b: unknown): number =>
	typeof a === "number" && typeof b === "number" ? a - b : String(a).toLowerCase().localeCompare(String(b).toLowerCase());

/** Whether the values of a field never go down. */
const rises = (items: readonly Fields[], key: Key): boolean => items.every((one, index) => index === 0 || compare(items[index - 1]?.[key], one[key]) <= 0);

/** The list by a key must rise, and fall the other way; projects equal in it may stand as they like. */
const ordered =
	(key: Key) =>
	async (t: Context, list: ListProjects): Promise<void> => {
		const up = (await list({ order_by: key, sort: "asc" })).is(200);
		const down = (await list({ order_by: key, sort: "desc" })).is(200);
		if (up.items.length < 2) t.skip("the list needs two projects");
		t.same("the projects of both directions", [...down.ids].sort(), [...up.ids].sort(), down);
		// Not every server tells when a project was changed last.
		const isTold = up.items.every((one) => Object.hasOwn(one, key));
		if (isTold) {
			if (new Set(up.pluck(key)).size < 2) t.skip(`the list needs two projects that differ in ${key}`);
			t.holds(`sort=asc should go up by ${key}`, rises(up.items, key), up);
			t.holds(`sort=desc should go down by ${key}`, rises(down.items.toReversed(), key), down);
		} else t.holds("the two directions should differ", up.ids.join() !== down.ids.join(), down);
	};

/** Two projects of the list of which one is named with the first word of the other's name. */
async function alike(t: Context, list: ListProjects): Promise<{ search: string; exact: unknown; longer: unknown }> {
	const { items } = (await list()).is(200);
	for (const one of items) {
		const search = String(one.name);
		const longer = items.find((other) => String(other.name).startsWith(`${search} `));
		if (longer) return { search, exact: one.id, longer: longer.id };
	}
	return t.skip("no two projects of the group are named like Test and Test Project");
}

const keys = [
	["GROUP-273", "GROUP-327", "id"],
	["GROUP-274", "GROUP-328", "name"],
	["GROUP-275", "GROUP-329", "path"],
	["GROUP-276", "GROUP-330", "updated_at"],
	["GROUP-277", "GROUP-331", "star_count"],
	["GROUP-278", "GROUP-332", "last_activity_at"],
] as const;

/** In what order projects are listed. */
export const projectOrder: readonly Rule[] = [
	...onBoth(["GROUP-271", "GROUP-326"], async (t, list) => {
		const response = (await list()).is(200);
		if (response.items.length < 2) t.skip("the list needs two projects");
		t.holds("the newest should come first", rises(response.items.toReversed(), "created_at"), response);
	}),
	...onBoth(["GROUP-272", undefined], async (t, list) => {
		const response = (await list({ order_by: "created_at", sort: "asc" })).is(200);
		if (response.items.length < 2) t.skip("the list needs two projects");
		t.holds("the ids should rise", rises(response.items, "id"), response);
	}),
	...keys.flatMap(([own, shared, key]) => onBoth([own, shared], ordered(key))),
	...onBoth(["GROUP-279", undefined], async (t, list) => {
		const { search } = await alike(t, list);
		const response = async (sort: string) => (await list({ order_by: "similarity", search, sort })).is(200);
		const [up, down] = [await response("asc"), await response("desc")];
		t.holds("several projects should be found", up.ids.length > 1, up);
		t.same("the order of sort=desc", down.ids, up.ids, down);
	}),
	...onBoth(["GROUP-280", undefined], async (t, list) => {
		const { search, exact, longer } = await alike(t, list);
		const response = (await list({ order_by: "similarity", search: search.toLowerCase() })).is(200);
		const found = response.pluck("id").filter((id) => id === exact || id === longer);
		t.same("the order", found, [exact, longer], response);
	}),
	...onBoth(["GROUP-281", undefined], async (t, list) => {
		const response = (await list({ order_by: "similarity" })).is(200);
		if (response.items.length < 2) t.skip("the list needs two projects");
		t.holds("the projects should come by name", rises(response.items, "name"), response);
	}),
	...onBoth(["GROUP-282", undefined], async (_, list) => {
		(await list({ order_by: "bogus" })).refuses(400, { error: "order_by does not have a valid value" });
	}),
	...onBoth([undefined, "GROUP-325"], async (_, list) => {
		(await list({ order_by: "similarity" })).refuses(400, { error: "order_by does not have a valid value" });
	}),
];
