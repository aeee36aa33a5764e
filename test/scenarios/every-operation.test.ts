import type { Tenon } from "@tenon/client";
import { operations } from "@tenon/contract";
import { expect, test } from "vitest";
import { restOperations } from "../../packages/conformance/src/generators/rest-operations";
import { planner } from "../support/planned";
import { entryPoints, openPlatform } from "./entry-points";
import { callMethod } from "./requests";

/** Calls a method, and returns its result. A download is returned as bytes. */
async function call(tenon: Tenon, method: string, params: object): Promise<unknown> {
	const value = await callMethod(tenon, method, params);
	const blob: unknown = Object(value).blob;
	return blob instanceof Blob ? { ...Object(value), blob: [...new Uint8Array(await blob.arrayBuffer())] } : value;
}

/** Returns the URL and the key of the demo's alert integration. */
const intake = (baseUrl: string) => ({
	url: `${baseUrl}/acme/web/alerts/notify/monitoring/19a079edcce63f87.json`,
	key: "282e549dbef6efd95a1be6226c016e4a",
	payload: { title: "Disk full" },
});

/** Returns the results of all operations through an entry point, each on the unchanged demo. */
async function outcomes(entryPoint: string): Promise<{ [id: string]: unknown }> {
	const { platform, as, baseUrl, fetch } = await openPlatform(entryPoint);
	const planned = await planner(platform, { baseUrl, fetch });
	const before = platform.snapshot();
	const found: { [id: string]: unknown } = {};
	const keep = (id: string, value: unknown): void => {
		// URLs in responses contain the origin or the host, which differ between entry points.
		const text = JSON.stringify(value ?? null).replaceAll(baseUrl, "https://platform.example.com");
		found[id] = JSON.parse(text.replaceAll("git@127.0.0.1", "git@platform.example.com"));
	};
	for (const { id, method } of restOperations) {
		platform.restore(before);
		const { token, sudo, params } = await planned(id);
		const tenon = as(null).withOptions({ ...(token && { auth: { token } }), ...(sudo && { sudo }) });
		keep(id, await call(tenon, method, params));
	}
	keep("sendAlert", await as(null).alerts.send(intake(baseUrl)));
	return found;
}

test("SDK-314 every call works, in process, through MSW and over plain HTTP, with identical results", {
	timeout: 60_000,
}, async () => {
	const [reference = {}, ...others] = await Promise.all(Object.keys(entryPoints).map(outcomes));
	expect(Object.keys(reference).sort()).toEqual(Object.keys(operations).sort());
	for (const other of others) expect(other).toEqual(reference);
});
