import { isApiError } from "@tenon/client";
import { describe, expect, test } from "vitest";
import { stateText } from "../support/state-text";
import { entryPoints, openPlatform } from "./entry-points";

const web = "acme/web";

describe.each(Object.keys(entryPoints))("pipelines through the client, entry point: %s", (entryPoint) => {
	test("every page once, in order, with the filter kept", async () => {
		const { as } = await openPlatform(entryPoint);
		const seen: number[] = [];
		for await (const one of as("reporter").pipelines.list({ id: web, per_page: 7, ref: "main" })) {
			expect(one.ref).toBe("main");
			seen.push(one.id);
		}
		const whole = await as("reporter").pipelines.list({ id: web, per_page: 100, ref: "main" });
		expect(seen).toEqual(whole.items.map((one) => one.id));
		expect(whole.total).toBe(seen.length);
		expect(seen.length).toBeGreaterThan(14);
	});

	test("refusals are typed errors of both families, and change nothing", async () => {
		const { as, platform } = await openPlatform(entryPoint);
		const before = stateText(platform);
		const wrong: [PromiseLike<unknown>, number, object][] = [
			[as("guest").pipelines.create({ id: web, ref: "develop" }), 403, { message: "403 Forbidden" }],
			[as(null).pipelines.create({ id: web, ref: "develop" }), 401, { message: "401 Unauthorized" }],
			[as("developer").pipelines.create({ id: web, ref: "none" }), 400, { message: { base: ["Reference not found"] } }],
			[as("developer").pipelines.list({ id: "acme/nothing" }), 404, { message: "404 Project Not Found" }],
			[as("developer").pipelines.list({ id: web, source: "x" }), 400, { error: "source does not have a valid value" }],
		];
		for (const [call, status, body] of wrong) {
			const error: unknown = await Promise.resolve(call).catch((reason: unknown) => reason);
			expect(isApiError(error) && [error.status, error.body]).toEqual([status, body]);
		}
		expect(stateText(platform)).toBe(before);
	});
});
