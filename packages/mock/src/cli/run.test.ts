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
	for (const option of ["--port", "--seed", "--tier", "--release", "--clock"]) expect(out).toContain(option);
});

test.each([
	[["srve"], 'There is no command "srve". Did you mean "serve"?'],
	[["xyzzy"], 'There is no command "xyzzy".'],
	[["serve", "--prt", "1"], "There is no option --prt. Did you mean --port?"],
	[["serve", "--port", "99999"], '--port takes a number from 0 to 65535; not "99999".'],
	[["serve", "--port", "x"], "--port takes a number"],
	[["serve", "--tier", "gold"], '--tier takes free, premium, ultimate; not "gold".'],
	[["serve", "--seed", "big"], "--seed takes demo, empty"],
	[["serve", "--release", "new"], "--release takes major.minor"],
	[["serve", "--clock", "later"], "--clock takes a time"],
	[["serve", "--external-url", "here"], "--external-url takes an address"],
	[["serve", "extra"], "extra"],
])("wrong arguments %j are told with exit code 2", async (args, text) => {
	const { code, err, out } = await told(...args);
	expect(code).toBe(2);
	expect(err).toContain(text);
	expect(err).toContain("See tenon-mock --help.");
	expect(out).toBe("");
});
