import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { failureOf, parseRows, type Row } from "./expectations";
import { schema } from "./support/graphql-schema";
import { nodeAt, readContract, readDocument } from "./support/openapi";

const folder = new URL("expectations/", import.meta.url);
/** The number of claims in each area. */
const areas = {
	ALERT: 142,
	AUTH: 105,
	CONV: 140,
	CRED: 239,
	ERR: 75,
	GQL: 276,
	GROUP: 751,
	LINK: 92,
	NOTE: 280,
	PIPE: 258,
	RUNNER: 516,
	USER: 745,
};
const claims = new Set(
	Object.entries(areas).flatMap(([area, count]) =>
		Array.from({ length: count }, (_, index) => `${area}-${String(index + 1).padStart(3, "0")}`),
	),
);
const contract = readContract(readDocument());

const tables = readdirSync(folder)
	.filter((name) => name.endsWith(".tsv"))
	.sort()
	.map((name): [string, Row[]] => [name, parseRows(name, readFileSync(new URL(name, folder), "utf8"), claims)]);

describe.each(tables)("%s", (_name, rows) => {
	test.each(rows.map((row): [string, Row] => [`${row.ids.join(", ")} ${row.subject}: ${row.expectation}`, row]))(
		"%s",
		(_title, row) => {
			const failure = failureOf(contract, row);
			expect(failure, failure).toBeUndefined();
		},
	);
});

test("every mutation of GraphQL has a row with its input and its payload", () => {
	const subjects = new Set(tables.flatMap(([, rows]) => rows.map((row) => row.subject)));
	const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
	const withoutRow = mutations.filter((name) => {
		const base = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
		return !subjects.has(`mutation ${name}`) && !subjects.has(`type ${base}Payload`);
	});
	expect(mutations.length).toBeGreaterThan(20);
	expect(withoutRow).toEqual([]);
});

describe("a row that does not match", () => {
	const failure = (subject: string, expectation: string, from = contract): string | undefined =>
		failureOf(from, { at: "x.tsv:1", ids: ["LINK-001"], subject, expectation });

	/** Returns the contract with a change in one of its nodes. */
	function changed(pointer: string, change: Record<string, unknown>): typeof contract {
		const document = readDocument();
		Object.assign(nodeAt(document, pointer) as object, change); // The pointers below lead to objects.
		return readContract(document);
	}
	const links = "#/paths/~1projects~1{id}~1releases~1{tag_name}~1assets~1links";

	test("names its place, what it expects and what the contract has", () => {
		const schema = { type: "string", enum: ["other"], default: "image" };
		const mutant = changed("#/components/schemas/CreateReleaseLinkBody/properties/link_type", schema);
		expect(failure("createReleaseLink json link_type", "default other", mutant)).toBe(
			'x.tsv:1 LINK-001 createReleaseLink json link_type: default other\n  expected "other"\n  found "image"',
		);
		expect(failure("createReleaseLink json link_type", "string; one of other", mutant)).toContain("no default");
		expect(failure("createReleaseLink json link_type", "string; default image", mutant)).toContain("any value");
	});

	test.each([
		["another verb", {}, "listReleaseLinks", "POST /x", 'expected "POST /x"\n  found "GET /projects/{id}/releases'],
		["another method", { "x-tenon-method": "links.all" }, "listReleaseLinks", "method releaseLinks.list", "links.all"],
		["a missing status", { responses: {} }, "listReleaseLinks", "returns 200", 'expected ["200"]\n  found []'],
		[
			"a missing response",
			{ responses: {} },
			"listReleaseLinks 200",
			"array of object",
			"the contract does not have it",
		],
		[
			"a missing parameter",
			{ parameters: [] },
			"listReleaseLinks query page",
			"integer",
			"the contract does not have it",
		],
		[
			"another credential",
			{ security: [] },
			"listReleaseLinks",
			"auth privateToken",
			'expected ["privateToken"]\n  found []',
		],
		[
			"a deprecated operation",
			{ deprecated: true },
			"listReleaseLinks",
			"not deprecated",
			"expected false\n  found true",
		],
	])("%s", (_name, change, subject, expectation, message) => {
		const mutant = changed(`${links}/get`, change);
		expect(failure(subject, expectation, mutant)).toContain(message);
	});

	test.each([
		["getReleaseLinks", "returns 200", "The contract has no operation getReleaseLinks"],
		["@releases!listUsers", "no tier", "@releases does not include the operation listUsers"],
		["listUsers query serch", "string", "listUsers query serch: the contract does not have it"],
		["listUsers querry search", "string", '"querry search" names nothing of an operation'],
		["listUsers 200 identities.x.y", "string", "listUsers 200 identities.x.y: the contract has no identities.x"],
		["getReleaseLink body name", "absent", "there is no schema that could have it"],
		["#/servers/0/x/y", "absent", "The contract has nothing at #/servers/0/x"],
		["operations with teir {tier: premium}", "are none", '"with teir {tier: premium}" selects no operations'],
		["getUser!getUser", "no tier", "The contract has no operation getUser!getUser"],
		["operations with callback", "are none", '"with callback" selects no operations'],
		["listUsers query search", "absent", "expected to be absent, but the contract has it"],
		["listUsers query search", "text", '"text" is not an expectation'],
		["listUsers query search", "string or text", '"string or text" is not an expectation'],
		["listUsers query search", "string; required", "required\n  expected true\n  found false"],
		["createUser body email", "string", "optional\n  expected false\n  found true"],
		["listUsers query search", "needs none", "listUsers query search is not an operation"],
		["listUsers", "access includes {}", "{} includes nothing"],
		["listUsers", "says text", "text is not a /regular expression/"],
		["listUsers 200", "same as getUserr 200", "The contract has no operation getUserr"],
		["listUsers 200 state", "one of active blocked", "any string"],
		["createReleaseLink body link_type", "suggests other", "no other value allowed"],
		["type Query", "project(fullPath: ID!): Projects", 'type Query.project\n  expected "Projects"\n  found "Project"'],
		["type Query", "project: Project", "arguments Query.project"],
		["type Qery", "project: Project", 'kind Qery\n  expected "type"'],
		["enum TypeEnum", "personal", 'names TypeEnum\n  expected ["personal"]\n  found ["personal","project"]'],
		["mutation pipelineRetry", "id: CiPipelineID!", "names PipelineRetryPayload"],
		["interface User", "implemented by UserCore", "interface User: found CurrentUser UserCore"],
		["scalar UserID", "text", '"text" is not an expectation of a scalar'],
	])("%s: %s", (subject, expectation, message) => {
		expect(failure(subject, expectation)).toContain(message);
	});

	test.each([
		["LINK-001\tlistUsers", "x.tsv:1: a row has three cells: ids, subject, expectation"],
		["LINK-001\tlistUsers\tno tier\tmore", "x.tsv:1: a row has three cells: ids, subject, expectation"],
		["NOPE-001\tlistUsers\tno tier", "x.tsv:1: there is no claim NOPE-001"],
		["LINK-003..001\tlistUsers\tno tier", 'x.tsv:1: "LINK-003..001" is not a claim id or a run of ids'],
		["link\tlistUsers\tno tier", 'x.tsv:1: "link" is not a claim id or a run of ids'],
	])("a malformed line %j", (line, message) => {
		expect(() => parseRows("x.tsv", line, claims)).toThrow(message);
	});
});
