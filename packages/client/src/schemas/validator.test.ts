import { describe, expect, test, vi } from "vitest";
import { clientOn, failure, json, script } from "../../test/support/script";
import { type ClientOptions, createClient, ValidationError } from "../index";
import { Pipeline, validator } from "../schemas";

const link = {
	id: 7,
	name: "binary",
	url: "https://files.test/a",
	direct_asset_url: "https://platform.test/acme/web/-/releases/v1/downloads/a",
	link_type: "other",
};
const params = { id: 7, tag_name: "v1", link_id: 7 };

const validatingClient = (body: unknown, options: Partial<ClientOptions> = {}) =>
	clientOn(script(...Array.from({ length: 5 }, () => () => json(body))).fetch, {
		validator: validator(),
		...options,
	});

describe("responses", () => {
	test("SDK-296 returns one that conforms", async () => {
		expect(await validatingClient(link).releaseLinks.get(params)).toEqual(link);
	});

	test("SDK-296 one that breaks it rejects, naming operation, path and expectation, without the values", async () => {
		const error = await failure<ValidationError>(
			validatingClient({ ...link, id: "sesame-1", url: null, link_type: undefined }).releaseLinks.get(params),
		);
		expect(error).toBeInstanceOf(ValidationError);
		expect([error.operationId, error.status]).toEqual(["getReleaseLink", 200]);
		expect(error.faults).toEqual([
			{ path: ["id"], expected: "is not a number" },
			{ path: ["url"], expected: "is not a string" },
			{ path: ["link_type"], expected: "is missing" },
		]);
		expect(error.message).toBe(
			"getReleaseLink: the response 200 breaks the contract: id is not a number; url is not a string; link_type is missing",
		);
		expect(JSON.stringify(error) + String(error.stack)).not.toContain("sesame");
	});

	test("SDK-296 pages are also validated; many faults are summarized", async () => {
		const broken = Array.from({ length: 9 }, () => ({ ...link, id: null }));
		const error = await failure<ValidationError>(validatingClient(broken).releaseLinks.list({ id: 7, tag_name: "v1" }));
		expect(error.faults).toHaveLength(9);
		expect(error.message).toContain("0.id is not a number; 1.id is not a number");
		expect(error.message).toMatch(/, and 4 more$/);
	});

	test("SDK-296 it is off without a validator, and can be switched off for a call or a client", async () => {
		const wrong = { ...link, id: "x" };
		expect(await clientOn(script(json(wrong)).fetch).releaseLinks.get(params)).toEqual(wrong);
		expect(await validatingClient(wrong).releaseLinks.get(params, { validate: "off" })).toEqual(wrong);
		expect(await validatingClient(wrong, { validate: "off" }).releaseLinks.get(params)).toEqual(wrong);
		expect(
			await failure(validatingClient(wrong, { validate: "off" }).releaseLinks.get(params, { validate: "throw" })),
		).toBeInstanceOf(ValidationError);
	});

	test("SDK-296 by option it only warns: to the handler, or else to the console", async () => {
		const wrong = { ...link, id: "x" };
		const onWarning = vi.fn();
		expect(await validatingClient(wrong, { validate: "warn", onWarning }).releaseLinks.get(params)).toEqual(wrong);
		const message = "getReleaseLink: the response 200 breaks the contract: id is not a number";
		expect(onWarning.mock.calls).toEqual([[message]]);
		const printed = vi.spyOn(console, "warn").mockImplementation(() => {});
		await validatingClient(wrong).releaseLinks.get(params, { validate: "warn" });
		expect(printed.mock.calls).toEqual([[message]]);
		printed.mockRestore();
	});

	test("SDK-297 unknown fields and unknown values of a list are taken; strict mode reports both", async () => {
		const newer = { ...link, link_type: "hologram", checksum: "abc" };
		expect(await validatingClient(newer).releaseLinks.get(params)).toEqual(newer);
		const strict = { validator: validator({ strict: true }) };
		const error = await failure<ValidationError>(validatingClient(newer, strict).releaseLinks.get(params));
		expect(error.faults).toEqual([
			{ path: ["link_type"], expected: 'is none of "other", "runbook", "image", "package"' },
			{ path: ["checksum"], expected: "is not in the contract" },
		]);
		expect(await validatingClient(link, strict).releaseLinks.get(params)).toEqual(link);
	});

	test("SDK-297 but a value of another type is a fault all the same", async () => {
		const error = await failure<ValidationError>(validatingClient({ ...link, link_type: 7 }).releaseLinks.get(params));
		expect(error.faults.map(({ path }) => path)).toEqual([["link_type"]]);
	});

	test("SDK-297 keys of open maps are not unknown fields, even in strict mode", async () => {
		const body = { message: { name: ["is taken"] }, more: 1 };
		const tenon = validatingClient(body, { validator: validator({ strict: true }) });
		expect(await failure(tenon.groups.get({ id: 7 }))).toBeInstanceOf(ValidationError);
	});

	test("validates neither bodies that are not text nor responses without a body", async () => {
		const picture = () => new Response(new Uint8Array([1]), { headers: { "content-type": "image/png" } });
		const { fetch } = script(picture, () => new Response(null, { status: 204 }));
		const tenon = clientOn(fetch, { validator: validator({ strict: true }) });
		expect((await tenon.groups.getAvatar({ id: 7 })).blob.size).toBe(1);
		expect(await tenon.pipelines.delete({ id: 7, pipeline_id: 7 })).toBeUndefined();
	});
});

