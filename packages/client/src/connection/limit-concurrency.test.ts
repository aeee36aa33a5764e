import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { clientOn, failure, json, refusal, script, settle, silent } from "../../test/support/script";
import { limitConcurrency } from "../index";
import { createRest } from "../rest";

/** A server that counts how many requests are open at once. */
function counting(respond: () => Response = () => json({ id: 7 })) {
	const seen = { now: 0, most: 0, order: [] as string[] };
	const step = async ({ path }: { path: string }) => {
		seen.now++;
		seen.most = Math.max(seen.most, seen.now);
		seen.order.push(path.split("/").at(-1) ?? "");
		await settle();
		seen.now--;
		return respond();
	};
	return { seen, ...script(...Array.from({ length: 60 }, () => step)) };
}

describe("a bound on requests at once", () => {
	test("holds, in the order of the calls, and lets all through", async () => {
		const { fetch, seen } = counting();
		const tenon = clientOn(fetch, { limit: limitConcurrency(3) });
		const ids = Array.from({ length: 20 }, (_, index) => index + 1);
		const found = await Promise.all(ids.map((id) => tenon.groups.get({ id })));
		expect(found).toHaveLength(20);
		expect(seen.most).toBe(3);
		expect(seen.order).toEqual(ids.map(String));
	});

	test("is shared by the clients that share it, pages and raw calls included", async () => {
		const { fetch, seen } = counting(() => json([{ id: 1 }]));
		const tenon = clientOn(fetch, { limit: limitConcurrency(2) });
		const owner = tenon.sudo("owner");
		await Promise.all([
			...[1, 2, 3].map((id) => tenon.groups.get({ id })),
			...[4, 5].map((id) => owner.groups.get({ id })),
			tenon.users.list().then(() => {}),
			createRest(tenon).GET("/user"),
		]);
		expect(seen.most).toBe(2);
		expect(seen.order).toHaveLength(7);
	});

	test("failures give their place back", async () => {
		const { fetch, seen } = counting(() => refusal(404));
		const tenon = clientOn(fetch, { limit: limitConcurrency(1) });
		const failures = await Promise.all([1, 2, 3].map((id) => failure(tenon.groups.get({ id }))));
		expect(failures.map(({ name }) => name)).toEqual(Array(3).fill("NotFoundError"));
		expect(seen.most).toBe(1);
	});

	test("who waits can give up, or run out of time; nothing is sent for him", async () => {
		const { fetch, requests } = script(silent, json({ id: 9 }));
		const tenon = clientOn(fetch, { limit: limitConcurrency(1) });
		const first = new AbortController();
		const running = failure(tenon.groups.get({ id: 1 }, { signal: first.signal }));
		const second = new AbortController();
		const waiting = failure(tenon.groups.get({ id: 2 }, { signal: second.signal }));
		const late = failure(tenon.groups.get({ id: 3 }, { deadline: 20 }));
		await settle();
		second.abort("changed my mind");
		expect(await waiting).toMatchObject({ name: "AbortError", cause: "changed my mind", attempts: 0 });
		expect(await late).toMatchObject({ name: "TimeoutError", attempts: 0 });
		first.abort();
		expect((await running).name).toBe("AbortError");
		expect(await tenon.groups.get({ id: 9 })).toEqual({ id: 9 });
		expect(requests.map(({ path }) => path)).toEqual(["/api/v4/groups/1", "/api/v4/groups/9"]);
		for (const { signal } of [first, second]) expect(getEventListeners(signal, "abort")).toEqual([]);
	});

	test("runs tasks of any kind", async () => {
		const limit = limitConcurrency(2);
		let now = 0;
		let most = 0;
		const squares = await Promise.all(
			[1, 2, 3, 4, 5].map((n) =>
				limit(async () => {
					most = Math.max(most, ++now);
					await settle();
					now--;
					return n * n;
				}),
			),
		);
		expect([squares, most]).toEqual([[1, 4, 9, 16, 25], 2]);
	});

	test.each([0, -1, Number.NaN])("%s is refused", (most) => {
		expect(() => limitConcurrency(most)).toThrow(RangeError);
	});
});
