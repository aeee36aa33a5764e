import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createPlatform, demo, type Platform } from "@tenon/mock";
import { expect, test } from "vitest";
import { controlled, testsOperations } from "../support/control";

testsOperations(/\/records(?!.*\/(?:references|view)$)/);

/** Throws if a reference is broken, because an import checks all references. */
function expectNoDanglingReference(platform: Platform): void {
	createPlatform().importState(JSON.stringify(platform.exportState()));
}

/** The required fields of a table's rows, if an empty row would be a duplicate in the demo or cannot exist alone. */
const least: { readonly [table: string]: object } = {
	registration_tokens: { group: "acme" },
	releases: { tag_name: "v9.9" },
	repository_trees: { contents: { "README.md": "# Web" } },
};

const tables = Object.keys((await controlled().control("GET", "/records")).body);

test("GET /records lists every table of the state with its number of rows", async () => {
	const { platform, control } = controlled();
	const { body } = await control("GET", "/records");
	const sizes = platform.state.tables().map(([, table]) => table.size);
	expect(Object.values<number>(body).sort()).toEqual(sizes.sort());
	expect(body).toMatchObject({ users: platform.state.users.size, merge_requests: platform.state.mergeRequests.size });
});

test("docs/records.md names every table", () => {
	const text = readFileSync(fileURLToPath(new URL("../../docs/records.md", import.meta.url)), "utf8");
	const [, section = ""] = /## Tables\n([^#]*)/.exec(text) ?? [];
	const named = [...(section.split("They are")[0]?.matchAll(/`([a-z_]+)`/g) ?? [])].map(([, name]) => name);
	expect(named.sort()).toEqual([...tables].sort());
});

for (const start of ["the demo", "an empty platform"] as const)
	test.each(tables)(`in ${start}, %s: create, read, change every scalar field, delete`, async (table) => {
		const { platform, control, state } = controlled(start === "the demo" ? demo : () => undefined);
		if (table === "registration_tokens") {
			// Every group has a registration token, so only a group that has lost its token can get a new one.
			if (start === "an empty platform") platform.seed.group("acme");
			const [ownToken] = (await control("GET", "/records/registration_tokens?group=acme")).body.rows;
			await control("DELETE", `/records/registration_tokens/${ownToken.id}`);
		}
		const created = await control("POST", `/records/${table}`, least[table] ?? {});
		expect([created.status, created.body]).toEqual([201, expect.objectContaining({ id: expect.any(Number) })]);
		const path = `/records/${table}/${created.body.id}`;
		const read = await control("GET", path);
		expect([read.status, read.body]).toEqual([200, created.body]);
		const filter = `/records/${table}?limit=1000000&id=${created.body.id}`;
		expect((await control("GET", filter)).body).toEqual({ count: 1, rows: [created.body] });
		expectNoDanglingReference(platform);
		const before = state();
		const same = await control("PATCH", path, created.body);
		expect([same.status, same.body]).toEqual([200, created.body]);
		expect(state()).toBe(before);
		for (const [field, value] of Object.entries(created.body)) {
			if (field === "id" || (typeof value === "object" && value !== null)) continue;
			const other = changed(value);
			if (other === undefined) continue;
			const { status, body } = await control("PATCH", path, { [field]: other });
			if (status === 200) {
				expect(body).toEqual({ ...created.body, [field]: other });
				expect((await control("GET", path)).body).toEqual(body);
				await control("PATCH", path, { [field]: value });
			} else {
				// References and enums accept only certain values. The refusal names the field and the expected values.
				const refusals = { 400: new RegExp(`^/${field}: expected .+, found `), 409: /^Row \d+ already has the / };
				expect(body.message).toMatch(status === 409 ? refusals[409] : refusals[400]);
				expect(state()).toBe(before);
			}
		}
		expect(state()).toBe(before);
		const gone = await control("DELETE", `${path}?hard_delete=true`);
		expect([gone.status, gone.text]).toEqual([204, ""]);
		for (const method of ["GET", "PATCH", "DELETE"])
			expect((await control(method, path, method === "PATCH" ? {} : undefined)).status).toBe(404);
		expectNoDanglingReference(platform);
	});

/** Returns another value of the same type. */
function changed(value: unknown): unknown {
	if (typeof value === "boolean") return !value;
	if (typeof value === "number") return value + 1;
	if (typeof value !== "string") return undefined;
	return /^\d{4}-\d\d-\d\dT/.test(value) ? "2026-02-03T04:05:06.000Z" : `${value}-x`;
}
