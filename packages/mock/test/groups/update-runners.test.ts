import { describe, expect, test } from "vitest";
import { groupScene } from "./record-scene";

/** A group with projects at three depths; tells the settings below. */
function tree() {
	const made = groupScene();
	const child = made.sub("child");
	const deep = made.sub("child/deep");
	const projects = ["lab", "lab/child", "lab/child/deep"].map((path) => made.make.project(`${path}/web`));
	const { state } = made.make;
	return {
		...made,
		child,
		deep,
		groups: () => [made.group, child, deep].map((one) => state.groups.get(one.id)?.shared_runners_setting),
		projects: () => projects.map((one) => state.projects.get(one.id)?.shared_runners_enabled),
	};
}

describe("instance runners", () => {
	test.each([
		["GROUP-570", "enabled", "enabled", true],
		["GROUP-571", "disabled_and_overridable", "disabled_and_overridable", false],
		["GROUP-572", "disabled_and_unoverridable", "disabled_and_unoverridable", false],
		["GROUP-573, GROUP-574", "disabled_with_override", "disabled_and_overridable", false],
	])("%s %s", async (_claim, sent, told, enabled) => {
		const { changed, projects } = tree();
		await changed({ shared_runners_setting: enabled ? "disabled_and_overridable" : "enabled" });
		expect(projects()[0]).toBe(!enabled);
		const record = await changed({ shared_runners_setting: sent });
		expect(record.shared_runners_setting).toBe(told);
		expect(record.projects[0].shared_runners_enabled).toBe(enabled);
	});

	test("GROUP-576 the setting goes down to all below", async () => {
		const { changed, groups, projects } = tree();
		await changed({ shared_runners_setting: "disabled_and_unoverridable" });
		expect(groups()).toEqual(Array(3).fill("disabled_and_unoverridable"));
		expect(projects()).toEqual([false, false, false]);
		await changed({ shared_runners_setting: "enabled" });
		expect(groups()).toEqual(Array(3).fill("enabled"));
		expect(projects()).toEqual([true, true, true]);
	});

	test("GROUP-576 what is above and beside stays", async () => {
		const { changed, child, groups, make, projects, sub } = tree();
		const beside = sub("beside");
		await changed({ shared_runners_setting: "disabled_and_unoverridable" }, "owner", child);
		expect(groups()).toEqual(["enabled", "disabled_and_unoverridable", "disabled_and_unoverridable"]);
		expect(projects()).toEqual([true, false, false]);
		expect(make.state.groups.get(beside.id)?.shared_runners_setting).toBe("enabled");
	});

	test.each(["disabled_and_overridable", "disabled_with_override"])(
		"GROUP-577, GROUP-573 %s leaves groups below the choice",
		async (setting) => {
			const { changed, child, groups, projects } = tree();
			await changed({ shared_runners_setting: setting });
			expect((await changed({ shared_runners_setting: "enabled" }, "owner", child)).shared_runners_setting).toBe(
				"enabled",
			);
			expect(groups()).toEqual(["disabled_and_overridable", "enabled", "enabled"]);
			expect(projects()).toEqual([false, true, true]);
		},
	);

	test("GROUP-578 disabled_and_unoverridable does not", async () => {
		const { changed, child, groups, refusal } = tree();
		await changed({ shared_runners_setting: "disabled_and_unoverridable" });
		for (const setting of ["enabled", "disabled_and_overridable"]) {
			const told = await refusal({ shared_runners_setting: setting }, "owner", child);
			expect(told).toEqual({ message: { shared_runners_setting: [expect.any(String)] } });
		}
		expect(groups()).toEqual(Array(3).fill("disabled_and_unoverridable"));
	});
});

describe("minutes on them", () => {
	test.each([
		["GROUP-599", "extra_shared_runners_minutes_limit"],
		["GROUP-603", "shared_runners_minutes_limit"],
	])("%s an administrator sets the %s", async (_claim, field) => {
		for (const tier of ["premium", "ultimate"] as const) {
			const { changed } = groupScene({}, { tier, offering: "self-managed" });
			expect((await changed({ [field]: 133 }, "root"))[field]).toBe(133);
		}
	});

	test.each([
		["GROUP-600, GROUP-601", "extra_shared_runners_minutes_limit"],
		["GROUP-604, GROUP-605", "shared_runners_minutes_limit"],
	])("%s from an owner the %s is dropped", async (_claims, field) => {
		const { changed } = groupScene({ [field]: 7 }, { offering: "self-managed" });
		const record = await changed({ [field]: 133, description: "New" });
		expect([record[field], record.description]).toEqual([7, "New"]);
		// What would be refused from an administrator is dropped as well.
		expect((await changed({ [field]: -1 }))[field]).toBe(7);
	});

	test("GROUP-606, GROUP-607 null inherits, none is unlimited", async () => {
		const { changed } = groupScene({ shared_runners_minutes_limit: 5 });
		expect((await changed({ shared_runners_minutes_limit: null }, "root")).shared_runners_minutes_limit).toBeNull();
		expect((await changed({ shared_runners_minutes_limit: 0 }, "root")).shared_runners_minutes_limit).toBe(0);
	});

	test("GROUP-608 a subgroup has no limit of its own", async () => {
		const { refusal, sub } = groupScene();
		expect(await refusal({ shared_runners_minutes_limit: 133 }, "root", sub("child"))).toEqual({
			message: { shared_runners_minutes_limit: ["is not supported for this namespace"] },
		});
	});

	test("GROUP-609 a free installation does not heed them", async () => {
		const { changed, make, group } = groupScene({}, { tier: "free" });
		const sent = { extra_shared_runners_minutes_limit: 133, shared_runners_minutes_limit: 133 };
		expect((await changed({ ...sent, description: "New" }, "root")).description).toBe("New");
		expect(make.state.groups.get(group.id)).toMatchObject({
			extra_shared_runners_minutes_limit: null,
			shared_runners_minutes_limit: null,
		});
	});
});
