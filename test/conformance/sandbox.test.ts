import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { againstMock } from "./against-mock";
import { rememberState } from "./state-difference";

/** The leftovers that a run reports, by the change of a table. */
const listed: readonly (readonly [table: RegExp, leftover: RegExp])[] = [
	[/^(alerts|notes|issues) \d+ added/, /alert/],
	[/^groups \d+ changed/, /which was null and cannot be reset to it/],
	// The scene's prepared tokens are used up, and a rotation or reset has created their replacements.
	[/^tokens \d+ (added|changed)/, /a (rotated|revoked) token/],
	[/^sshKeys \d+ removed/, /a deleted SSH key/],
	[/^registrationTokens \d+ (added|removed)/, /a replaced registration token/],
	[/^(deployTokens|feedTokens) \d+ (added|changed)/, /a revoked token/],
	[/^users \d+ changed/, /the throwaway account/],
	// The account that takes over the contributions of deleted users, and a swapped address with a new number.
	[/^users \d+ added|^secondaryEmails/, /(?:)/],
];

test("four shards at the same time find no fault in a sound server, and undo everything that they did, or list it", async () => {
	const platform = createPlatform({ seed: demo });
	const { fetch } = platform;
	const differences = rememberState(platform);
	const shards = [1, 2, 3, 4].map((index) =>
		againstMock({}, { fetch, mode: "sandbox", shard: { index, count: 4 }, concurrency: 2 }),
	);
	const reports = await Promise.all(shards);
	const failures = reports.flatMap(({ results }) =>
		results.filter(({ verdict }) => verdict === "unreachable" || verdict === "fail"),
	);
	expect(failures.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
	const leftovers = reports.flatMap((report) => report.leftovers);
	const unlisted = differences().filter(
		(difference) =>
			!listed.some(([table, leftover]) => table.test(difference) && leftovers.some((one) => leftover.test(one))),
	);
	expect(unlisted).toEqual([]);
	// Alerts, settings that were null, and the prepared tokens of the scene cannot be undone. Everything else can be.
	const lasting =
		/alert|which was null|LDAP|a (rotated|revoked) token|a deleted SSH key|a replaced registration token|the throwaway account/;
	expect(leftovers.filter((one) => !lasting.test(one))).toEqual([]);
});
