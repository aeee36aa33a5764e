import { createPlatform, createWorlds, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import type { Report } from "../../packages/conformance/src/index";
import { groupTokens } from "../../packages/conformance/src/rule/rule";
import { allRules } from "../../packages/conformance/src/rules";
import { againstMock } from "./against-mock";

/** The only reasons for which a check may be skipped on the mock with its demo seed. */
const goodReasons = [/^the free tier does not show whether groups are marked for deletion$/];

const failures = ({ results }: Report): string[] =>
	results.flatMap(({ verdict, check, reason }) =>
		verdict === "pass" || verdict === "skipped" ? [] : [`${check.id}: ${reason}`],
	);

// sound-servers.test.ts tests the premium tier.
test.each(["free", "ultimate"] as const)(
	"the mock conforms to the whole contract at tier %s, and every rule is checked",
	async (tier) => {
		const { fetch } = createWorlds({ seed: demo, tier });
		const report = await againstMock({ tier }, { fetch });
		expect(failures(report)).toEqual([]);
		const skipped = report.results.filter(({ verdict }) => verdict === "skipped");
		const strange = skipped.filter(({ reason = "" }) => !goodReasons.some((good) => good.test(reason)));
		expect(strange.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
		console.log(`${tier}: ${report.results.length} checks, ${report.requests} requests in ${report.milliseconds} ms.`);
		// The second run is for rules whose records the first run used up.
		const include = allRules().flatMap(({ id, effect, alone }) =>
			effect === "destroys" || alone === groupTokens ? [id] : [],
		);
		expect(failures(await againstMock({ tier }, { fetch, include }))).toEqual([]);
	},
);

test.each(["hosted", "self-managed"] as const)("the mock conforms as a %s installation", async (offering) => {
	const report = await againstMock(
		{ offering },
		{ offering, include: ["domain:credentials", "operation:syncGroupLdap", "operation:listAllRunners"] },
	);
	expect(failures(report)).toEqual([]);
	expect(report.results.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(10);
});

test("a sandbox run leaves the groups, projects, users and runners as they were", async () => {
	const { fetch } = createPlatform({ seed: demo });
	const look = async (path: string) => {
		const headers = { "private-token": "root-token" };
		const response = await fetch(`http://platform.test/api/v4${path}`, { headers });
		// A run cannot restore a null that the interface does not accept; null and 0 extra minutes mean the same.
		const text = (await response.text()).replace(
			'"extra_shared_runners_minutes_limit":null',
			'"extra_shared_runners_minutes_limit":0',
		);
		return [response.headers.get("x-total"), text];
	};
	const all = () =>
		Promise.all(
			[
				"/groups/acme?with_projects=false",
				"/projects/acme%2Fweb/releases/v1.0/assets/links",
				"/projects/acme%2Fweb/pipelines?per_page=100",
			].map(look),
		);
	const before = await all();
	const report = await againstMock(
		{},
		{ fetch, mode: "sandbox", include: ["domain:releases", "domain:pipelines", "operation:updateGroup"] },
	);
	expect(report.leftovers.filter((one) => !one.includes("was null and cannot be reset"))).toEqual([]);
	expect(await all()).toEqual(before);
});
