import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Document } from "../generate/document";
import { repository } from "../generate/repository";
import { judge } from "./ajv";
import { findings, rules } from "./rules";

const extensions = JSON.parse(readFileSync(join(repository, "openapi/extensions.schema.json"), "utf8")).$defs;

const text = (description = "A text."): object => ({ type: "string", description });
const query = (name: string, more: object = {}): object => ({
	name,
	in: "query",
	description: "A parameter.",
	schema: { type: "string" },
	...more,
});
const refusal = (): object => ({ description: "Refused." });
const refusals = (): object => ({ 400: refusal(), 401: refusal(), 403: refusal(), 404: refusal() });
const headers = ["X-Page", "X-Per-Page", "X-Next-Page", "X-Prev-Page", "X-Total", "X-Total-Pages", "Link"];

/** Returns a small contract without findings: one list and one write. */
const right = () => ({
	openapi: "3.1.0",
	info: { title: "Small", version: "1" },
	servers: [],
	security: [{ privateToken: [] }],
	paths: {
		"/things/{id}": {
			parameters: [{ name: "id", in: "path", required: true, description: "The thing.", schema: { type: "integer" } }],
			get: {
				operationId: "listThings",
				tags: ["notes"],
				summary: "Lists things.",
				"x-tenon-method": "things.list",
				"x-tenon-retry": "safe",
				"x-tenon-access": { role: "guest", where: "project", scopes: ["api"] },
				"x-tenon-pagination": { styles: ["offset", "keyset"] },
				"x-tenon-evidence": { stated: ["200"], assumed: ["400", "401", "403", "404", "role"] },
				parameters: ["page", "per_page", "pagination", "cursor"].map((name) => query(name)),
				responses: {
					200: {
						description: "The things.",
						headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: "string" } }])),
						content: {
							"application/json": {
								schema: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
								example: [{ id: 1, state: "open" }],
							},
						},
					},
					...refusals(),
				},
			},
			post: {
				operationId: "createThing",
				tags: ["notes"],
				summary: "Creates a thing.",
				"x-tenon-method": "things.create",
				"x-tenon-retry": "non-idempotent",
				"x-tenon-access": { role: "guest", where: "project", scopes: ["api"] },
				"x-tenon-rate-limit": { key: "things", limit: 1, period: 60, per: "user" },
				"x-tenon-reveals": ["token"],
				"x-tenon-evidence": { stated: ["201", "429"], assumed: ["400", "401", "403", "404"] },
				requestBody: {
					content: {
						"application/json": { schema: { $ref: "#/components/schemas/CreateThingBody" }, example: { title: "a" } },
					},
				},
				responses: {
					201: {
						description: "The thing.",
						content: {
							"application/json": {
								schema: { $ref: "#/components/schemas/Thing" },
								examples: { one: { value: { id: 1, state: "open" } } },
							},
						},
					},
					...refusals(),
					429: { description: "Too many.", headers: { "Retry-After": { schema: { type: "integer" } } } },
				},
			},
		},
	},
	components: {
		schemas: {
			Thing: {
				type: "object",
				required: ["id"],
				properties: {
					id: { type: "integer", description: "Its number." },
					state: { type: "string", enum: ["open", "closed"], description: "Where it stands." },
					token: text(),
					old: {
						...text(),
						deprecated: true,
						"x-tenon-lifecycle": { stage: "deprecated", replacedBy: "state", removal: "v5" },
					},
				},
			},
			CreateThingBody: {
				allOf: [
					{
						type: "object",
						required: ["title"],
						properties: { title: text(), kind: { type: "string", enum: ["a"], description: "Its kind." } },
					},
					{
						type: "object",
						properties: { from: text(), to: text() },
						anyOf: [{ required: ["title"] }, { required: ["from"] }],
						not: { required: ["from", "to"] },
					},
				],
			},
		},
	},
});

// biome-ignore lint/suspicious/noExplicitAny: a document that is broken on purpose has no type
type Broken = any;

function lint(document: Broken): { at: string; rule: string; says: string }[] {
	const sources = new Map([["openapi/openapi.yaml", document]]);
	return findings({ document: document as Document, sources, extensions, judge });
}

const list = (document: Broken): Broken => document.paths["/things/{id}"].get;
const write = (document: Broken): Broken => document.paths["/things/{id}"].post;
const fields = (document: Broken): Broken => document.components.schemas.Thing.properties;

