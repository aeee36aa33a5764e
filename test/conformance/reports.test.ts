import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sarifSchema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { createPlatform, demo } from "@tenon/mock";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { main } from "../../packages/conformance/src/cli/main";
import { changesStatus, ignores } from "../mutants/breaks";
import { mutant, mutated } from "../mutants/mutant";
import { serveFetch } from "../support/serve-fetch";

const folder = mkdtempSync(join(tmpdir(), "tenon-conformance-"));
const file = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(file(name), "utf8");

/** Runs the program, and returns its output and exit code. */
async function cli(...args: string[]) {
	const written = { out: "", err: "" };
	const code = await main(args, {
		out: { write: (text) => (written.out += text) },
		err: { write: (text) => (written.err += text) },
	});
	return { code, ...written };
}

type Server = Awaited<ReturnType<typeof serveFetch>>;
let good: Server;
let bad: Server;

/** A server that violates an assumption (PIPE-093) and a statement (PIPE-071). */
function broken(): typeof globalThis.fetch {
	const platform = createPlatform({ seed: demo });
	const wrongStatus = mutant("what is invalid gets 422", "listPipelines", changesStatus(400, 422));
	const ignored = mutant("the scope is overheard", "listPipelines", ignores("scope"));
	return mutated(ignored, platform, mutated(wrongStatus, platform));
}

beforeAll(async () => {
	good = await serveFetch(createPlatform({ seed: demo }).fetch);
	bad = await serveFetch(broken());
});

afterAll(async () => {
	await good.close();
	await bad.close();
	rmSync(folder, { recursive: true });
});

const unknownRule = file("unknown-rule.json");
writeFileSync(unknownRule, '[{"check": "PIPE-9999", "reason": "x", "expires": "2999-01-01"}]');

const reports = ["json", "junit", "sarif", "html", "github"] as const;
const both = ["--include", "id:PIPE-093", "--include", "id:PIPE-071", "--config", "tenon-mock"];

