import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { addOptions, plainValues } from "./program-option";
import { plainServeOptions, serveOptions } from "./serve-command";

/** The options as Commander reads them. */
const byCommander = (args: readonly string[]): unknown =>
	addOptions(new Command(), serveOptions)
		.parse([...args], { from: "user" })
		.opts();

describe("plain arguments of serve", () => {
	test.for([
		[],
		["--port", "0"],
		["--quiet", "--strict", "--only-contract"],
		["--seed", "demo", "--seed", "more.yaml", "--extend", "a.ts"],
		["--tier", "free", "--rate-limits", "realistic", "--dialect", "gitlab", "--pipelines", "simulated"],
		["--cors", "http://localhost:5173, http://localhost:3000", "--external-url", "https://platform.example.com/git/"],
		["--pid-file", "p", "--ready-fd", "3", "--tls-ca-out", "ca.pem", "--tls", "--control-token", "t"],
		["--latency", "5", "--latency", "7", "--host", "0.0.0.0", "--clock", "2026-01-01"],
	])("%j are the options that Commander reads", (args) => {
		expect(plainValues(args, serveOptions)).toEqual(byCommander(args));
	});

	test.for([
		["--help"],
		["--port=0"],
		["--port"],
		["--port", "no"],
		["--latency", "-1"],
		["--tier", "gold"],
		["--prot", "1"],
		["--clock", "soon"],
		["--data", ""],
		["more"],
		["--quiet", "yes"],
		["--", "--quiet"],
	])("%j are left to Commander", (args) => {
		expect(plainValues(args, serveOptions)).toBeUndefined();
	});

	test("of other commands are left to Commander", () => {
		expect(plainServeOptions(["exec", "--port", "0"])).toBeUndefined();
		expect(plainServeOptions([])).toBeUndefined();
	});
});
