import type { Fields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { check } from "../../rule/rule";

const read = async (t: Trial): Promise<readonly Fields[]> => {
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
	items.flatMap((item) =>
		Object.entries(item).flatMap(([name, value]) =>
			name.endsWith(ending) && typeof value === "string" ? [value] : [],
		),
	);
const options = { operations: ["listUsers", "listPipelines", "listRunners"] } as const;

/** How times and dates are written. */
export const times = [
	check(
		"CONV-027",
		async (t) => {
			const found = values(await read(t), "_at");
			t.holds("there should be times", found.length > 0);
			t.same(
				"what is no time",
				found.filter((one) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(one)),
				[],
			);
		},
		options,
	),
	check(
		"CONV-028",
		async (t) => {
			const found = values(await read(t), "_at");
			t.holds("there should be times", found.length > 0);
			t.same(
				"what is no such time",
				found.filter((one) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(one)),
				[],
			);
		},
		options,
	),
	check(
		"CONV-030",
		async (t) => {
			const found = values(
				(await t.as("administrator").call("listUserActivities", { from: "2000-01-01" })).is(200).items,
				"_on",
			);
			t.holds("there should be dates", found.length > 0);
			t.same(
				"what is no date",
				found.filter((one) => !/^\d{4}-\d\d-\d\d$/.test(one)),
				[],
			);
		},
		{ operations: ["listUserActivities"] },
	),
];
