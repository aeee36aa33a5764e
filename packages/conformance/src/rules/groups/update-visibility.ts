import { byClaim } from "../../rule/by-claim";
import { assumed, type Rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { unknownGroup } from "./refusals";
import { onGroup, refusesForm } from "./update-table";

/** Who sees a group. A top-level group may be anything only where nothing in it is wider: the private one of the scene. */
const levels = [
	["GROUP-589", "private"],
	["GROUP-590", "internal"],
	["GROUP-591", "public"],
] as const;

export const updateVisibility: readonly Rule[] = [
	...levels.map(([claim, visibility]) =>
		byClaim(claim, async (t) => {
			const group = await HeldGroup.of(t, "private_group");
			const root = t.as("administrator");
			const other = { visibility: visibility === "internal" ? "private" : "internal" };
			(await group.change(other, root)).has(other);
			(await group.change({ visibility }, root)).has({ visibility });
			(await group.get(root)).is(200).has({ visibility });
		}),
	),
	refusesForm("GROUP-592", { visibility: "secret" }, "visibility does not have a valid value"),
	onGroup("GROUP-593", async (group, t) => {
		const below = (await t.as("administrator").call("listSubgroups", { id: group.id, visibility: "public" })).is(200);
		if (!below.items.some((one) => one.visibility === "public")) t.skip("the scene's subgroup has no public group right below it");
		const texts = await group.faults("visibility_level", { visibility: "private" });
		const text = "private is not allowed since there are sub-groups with higher visibility.";
		t.holds(`message.visibility_level should have "${text}"`, texts.includes(text));
	}),
	assumed("GROUP-594", "visibility=private on a group having a public project → 400 with message.visibility_level.", "updateGroup", async (t) => {
		// The scene's project is a public one.
		const path = t.scene("project");
		const group = await HeldGroup.at(t, path.slice(0, path.lastIndexOf("/")));
		await group.faults("visibility_level", { visibility: "private" });
	}),
	assumed("GROUP-595", "visibility=public on a subgroup of a private group → 400 with message.visibility_level.", "updateGroup", async (t) => {
		const hidden = (await t.as("administrator").call("listGroups", { visibility: "private", per_page: 100 })).is(200);
		const paths = hidden.pluck("full_path");
		const below = hidden.items.find(({ full_path }) => {
			const path = String(full_path);
			return paths.includes(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
		});
		if (typeof below?.id !== "number") return t.skip("no private group of the server has a group below it: make one");
		const child = await HeldGroup.at(t, below.id);
		await child.faults("visibility_level", { visibility: "public" }, t.as("administrator"));
	}),
	onGroup(
		"GROUP-597",
		async (group, t) => {
			(await group.get(t.anonymous)).is(200);
			await group.change({ visibility: "private" });
			(await group.get(t.anonymous)).refuses(404, unknownGroup);
		},
		{ of: "leaf_group" },
	),
];
