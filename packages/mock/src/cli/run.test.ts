import { expect, test } from "vitest";
import { version } from "../../package.json";
import { tenonMock } from "../../test/support/tenon-mock";

test.each([[], ["help"], ["--help"], ["-h"]])("help is shown for %j", async (...args) => {
	const { code, out } = await tenonMock(...args);
	expect(code).toBe(0);
	expect(out).toContain("Usage: tenon-mock [options] [command]");
});

test.each([["--version"], ["-V"]])("%s prints the version", async (option) => {
	expect(await tenonMock(option)).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

test.each([
	[["serve"], ["--port", "--seed", "--data", "--worlds", "--tier", "--release", "--clock", "--rate-limits"]],
	[["exec"], ["TENON_BASE_URL", "--as"]],
	[["record"], ["--to", "--har"]],
	[["replay"], ["--unmatched", "--seed"]],
	[["routes"], ["--json"]],
	[["doctor"], ["--data"]],
	[
		["seed", "check"],
		["--clock", "<files...>"],
	],
	[["seed", "export"], ["--world"]],
	[
		["snapshot", "save"],
		["--url", "--world", "<file>"],
	],
])("the options of %j are shown", async (command, texts) => {
	const { code, out, err } = await tenonMock(...command, "--help");
	expect([code, err]).toEqual([0, ""]);
	for (const text of texts) expect(out).toContain(text);
	const [first = "", ...rest] = command;
	if (rest.length === 0) expect((await tenonMock("help", first)).out).toBe(out);
});

test.each([
	[["srve"], "unknown command 'srve'\n(Did you mean serve?)"],
	[["xyzzy"], "unknown command 'xyzzy'"],
	[["serve", "--prt", "1"], "unknown option '--prt'\n(Did you mean --port?)"],
	[["serve", "--port", "99999"], "argument '99999' is invalid. Expected a number from 0 to 65535."],
	[["serve", "--port", "x"], "Expected a number from 0 to 65535."],
	[["serve", "--tier", "gold"], "argument 'gold' is invalid. Allowed choices are free, premium, ultimate."],
	[
		["serve", "--seed", "big"],
		'--seed: there is no file "big"; expected demo, volume, empty or the path of a seed file.',
	],
	[["serve", "--seed", "dmeo"], "did you mean demo?"],
	[["serve", "--data", ""], "Expected the path of a file."],
	[["seed"], "Usage: tenon-mock seed"],
	[["seed", "chek", "a"], "(Did you mean check?)"],
	[["seed", "check"], "missing required argument 'files'"],
	[["serve", "--size", "1000"], "--size requires --seed volume."],
	[["serve", "--seed", "volume", "--size", "99"], "Expected a number from 100 to 10000000."],
	[["serve", "--worlds", "many"], "Expected a number from 0 to 100000."],
	[["snapshot"], "Usage: tenon-mock snapshot"],
	[["snapshot", "store", "x"], "unknown command 'store'"],
	[["snapshot", "save"], "missing required argument 'file'"],
	[["snapshot", "load", "a", "b"], "too many arguments for 'load'"],
	[["snapshot", "save", "a", "--wrld", "x"], "(Did you mean --world?)"],
	[["snapshot", "save", "a", "--url", "here"], "Expected an http(s) URL"],
	[["serve", "--release", "new"], "Expected major.minor"],
	[["serve", "--clock", "later"], "Expected a time"],
	[["serve", "--external-url", "here"], "Expected an http(s) URL"],
	[["serve", "extra"], "too many arguments for 'serve'"],
	[["serve", "--latency", "slow"], "Expected a number from 0 to 600000."],
	[["serve", "--latency", "-1"], "argument '-1' is invalid. Expected a number from 0 to 600000."],
	[["serve", "--cors", "localhost"], "Expected *, none, or origins such as http://localhost:5173."],
	[["serve", "--ready-fd", "x"], "Expected a number"],
	[["exec"], "missing required argument 'command'"],
	[["exec", "--as", "nobody", "--", "true"], "--as must be one of root, owner,"],
	[["routes", "a", "b"], "too many arguments for 'routes'"],
	[["doctor", "--prt", "1"], "(Did you mean --port?)"],
	[["exce"], "(Did you mean exec?)"],
])("wrong arguments %j are reported with exit code 2", async (args, text) => {
	const { code, err, out } = await tenonMock(...args);
	expect(code).toBe(2);
	expect(err).toContain(text);
	if (!text.startsWith("Usage")) expect(err).toContain("See tenon-mock --help");
	expect(out).toBe("");
});
