import { isOrigin } from "../lib/is-origin";
import { address, collect, file, InvalidValue, time, wholeNumber } from "./option-values";
import type { ProgramOption } from "./program-option";

function release(text: string): string {
	if (!/^\d+\.\d+$/.test(text)) throw new InvalidValue("It takes major.minor, e.g. 17.4.");
	return text;
}

/** Parses the origins whose pages can read the responses: any, none, or a list. */
function origins(text: string): "*" | readonly string[] {
	if (text === "*") return text;
	const listed = text === "none" ? [] : text.split(",").map((one) => one.trim());
	if (!listed.every(isOrigin)) throw new InvalidValue("It takes *, none, or origins such as http://localhost:5173.");
	return listed;
}

/** The options that `serve`, `exec` and `replay` share. */
export const platformOptions: readonly ProgramOption[] = [
	{
		flags: "--host <address>",
		description: "address to listen on; only this machine reaches the default",
		preset: "127.0.0.1",
	},
	{
		flags: "--seed <name>",
		description:
			"what it holds at first: demo (default), volume, empty, or the path of a YAML or JSON file; repeat it to add several",
		parse: collect,
	},
	{
		flags: "--extend <file>",
		description:
			"serve the operations of this extension too: a .ts or .js file whose default export defineExtension made, or an OpenAPI file (.yaml, .json), whose examples and x-tenon-table records are served; repeat it to add several",
		parse: collect,
	},
	{
		flags: "--only-contract",
		description: "leave out the supporting endpoints: GET /version, /metadata, /projects and the like",
	},
	{
		flags: "--size <number>",
		description: "how many records the seed volume makes (default 10000)",
		parse: wholeNumber(100, 10_000_000),
	},
	{
		flags: "--data <file>",
		description:
			"keep what it holds in this file, and begin with what is in it, all worlds and snapshots; no response is lost, however the program ends",
		parse: file,
	},
	{
		flags: "--worlds <number>",
		description:
			"most worlds that requests may open by X-Mock-World: <name> or an address that begins with /_world/<name> (default 1000; 0 for none)",
		parse: wholeNumber(0, 100_000),
	},
	{ flags: "--world <name>", description: "the world of requests that name none (default: default)" },
	{
		flags: "--pipelines <how>",
		description: "manual (default): none goes on by itself; simulated: they wait, run and end with the clock",
		choices: ["manual", "simulated"],
	},
	{ flags: "--tier <name>", description: "default ultimate", choices: ["free", "premium", "ultimate"] },
	{
		flags: "--offering <name>",
		description: "default any, which gates nothing",
		choices: ["any", "hosted", "self-managed"],
	},
	{
		flags: "--dialect <name>",
		description: "whose names the API has: specification (default), or gitlab for GitLab's own",
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
		description: "milliseconds that every response waits (default 0)",
		parse: wholeNumber(0, 600_000),
	},
	{
		flags: "--rate-limits <which>",
		description:
			"off; stated (default): those that the specification gives a number for; realistic: the real product's too",
		choices: ["off", "stated", "realistic"],
	},
	{
		flags: "--strict",
		description: "refuse parameters that the contract does not know, and validate every response against it",
	},
	{ flags: "--explain", description: "say in the header X-Mock-Reason of each refusal which rule refused" },
	{
		flags: "--cors <origins>",
		description: "whose pages may read the responses: * (default), none, or origins with commas",
		parse: origins,
	},
	{
		flags: "--external-url <url>",
		description: "URL that links are written with; its path prefix is served",
		parse: address,
	},
	{
		flags: "--coverage",
		description: "report at the end how much of the contract was exercised, in all worlds together",
	},
	{
		flags: "--control-token <text>",
		description: "let in calls of the control API (/_mock/…) from other machines with this X-Mock-Control-Token",
	},
	{ flags: "--json", description: "log as JSON lines, for machines" },
];