describe("exit codes", () => {
	test("0 where the server conforms, with a summary that says so", async () => {
		const { code, out } = await cli("run", "--base-url", good.url, ...both);
		expect(out).toContain("The server conforms to the contract.");
		expect(code).toBe(0);
	});

	test("1 where it deviates, with the request, the response, the claim and the contract's line", async () => {
		const { code, out } = await cli("run", "--base-url", bad.url, ...both);
		expect(code).toBe(1);
		expect(out).toContain("✗ PIPE-071");
		expect(out).toContain("! PIPE-093");
		expect(out).toMatch(/contract: openapi\/paths\/pipelines\.yaml:\d+ \(listPipelines\)/);
		expect(out).toContain("curl -i -X GET");
		expect(out).toContain('-H "PRIVATE-TOKEN: $TENON_TOKEN_MAINTAINER"');
	});

	test("ERR-075 a deviation from what is assumed alone is a warning: 0, and 1 with --strict", async () => {
		const only = ["run", "--base-url", bad.url, "--config", "tenon-mock", "--include", "PIPE-093"];
		expect((await cli(...only)).code).toBe(0);
		expect((await cli(...only, "--strict")).code).toBe(1);
	});

	test.each([
		["an unknown command", ["runn"], /unknown command 'runn'[\s\S]*Did you mean run/],
		["an unknown option", ["run", "--base-ulr", "x"], /unknown option '--base-ulr'[\s\S]*Did you mean --base-url/],
		["no server", ["run"], /No server given\. Set --base-url/],
		["an invalid base URL", ["run", "--base-url", "staging"], /must be an http\(s\) URL, not "staging"/],
		[
			"an unknown mode",
			["run", "--base-url", "http://x.test", "--mode", "wild"],
			/--mode must be one of read-only, sandbox, destructive, not "wild"/,
		],
		[
			"an unknown role",
			["run", "--base-url", "http://x.test", "--token", "king=1"],
			/--token must be role=token, where role is one of administrator/,
		],
		[
			"an unknown tier",
			["run", "--base-url", "http://x.test", "--tier", "gold"],
			/--tier must be one of free, premium, ultimate, not "gold"/,
		],
		[
			"an unknown report",
			["run", "--base-url", "http://x.test", "--report", "pdf=x"],
			/There is no report format "pdf". Use one of html, json/,
		],
		[
			"a wrong shard",
			["run", "--base-url", "http://x.test", "--shard", "4/3"],
			/--shard must be i\/n with i from 1 to n/,
		],
		["a configuration that is missing", ["run", "--config", "nowhere.json"], /There is no file nowhere\.json/],
		[
			"a deviations file with a rule that does not exist",
			["run", "--base-url", "http://x.test", "--deviations", unknownRule],
			/rule "PIPE-9999", which does not exist/,
		],
		["a pattern that selects nothing", ["list", "--include", "NOTE-9999"], /No check matches "NOTE-9999"/],
		["an invalid number", ["run", "--base-url", "http://x.test", "--rate", "fast"], /"fast" must be a number/],
	])("2 for %s", async (_what, args, said) => {
		const { code, err } = await cli(...args);
		expect(err).toMatch(said);
		expect(code).toBe(2);
	});

	test.each([
		["no JSON", "{", /not valid JSON/],
		[
			"an unknown key",
			'{"token": {}}',
			/"token" is unknown; expected one of baseUrl, tokens, scene, tier, offering, dialect/,
		],
		[
			"a dialect that is not known",
			'{"dialect": "github"}',
			/dialect must be one of specification, gitlab, not "github"/,
		],
		["an unknown place", '{"scene": {"wiki": "x"}}', /scene\.wiki is unknown/],
		["a place of the wrong type", '{"scene": {"issue_iid": "1"}}', /scene\.issue_iid must be a number/],
		[
			"a variable that is not set",
			'{"tokens": {"owner": "$NO_SUCH_VARIABLE"}}',
			/this environment variable is not set/,
		],
	])("2 for a configuration with %s", async (_what, text, said) => {
		writeFileSync(file("config.json"), text);
		const { code, err } = await cli("run", "--base-url", good.url, "--config", file("config.json"));
		expect(err).toMatch(said);
		expect(err).toContain("config.json");
		expect(code).toBe(2);
	});

	test.each([
		["no list", "{}", /must be a list/],
		[
			"no reason",
			'[{"check": "PIPE-093", "expires": "2999-01-01"}]',
			/Entry 0 of the deviations: `reason` must say why/,
		],
		["no day", '[{"check": "PIPE-093", "reason": "x", "expires": "soon"}]', /`expires` must be a date/],
	])("2 for a deviations file with %s", async (_what, text, said) => {
		writeFileSync(file("deviations.json"), text);
		const { code, err } = await cli("run", "--base-url", good.url, "--deviations", file("deviations.json"));
		expect(err).toMatch(said);
		expect(code).toBe(2);
	});

	test("3 where a record of the scene is not there, named once", async () => {
		writeFileSync(
			file("scene.json"),
			JSON.stringify({ ...scene, scene: { ...scene.scene, project: "acme/none", subgroup: "acme/none" } }),
		);
		const { code, err } = await cli("run", "--base-url", good.url, "--config", file("scene.json"));
		expect(err).toBe(
			'tenon-conformance: The server does not have scene.subgroup ("acme/none"), scene.project ("acme/none").\n',
		);
		expect(code).toBe(3);
	});

	test("4 where the tokens are missing, or fewer rules could be checked than required", async () => {
		const without = await cli(
			"run",
			"--base-url",
			good.url,
			"--include",
			"domain:releases",
			"--mode",
			"sandbox",
			"--quiet",
		);
		expect(without.err).toMatch(
			/^Only 0 rules were checked|rules were skipped because tokens, scene or facts are missing; --fail-on-skip allows 50%/,
		);
		expect(without.code).toBe(4);
		const few = await cli("run", "--base-url", good.url, ...both, "--min-checks", "100", "--quiet");
		expect([few.err, few.code]).toEqual(["Only 2 rules were checked; --min-checks requires 100.\n", 4]);
	});

	test("a server that is not the built-in mock is only read, unless --mode allows more", async () => {
		const { tokens, ...rest } = scene;
		writeFileSync(file("own.json"), JSON.stringify({ ...rest, tokens: { maintainer: tokens.maintainer } }));
		const args = ["run", "--base-url", good.url, "--include", "PIPE-093", "--report", "json", "--fail-on-skip", "100%"];
		expect(JSON.parse((await cli(...args, "--config", file("own.json"))).out).mode).toBe("read-only");
		expect(JSON.parse((await cli(...args, "--config", "tenon-mock")).out).mode).toBe("sandbox");
	});

	test("3 if no platform responds", async () => {
		const { code, err } = await cli("run", "--base-url", "http://127.0.0.1:9");
		expect(err).toContain("got no response");
		expect(code).toBe(3);
	});
});

