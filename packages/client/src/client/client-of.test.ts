import { expect, expectTypeOf, test } from "vitest";
import { always, baseUrl, json } from "../../test/support/script";
import type { ApiPromise } from "../index";
import { createClient, pipelines, users } from "../resources";

const fetch = always(() => json({ id: 7 }));

test("a client has the resources that were chosen, under the names that they were given, and no others", async () => {
	const tenon = createClient({ baseUrl, auth: "t", fetch: fetch.fetch }, { pipelines, people: users });
	expect(Object.keys(tenon)).toEqual(["pipelines", "people"]);
	expect((await tenon.people.getCurrent()).id).toBe(7);
	expect((await tenon.pipelines.get({ id: "acme/web", pipeline_id: 7 })).id).toBe(7);
	expect(tenon).not.toHaveProperty("users");
	expectTypeOf(tenon.pipelines.retry).returns.toExtend<ApiPromise<{ id: number }>>();
	// @ts-expect-error: not chosen
	tenon.groups;
});

test("a derived client has the same resources, and the helpers that are written by hand", () => {
	const tenon = createClient({ baseUrl, fetch: fetch.fetch }, { pipelines }).sudo("owner").withOptions({ retries: 0 });
	expect(Object.keys(tenon)).toEqual(["pipelines"]);
	expect(typeof tenon.pipelines.waitFor).toBe("function");
});
