import { describe, expect, test } from "vitest";
import { groupScene } from "./record-scene";

const locked = "cannot be changed because it is locked by an ancestor";
describe("settings that a group can lock", () => {
	test.each([
		["GROUP-666", "math_rendering_limits_enabled"],
		["GROUP-670", "assist_features_enabled"],
	])("%s the setting and its lock are told as set", async (_claim, setting) => {
		for (const tier of ["premium", "ultimate"] as const) {
			const { changed } = groupScene({}, { tier, offering: "self-managed" });
			expect(await changed({ [setting]: false, [`lock_${setting}`]: true })).toMatchObject({
				[setting]: false,
				[`lock_${setting}`]: true,
			});
			expect(await changed({ [setting]: true, [`lock_${setting}`]: false })).toMatchObject({
				[setting]: true,
				[`lock_${setting}`]: false,
			});
		}
	});

	test.each([
		["GROUP-667", "math_rendering_limits_enabled"],
		["GROUP-671", "assist_features_enabled"],
	])("%s below a lock its value holds", async (_claim, setting) => {
		const { changed, read, sub } = groupScene();
		const child = sub("child");
		const deep = sub("child/deep");
		const below = async () => [(await read("owner", child))[setting], (await read("owner", deep))[setting]];
		await changed({ [setting]: false });
		expect(await below()).toEqual([true, true]);
		await changed({ [`lock_${setting}`]: true });
		expect(await below()).toEqual([false, false]);
		await changed({ [setting]: true });
		expect(await below()).toEqual([true, true]);
		// The lock furthest up decides.
		await changed({ [setting]: false });
		await changed({ [`lock_${setting}`]: true }, "owner", child);
		expect(await below()).toEqual([false, false]);
		await changed({ [`lock_${setting}`]: false });
		expect((await below())[0]).toBe(true);
	});

	test.each([
		["GROUP-668", "math_rendering_limits_enabled"],
		["GROUP-672", "assist_features_enabled"],
	])("%s below a lock it is not changed", async (_claim, setting) => {
		const { changed, refusal, sub } = groupScene();
		const deep = sub("child") && sub("child/deep");
		await changed({ [setting]: false, [`lock_${setting}`]: true });
		for (const who of ["owner", "root"])
			expect(await refusal({ [setting]: true }, who, deep)).toEqual({ message: { [setting]: [locked] } });
		// What says the same as the lock is no change.
		expect((await changed({ [setting]: false }, "owner", deep))[setting]).toBe(false);
		await changed({ [`lock_${setting}`]: false });
		expect((await changed({ [setting]: true }, "owner", deep))[setting]).toBe(true);
	});

	test.each([
		{ offering: "hosted", tier: "ultimate" },
		{ offering: "self-managed", tier: "free" },
	] as const)("GROUP-673 elsewhere assistance is not heeded: $offering, $tier", async (options) => {
		const { changed, group, make } = groupScene({}, options);
		const record = await changed({
			assist_features_enabled: false,
			lock_assist_features_enabled: true,
			description: "New",
		});
		expect(record.description).toBe("New");
		expect(make.state.groups.get(group.id)).toEqual({ ...group, description: "New" });
	});
});
