import { describe, expect, test } from "vitest";
import { groupScene } from "./record-scene";

const only = (access_level: number) => [{ access_level }];

describe("default branch", () => {
	test("GROUP-533, GROUP-534 a name, and none", async () => {
		const { changed } = groupScene();
		expect((await changed({ default_branch: "main2" })).default_branch).toBe("main2");
		expect((await changed({ default_branch: "" })).default_branch).toBeNull();
	});
});

describe("its protection", () => {
	test.each([0, 1, 2, 3, 4])("GROUP-536 level %i", async (level) => {
		const { changed } = groupScene({ default_branch_protection: (level + 1) % 5 });
		expect((await changed({ default_branch_protection: level })).default_branch_protection).toBe(level);
	});

	test.each([5, -1])("GROUP-536 no level %i", async (level) => {
		expect(await groupScene().refusal({ default_branch_protection: level })).toEqual({
			error: "default_branch_protection does not have a valid value",
		});
	});

	test.each([
		["GROUP-537", 0, { allowed_to_push: only(30), allowed_to_merge: only(30), allow_force_push: true }],
		["GROUP-537", 2, { allowed_to_push: only(40), allowed_to_merge: only(40), allow_force_push: false }],
		["GROUP-538", 1, { allowed_to_push: only(30), allowed_to_merge: only(40), allow_force_push: false }],
		["GROUP-538", 3, { allowed_to_push: only(40), allowed_to_merge: only(30), allow_force_push: false }],
		[
			"GROUP-538",
			4,
			{
				allowed_to_push: only(40),
				allowed_to_merge: only(40),
				allow_force_push: false,
				developer_can_initial_push: true,
			},
		],
	])("%s level %i rewrites the defaults", async (_claim, level, defaults) => {
		const { changed } = groupScene({
			default_branch_protection_defaults: {
				allowed_to_push: [],
				allowed_to_merge: [],
				allow_force_push: level !== 0,
				code_owner_approval_required: true,
			},
		});
		const record = await changed({ default_branch_protection: level });
		expect(record.default_branch_protection_defaults).toEqual(defaults);
	});

	const sent = { allowed_to_push: only(30), allowed_to_merge: only(40), allow_force_push: true };

	test("GROUP-542 the defaults as they are sent", async () => {
		const { changed } = groupScene();
		for (const defaults of [
			sent,
			{ allowed_to_push: only(0), allowed_to_merge: only(60), allow_force_push: false },
			{ ...sent, developer_can_initial_push: true, code_owner_approval_required: true },
			sent,
		]) {
			const record = await changed({ default_branch_protection_defaults: defaults });
			expect(record.default_branch_protection_defaults).toEqual(defaults);
			expect(record.default_branch_protection).toBe(2);
		}
	});

	test("GROUP-542 what is left out of them stays", async () => {
		const { changed } = groupScene();
		expect(
			(await changed({ default_branch_protection_defaults: { allow_force_push: true } }))
				.default_branch_protection_defaults,
		).toEqual({ allowed_to_push: only(40), allowed_to_merge: only(40), allow_force_push: true });
	});

	test("GROUP-543 not for a role that cannot be let in", async () => {
		const told = await groupScene().refusal({
			default_branch_protection_defaults: { ...sent, allowed_to_push: only(20) },
		});
		expect(told).toEqual({
			error: "default_branch_protection_defaults[allowed_to_push][0][access_level] does not have a valid value",
		});
	});

	test("GROUP-544 of both each is kept as sent", async () => {
		const { changed } = groupScene();
		const record = await changed({ default_branch_protection: 3, default_branch_protection_defaults: sent });
		expect(record).toMatchObject({ default_branch_protection: 3, default_branch_protection_defaults: sent });
	});
});
