import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed } from "../../rule/rule";
import { contact, idsOf, type ListName, listOf, walk } from "./lists";

/** A runner that has a machine of a version. */
async function ofVersion(t: Context, version: string): Promise<number> {
	const runner = await t.given.registeredRunner({ info: { version } });
	await contact(t, runner.string("token"));
	return runner.number("id");
}

async function found(t: Context, name: ListName, version_prefix: string): Promise<number[]> {
	return idsOf(await walk(listOf(t, name), { version_prefix }));
}

/** Prefixes, and of the versions 15.0.3, 15.1.0, 16.1.241 and 16.0.1 those that have them. */
async function compares(t: Context, name: ListName, cases: readonly (readonly [string, readonly string[]])[]) {
	const versions = ["15.0.3", "15.1.0", "16.1.241", "16.0.1"];
	const made = new Map<string, number>();
	for (const version of versions) made.set(version, await ofVersion(t, version));
	for (const [prefix, wanted] of cases) {
		const ids = await found(t, name, prefix);
		const of = versions.filter((version) => ids.includes(made.get(version) ?? 0));
		t.same(`the versions that version_prefix=${prefix} finds`, of, wanted);
	}
}

/** The registered runners are the group's, which every one of the lists shows. */
const rows: readonly [string, ListName][] = [
	["RUNNER-133", "listRunners"],
	["RUNNER-166", "listAllRunners"],
	["RUNNER-197", "listProjectRunners"],
	["RUNNER-226", "listGroupRunners"],
];

export const listVersions = [
	...rows.map(([claim, name]) =>
		byClaim(
			claim,
			async (t) =>
				await compares(t, name, [
					["15.0", ["15.0.3"]],
					["16", ["16.1.241", "16.0.1"]],
				]),
			{ effect: "writes" },
		),
	),
	assumed(
		"RUNNER-229",
		"version_prefix compares whole components: version_prefix=1 does not return a runner of version 15.0.3.",
		"listAllRunners",
		async (t) =>
			await compares(t, "listAllRunners", [
				["1", []],
				["15", ["15.0.3", "15.1.0"]],
			]),
		{ effect: "writes" },
	),
	assumed(
		"RUNNER-230",
		"version_prefix=16.1.241 returns only runners with a manager of exactly that version number.",
		"listAllRunners",
		async (t) =>
			await compares(t, "listAllRunners", [
				["16.1.241", ["16.1.241"]],
				["16.1.24", []],
			]),
		{ effect: "writes" },
	),
	assumed("RUNNER-231", "version_prefix=25 without such managers answers 200 [].", "listAllRunners", async (t) =>
		t.same("the runners", await found(t, "listAllRunners", "25"), []),
	),
];
