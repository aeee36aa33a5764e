import { describe, expect, test, vi } from "vitest";
import { itemsOf, rows, server, things } from "../../test/support/list-server";
import { always, clientOn, failure, json, refusal, script, settle } from "../../test/support/script";
import { ConnectionError, ServerError } from "../errors/errors";

describe("prefetch", () => {
	test("SDK-184 keeps at most n further pages ahead, in order; 0 requests none", async () => {
		for (const prefetch of [0, 1, 3]) {
			const { fetch, requests } = server({ total: 600 });
			const ahead: number[] = [];
			const pages: number[] = [];
			for await (const page of things(fetch).pages({ prefetch })) {
				await settle();
				ahead.push(requests.length - page.page);
				pages.push(page.page);
			}
			expect(pages).toEqual([1, 2, 3, 4, 5, 6]);
			expect(ahead).toEqual([1, 2, 3, 4, 5, 6].map((n) => Math.min(prefetch, 6 - n)));
		}
	});

	test("SDK-185 an error of a page requested ahead surfaces when the walk comes to it", async () => {
		const { fetch } = script(
			json([{ id: 1 }], { headers: { "x-next-page": "2" } }),
			json([{ id: 2 }], { headers: { "x-next-page": "3" } }),
			refusal(500),
		);
		const seen: number[] = [];
		const error = await failure(
			(async () => {
				for await (const page of things(fetch).pages({ prefetch: 5 })) {
					await settle();
					seen.push(page.page);
				}
			})(),
		);
		expect(seen).toEqual([1, 2]);
		expect(error).toBeInstanceOf(ServerError);
	});

	test("SDK-226 walks and pages that are abandoned leave no unhandled rejection", async () => {
		const unhandled = vi.fn();
		process.on("unhandledRejection", unhandled);
		try {
			const failing = () =>
				script(json([{ id: 1 }], { headers: { "x-next-page": "2" } }), new TypeError("fetch failed"), refusal(500))
					.fetch;
			for await (const page of things(failing()).pages({ prefetch: 2 })) if (page) break;
			await things(failing()).pages({ prefetch: 2 }).next();
			await things(failing()).all({ limit: 1, prefetch: 2 });
			const call = clientOn(script(refusal(500)).fetch, { retries: 0 }).runners.get({ id: 7 });
			expect(await failure(call.withResponse())).toBeInstanceOf(ServerError);
			void clientOn(script(refusal(500)).fetch, { retries: 0 }).runners.get({ id: 7 });
			await settle();
			expect(unhandled).not.toHaveBeenCalled();
		} finally {
			process.off("unhandledRejection", unhandled);
		}
	});

	test("a broken connection in the middle of a walk rejects there", async () => {
		const { fetch } = script(json([{ id: 1 }], { headers: { "x-next-page": "2" } }), new TypeError("fetch failed"));
		expect(await failure(itemsOf(things(fetch)))).toBeInstanceOf(ConnectionError);
	});
});

describe("pages ahead, where the server says how many there are", () => {
	const numbered = (total: number) => {
		let under = 0;
		let most = 0;
		const { fetch, requests } = always(async ({ query }) => {
			most = Math.max(most, ++under);
			await settle();
			under--;
			const page = Number(new URLSearchParams(query).get("page") ?? 1);
			const pages = Math.ceil(total / 100);
			const headers = {
				"x-page": `${page}`,
				"x-next-page": page < pages ? `${page + 1}` : "",
				"x-total-pages": `${pages}`,
			};
			return json(rows((page - 1) * 100 + 1, Math.min(page * 100, total)), { headers });
		});
		return { fetch, requests, most: () => most };
	};

	test("SDK-184 are requested at the same time, at most as many as the walk says, and come in order", async () => {
		const { fetch, requests, most } = numbered(950);
		const items = await clientOn(fetch).pipelines.list({ id: 7 }).all({ prefetch: 3 });
		expect(items).toEqual(rows(1, 950));
		expect(requests).toHaveLength(10);
		expect(most()).toBe(3);
	});

	test("SDK-184 a list that grows or shrinks meanwhile is walked to its end", async () => {
		for (const [total, real] of [
			[3, 5],
			[5, 3],
		] as const) {
			const { fetch } = always(({ query }) => {
				const page = Number(new URLSearchParams(query).get("page") ?? 1);
				const headers = {
					"x-page": `${page}`,
					"x-next-page": page < (page === 1 ? total : real) ? `${page + 1}` : "",
					"x-total-pages": `${page === 1 ? total : real}`,
				};
				return json(page > real ? [] : rows(page * 100, page * 100 + 99), { headers });
			});
			expect(await clientOn(fetch).pipelines.list({ id: 7 }).all({ prefetch: 4 })).toHaveLength(real * 100);
		}
	});
});
