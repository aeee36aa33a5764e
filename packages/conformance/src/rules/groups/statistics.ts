import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import { assumed, type Rule, rule } from "../../rule/rule";
import { lastPart } from "./listed";

const list = (caller: Caller, path: string, query: Params = { statistics: true }) =>
	caller.call("listGroups", { search: lastPart(path), per_page: 100, ...query });

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const none = ({ statistics, root_storage_statistics }: Params): boolean => statistics === undefined && root_storage_statistics === undefined;

/** What groups store. */
export const listStatistics: readonly Rule[] = [
	rule("GROUP-110", "Administrator with statistics=true: every item has a statistics object.", "listGroups", async (t) => {
		const response = (await list(t.as("administrator"), t.scene("group"))).is(200);
		response.every("one with statistics", (one) => isObject(one.statistics));
	}),
	rule("GROUP-113", "Administrator with statistics=true: a top-level group also has root_storage_statistics.", "listGroups", async (t) => {
		const response = (await list(t.as("administrator"), t.scene("group"), { statistics: true, top_level_only: true })).is(200);
		response.every("one with root_storage_statistics", (one) => isObject(one.root_storage_statistics));
	}),
	rule(
		"GROUP-114",
		"Administrator with statistics=true: an item that is a subgroup has statistics but no root_storage_statistics.",
		"listGroups",
		async (t) => {
			const response = (await list(t.as("administrator"), t.scene("subgroup"))).is(200);
			const below = response.items.filter((one) => one.parent_id !== null);
			t.holds("there should be a subgroup", below.length > 0, response);
			const are = below.every((one) => isObject(one.statistics) && one.root_storage_statistics === undefined);
			t.holds("every subgroup should have statistics alone", are, response);
		},
	),
	assumed(
		"GROUP-120",
		"statistics=false, or no statistics parameter, leaves statistics and root_storage_statistics out, for administrators too.",
		"listGroups",
		async (t) => {
			for (const query of [{}, { statistics: false }])
				(await list(t.as("administrator"), t.scene("group"), query)).is(200).every("one without statistics", none);
		},
	),
	rule("GROUP-121", "A caller who is not an administrator gets no statistics or root_storage_statistics with statistics=true.", "listGroups", async (t) => {
		for (const caller of [t.as("owner"), t.as("maintainer"), t.anonymous]) (await list(caller, t.scene("group"))).ok.every("one without statistics", none);
	}),
	rule(
		"GROUP-122",
		"Administrator with statistics=true: items (never top-level) have no root_storage_statistics.",
		"listSubgroups",
		async (t) => {
			const query = { id: t.scene("group"), statistics: true, per_page: 100 };
			const response = (await t.as("administrator").call("listSubgroups", query)).is(200);
			response.every("one with statistics alone", (one) => isObject(one.statistics) && !one.root_storage_statistics);
		},
		{ effect: "reads" },
	),
	assumed("GROUP-123", "statistics=true from a regular or anonymous caller is ignored (200), not refused.", "listGroups", async (t) => {
		for (const caller of [t.as("owner"), t.anonymous]) {
			const plain = (await list(caller, t.scene("group"), {})).is(200);
			const response = (await list(caller, t.scene("group"))).is(200);
			t.holds("there should be groups", response.items.length > 0, response);
			t.same("the list with statistics=true", response.json, plain.json, response);
		}
	}),
];
