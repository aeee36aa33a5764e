import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { againstMock } from "./against-mock";
import { rememberState } from "./state-difference";

/** What a run lists as left behind, by the table in which it is. */
const listed: readonly (readonly [table: RegExp, leftover: RegExp])[] = [
	[/^(alerts|notes|issues) \d+ added/, /alert/],
	[/^groups \d+ changed/, /which was null and cannot be reset to it/],
	// The account that takes over what deleted users wrote, and a swapped address under a new number.
	[/^users \d+ added|^secondaryEmails/, /(?:)/],
];

test("a sandbox run undoes everything that it did, or lists it", { timeout: 300_000 }, async () => {
	const platform = createPlatform({ seed: demo });
	const differences = rememberState(platform);
	const { leftovers } = await againstMock({}, { fetch: platform.fetch, mode: "sandbox" });
	const unlisted = differences().filter(
		(difference) =>
			!listed.some(([table, leftover]) => table.test(difference) && leftovers.some((one) => leftover.test(one))),
	);
	expect(unlisted).toEqual([]);
	// Nothing is left for want of an operation that removes it, but alerts and settings that were null.
	expect(leftovers.filter((one) => !/alert|which was null|LDAP/.test(one))).toEqual([]);
});
