import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, rule } from "../../rule/rule";

const read = async (t: Context): Promise<readonly Fields[]> => {
	const owner = t.as("administrator");
	const lists = [
		await owner.call("listUsers", { per_page: 20 }),
		await owner.call("listPipelines", { id: t.scene("project") }),
		await owner.call("listRunners"),
		await owner.call("listGroupProjects", { id: t.scene("group") }),
	];
	return lists.flatMap((list) => list.is(200).items);
};
const values = (items: readonly Fields[], ending: string): string[] =>
	items.flatMap((item) => Object.entries(item).flatMap(([name, value]) => (name.endsWith(ending) && typeof value === "string" ? [value] : [])));
const _options = { operations: ["listUsers", "listPipelines", "listRunners"] } as const;

/** How times and dates are written. */
export const times = [
	rule("CONV-027", "REST timestamps match `YYYY-MM-DDTHH:MM:SSZ` with optional fraction.", ["listUsers", "listPipelines", "listRunners"], async (t) => {
		const found = values(await read(t), "_at");
		t.holds("there should be times", found.length > 0);
		t.same(
			"what is no time",
			found.filter((one) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(one)),
			[],
		);
	}),
	assumed(
		"CONV-028",
		"REST timestamps are UTC with exactly three decimals and a `Z` (2015-12-24T15:51:21.880Z).",
		["listUsers", "listPipelines", "listRunners"],
		async (t) => {
			const found = values(await read(t), "_at");
			t.holds("there should be times", found.length > 0);
			t.same(
				"what is no such time",
				found.filter((one) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(one)),
				[],
			);
		},
	),
	rule("CONV-030", "Date fields in responses are `YYYY-MM-DD` without a time part.", ["listUserActivities"], async (t) => {
		const found = values((await t.as("administrator").call("listUserActivities", { from: "2000-01-01" })).is(200).items, "_on");
		t.holds("there should be dates", found.length > 0);
		t.same(
			"what is no date",
			found.filter((one) => !/^\d{4}-\d\d-\d\d$/.test(one)),
			[],
		);
	}),
];
