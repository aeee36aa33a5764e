import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import { type Check, check } from "../../rule/rule";
import { lastPart } from "./listed";

const list = (caller: Caller, path: string, query: Params = { statistics: true }) =>
	caller.call("listGroups", { search: lastPart(path), per_page: 100, ...query });

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const none = ({ statistics, root_storage_statistics }: Params): boolean =>
	statistics === undefined && root_storage_statistics === undefined;

/** What groups store. */
export const listStatistics: readonly Check[] = [
	check("GROUP-110", async (t) => {
		const told = (await list(t.as("administrator"), t.scene("group"))).is(200);
		told.every("one with statistics", (one) => isObject(one.statistics));
	}),
	check("GROUP-113", async (t) => {
		const told = (await list(t.as("administrator"), t.scene("group"), { statistics: true, top_level_only: true })).is(
			200,
		);
		told.every("one with root_storage_statistics", (one) => isObject(one.root_storage_statistics));
	}),
	check("GROUP-114", async (t) => {
		const told = (await list(t.as("administrator"), t.scene("subgroup"))).is(200);
		const below = told.items.filter((one) => one.parent_id !== null);
		t.holds("there should be a subgroup", below.length > 0, told);
		const are = below.every((one) => isObject(one.statistics) && one.root_storage_statistics === undefined);
		t.holds("every subgroup should have statistics alone", are, told);
	}),
	check("GROUP-120", async (t) => {
		for (const query of [{}, { statistics: false }])
			(await list(t.as("administrator"), t.scene("group"), query)).is(200).every("one without statistics", none);
	}),
	check("GROUP-121", async (t) => {
		for (const caller of [t.as("owner"), t.as("maintainer"), t.anonymous])
			(await list(caller, t.scene("group"))).ok.every("one without statistics", none);
	}),
	check(
		"GROUP-122",
		async (t) => {
			const query = { id: t.scene("group"), statistics: true, per_page: 100 };
			const told = (await t.as("administrator").call("listSubgroups", query)).is(200);
			told.every("one with statistics alone", (one) => isObject(one.statistics) && !one.root_storage_statistics);
		},
		{ effect: "reads" },
	),
	check("GROUP-123", async (t) => {
		for (const caller of [t.as("owner"), t.anonymous]) {
			const plain = (await list(caller, t.scene("group"), {})).is(200);
			const told = (await list(caller, t.scene("group"))).is(200);
			t.holds("there should be groups", told.items.length > 0, told);
			t.same("the list with statistics=true", told.json, plain.json, told);
		}
	}),
];
