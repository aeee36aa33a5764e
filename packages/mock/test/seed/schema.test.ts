import { readdirSync, readFileSync } from "node:fs";
import { createPlatform, demo } from "@tenon/mock";
import Ajv from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { seedSchema } from "../../generate/seed-schema";
import { kindOf } from "../../src/seed/kinds";
import { definitions, type TableName } from "../../src/state/tables";
import { world } from "../support/world";

const written = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(seedSchema());
const faultsOf = (seed: unknown): unknown[] =>
	validate(seed) ? [] : (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);

test("the schema that the package publishes is the one of the tables", () => {
	expect(JSON.parse(written("schemas/seed.schema.json"))).toEqual(JSON.parse(JSON.stringify(seedSchema())));
});

test("rows of every table are records of a seed", () => {
	const { seed, state } = world().platform;
	seed.runnerRule(null, {});
	state.jobSteps.insert({ job_id: seed.job().id });
	const user_id = seed.anyone();
	state.supportPins.insert({ user_id, pin: "123456", expires_at: state.clock.iso() });
	state.todos.insert({ user_id });
	state.sessions.insert({ user_id, text: "session-1" });
	state.spamLogs.insert({ user_id });
	state.labels.insert({ project_id: seed.anyProject().id, name: "bug" });
	for (const [name, table] of state.tables()) {
		expect(table.size, name).toBeGreaterThan(0);
		expect(faultsOf({ [kindOf(name as TableName)]: [...table.all()].slice(0, 50) }), name).toEqual([]);
	}
	expect(state.tables().map(([name]) => name)).toEqual(Object.keys(definitions));
});

test("names, times and numbers of repeated records pass", () => {
	const seed = {
		include: ["people.yaml"],
		clock: "2026-01-05T09:00:00Z",
		users: [{ username: "ada", admin: true, created_at: "-3d" }],
		projects: [{ full_path: "lab/engine", members: { ada: "owner" } }],
		issues: [{ repeat: 20, title: "Idea {n}", project: "lab/engine", assignees: ["ada"], created_at: "-{n}h" }],
		pipelines: [{ repeat: 3, status: "{n|success|failed}", coverage: "{n*2}", user: "ada" }],
		shares: [{ group: "lab", into: "lab/engine", role: "guest", expires_at: null }],
		notes: [{ on: { issue: "lab/engine#1" }, author: "ada" }],
	};
	expect(faultsOf(seed)).toEqual([]);
});

test("nested records, the demo's own files and an exported demo pass", () => {
	const seed = {
		users: [{ username: "ada", tokens: [{ scopes: ["api"] }] }],
		groups: [
			{
				full_path: "lab",
				members: [{ user: "ada", role: "owner" }],
				subgroups: [{ path: "inner" }],
				projects: [{ path: "engine", issues: [{ title: "It stops", notes: [{ repeat: 2, body: "Note {n}" }] }] }],
			},
		],
	};
	expect(faultsOf(seed)).toEqual([]);
	const folder = new URL("../../src/seed/demo/data/", import.meta.url);
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml"));
	expect(files.length).toBeGreaterThan(5);
	for (const name of files)
		expect(faultsOf(parse(readFileSync(new URL(name, folder), "utf8"), { merge: true })), name).toEqual([]);
	expect(faultsOf(createPlatform({ seed: demo }).exportSeed())).toEqual([]);
});

test.each([
	[
		{ groups: [{ full_path: "lab", projects: [{ issues: [{ titel: "x" }] }] }] },
		"/groups/0/projects/0/issues/0 additionalProperties",
	],
	[{ issue: [] }, " additionalProperties"],
	[{ issues: {} }, "/issues type"],
	[{ issues: [{ titel: "x" }] }, "/issues/0 additionalProperties"],
	[{ issues: [{ title: 1 }] }, "/issues/0/title type"],
	[{ issues: [{ state: "open" }] }, "/issues/0/state enum"],
	[{ issues: [{ assignees: "ada" }] }, "/issues/0/assignees type"],
	[{ issues: [{ created_at: "yesterday" }] }, "/issues/0/created_at pattern"],
	[{ members: [{ role: "boss" }] }, "/members/0/role enum"],
	[{ projects: [{ members: { ada: "boss" } }] }, "/projects/0/members/ada enum"],
])("%j does not: %s", (seed, fault) => {
	expect(faultsOf(seed)).toContain(fault);
});
