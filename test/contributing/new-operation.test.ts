/** Follows the ten steps of CONTRIBUTING.md for a new, invented operation, in a copy of the repository. */
import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endOf } from "../../examples/support/child";
import { root } from "../support/requirements";

const execute = promisify(execFile);
let copy = "";

beforeAll(async () => {
	copy = mkdtempSync(join(tmpdir(), "tenon-contributing-"));
	const { stdout } = await execute("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root });
	for (const file of stdout.split("\0").filter((name) => name !== "")) {
		mkdirSync(dirname(join(copy, file)), { recursive: true });
		cpSync(join(root, file), join(copy, file));
	}
	// Third-party packages are links, and our own are links to the copies.
	for (const folder of ["", ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`)]) link(folder);
	await execute("git", ["init", "--quiet"], { cwd: copy });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function link(folder: string): void {
	const [from, to] = [join(root, folder, "node_modules"), join(copy, folder, "node_modules")];
	let names: string[] = [];
	try {
		names = readdirSync(from);
	} catch {
		return;
	}
	mkdirSync(to, { recursive: true });
	for (const name of names)
		if (name === "@tenon") cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
		else if (name !== ".cache") symlinkSync(join(from, name), join(to, name));
}

/** Runs a command in the copy. The message of a failure contains its output. */
async function run(command: string, ...args: string[]): Promise<{ code: number | null; out: string }> {
	const env = { ...process.env, NO_COLOR: "1" };
	const { code, out, err } = await endOf(spawn(command, args, { cwd: copy, env }));
	return { code, out: out + err };
}
const script = (name: string, ...args: string[]) => run("npm", "run", "--silent", name, "--", ...args);

function edit(file: string, change: (text: string) => string): void {
	const path = join(copy, file);
	const text = readFileSync(path, "utf8");
	const changed = change(text);
	expect(changed, file).not.toBe(text);
	writeFileSync(path, changed);
}
const after = (anchor: string, addition: string) => (text: string) => text.replace(anchor, `${anchor}${addition}`);
const append = (addition: string) => (text: string) => `${text.trimEnd()}\n${addition}`;

const operation = `pipelineAge:
  parameters:
    - $ref: "../common.yaml#/parameters/ProjectId"
    - { name: pipeline_id, in: path, required: true, description: "The number of the pipeline, unique across all projects.", schema: { type: integer } }
    - $ref: "../common.yaml#/parameters/Sudo"
  get:
    operationId: getPipelineAge
    tags: [pipelines]
    summary: Reads how old a pipeline is.
    description: |
      The whole seconds since it was created.
    x-tenon-method: pipelines.getAge
    x-tenon-retry: safe
    x-tenon-access: { role: anonymous, where: project, scopes: [api, read_api] }
    x-tenon-evidence: { stated: ["200"], assumed: ["400", "401", "403", "404", scopes, role, errors] }
    security: [{ privateToken: [] }, {}]
    responses:
      "200":
        description: The age.
        content:
          application/json:
            schema: { $ref: "../schemas/pipelines.yaml#/PipelineAge" }
            example: { seconds: 90 }
      "400": { $ref: "../common.yaml#/responses/BadRequest" }
      "401": { $ref: "../common.yaml#/responses/Unauthorized" }
      "403": { $ref: "../common.yaml#/responses/Forbidden" }
      "404": { $ref: "../common.yaml#/responses/NotFound" }
`;

const record = `PipelineAge:
  type: object
  description: How old a pipeline is.
  required: [seconds]
  properties:
    seconds: { type: integer, minimum: 0, description: "Whole seconds since it was created." }
`;

const handler = `	getPipelineAge: operation("getPipelineAge", (call) => {
		const { pipeline } = readable(call, call.params);
		return ok({ seconds: Math.floor((Date.parse(call.state.clock.iso()) - Date.parse(pipeline.created_at)) / 1000) });
	}),

`;

const rules = `import { rule } from "../../rule/rule";

export const pipelineAges = [
	rule("", "A pipeline is as old as the seconds since it was created.", "getPipelineAge", async (t) => {
		const pipeline = await t.given.pipeline();
		const params = { id: t.scene("project"), pipeline_id: pipeline.number("id") };
		const age = (await t.as("owner").call("getPipelineAge", params)).is(200).number("seconds");
		t.holds("the age should be below a day", age >= 0 && age < 86_400);
	}, { id: "PIPE-AGE", effect: "writes" }),
];
`;

test("the first four steps: the contract is generated and has no lint; types name the places of what is missing", async () => {
	edit(
		"openapi/openapi.yaml",
		after(
			'/projects/{id}/pipelines/{pipeline_id}: { $ref: "paths/pipelines.yaml#/pipeline" }\n',
			'  /projects/{id}/pipelines/{pipeline_id}/age: { $ref: "paths/pipelines.yaml#/pipelineAge" }\n',
		),
	);
	edit("openapi/paths/pipelines.yaml", append(operation));
	edit("openapi/schemas/pipelines.yaml", append(record));
	expect(await script("generate")).toMatchObject({ code: 0 });
	expect(await script("lint:contract")).toMatchObject({ code: 0, out: expect.stringContaining("nothing found") });
	const { code, out } = await script("types");
	expect(code).not.toBe(0);
	for (const place of ["packages/mock/src", "packages/conformance/src/plans"]) expect(out).toContain(place);
	expect(out).toContain("getPipelineAge");
}, 600_000);

test("handler, plan and rules are all that is missing", async () => {
	edit("packages/mock/src/domains/pipelines/handlers.ts", (text) =>
		text.replace("	getPipelineTestReport: operation", `${handler}	getPipelineTestReport: operation`),
	);
	edit(
		"packages/conformance/src/plans/pipelines.ts",
		after("	getPipeline: onPipeline,\n", "	getPipelineAge: onPipeline,\n"),
	);
	writeFileSync(join(copy, "packages/conformance/src/rules/pipelines/age.ts"), rules);
	edit("packages/conformance/src/rules/pipelines/index.ts", (text) =>
		text
			.replace("import { pipelineAccess }", 'import { pipelineAges } from "./age";\nimport { pipelineAccess }')
			.replace("[] = [\n", "[] = [\n	...pipelineAges,\n"),
	);
	expect(await script("types")).toEqual({ code: 0, out: "" });
	// This adds the rules to the generated list.
	expect(await script("generate")).toMatchObject({ code: 0, out: expect.stringContaining("conformance: ") });
}, 600_000);

test("the rules of the operation pass, and so does the scenario of every operation; of the contract's rows only counts change", async () => {
	const own = await script("conformance:mock", "--all", "operation:getPipelineAge");
	expect(own.code, own.out).toBe(0);
	expect(own.out).toContain("getPipelineAge");
	const unit = (file: string) => run("npx", "vitest", "run", "--project", "unit", file);
	const scenario = await unit("test/scenarios/every-operation.test.ts");
	expect(scenario.code, scenario.out.slice(-4000)).toBe(0);
	// Only rows that count operations change with a new operation.
	const { out } = await unit("packages/contract/test/expectations.test.ts");
	const failed = out.split("\n").filter((line) => /^\s*FAIL /.test(line));
	expect(failed.length).toBeGreaterThan(0);
	expect(failed.filter((line) => !/: count \d+/.test(line))).toEqual([]);
}, 600_000);
