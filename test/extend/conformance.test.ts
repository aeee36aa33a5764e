import { join } from "node:path";
import { readExtension } from "@tenon/contract/generate";
import { createPlatform, demo } from "@tenon/mock";
import { beforeAll, expect, test } from "vitest";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { main } from "../../packages/conformance/src/cli/main";
import { type Report, run } from "../../packages/conformance/src/index";
import { byConvention } from "../../packages/mock/src/extension/convention/by-convention";
import { root } from "../support/requirements";

const file = join(root, "packages/mock/test/extend/deployments.yaml");
const { contract, document } = await readExtension(file);
const extensions = [{ contract, document, files: [] }];
const ids = Object.keys(contract.operations);

/** Runs the checks of the extension against a mock with the extension. */
async function check(
	change: (response: Response, request: Request) => Response | Promise<Response> = (response) => response,
): Promise<Report> {
	const { fetch } = createPlatform({ seed: demo, extensions: [byConvention(contract, document as never)] }); // as it was read
	return await run({
		...scene,
		baseUrl: "http://platform.test",
		fetch: async (input, init) => {
			const request = new Request(input, init);
			return await change(await fetch(request.clone()), request);
		},
		mode: "destructive",
		extensions,
		include: ids.map((id) => `operation:${id}`),
	});
}

const failed = (report: Report) =>
	report.results.filter(({ verdict }) => verdict === "fail").map(({ check: { id }, reason }) => `${id}: ${reason}`);

let report: Report;
beforeAll(async () => {
	report = await check();
}, 60_000);

test("the mock's own extension conforms to its file", () => {
	expect(failed(report)).toEqual([]);
	expect(report.leftovers).toEqual([]);
});

test("each operation succeeds as planned, and refuses wrong tokens; lists page and link", () => {
	const passed = report.results.filter(({ verdict }) => verdict === "pass").map(({ check: { id } }) => id);
	expect(passed).toEqual(
		expect.arrayContaining([
			...ids.map((id) => `examples/${id}/least`),
			...ids.map((id) => `negatives/${id}/no-token`),
			...ids.map((id) => `wire/${id}/shape`),
			...["createDeployment", "updateDeployment", "deleteDeployment"].map((id) => `negatives/${id}/roles`),
			...["createDeployment", "updateDeployment"].map((id) => `negatives/${id}/content`),
			...["createDeployment", "updateDeployment"].map((id) => `boundaries/${id}/choices`),
			"boundaries/createDeployment/bounds",
			"negatives/listDeployments/verbs",
			"negatives/createDeployment/missing",
			"laws/updateDeployment/partial",
			"laws/updateDeployment/round-trip",
			"negatives/listDeployments/unseen",
			"laws/listDeployments/pages",
			"laws/listDeployments/links",
			"laws/getDeployment/head",
			"laws/getDeployment/path",
		]),
	);
	// Owners in name only, such as former ones, exist only where the control API makes them.
	const skipped = report.results.filter(
		({ verdict, check }) => verdict === "skipped" && !check.id.endsWith("/in-name-only"),
	);
	expect(skipped.map(({ check: { id }, reason }) => `${id}: ${reason}`)).toEqual([]);
});

test("its checks have the domain of the file's tag", () => {
	const { domain } = report.results.find(({ check }) => check.id === "examples/getForecast/least")?.check ?? {};
	expect(domain).toBe("forecast");
});

test("a response that breaks the file is a failure of the wire, a page that overlaps one of the laws", async () => {
	const wrong = await check(async (response, request) => {
		const url = new URL(request.url);
		if (url.pathname.endsWith("/forecast") && response.ok) return Response.json({ today: "seven" });
		if (!url.pathname.endsWith("/deployments") || request.method !== "GET" || url.searchParams.get("page") !== "2")
			return response;
		const items: unknown[] = await response.json();
		return Response.json(items.slice(1), { headers: response.headers });
	});
	const found = failed(wrong).join("\n");
	expect(found).toMatch(/^wire\/getForecast\/shape: \/today must be integer/m);
	expect(found).toMatch(/^laws\/listDeployments\/pages: /m);
	const wire = wrong.results.find(({ check: { id } }) => id === "wire/getForecast/shape");
	expect(wire?.check.level).toBe("MUST");
}, 60_000);

test("a role that may do too much is found, and what it changed", async () => {
	const { fetch } = createPlatform({ seed: demo, extensions: [byConvention(contract, document as never)] }); // as above
	const lax = await run({
		...scene,
		baseUrl: "http://platform.test",
		fetch: (input, init) => {
			const request = new Request(input, init);
			if (request.method === "DELETE" && request.headers.get("private-token") !== null)
				request.headers.set("private-token", "owner-token");
			return fetch(request);
		},
		mode: "destructive",
		extensions,
		include: ["negatives/deleteDeployment/roles"],
	});
	expect(failed(lax)).toEqual([expect.stringContaining("status: expected 403 or 404, got 204")]);
});

test("an update that resets a field which the request does not have is found, and a bound that is not kept", async () => {
	const wrong = await check(async (response, request) => {
		if (request.method === "POST" && response.status === 400) return Response.json({ id: 1, ref: "" }, { status: 201 });
		return response;
	});
	expect(failed(wrong).join("\n")).toMatch(/^boundaries\/createDeployment\/bounds: /m);
	// Starts with the second update of a record, because the law compares the response to the first with the record.
	const updated: string[] = [];
	const resetting = await check(async (response, request) => {
		if (request.method === "PUT" && response.ok) updated.push(request.url);
		const isReset = request.method === "GET" && updated.filter((url) => url === request.url).length > 1 && response.ok;
		return isReset ? Response.json({ ...(await response.json()), ref: "reset" }) : response;
	});
	expect(failed(resetting).join("\n")).toMatch(
		/^laws\/updateDeployment\/partial: .*ref should not change after a change of status/m,
	);
}, 60_000);

test("--extend takes a file, and a wrong one is an error with its place", async () => {
	const texts = { out: "", err: "" };
	const stream = (name: "out" | "err") => ({
		write(text: string) {
			texts[name] += text;
		},
	});
	const args = ["run", "--base-url", "http://127.0.0.1:9", "--extend", join(root, "openapi/common.yaml")];
	expect(await main(args, { out: stream("out"), err: stream("err") })).toBe(2);
	expect(await main([...args, "--against", "http://127.0.0.1:10"], { out: stream("out"), err: stream("err") })).toBe(2);
	expect(texts.err).toContain("--extend checks only one server");
	expect(texts.err).toMatch(/openapi\/common\.yaml:\d+:\d+ openapi: expected a version 3\.0 or 3\.1/);
});