test("nothing is found in a correct contract", () => {
	expect(lint(right())).toEqual([]);
});

/** Cases that each break the contract in one way, by the name of the rule that must find it. */
const cases: Record<string, [says: RegExp, breaks: (document: Broken) => void][]> = {
	keywords: [
		[/oneOf is not in the subset/, (it) => Object.assign(fields(it).token, { oneOf: [] })],
		[/multipleOf is not in the subset/, (it) => Object.assign(fields(it).id, { multipleOf: 2 })],
		[/datetime is not a format/, (it) => Object.assign(fields(it).token, { format: "datetime" })],
		[/\( is not a regular expression/, (it) => Object.assign(fields(it).token, { pattern: "(" })],
	],
	"keyword-fits-type": [
		[/minLength needs the type string/, (it) => Object.assign(fields(it).id, { minLength: 2 })],
		[/minimum needs the type integer or number/, (it) => Object.assign(fields(it).token, { minimum: 2 })],
		[/items needs the type array/, (it) => Object.assign(fields(it).token, { items: {} })],
		[/required needs the type object/, (it) => Object.assign(fields(it).token, { required: ["a"] })],
		[/says what its items are/, (it) => Object.assign(fields(it).token, { type: "array" })],
		[
			/format needs the type string/,
			(it) => Object.assign(list(it).parameters[0].schema, { type: "integer", format: "date" }),
		],
	],
	"enum-fits-type": [
		[/The value 1 is not of the type string/, (it) => fields(it).state.enum.push(1)],
		[/lists null among its values/, (it) => Object.assign(fields(it).state, { type: ["string", "null"] })],
		[/lists a value once/, (it) => fields(it).state.enum.push("open")],
	],
	"open-objects": [
		[/Objects are open/, (it) => Object.assign(it.components.schemas.Thing, { additionalProperties: false })],
		[/lists its properties/, (it) => Object.assign(fields(it).token, { type: "object" })],
	],
	joins: [
		[/does not stand beside type/, (it) => Object.assign(fields(it).token, { anyOf: [{ type: "string" }] })],
		[
			/either a union or a choice/,
			(it) =>
				Object.assign(fields(it), { token: { description: "A.", anyOf: [{ type: "string" }, { required: ["a"] }] } }),
		],
		[/needs the type object/, (it) => Object.assign(fields(it).token, { anyOf: [{ required: ["a"] }] })],
		[
			/not holds only/,
			(it) => Object.assign(it.components.schemas.CreateThingBody.allOf[1], { not: { type: "null" } }),
		],
		[
			/two things of title/,
			(it) => Object.assign(it.components.schemas.CreateThingBody.allOf[1].properties, { title: text("Other.") }),
		],
		[/joins objects only/, (it) => it.components.schemas.CreateThingBody.allOf.push({ type: "string" })],
		[
			/Only one part of allOf may have not/,
			(it) => Object.assign(it.components.schemas.CreateThingBody.allOf[0], { not: { required: ["title", "kind"] } }),
		],
	],
	"required-described": [
		[/name is required/, (it) => it.components.schemas.Thing.required.push("name")],
		[/name is required/, (it) => Object.assign(it.components.schemas.Thing, { not: { required: ["id", "name"] } })],
		[/name is required/, (it) => Object.assign(it.components.schemas.Thing, { anyOf: [{ required: ["name"] }] })],
	],
	"bare-references": [
		[
			/stands alone/,
			(it) => Object.assign(list(it).responses[200].content["application/json"].schema.items, { description: "A." }),
		],
	],
	"assumed-described": [
		[
			/names nothing, and no property describes it/,
			(it) => Object.assign(it.components.schemas.Thing, { "x-tenon-assumed": { values: ["nothing"] } }),
		],
		[
			/names the presence of token, which is not required/,
			(it) => Object.assign(it.components.schemas.Thing, { "x-tenon-assumed": { presence: ["id", "token"] } }),
		],
	],
	"no-recursion": [
		[
			/Thing → Thing/,
			(it) => {
				it.components.schemas.Thing.description = "A thing.";
				fields(it).parent = { $ref: "#/components/schemas/Thing" };
			},
		],
	],
	"one-component-each": [
		[
			/name two/,
			(it) => {
				it.components.parameters = { "Page-2": query("page") };
			},
		],
	],
	"extension-defined": [
		[/x-tenon-speed is not an extension/, (it) => Object.assign(list(it), { "x-tenon-speed": 1 })],
		[/must be equal to one of the allowed values/, (it) => Object.assign(list(it), { "x-tenon-retry": "often" })],
		[
			/must NOT have additional properties/,
			(it) => Object.assign(fields(it).token, { "x-tenon-tier": { plan: "premium" } }),
		],
	],
	"extension-needed": [
		[/needs x-tenon-method/, (it) => delete list(it)["x-tenon-method"]],
		[/needs x-tenon-retry/, (it) => delete list(it)["x-tenon-retry"]],
		[/needs x-tenon-access/, (it) => delete list(it)["x-tenon-access"]],
		[/needs x-tenon-evidence/, (it) => delete list(it)["x-tenon-evidence"]],
	],
	"evidence-names-statuses": [
		[/does not name the status 200/, (it) => list(it)["x-tenon-evidence"].stated.pop()],
		[/names 404 more than once/, (it) => list(it)["x-tenon-evidence"].stated.push("404")],
		[/names the status 409, which is not declared/, (it) => list(it)["x-tenon-evidence"].stated.push("409")],
	],
	"one-domain": [
		[/exactly one tag/, (it) => list(it).tags.push("users")],
		[/exactly one tag/, (it) => list(it).tags.splice(0, 1, "common")],
	],
	"operation-id": [
		[/in camelCase/, (it) => Object.assign(list(it), { operationId: "list_things" })],
		[
			/The operationId createThing is that of createThing, too/,
			(it) => Object.assign(list(it), { operationId: "createThing" }),
		],
	],
	"one-method-each": [
		[/things.create is that of/, (it) => Object.assign(list(it), { "x-tenon-method": "things.create" })],
	],
	summary: [[/one sentence/, (it) => Object.assign(list(it), { summary: "Lists things" })]],
	statuses: [
		[/declares no 403/, (it) => remove(list(it), "403", "assumed")],
		[/declares no 401/, (it) => remove(list(it), "401", "assumed")],
		[
			/default is not a status/,
			(it) => {
				list(it).responses.default = refusal();
				list(it)["x-tenon-evidence"].stated.push("default");
			},
		],
	],
	"path-parameters": [
		[
			/parameter id is not declared/,
			(it) => {
				it.paths["/things/{id}"].parameters = [];
			},
		],
		[/other is not in the path/, (it) => list(it).parameters.push(query("other", { in: "path", required: true }))],
		[/is in the path and so is required/, (it) => delete it.paths["/things/{id}"].parameters[0].required],
	],
	"one-name-each": [[/Two parameters are named id/, (it) => list(it).parameters.push(query("id"))]],
	"list-pagination": [
		[/needs x-tenon-pagination/, (it) => delete list(it)["x-tenon-pagination"]],
		[/for lists only/, (it) => Object.assign(write(it), { "x-tenon-pagination": { styles: [] } })],
		[
			/keyset pages that its styles do not name/,
			(it) =>
				Object.assign(list(it), {
					"x-tenon-pagination": { styles: ["offset"], keyset: { orders: ["id desc"], since: null } },
				}),
		],
	],
	"list-parameters": [
		[/has the parameter per_page/, (it) => list(it).parameters.splice(1, 1)],
		[/has the parameter cursor/, (it) => list(it).parameters.splice(3, 1)],
		[/has the header X-Total in its 200/, (it) => delete list(it).responses[200].headers["X-Total"]],
	],
	"deprecated-lifecycle": [
		[/replacedBy and removal/, (it) => Object.assign(list(it), { deprecated: true })],
		[/replacedBy and removal/, (it) => Object.assign(list(it).parameters[0], { deprecated: true })],
		[/replacedBy and removal/, (it) => delete fields(it).old["x-tenon-lifecycle"].removal],
	],
	"rate-limit-response": [
		[/Retry-After/, (it) => delete write(it).responses[429].headers],
		[/Retry-After/, (it) => remove(write(it), "429", "stated")],
	],
	"reveals-fields": [[/names secret/, (it) => write(it)["x-tenon-reveals"].push("secret")]],
	"example-given": [
		[/shows no example/, (it) => delete write(it).requestBody.content["application/json"].example],
		[/shows no example/, (it) => delete list(it).responses[200].content["application/json"].example],
	],
	"example-valid": [
		[
			/must have required property 'title'/,
			(it) => delete write(it).requestBody.content["application/json"].example.title,
		],
		[
			/it\/0\/state must be equal/,
			(it) => Object.assign(list(it).responses[200].content["application/json"].example[0], { state: "x" }),
		],
	],
	"default-valid": [[/The default does not fit/, (it) => Object.assign(fields(it).id, { default: "x" })]],
	"body-name": [
		[
			/a reference to CreateThingBody/,
			(it) => {
				it.components.schemas.ThingBody = it.components.schemas.CreateThingBody;
				delete it.components.schemas.CreateThingBody;
				write(it).requestBody.content["application/json"].schema.$ref = "#/components/schemas/ThingBody";
			},
		],
	],
	"parameter-description": [[/The parameter has no description/, (it) => delete list(it).parameters[0].description]],
	"property-description": [
		[/The property has no description/, (it) => delete fields(it).id.description],
		[
			/The property has no description/,
			(it) => {
				it.components.schemas.Part = { type: "string" };
				fields(it).part = { $ref: "#/components/schemas/Part" };
			},
		],
	],
	"enum-one-way": [
		[
			/serves requests or responses, not both/,
			(it) => {
				it.components.schemas.State = { type: "string", enum: ["open"], description: "A." };
				fields(it).part = { $ref: "#/components/schemas/State" };
				list(it).parameters[0].schema = { $ref: "#/components/schemas/State" };
			},
		],
	],
};

function remove(operation: Broken, status: string, kind: string): void {
	delete operation.responses[status];
	const evidence = operation["x-tenon-evidence"];
	evidence[kind] = evidence[kind].filter((name: string) => name !== status);
}

describe.each(Object.entries(cases))("%s", (name, broken) => {
	test.each(broken)("%s", (says, breaks) => {
		const document = right();
		breaks(document);
		const found = lint(document);
		expect(found.map(({ rule }) => rule)).toContain(name);
		expect(found.filter(({ rule }) => rule === name).map((one) => one.says)).toContainEqual(
			expect.stringMatching(says),
		);
		expect(found.filter(({ at }) => at.includes("undefined"))).toEqual([]);
	});
});

test("reports a schema of a file without references to it", () => {
	const document: Broken = right();
	const sources = new Map([["openapi/schemas/notes.yaml", { Thing: {}, Forgotten: {} }]]);
	expect(findings({ document, sources, extensions, judge })).toEqual([
		{ rule: "used-schemas", at: "openapi/schemas/notes.yaml Forgotten", says: "Nothing refers to this schema." },
	]);
});

test("an operation without a credential needs no 401", () => {
	const document: Broken = right();
	remove(list(document), "401", "assumed");
	list(document).security = [];
	expect(lint(document)).toEqual([]);
});

test("a part of allOf may only require what another part describes", () => {
	const document: Broken = right();
	document.components.schemas.CreateThingBody.allOf.push({ type: "object", required: ["kind"] });
	write(document).requestBody.content["application/json"].example.kind = "a";
	expect(lint(document)).toEqual([]);
});

test("the alert intake takes a payload, and has refusals of its own", () => {
	const document: Broken = right();
	write(document).tags = ["alerts"];
	remove(write(document), "404", "assumed");
	document.components.schemas.Payload = document.components.schemas.CreateThingBody;
	delete document.components.schemas.CreateThingBody;
	write(document).requestBody.content["application/json"].schema.$ref = "#/components/schemas/Payload";
	expect(lint(document)).toEqual([]);
});

test("an open set of known strings serves both ways", () => {
	const document: Broken = right();
	document.components.schemas.State = {
		description: "A.",
		anyOf: [{ type: "string", enum: ["open"] }, { type: "string" }],
	};
	fields(document).part = { $ref: "#/components/schemas/State" };
	list(document).parameters[0].schema = { $ref: "#/components/schemas/State" };
	expect(lint(document)).toEqual([]);
});

test("every rule is shown to fire", () => {
	expect([...Object.keys(cases), "used-schemas"].sort()).toEqual(rules.map(({ name }) => name).sort());
});
