import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { demoState } from "../../generate/demo";

test.each(["2026-01-05T09:30:00.000Z", "2027-02-28T23:59:59.999Z", "2024-03-01T00:00:00.001Z"])(
	"the demo holds what its files say, at %s",
	async (clock) => {
		const fromFiles = (await demoState(Date.parse(clock))).toData();
		expect(createPlatform({ seed: demo, clock }).snapshot()).toEqual(fromFiles);
	},
);

test("the demo comes before all other seeds", () => {
	const platform = createPlatform({ seed: [demo, { users: [{ username: "ada" }] }] });
	expect(platform.state.users.one("username", "ada")).toBeDefined();
	expect(() => createPlatform({ seed: [{ users: [{ username: "ada" }] }, demo] })).toThrow(
		"This seed needs an empty platform. Load it before all others.",
	);
});
