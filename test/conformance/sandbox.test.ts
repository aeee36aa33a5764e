import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { againstMock } from "./against-mock";
import { rememberState } from "./state-difference";

test("a sandbox run undoes everything that it did, or lists it", { timeout: 300_000 }, async () => {
	const platform = createPlatform({ seed: demo });
	const differences = rememberState(platform);
	const { leftovers } = await againstMock({}, { fetch: platform.fetch, mode: "sandbox" });
	expect(leftovers).toEqual([]);
	expect(differences()).toEqual([]);
});