describe("requests", () => {
	test.each<[string, string, (tenon: ReturnType<typeof validatingClient>) => PromiseLike<unknown>, string]>([
		[
			"a body over 1,000,000 characters",
			"createIssueNote",
			(tenon) => tenon.issueNotes.create({ id: 7, issue_iid: 7, body: "x".repeat(1_000_001) }),
			"body is not as expected: 0 to 1000000 characters",
		],
		[
			"a status message over 100",
			"replaceCurrentUserStatus",
			(tenon) => tenon.users.replaceCurrentStatus({ message: "x".repeat(101) }),
			"message is not as expected: 0 to 100 characters",
		],
		[
			"a value outside a list",
			"listPipelines",
			(tenon) => tenon.pipelines.list({ id: 7, status: "broken" as "failed" }),
			"status is none of",
		],
		[
			"a missing parameter",
			"createPipeline",
			(tenon) => tenon.pipelines.create({ id: 7 } as { id: number; ref: string }),
			"ref is missing",
		],
	])("SDK-300 %s is refused before sending, with the parameter named", async (_, id, call, output) => {
		const { fetch, requests } = script();
		const error = await failure<ValidationError>(call(clientOn(fetch, { validator: validator() })));
		expect(error).toBeInstanceOf(ValidationError);
		expect(error.message).toContain(`${id}: the request breaks the contract: ${output}`);
		expect([error.status, error.message.includes("xxx"), requests.length]).toEqual([undefined, false, 0]);
	});

	test("SDK-300 what the client shapes itself passes: dates, days, files, undefined", async () => {
		const { fetch, requests } = script(...Array.from({ length: 6 }, () => () => json({})));
		const tenon = clientOn(fetch, { validator: { ...validator(), response: () => undefined } });
		await tenon.issueNotes.create({ id: 7, issue_iid: 7, body: "hi", created_at: new Date(), internal: undefined });
		await tenon.groups.rotatePersonalAccessToken({ id: 7, token_id: 7, expires_at: new Date() });
		await tenon.groups.update({ id: 7, avatar: { data: new Uint8Array([1]), name: "a.png" } });
		await tenon.groups.update({ id: 7, avatar: "" });
		await tenon.users.setAvatar({ avatar: new Blob(["a"]) });
		await tenon.runners.create({ runner_type: "instance_type", tag_list: ["a", "b"] });
		expect(requests).toHaveLength(6);
	});
});

test("validate without a validator is refused when the client is made", () => {
	expect(() => createClient({ baseUrl: "https://platform.test", validate: "throw" })).toThrow(
		"validate needs the option validator, from @tenon/client/schemas",
	);
});

test("SDK-299 the schemas are there for the caller's own use", () => {
	expect(Pipeline.safeParse({ id: "x" }).success).toBe(false);
});
