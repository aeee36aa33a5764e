import { isApiError } from "@tenon/client";
import { describe, expect, test } from "vitest";
import { stateText } from "../support/state-text";
import { doors, enter } from "./doors";

const web = "acme/web";

describe.each(Object.keys(doors))("pipelines through the client, entry point: %s", (door) => {
	test("a pipeline's life: created, read back, canceled, retried, named, deleted", async () => {
		const { as } = await enter(door);
		const developer = as("developer");
		const variables = [
			{ key: "A", value: "1" },
			{ key: "B", value: "2", variable_type: "file" as const },
		];
		const created = await developer.pipelines.create({
			id: web,
			ref: "develop",
			variables,
			inputs: { depth: 3, fast: true },
		});
		expect(created).toMatchObject({
			status: "pending",
			source: "api",
			ref: "develop",
			user: { username: "developer" },
		});
		expect(await developer.pipelines.get({ id: web, pipeline_id: created.id })).toEqual(created);
		expect(await developer.pipelines.getLatest({ id: web, ref: "develop" })).toEqual(created);
		const listed = await developer.pipelines.listVariables({ id: web, pipeline_id: created.id });
		expect(listed.items).toMatchObject([
			{ key: "A", value: "1", variable_type: "env_var" },
			{ key: "B", value: "2", variable_type: "file" },
		]);
		expect((await developer.pipelines.cancel({ id: web, pipeline_id: created.id })).status).toBe("canceled");
		expect((await developer.pipelines.retry({ id: web, pipeline_id: created.id })).status).toBe("pending");
		const named = await developer.pipelines.updateMetadata({ id: web, pipeline_id: created.id, name: "Mine" });
		expect(named.name).toBe("Mine");
		const found = await developer.pipelines.list({ id: web, name: "Mine" });
		expect(found.items.map((one) => one.id)).toEqual([created.id]);
		await expect(as("owner").pipelines.delete({ id: web, pipeline_id: created.id })).resolves.toBeUndefined();
		const gone = await developer.pipelines.get({ id: web, pipeline_id: created.id }).catch((error: unknown) => error);
		expect(isApiError(gone) && gone.status).toBe(404);
	});

	test("every page once, in order, with the filter kept", async () => {
		const { as } = await enter(door);
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
		const { as, platform } = await enter(door);
		const before = stateText(platform);
		const refused = async (work: PromiseLike<unknown>) => {
			const error: unknown = await Promise.resolve(work).then(
				() => undefined,
				(reason: unknown) => reason,
			);
			if (!isApiError(error)) throw new Error(`not refused: ${String(error)}`);
			return { status: error.status, body: error.body };
		};
		expect(await refused(as("guest").pipelines.create({ id: web, ref: "develop" }))).toEqual({
			status: 403,
			body: { message: "403 Forbidden" },
		});
		expect(await refused(as(null).pipelines.create({ id: web, ref: "develop" }))).toEqual({
			status: 401,
			body: { message: "401 Unauthorized" },
		});
		expect(await refused(as("developer").pipelines.create({ id: web, ref: "nowhere" }))).toEqual({
			status: 400,
			body: { message: { base: ["Reference not found"] } },
		});
		expect(await refused(as("developer").pipelines.list({ id: "acme/nothing" }))).toEqual({
			status: 404,
			body: { message: "404 Project Not Found" },
		});
		expect(await refused(as("developer").pipelines.list({ id: web, source: "nowhere" }))).toEqual({
			status: 400,
			body: { error: "source does not have a valid value" },
		});
		expect(stateText(platform)).toBe(before);
	});
});