describe("reports", () => {
	beforeAll(async () => {
		const reportFlags = reports.flatMap((name) => ["--report", `${name}=${file(`deep/${name}`)}`]);
		await cli("run", "--base-url", bad.url, "--quiet", ...both, ...reportFlags);
	});

	test("none holds a token", () => {
		for (const name of reports)
			for (const token of Object.values(scene.tokens))
				expect(read(`deep/${name}`), `${name} holds ${token}`).not.toContain(token);
	});

	test("JSON has the format, the results and the requests", () => {
		const report = JSON.parse(read("deep/json"));
		expect(report).toMatchObject({
			format: "tenon-conformance",
			version: 1,
			conforms: false,
			summary: { fail: 1, warning: expect.any(Number) },
		});
		const failure = report.findings.find((one: { id: string }) => one.id === "PIPE-071");
		expect(failure).toMatchObject({
			severity: "failure",
			claims: ["PIPE-071"],
			contract: [{ operation: "listPipelines", file: "openapi/paths/pipelines.yaml", line: expect.any(Number) }],
			request: expect.stringContaining("curl"),
			requests: expect.arrayContaining([expect.stringContaining("curl")]),
			response: expect.stringMatching(/^200 application\/json/),
		});
		expect(report.coverage.listPipelines.statuses).toMatchObject({ 200: expect.any(Number), 422: expect.any(Number) });
		expect(report.coverage.listPipelines.actors).toMatchObject({ maintainer: expect.any(Number) });
	});

	test("the contract's line is the line of the operation", () => {
		const { findings } = JSON.parse(read("deep/json"));
		const [{ file, line }] = findings[0].contract;
		expect(readFileSync(file, "utf8").split("\n")[line - 1]).toContain("operationId: listPipelines");
	});

	test("JUnit has a case a check, failures for what is stated, and is whole", () => {
		const xml = read("deep/junit");
		expect(xml).toMatch(/^<\?xml version="1\.0"/);
		expect(xml).toMatch(/<testsuites name="tenon-conformance" tests="\d+" failures="1" errors="0" skipped="0"/);
		expect(xml.match(/<failure /g)).toHaveLength(1);
		expect(xml).toMatch(/<property name="warnings" value="[1-9]"\/>/);
		expect(xml).toContain("<system-out>warning:");
		const stack: string[] = [];
		for (const [, close, name = "", , self] of xml.matchAll(/<(\/?)([a-z-]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
			if (close) expect(stack.pop()).toBe(name);
			else if (!self) stack.push(name);
		}
		expect(stack).toEqual([]);
		expect(xml.replace(/&(?:amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
	});

	test("SARIF has a rule and a result for each deviation, with errors apart from warnings", () => {
		const log = JSON.parse(read("deep/sarif"));
		const { $schema: _, id: __, ...schema } = sarifSchema;
		const ajv = new Ajv({
			unicodeRegExp: false,
			strict: false,
			formats: { uri: true, "uri-reference": true, "date-time": true },
		});
		const isValid = ajv.validate(schema, log);
		expect([isValid, ajv.errors]).toEqual([true, null]);
		const { version, runs } = log;
		expect(version).toBe("2.1.0");
		for (const { locations, partialFingerprints } of runs[0].results) {
			expect(existsSync(locations[0].physicalLocation.artifactLocation.uri)).toBe(true);
			expect(partialFingerprints["tenon/v1"]).toMatch(/^[0-9a-f]{64}$/);
		}
		const [{ tool, results }] = runs;
		for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
		const levelOf = (id: string) => results.find((one: { ruleId: string }) => one.ruleId === id)?.level;
		expect([levelOf("PIPE-071"), levelOf("PIPE-093")]).toEqual(["error", "warning"]);
	});

	test("GitHub's annotations are one line each", () => {
		const lines = read("deep/github").trim().split("\n");
		for (const line of lines) expect(line).toMatch(/^::(error|warning) title=[^:,]+::/);
		expect(lines.some((line) => line.startsWith("::error title=PIPE-071 deviates::"))).toBe(true);
	});

	test("HTML is one page that loads nothing, with the deviations and the charts", () => {
		const html = read("deep/html");
		expect(html).not.toMatch(/(?:src|href)=|@import|url\(/);
		expect(html).toContain("PIPE-071");
		expect(html).toContain('<svg class="chart"');
		expect(html).toContain("listPipelines");
	});

	test("without a file a report goes to the standard output, the rest to the standard error", async () => {
		const { out } = await cli("run", "--base-url", good.url, "--report", "json", ...both);
		expect(JSON.parse(out).conforms).toBe(true);
	});
});

describe("--overlay", () => {
	test("describes the operations that depart from assumptions only", async () => {
		const target = file("overlay.json");
		await cli(
			"run",
			"--base-url",
			bad.url,
			"--config",
			"tenon-mock",
			"--include",
			"PIPE-093",
			"--overlay",
			target,
			"--quiet",
		);
		const overlay = JSON.parse(readFileSync(target, "utf8"));
		expect(overlay).toMatchObject({
			overlay: "1.0.0",
			actions: [
				{
					target: "$.paths['/projects/{id}/pipelines'].get",
					update: {
						responses: {
							422: { content: { "application/json": { schema: { type: "object", required: ["error"] } } } },
						},
						"x-tenon-departures": [{ check: "PIPE-093", rule: expect.any(String), claims: ["PIPE-093", "PIPE-094"] }],
					},
				},
			],
		});
	});

	test("never describes away what the specification states", async () => {
		const { err } = await cli("run", "--base-url", bad.url, ...both, "--overlay", file("none.json"));
		expect(err).toContain("No overlay written: no operation deviates only from assumptions.");
	});
});

describe("list, claims, init", () => {
	test("list shows what each check needs", async () => {
		const { out } = await cli("list", "--include", "PIPE-093", "--json");
		expect(JSON.parse(out)).toMatchObject([
			{ id: "PIPE-093", level: "ASSUMED", effect: "reads", operations: ["listPipelines"] },
		]);
		expect((await cli("list", "--include", "PIPE-093")).out).toMatch(/PIPE-093 .* reads .*\n1 checks\n/);
	});

	test("claims shows the rules of each claim, or why it has none", async () => {
		const { out } = await cli("claims", "PIPE-*", "--json");
		const rows = JSON.parse(out);
		expect(rows.length).toBeGreaterThanOrEqual(193);
		for (const row of rows) expect(row.rules.length > 0 || row.reason.length > 10).toBe(true);
	});

	test("init writes what it finds, tokens as variables, and writes over nothing", async () => {
		const target = file("made.json");
		const args = ["init", "--base-url", `${good.url}/api/v4/`, "--token", "owner=owner-token", "--out", target];
		args.push("--dialect", "specification", "--tier", "ultimate");
		const { code, out } = await cli(...args);
		expect(code).toBe(0);
		expect(out).toContain("tokens.guest is missing");
		const config = JSON.parse(readFileSync(target, "utf8"));
		expect(config).toMatchObject({
			baseUrl: good.url,
			tokens: { owner: "$TENON_TOKEN_OWNER" },
			scene: { group: "acme" },
			dialect: "specification",
			tier: "ultimate",
		});
		const again = await cli(...args);
		expect([again.code, again.err]).toEqual([2, expect.stringContaining("--force")]);
	});
});

describe("--against", () => {
	test("two servers with the same behavior do not differ", async () => {
		const other = await serveFetch(createPlatform({ seed: demo }).fetch);
		const { code, err } = await cli("run", "--base-url", good.url, "--against", other.url, ...both);
		await other.close();
		expect(err).toContain("No difference.");
		expect(code).toBe(0);
	});

	test("finds a fault of one of them, and reports both responses and the request", async () => {
		const { code, err, out } = await cli(
			"run",
			"--base-url",
			good.url,
			"--against",
			bad.url,
			"--report",
			"json",
			...both,
		);
		expect(code).toBe(1);
		expect(err).toMatch(/✗ PIPE-093, request \d+: \/status\n {4}first: {2}400\n {4}second: 422/);
		const { differences } = JSON.parse(out);
		expect(differences.map((one: { check: string }) => one.check)).toContain("PIPE-071");
	});
});
