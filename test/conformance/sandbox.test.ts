import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { againstMock } from "./against-mock";
import { rememberState } from "./state-difference";

/** What a run lists as left behind, by the table in which it is. */
const listed: readonly (readonly [table: RegExp, leftover: RegExp])[] = [
	[/^(alerts|notes|issues) \d+ added/, /alert/],
	[/^groups \d+ changed/, /which was null and cannot be reset to it/],
	// What the scene sets aside is used up, and what a rotation or reset made stands in its place.
	[/^tokens \d+ (added|changed)/, /a (rotated|revoked) token/],
	[/^sshKeys \d+ removed/, /a deleted SSH key/],
	[/^registrationTokens \d+ (added|removed)/, /a replaced registration token/],
	[/^(deployTokens|feedTokens) \d+ (added|changed)/, /a revoked token/],
	[/^users \d+ changed/, /the throwaway account/],
	// The account that takes over what deleted users wrote, and a swapped address under a new number.
	[/^users \d+ added|^secondaryEmails/, /(?:)/],
];

test("a sandbox run undoes everything that it did, or lists it", async () => {
	const platform = createPlatform({ seed: demo });
	const differences = rememberState(platform);
	const { leftovers } = await againstMock({}, { fetch: platform.fetch, mode: "sandbox" });
	const unlisted = differences().filter(
		(difference) =>
			!listed.some(([table, leftover]) => table.test(difference) && leftovers.some((one) => leftover.test(one))),
	);
	expect(unlisted).toEqual([]);
	// Nothing is left for want of an operation that removes it, but alerts, settings that were null, and what the scene sets aside.
	const lasting =
		/alert|which was null|LDAP|a (rotated|revoked) token|a deleted SSH key|a replaced registration token|the throwaway account/;
	expect(leftovers.filter((one) => !lasting.test(one))).toEqual([]);
});
