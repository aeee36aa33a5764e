import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ExtensionError, readExtension } from "../../src/generate";
import { document, inFolder, refusalOf, withSchema } from "./support";

const head = `openapi: 3.1.0
info: { title: Company, version: "1" }
`;
/** Returns a file with one operation, whose lines start at line 6. */
const operation = (...lines: string[]): string =>
	`${head}paths:\n  /widgets:\n    get:\n${lines.map((line) => `      ${line}\n`).join("")}`;
const usual = ["operationId: listWidgets", "responses: { 204: { description: Nothing. } }"];

describe("each error has file, line and column, what was found and what was expected", () => {
	test.each<[string, string, string]>([
		["a file without paths", head, "company.yaml:1:1 paths: expected at least one path, found nothing."],
		[
			"a version that is not supported",
			operation(...usual).replace("3.1.0", '"2.0"'),
			'company.yaml:1:1 openapi: expected a version 3.0 or 3.1, found "2.0".',
		],
		[
			"a server of another API",
			`${operation(...usual)}servers:\n  - url: https://example.com/api/v3\n`,
			'company.yaml:8:1 servers: expected URLs that end with /api/v4, found "https://example.com/api/v3".',
		],
		[
			"a path that repeats /api/v4",
			operation(...usual).replace("/widgets", "/api/v4/widgets"),
			"company.yaml:4:3 /api/v4/widgets: leave out /api/v4, which belongs in servers. Expected /widgets.",
		],
		[
			"a misspelt key",
			operation(...usual, "sumary: Lists widgets."),
			"company.yaml:8:7 sumary is not supported in an operation; expected one of operationId, summary,",
		],
		[
			"a value of another kind",
			operation(...usual, "tags: Widgets"),
			'company.yaml:8:7 tags: expected a list of texts, found "Widgets".',
		],
		[
			"no operationId",
			operation(usual[1] ?? ""),
			"company.yaml:6:7 The operation needs an operationId in camelCase, found none.",
		],
		[
			"an operationId in another style",
			operation("operationId: list-widgets", usual[1] ?? ""),
			"company.yaml:6:7 The operation needs an operationId in camelCase, found list-widgets.",
		],
		[
			"an operationId of the contract",
			operation("operationId: listUsers", usual[1] ?? ""),
			"company.yaml:6:7 The operationId listUsers is already used by @tenon/contract's listUsers.",
		],
		[
			"a reserved operationId",
			operation("operationId: list", usual[1] ?? ""),
			"company.yaml:6:7 The operationId list is reserved",
		],
		[
			"a path of the contract",
			operation(...usual).replace("/widgets", "/users/{user}"),
			"company.yaml:6:7 The path GET /users/{user} is already used by @tenon/contract's getUser.",
		],
		[
			"a method of the contract",
			operation(...usual, "x-tenon-method: users.list"),
			"company.yaml:8:7 The method users.list is already used by @tenon/contract's listUsers: name another with x-tenon-method.",
		],
		[
			"a method that promises have",
			operation(...usual, "x-tenon-method: widgets.then"),
			"company.yaml:8:7 The method widgets.then has a reserved name",
		],
		[
			"metadata that nobody knows",
			operation(...usual, "x-tenon-acces: { role: owner }"),
			"company.yaml:6:7 x-tenon-acces is not an extension of the contract.",
		],
		[
			"metadata with another value",
			operation(...usual, "x-tenon-access: { role: boss }"),
			'company.yaml:6:7 /role: expected one of "anonymous", "signed-in",',
		],
		[
			"no success",
			operation("operationId: listWidgets", "responses: { 404: { description: None. } }"),
			"company.yaml:6:7 The operation declares no 2xx response.",
		],
		[
			"a range of statuses",
			operation(
				"operationId: listWidgets",
				"responses:",
				"  200: { description: Fine. }",
				"  4XX: { description: Refused. }",
			),
			'company.yaml:9:9 Expected a status such as 200 or 404, found "4XX".',
		],
		[
			"a path's parameter that is not declared",
			operation(...usual).replace("/widgets", "/widgets/{id}"),
			"company.yaml:6:7 The path's parameter id is not declared.",
		],
		[
			"a required header",
			operation(...usual, "parameters:", "  - { name: X-Key, in: header, required: true, schema: { type: string } }"),
			"company.yaml:9:26 The header X-Key cannot be required",
		],
		[
			"a server of one operation",
			operation(...usual, "servers: [{ url: /api/v4 }]"),
			"company.yaml:8:7 servers of a path or an operation are not supported",
		],
		[
			"a GET with a body",
			operation(...usual, "requestBody: { content: {} }"),
			"company.yaml:8:7 A GET operation cannot have a body.",
		],
		[
			"a reference that leads nowhere",
			operation("operationId: listWidgets", 'responses: { 200: { $ref: "#/components/responses/Fine" } }'),
			"company.yaml:7:27 There is nothing at #/components/responses/Fine.",
		],
		[
			"a reference to another host",
			operation("operationId: listWidgets", 'responses: { 200: { $ref: "https://example.com/a.yaml" } }'),
			"company.yaml:7:27 https://example.com/a.yaml: files of other hosts are not fetched",
		],
		[
			"a file that is not there",
			operation("operationId: listWidgets", 'responses: { 200: { $ref: "other.yaml" } }'),
			"company.yaml:7:27 The file other.yaml does not exist.",
		],
		[
			"a schema that our contract does not have",
			operation(
				"operationId: listWidgets",
				'responses: { 200: { $ref: "@tenon/contract/openapi.json#/components/responses/Fine" } }',
			),
			"company.yaml:7:27 There is nothing at @tenon/contract/openapi.json#/components/responses/Fine.",
		],
		[
			"a reference to the whole file",
			operation("operationId: listWidgets", 'responses: { 200: { $ref: "#" } }'),
			'company.yaml:7:27 A $ref must point to a part of a file or to another file, found "#".',
		],
		[
			"a reference that is not a string",
			operation("operationId: listWidgets", "responses: { 200: { $ref: 7 } }"),
			"company.yaml:7:27 $ref: expected a text, found 7.",
		],
		[
			"another package",
			operation("operationId: listWidgets", 'responses: { 200: { $ref: "@acme/api/openapi.json" } }'),
			"company.yaml:7:27 The only package file that a $ref can point to is @tenon/contract/openapi.json",
		],
		["YAML that is broken", "openapi: [3.1.0\ninfo: {", "company.yaml:2:1 The file is not valid YAML"],
	])("%s", async (_, text, line) => {
		const lines = await refusalOf(text);
		expect(lines.map((one) => one.slice(0, line.length))).toContain(line);
	});

	test.each<[string, object, RegExp]>([
		[
			"a keyword outside the subset",
			{ type: "object", patternProperties: {} },
			/patternProperties is not in the subset of JSON Schema/,
		],
		["a keyword of another type", { type: "string", minimum: 3 }, /minimum needs the type integer or number/],
		["a type that does not exist", { type: "text" }, /type: expected string, number, .* found "text"/],
		["an enum that is not a list", { type: "string", enum: "a" }, /enum: expected a list, found "a"/],
		["a value that does not fit", { type: "string", enum: ["a", 1] }, /The value 1 is not of the type string/],
		[
			"a property that nobody describes",
			{ type: "object", properties: {}, required: ["id"] },
			/id is required, but no property describes it/,
		],
		[
			"a schema that refers to itself",
			{ type: "object", properties: { parent: { $ref: "#/components/schemas/Widget" } } },
			/refers to itself: Widget → Widget/,
		],
		["a pattern that is not a regular expression", { type: "string", pattern: "(" }, /is not a regular expression/],
	])("%s in a schema", async (_, schema, says) => {
		const lines = await refusalOf(withSchema(schema));
		expect(lines.join("\n")).toMatch(says);
		expect(lines[0]).toMatch(/^company\.yaml:\d+:\d+ /);
	});
});

