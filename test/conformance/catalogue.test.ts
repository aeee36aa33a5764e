import { expect, test } from "vitest";
import { namedClaims } from "../../packages/conformance/src/generators/claims";
import { allRules } from "../../packages/conformance/src/rules";
import { notRules } from "../../packages/conformance/src/rules/not-rules";

const rules = allRules();
const proven = new Set(rules.flatMap(({ claims }) => claims));

test("the rules prove the claims about behaviour, all but those with a reason", () => {
	// 2,574 claims of the specification are about behaviour. Merging or splitting rules does not change the sum.
	expect(proven.size + Object.keys(notRules).length).toBeGreaterThanOrEqual(2_574);
	expect(Object.keys(notRules).filter((id) => proven.has(id))).toEqual([]);
});

test("every claim that a rule over all operations shows is named by one", () => {
	const laws = new Set(rules.filter(({ id }) => id.includes("/")).flatMap(({ claims }) => claims));
	expect(namedClaims.filter((id) => !laws.has(id))).toEqual([]);
});

test("every rule has a sentence, and an id of its own", () => {
	expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
	const odd = rules.filter(({ title }) => !/^\S.{10,}[.!)"]?$/.test(title) || title.includes("\t"));
	expect(odd.map(({ id, title }) => `${id}: ${title}`)).toEqual([]);
});
