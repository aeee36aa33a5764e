import { createPlatform } from "@tenon/mock";
import fc from "fast-check";
import { expect, test } from "vitest";
import { controlled } from "../support/control";

const tables = Object.keys((await controlled().control("GET", "/records")).body);

/** Names of fields, and of inputs of the functions that create records. */
const names = [
	"project group parent user author assignees members role into on release projects token ref contents",
	"__proto__ constructor toString",
].flatMap((line) => line.split(" "));

const value = fc.oneof(
	fc.constantFrom<unknown>(
		null,
		true,
		0,
		1,
		11,
		101,
		201,
		1e300,
		-1,
		"",
		"opened",
		"group",
		"acme",
		"acme/web",
		"owner",
	),
	fc.constantFrom<unknown>("2026-01-05T09:30:00.000Z", "2026-01-05", [], {}, ["owner"], ["acme/web"], [1], "a//b", "/"),
	fc.constantFrom<unknown>({ owner: "owner" }, { issue: "acme/web#1" }, { snippet: 401 }, { "a.txt": { base64: "*" } }),
	fc.jsonValue({ maxDepth: 2 }),
);

test("any record of any table is created, or refused without a change; every stored record can be exported and imported", async () => {
	const { control, platform } = controlled();
	const fields = new Map<string, string[]>();
	for (const table of tables) {
		const { body } = await control("GET", `/records/${table}?limit=1`);
		fields.set(table, [...Object.keys(body.rows[0] ?? { id: 0, user_id: 0, state: 0 }), ...names]);
	}
	const record = fc
		.constantFrom(...tables)
		.chain((table) =>
			fc.tuple(
				fc.constant(table),
				fc.constantFrom("POST", "PATCH"),
				fc.dictionary(fc.constantFrom(...(fields.get(table) ?? [])), value, { maxKeys: 3 }),
			),
		);
	await fc.assert(
		fc.asyncProperty(record, async ([table, method, body]) => {
			const sizes = platform.state.tables().map(([, { size }]) => size);
			const [row] = (await control("GET", `/records/${table}?limit=1`)).body.rows;
			const path = method === "POST" ? `/records/${table}` : `/records/${table}/${row?.id ?? 1}`;
			const { status } = await control(method, path, body);
			expect([200, 201, 400, 404, 409]).toContain(status);
			if (status >= 400) expect(platform.state.tables().map(([, { size }]) => size)).toEqual(sizes);
		}),
		{ numRuns: 400 },
	);
	createPlatform().importState(JSON.stringify(platform.exportState()));
}, 120_000);
