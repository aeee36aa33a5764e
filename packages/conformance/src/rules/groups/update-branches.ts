import type { Rule } from "../../rule/rule";
import { accepts, onGroup } from "./update-table";

const only = (access_level: number) => [{ access_level }];
const sent = { allowed_to_push: only(30), allowed_to_merge: only(40), allow_force_push: true };
const reverse = { allowed_to_push: only(40), allowed_to_merge: only(30), allow_force_push: false };

/** What the older levels come to. */
const levels = [
	["GROUP-537", 0, { allowed_to_push: only(30), allowed_to_merge: only(30), allow_force_push: true }],
	["GROUP-537", 2, { allowed_to_push: only(40), allowed_to_merge: only(40), allow_force_push: false }],
	["GROUP-538", 1, { allowed_to_push: only(30), allowed_to_merge: only(40) }],
	["GROUP-538", 3, { allowed_to_push: only(40), allowed_to_merge: only(30) }],
	["GROUP-538", 4, { allowed_to_push: only(40), allowed_to_merge: only(40), developer_can_initial_push: true }],
] as const;

/** The default branch and its protection. */
export const updateBranches: readonly Rule[] = [
	accepts("GROUP-533", [{ default_branch: "main3" }, { default_branch: "main2" }]),
	onGroup("GROUP-534", async (group) => {
		(await group.change({ default_branch: "main2" })).has({ default_branch: "main2" });
		(await group.put({ default_branch: "" })).is(200).has({ default_branch: null });
	}),
	onGroup("GROUP-536", async (group) => {
		for (const default_branch_protection of [0, 1, 2, 3, 4]) (await group.change({ default_branch_protection })).has({ default_branch_protection });
		const error = "default_branch_protection does not have a valid value";
		await group.refuses({ default_branch_protection: 5 }, { error });
	}),
	...(["GROUP-537", "GROUP-538"] as const).map((claim) =>
		onGroup(claim, async (group, t) => {
			for (const [, level, expected] of levels.filter(([of]) => of === claim)) {
				const response = await group.change({ default_branch_protection: level });
				const shown = Object(response.field("default_branch_protection_defaults"));
				for (const [name, value] of Object.entries(expected)) t.same(`${name} at level ${level}`, shown[name], value, response);
			}
		}),
	),
	onGroup("GROUP-542", async (group, t) => {
		for (const default_branch_protection_defaults of [reverse, sent]) {
			const response = await group.change({ default_branch_protection_defaults });
			const shown = Object(response.field("default_branch_protection_defaults"));
			for (const [name, value] of Object.entries(default_branch_protection_defaults)) t.same(name, shown[name], value, response);
		}
	}),
	onGroup("GROUP-543", async (group, t) => {
		const default_branch_protection_defaults = { ...sent, allowed_to_push: only(20) };
		const answer = await group.refuses({ default_branch_protection_defaults });
		const names = "default_branch_protection_defaults[allowed_to_push][0][access_level]";
		t.holds(`the error should name ${names}`, answer.string("error").includes(names), answer);
	}),
	onGroup("GROUP-544", async (group, t) => {
		const response = await group.change({ default_branch_protection: 3, default_branch_protection_defaults: sent });
		response.has({ default_branch_protection: 3 });
		const shown = Object(response.field("default_branch_protection_defaults"));
		for (const [name, value] of Object.entries(sent)) t.same(name, shown[name], value, response);
	}),
];
