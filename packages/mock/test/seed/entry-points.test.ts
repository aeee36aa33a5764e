import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createPlatform, type SeedFault, SeedFileError, type SeedResult } from "@tenon/mock";
import { listen, parseSeed, readSeed } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { controlled } from "../support/control";
import { temporaryFolder } from "../support/temporary-folder";
import { tenonMock } from "../support/tenon-mock";

const clock = "2026-03-01T12:00:00.000Z";

const people = `
users:
  - { username: ada, name: Ada Lovelace }
  - { username: ben }
`;
const team = `
include: [people.yaml]
groups:
  - path: lab
    members: { ada: owner, ben: developer }
    projects:
      - path: one
        issues:
          - { repeat: 3, title: "Issue {n}", author: ben, created_at: "-{n}d" }
`;
/** The same seed as a single text, for calls without a folder. */
const whole = team.replace("include: [people.yaml]", people);

/** Creates a folder with these files, which is removed when the test ends. */
function scratch(files: { readonly [path: string]: string }): string {
	const folder = temporaryFolder();
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return folder;
}

const stateOf = (platform: { exportState(): unknown }): string => JSON.stringify(platform.exportState());

test("the same seed gives the same bytes from a file, from TypeScript and over HTTP as JSON and as YAML", async () => {
	const folder = scratch({ "people.yaml": people, "team.yaml": team });
	const fromFile = createPlatform({ clock, seed: await readSeed(`${folder}/team.yaml`) });
	const fromObject = createPlatform({ clock });
	fromObject.load(parse(whole));
	const states = [stateOf(fromFile), stateOf(fromObject)];
	for (const [type, body] of [
		["application/yaml", whole],
		["application/json", JSON.stringify(parse(whole))],
	] as const) {
		const platform = createPlatform({ clock });
		const server = await listen(platform);
		onTestFinished(() => server.close());
		const sent = { method: "POST", body, headers: { "content-type": type } };
		const response = await fetch(`${server.url}/_mock/seed`, sent);
		expect(response.status).toBe(201);
		const made: SeedResult = await response.json();
		expect(made.issues?.map(({ key }) => key)).toEqual(["lab/one#1", "lab/one#2", "lab/one#3"]);
		expect(made.users).toEqual([
			{ id: 1, key: "ada" },
			{ id: 2, key: "ben" },
		]);
		states.push(stateOf(platform));
	}
	expect(new Set(states).size).toBe(1);
});

test("what is wrong with a seed over HTTP is refused with its places, and nothing is changed", async () => {
	const { control, state } = controlled();
	const before = state();
	const wrong = await control("POST", "/seed", { issues: [{ project: "acme/wep", titel: "x" }] });
	expect(wrong.status).toBe(400);
	expect(wrong.body.faults).toEqual([
		{ pointer: "/issues/0/project", line: 1, column: 13, message: expect.stringContaining('Did you mean "acme/web"?') },
		{ pointer: "/issues/0/titel", line: 1, column: 34, message: expect.stringContaining('Did you mean "title"?') },
	]);
	expect((await control("POST", "/seed")).status).toBe(400);
	expect(state()).toBe(before);
});

test("included files are found from the file that names them; what is wrong there is reported there", async () => {
	const folder = scratch({
		"team.yaml": "include: [parts/people.yaml, parts/missing.yaml, team.yaml]\nusers: [{ username: ada }]\n",
		"parts/people.yaml": "users: [{ usernam: ben }]\n",
		"list.yaml": "include: people.yaml\n",
		"wrong.yaml": "include: [parts/people.yaml]\nusers: [{ nam: Ada }]\n",
	});
	const faults = async (name: string): Promise<readonly SeedFault[]> => {
		try {
			createPlatform({ seed: await readSeed(`${folder}/${name}`) });
		} catch (error) {
			if (error instanceof SeedFileError) return error.faults;
			throw error;
		}
		return [];
	};
	const missing = await faults("team.yaml");
	expect(missing.map(({ line, column, message }) => [line, column, message])).toEqual([
		[1, 30, '"parts/missing.yaml" cannot be read: there is no such file'],
		[1, 50, '"team.yaml" also includes this file, which is a cycle'],
	]);
	expect((await faults("list.yaml"))[0]?.message).toBe('expected a list of paths, found "people.yaml"');
	const both = await faults("wrong.yaml");
	expect(both.map(({ file }) => file?.split(/[\\/]/).at(-1))).toEqual(["people.yaml", "wrong.yaml"]);
});

test("serve and exec take seed files, which add up", async () => {
	const folder = scratch({ "people.yaml": people, "team.yaml": team, "more.yaml": "issues: [{ project: lab/one }]" });
	const out = `${folder}/out.json`;
	const script = `const headers = { "PRIVATE-TOKEN": process.env.TENON_TOKEN };
		const response = await fetch(process.env.TENON_CONTROL_URL + "/records/issues", { headers });
		const user = await (await fetch(process.env.TENON_BASE_URL + "/api/v4/user", { headers })).json();
		(await import("node:fs")).writeFileSync(${JSON.stringify(out)}, JSON.stringify([(await response.json()).count, user.username]));`;
	const command = ["--as", "ben", "--", process.execPath, "--input-type=module", "-e", script];
	const done = await tenonMock("exec", "--seed", `${folder}/team.yaml`, "--seed", `${folder}/more.yaml`, ...command);
	expect(done).toEqual({ code: 0, out: "", err: "" });
	expect(JSON.parse(readFileSync(out, "utf8"))).toEqual([4, "ben"]);
	const wrong = await tenonMock("exec", "--seed", "demo", "--seed", `${folder}/more.yaml`, ...command);
	expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("more.yaml:1:12: expected the full path")]);
});

test("seed check prints what files make, or what is wrong with them", async () => {
	const folder = scratch({ "people.yaml": people, "team.yaml": team, "wrong.yaml": "users: [{ nme: x }]" });
	const right = await tenonMock("seed", "check", `${folder}/team.yaml`);
	expect(right).toEqual({
		code: 0,
		out: [
			"users          2  ada ben",
			"groups         1  lab",
			"projects       1  lab/one",
			"issues         3  lab/one#1 lab/one#2 lab/one#3",
			"",
		].join("\n"),
		err: "",
	});
	const wrong = await tenonMock("seed", "check", `${folder}/wrong.yaml`);
	expect([wrong.code, wrong.out]).toEqual([1, ""]);
	expect(wrong.err).toContain('wrong.yaml:1:11: there is no field "nme". Did you mean "name"?');
	const json = await tenonMock("seed", "check", `${folder}/team.yaml`, "--json");
	expect(JSON.parse(json.out).projects).toEqual([{ id: 101, key: "lab/one" }]);
});

test("a document can be loaded into several platforms", async () => {
	const document = await parseSeed(whole);
	const states = [1, 2].map(() => stateOf(createPlatform({ clock, seed: document })));
	expect(states[0]).toBe(states[1]);
});

test("the example of the documentation loads", async () => {
	const documentation = readFileSync(new URL("../../docs/seeds.md", import.meta.url), "utf8");
	const [, example = ""] = /^```yaml\n(.*?)^```/ms.exec(documentation) ?? [];
	const result = createPlatform().load(await parseSeed(example));
	expect(result.issues).toHaveLength(21);
});
