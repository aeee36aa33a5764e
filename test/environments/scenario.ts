import { expect } from "vitest";
import type { Platform } from "../../packages/mock/src/index";

type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** The globals of an environment, for a page and its tests. */
export interface Environment {
	readonly call: Fetch;
	readonly platform: Platform;
	readonly Headers: typeof Headers;
	readonly FormData: typeof FormData;
	readonly AbortController: typeof AbortController;
	/** Whether the platform notices that a caller has aborted a request. Defaults to true. */
	readonly passesAborts?: boolean;
}

const notes = "/api/v4/projects/acme%2Fweb/issues/1/notes";
const token = "developer-token";

/** Runs one conversation with the platform, the same in every environment. */
export async function converse(environment: Environment): Promise<void> {
	const { call, platform, Headers, FormData, AbortController, passesAborts = true } = environment;
	const headers = new Headers({ "PRIVATE-TOKEN": token });
	expect(await (await call("/api/v4/user", { headers })).json()).toMatchObject({ username: "developer" });
	const json = await call(notes, {
		method: "POST",
		headers: { "Private-Token": token, "Content-Type": "application/json" },
		body: JSON.stringify({ body: "as JSON" }),
	});
	expect(await json.json()).toMatchObject({ body: "as JSON", author: { username: "developer" } });
	const form = new FormData();
	form.append("body", "as a form");
	const posted = await call(notes, { method: "POST", headers, body: form });
	expect([posted.status, await posted.json()]).toMatchObject([201, { body: "as a form" }]);
	const page = await call(`${notes}?per_page=2&sort=desc`, { headers });
	expect(page.headers.get("link")).toContain('rel="next"');
	expect((await call("/api/v4/projects/nobody%2Fknows/pipelines", { headers })).status).toBe(404);
	expect(JSON.stringify(platform.journal.calls())).not.toContain(token);

	const gate = platform.faults.add({ operation: "getCurrentUser", hold: true });
	const controller = new AbortController();
	const aborted = call("/api/v4/user", { headers, signal: controller.signal });
	await expect.poll(() => gate.held).toBe(1);
	controller.abort();
	await expect(aborted).rejects.toThrow(/abort/i);
	if (passesAborts) await expect.poll(() => gate.held).toBe(0);
	gate.remove();

	platform.faults.add({ kind: "drop", operation: "getCurrentUser", times: 1 });
	await expect(call("/api/v4/user", { headers })).rejects.toThrow();
	expect((await call("/api/v4/user", { headers })).status).toBe(200);
}
