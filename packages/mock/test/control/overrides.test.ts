import { ControlError } from "@tenon/mock";
import { expect, test } from "vitest";
import { world } from "../support/world";

const url = "http://tenon.test/api/v4/groups/acme?with_projects=false";

test("an override handles an operation instead of the platform, until it is removed", async () => {
	const { platform, ask } = world();
	const restore = platform.override("getGroup", ({ operation, params, query, request }) => ({
		status: 203,
		headers: { "X-Mine": "yes" },
		body: { message: { operation, params, with_projects: query.get("with_projects"), method: request.method } },
	}));
	const mine = await platform.fetch(url);
	expect([mine.status, mine.headers.get("x-mine"), mine.headers.get("content-type"), await mine.json()]).toEqual([
		203,
		"yes",
		"application/json",
		{ message: { operation: "getGroup", params: { id: "acme" }, with_projects: "false", method: "GET" } },
	]);
	expect(platform.journal.last()).toMatchObject({ operation: "getGroup", status: 203, overridden: true });
	expect((await ask(null, "GET", "/groups/acme/projects")).status).toBe(200);
	restore();
	expect((await ask(null, "GET", "/groups/acme")).body.name).toBe("Acme");
	expect(platform.journal.last()?.overridden).toBe(false);
});

test("the last override comes first, and undefined leaves the call to the others", async () => {
	const { platform, ask } = world();
	const path = "/projects/acme%2Fweb/issues/1/notes";
	const restore = platform.override("createIssueNote", () => ({ status: 503 }));
	platform.override("createIssueNote", async (call) => {
		const sent = call.json();
		return JSON.stringify(sent).includes("mine") ? { status: 400, body: { message: "mine" } } : undefined;
	});
	expect((await ask("developer", "POST", path, { json: { body: "mine" } })).status).toBe(400);
	expect((await ask("developer", "POST", path, { json: { body: "other" } })).status).toBe(503);
	restore();
	expect((await ask("developer", "POST", path, { json: { body: "other" } })).body.body).toBe("other");
});

test("faults strike before overrides, and reset takes both away", async () => {
	const { platform, ask } = world();
	platform.override("getCurrentUser", () => ({ status: 404, body: { message: "404 Not Found" } }));
	platform.faults.add({ operation: "getCurrentUser", status: 503, times: 1 });
	expect((await ask("developer", "GET", "/user")).status).toBe(503);
	expect((await platform.fetch("http://tenon.test/api/v4/user")).status).toBe(404);
	platform.reset();
	expect((await ask("developer", "GET", "/user")).body.username).toBe("developer");
});

test("an operation that is not known is refused", () => {
	const { platform } = world();
	// TypeScript rejects this value, but JavaScript does not.
	const add = () => platform.override("getGruop" as "getGroup", () => undefined);
	expect(add).toThrow(ControlError);
	expect(add).toThrow('/operation: there is no operation "getGruop". Did you mean "getGroup"?');
});