test("every finding is reported, not only the first", async () => {
	const lines = await refusalOf(operation("operationId: listUsers", "responses: {}", "servers: []"));
	expect(lines).toHaveLength(3);
});

test("two operations of one address, and two of one method, are refused", async () => {
	const { paths, ...rest } = document() as { paths: object };
	const other = { 200: { description: "It." } };
	const twice = {
		...rest,
		paths: {
			...paths,
			"/widgets/{other}": {
				parameters: [{ name: "other", in: "path", required: true, schema: { type: "integer" } }],
				get: { operationId: "getOther", tags: ["Others"], responses: other },
			},
			"/gadgets": { get: { operationId: "getWidgets", tags: ["Widgets"], responses: other } },
		},
	};
	expect((await refusalOf(twice)).map((line) => line.replace(/^\S+ /, ""))).toEqual([
		"The path GET /widgets/{other} is already used by getWidget.",
		"The method widgets.get is already used by getWidget: name another with x-tenon-method.",
	]);
});

test.each(["Schema", "default", "GetWidgetParams", "my-widget"])("a schema cannot be named %s", async (name) => {
	expect((await refusalOf(withSchema({ type: "string" }, { [name]: { type: "string" } }))).join()).toMatch(/name/);
});

test("two files with another component of one name are refused", async () => {
	const company = document({
		responses: {
			200: { description: "It.", content: { "application/json": { schema: { $ref: "other.yaml#/Widget" } } } },
		},
	});
	expect(await refusalOf(company, { "other.yaml": { Widget: { type: "string" } } })).toEqual([
		expect.stringContaining("Two files have a component Widget of schemas: rename one of them."),
	]);
});

