import { expect, test } from "vitest";
import { run } from "./run";

async function told(...args: string[]): Promise<{ code: number; out: string; err: string }> {
	const text = { out: "", err: "" };
	const code = await run(args, {
		out: { write: (part) => (text.out += part) },
		err: { write: (part) => (text.err += part) },
	});
	return { code, ...text };
}

test.each([[], ["help"], ["--help"], ["-h"]])("help is shown for %j", async (...args) => {
	const { code, out } = await told(...args);
	expect(code).toBe(0);
	expect(out).toContain("Usage: tenon-mock <command>");
});

test.each([
	["serve", "--help"],
	["help", "serve"],
])("the options of serve are shown for %s %s", async (...args) => {
	const { code, out } = await told(...args);
	expect(code).toBe(0);
	for (const option of ["--port", "--seed", "--data", "--worlds", "--tier", "--release", "--clock"])
		expect(out).toContain(option);
});

test.each([
	["exec", "TENON_BASE_URL"],
	["routes", "--json"],
	["doctor", "--data"],
])("the options of %s are shown", async (command, text) => {
	for (const args of [
		["help", command],
		[command, "--help"],
	])
		expect(await told(...args)).toMatchObject({ code: 0, err: "", out: expect.stringContaining(text) });
});

test.each([
	["snapshot", "--help"],
	["help", "snapshot"],
])("the options of snapshot are shown for %s %s", async (...args) => {
	const { code, out } = await told(...args);
	expect(code).toBe(0);
	for (const text of ["snapshot save <file>", "--url", "--world"]) expect(out).toContain(text);
});

test.each([
	[["srve"], 'There is no command "srve". Did you mean "serve"?'],
	[["xyzzy"], 'There is no command "xyzzy".'],
	[["serve", "--prt", "1"], "There is no option --prt. Did you mean --port?"],
	[["serve", "--port", "99999"], '--port takes a number from 0 to 65535; not "99999".'],
	[["serve", "--port", "x"], "--port takes a number"],
	[["serve", "--tier", "gold"], '--tier takes free, premium, ultimate; not "gold".'],
	[
		["serve", "--seed", "big"],
		'--seed: there is no file "big"; it takes demo, volume, empty or the path of a seed file.',
	],
	[["serve", "--seed", "dmeo"], "did you mean demo?"],
	[["seed"], 'seed takes check or export; not "".'],
	[["seed", "check"], "seed check takes at least one file."],
	[["serve", "--size", "1000"], "--size goes with --seed volume."],
	[["serve", "--seed", "volume", "--size", "99"], '--size takes a number from 100 to 10000000; not "99".'],
	[["serve", "--worlds", "many"], '--worlds takes a number from 0 to 100000; not "many".'],
	[["snapshot"], 'snapshot takes save or load; not "".'],
	[["snapshot", "store", "x"], 'snapshot takes save or load; not "store".'],
	[["snapshot", "save"], "snapshot save takes a file."],
	[["snapshot", "load", "a", "b"], "Unexpected argument 'b'"],
	[["snapshot", "save", "a", "--wrld", "x"], "There is no option --wrld. Did you mean --world?"],
	[["snapshot", "save", "a", "--url", "here"], '--url takes an address; not "here".'],
	[["serve", "--release", "new"], "--release takes major.minor"],
	[["serve", "--clock", "later"], "--clock takes a time"],
	[["serve", "--external-url", "here"], "--external-url takes an address"],
	[["serve", "extra"], "extra"],
	[["serve", "--latency", "slow"], '--latency takes a number from 0 to 600000; not "slow".'],
	[
		["serve", "--cors", "localhost"],
		'--cors takes *, none, or origins such as http://localhost:5173; not "localhost".',
	],
	[["serve", "--ready-fd", "x"], "--ready-fd takes a number"],
	[["exec"], "exec takes a command behind --, e.g. exec -- npm test."],
	[["exec", "npm", "test"], "Unexpected argument 'npm'"],
	[["exec", "--as", "nobody", "--", "true"], "--as takes root, owner,"],
	[["routes", "a", "b"], "Unexpected argument 'b'"],
	[["doctor", "--prt", "1"], "There is no option --prt. Did you mean --port?"],
	[["exce"], 'There is no command "exce". Did you mean "exec"?'],
])("wrong arguments %j are told with exit code 2", async (args, text) => {
	const { code, err, out } = await told(...args);
	expect(code).toBe(2);
	expect(err).toContain(text);
	expect(err).toContain("See tenon-mock --help.");
	expect(out).toBe("");
});
