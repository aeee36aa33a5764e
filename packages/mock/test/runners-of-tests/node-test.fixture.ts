import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { matchers, setupPlatform } from "@tenon/mock/jest";

const options = { clock: "2026-01-05T09:30:00Z", tier: "free" } as const;
assert.throws(() => setupPlatform(), /Pass them as the second argument, for example those of node:test/);
const extended: unknown[] = [];
Object.assign(globalThis, { expect: { extend: (matchers: unknown) => extended.push(matchers) } });
const mock = setupPlatform(options, { beforeEach, afterEach });
assert.deepEqual(extended, [matchers]);
assert.throws(() => mock.platform, /only exists while a test runs/);

const address = "http://a.test/api/v4/projects/acme%2Fweb/issues/1/notes";
const headers = { "PRIVATE-TOKEN": "developer-token", "content-type": "application/json" };
const total = async () => (await mock.fetch(address, { headers })).headers.get("x-total");
let first: string | null = null;

describe("a platform for each test", () => {
	test("is written to", async () => {
		first = await total();
		const response = await mock.fetch(address, { method: "POST", headers, body: '{"body":"hi"}' });
		assert.equal(response.status, 201);
		assert.notEqual(await total(), first);
		assert.equal(mock.platform.settings.tier, "free");
		assert.equal((await matchers.toMatchContract(response)).pass, true);
		assert.equal(matchers.toHaveCalled(mock.platform, "createIssueNote", { status: 201 }).pass, true);
		assert.equal(matchers.toHaveCalled(mock.platform, "createPipeline").pass, false);
	});
	test("and is new for the next", async () => {
		assert.equal(await total(), first);
		assert.equal(matchers.toHaveCalled(mock.platform, "createIssueNote").pass, false);
	});
});