test("references that lead back to themselves are refused", async () => {
	const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });
	const components = { responses: { A: ref("B"), B: ref("A") }, schemas: { Widget: { type: "string" } } };
	expect((await refusalOf(document({ responses: { 200: ref("A") } }, { components }))).join("\n")).toMatch(
		/company\.yaml:\d+:\d+ A \$ref points back to itself: #\/components\/responses\/[AB]\./,
	);
});

/** Yields the path of every part of a value. */
function* placesIn(node: unknown, path: readonly string[] = []): Generator<readonly string[]> {
	if (typeof node !== "object" || node === null) return;
	for (const [key, value] of Object.entries(node)) {
		yield [...path, key];
		yield* placesIn(value, [...path, key]);
	}
}

test("a file with any other value for a part is read, or refused with a location", {
	timeout: 60_000,
}, async () => {
	const folder = new URL("../../../../test/extend/", import.meta.url);
	const lists = readFileSync(new URL("approval-lists.yaml", folder), "utf8");
	const source = parse(readFileSync(new URL("approvals.yaml", folder), "utf8"));
	const refs = [7, "", "#", "#/components/schemas/Approval", "approval-lists.yaml"].map(($ref) => ({ $ref }));
	const odd = [null, 7, "", "x", true, [], {}, [null], ...refs];
	const cases = [...placesIn(source)].flatMap((path) => odd.map((value) => ({ path, value })));
	// Takes every 29th case. Since 29 and the number of odd values have no common divisor, each value is taken.
	for (const { path, value } of cases.filter((_, index) => index % 29 === 0)) {
		const changed = structuredClone(source);
		const parent = path.slice(0, -1).reduce<unknown>((node, key) => Reflect.get(Object(node), key), changed);
		Reflect.set(Object(parent), path.at(-1) ?? "", value);
		await inFolder({ "approvals.yaml": JSON.stringify(changed), "approval-lists.yaml": lists }, async (made) => {
			const error = await readExtension(`${made}/approvals.yaml`)
				.then(({ contract }) => contract.validators?.())
				.then(
					() => undefined,
					(reason: unknown) => reason,
				);
			const what = `${path.join("/")} = ${JSON.stringify(value)}`;
			if (error !== undefined) expect(error, what).toBeInstanceOf(ExtensionError);
			if (error instanceof ExtensionError)
				for (const { at, says } of error.findings)
					expect([what, at, says]).toEqual([what, expect.stringMatching(/:\d+:\d+/), says]);
		});
	}
});

test("the error lists its findings", async () => {
	await inFolder({ "company.yaml": head }, async (folder) => {
		const error = await readExtension(`${folder}/company.yaml`).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(ExtensionError);
		expect(error).toMatchObject({ findings: [{ says: expect.stringContaining("paths") }] });
	});
});
