import { isOrigin } from "../lib/is-origin";
import { address, collect, file, InvalidValue, time, wholeNumber } from "./option-values";
import type { ProgramOption } from "./program-option";

function release(text: string): string {
	if (!/^\d+\.\d+$/.test(text)) throw new InvalidValue("Expected major.minor, such as 17.4.");
	return text;
}

/** Parses the origins whose pages can read the responses: any, none, or a list. */
function origins(text: string): "*" | readonly string[] {
	if (text === "*") return text;
	const listed = text === "none" ? [] : text.split(",").map((one) => one.trim());
	if (!listed.every(isOrigin)) throw new InvalidValue("Expected *, none, or origins such as http://localhost:5173.");
	return listed;
}

/** The options that `serve`, `exec` and `replay` share. */
export const platformOptions: readonly ProgramOption[] = [
	{
		flags: "--host <address>",
		description: "address to listen on; with the default, only this machine can connect",
		preset: "127.0.0.1",
	},
	{
		flags: "--seed <name>",
		description:
			"initial records: demo (default), volume, empty, or the path of a YAML or JSON file; repeat it to add several",
		parse: collect,
	},
	{
		flags: "--extend <file>",
		description:
			"also serve the operations of this extension: a .ts or .js file with a default export from defineExtension, or an OpenAPI file (.yaml, .json), which serves its examples and x-tenon-table records; repeat it to add several",
		parse: collect,
	},
	{
		flags: "--only-contract",
		description: "leave out the supporting endpoints, such as GET /version, /metadata and /projects",
	},
	{
		flags: "--size <number>",
		description: "number of records that the seed volume creates (default 10000)",
		parse: wholeNumber(100, 10_000_000),
	},
	{
		flags: "--data <file>",
		description:
			"store all records, worlds and snapshots in this file, and load them from it at the start; an acknowledged write is never lost, even if the program is killed",
		parse: file,
	},
	{
		flags: "--worlds <number>",
		description:
			"maximum number of worlds that requests can open with X-Mock-World: <name> or a path that begins with /_world/<name> (default 1000; 0 for none)",
		parse: wholeNumber(0, 100_000),
	},
	{ flags: "--world <name>", description: "world of requests that do not name one (default: default)" },
	{
		flags: "--pipelines <how>",
		description:
			"manual (default): pipelines do not run by themselves; simulated: they wait, run and end with the clock",
		choices: ["manual", "simulated"],
	},
	{ flags: "--tier <name>", description: "tier (default ultimate)", choices: ["free", "premium", "ultimate"] },
	{
		flags: "--offering <name>",
		description: "offering (default any, which restricts nothing)",
		choices: ["any", "hosted", "self-managed"],
	},
	{
		flags: "--dialect <name>",
		description: "names that the API uses: specification (default), or gitlab for GitLab's own",
		choices: ["specification", "gitlab"],
	},
	{
		flags: "--release <number>",
		description: "behave as this release, e.g. 17.4 (default: the newest)",
		parse: release,
	},
	{
		flags: "--clock <time>",
		description: "stop the clock at this time (default: run with the machine's clock)",
		parse: time,
	},
	{
		flags: "--latency <ms>",
		description: "delay of every response in milliseconds (default 0)",
		parse: wholeNumber(0, 600_000),
	},
	{
		flags: "--rate-limits <which>",
		description:
			"off; stated (default): the limits that the specification states; realistic: also the real product's limits",
		choices: ["off", "stated", "realistic"],
	},
	{
		flags: "--strict",
		description: "refuse parameters that the contract does not know, and validate every response against it",
	},
	{
		flags: "--explain",
		description: "add the header X-Mock-Reason to each refusal: the rule that refused the request",
	},
	{
		flags: "--cors <origins>",
		description: "origins whose pages may read the responses: * (default), none, or a comma-separated list",
		parse: origins,
	},
	{
		flags: "--external-url <url>",
		description: "base URL of links in responses; its path prefix is served",
		parse: address,
	},
	{
		flags: "--coverage",
		description: "at the end, report how much of the contract was exercised, in all worlds together",
	},
	{
		flags: "--control-token <text>",
		description: "accept calls of the control API (/_mock/…) from other machines with this X-Mock-Control-Token",
	},
	{ flags: "--json", description: "log JSON lines, for programs" },
];
