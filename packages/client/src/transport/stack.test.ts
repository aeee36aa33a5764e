import { describe, expect, test } from "vitest";
import { clientOn, failure, refusal, script, silent } from "../../test/support/script";
import { createGraphQL } from "../graphql";
import type { Tenon } from "../index";

const late = async () => {
	await new Promise((resolve) => setTimeout(resolve, 2));
	return refusal(404);
};

describe("an error's stack shows who called", () => {
	test.each<[string, (tenon: Tenon) => Promise<unknown>]>([
		["a method", async (tenon) => await tenon.groups.get({ id: 7 })],
		["withResponse", async (tenon) => await tenon.groups.get({ id: 7 }).withResponse()],
		["asResponse", async (tenon) => await tenon.groups.get({ id: 7 }).asResponse()],
		["a list", async (tenon) => await tenon.users.list()],
		["all items of a list", async (tenon) => await tenon.users.list().all()],
		["GraphQL", async (tenon) => await createGraphQL(tenon).request("{ a }")],
	])("of %s that is refused", async (_, call) => {
		// Of ten frames one or two are Node's, by the timers that are due: the line with the call must be among the others.
		expect((await failure(call(clientOn(script(late).fetch)))).stack).toContain("stack.test.ts");
	});

	test("of an iteration", async () => {
		async function theCaller() {
			for await (const user of clientOn(script(late).fetch).users.list()) void user;
		}
		expect((await failure(theCaller())).stack).toContain("theCaller");
	});

	test("of a call that is too late, or aborted", async () => {
		async function theCaller(options: object) {
			return await clientOn(script(silent).fetch, { retries: 0 }).groups.get({ id: 7 }, options);
		}
		expect(await failure(theCaller({ timeout: 5 }))).toMatchObject({
			name: "TimeoutError",
			stack: expect.stringContaining("theCaller"),
		});
		expect(await failure(theCaller({ signal: AbortSignal.timeout(5) }))).toMatchObject({
			name: "AbortError",
			stack: expect.stringContaining("theCaller"),
		});
	});

	test("of a call that is wrong", async () => {
		async function theCaller() {
			return await clientOn(script().fetch).groups.get({ id: "" });
		}
		expect((await failure(theCaller())).stack).toContain("theCaller");
	});
});
