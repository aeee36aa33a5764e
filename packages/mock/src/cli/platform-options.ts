import { type Command, InvalidArgumentError, Option } from "commander";
import { isOrigin } from "../lib/is-origin";
import { address, collect, file, time, wholeNumber } from "./option-values";

function release(text: string): string {
	if (!/^\d+\.\d+$/.test(text)) throw new InvalidArgumentError("It takes major.minor, e.g. 17.4.");
	return text;
}

/** The origins whose pages may read the responses: any, none, or those of a list. */
function origins(text: string): "*" | readonly string[] {
	if (text === "*") return text;
	const listed = text === "none" ? [] : text.split(",").map((one) => one.trim());
	if (!listed.every(isOrigin))
		throw new InvalidArgumentError("It takes *, none, or origins such as http://localhost:5173.");
	return listed;
}

/** Adds the options that `serve`, `exec` and `replay` have in common. */
export const addPlatformOptions = (command: Command): Command =>
	command
		.option("--host <address>", "address to listen on; only this machine reaches the default", "127.0.0.1")
		.option(
			"--seed <name>",
			"what it holds at first: demo (default), volume, empty, or the path of a YAML or JSON file; repeat it to add several",
			collect,
		)
		.option(
			"--extend <file>",
			"serve the operations of this extension too: a .ts or .js file whose default export defineExtension made, or an OpenAPI file (.yaml, .json), whose examples and x-tenon-table records are served; repeat it to add several",
			collect,
		)
		.option("--only-contract", "leave out the supporting endpoints: GET /version, /metadata, /projects and the like")
		.option("--size <number>", "how many records the seed volume makes (default 10000)", wholeNumber(100, 10_000_000))
		.option(
			"--data <file>",
			"keep what it holds in this file, and begin with what is in it, all worlds and snapshots; no response is lost, however the program ends",
			file,
		)
		.option(
			"--worlds <number>",
			"most worlds that requests may open by X-Mock-World: <name> or an address that begins with /_world/<name> (default 1000; 0 for none)",
			wholeNumber(0, 100_000),
		)
		.option("--world <name>", "the world of requests that name none (default: default)")
		.addOption(
			new Option(
				"--pipelines <how>",
				"manual (default): none goes on by itself; simulated: they wait, run and end with the clock",
			).choices(["manual", "simulated"]),
		)
		.addOption(new Option("--tier <name>", "default ultimate").choices(["free", "premium", "ultimate"]))
		.addOption(
			new Option("--offering <name>", "default any, which gates nothing").choices(["any", "hosted", "self-managed"]),
		)
		.addOption(
			new Option(
				"--dialect <name>",
				"whose names the API has: specification (default), or gitlab for GitLab's own",
			).choices(["specification", "gitlab"]),
		)
		.option("--release <number>", "behave as this release, e.g. 17.4 (default: the newest)", release)
		.option("--clock <time>", "stop the clock at this time (default: run with the machine's clock)", time)
		.option("--latency <ms>", "milliseconds that every response waits (default 0)", wholeNumber(0, 600_000))
		.addOption(
			new Option(
				"--rate-limits <which>",
				"off; stated (default): those that the specification gives a number for; realistic: the real product's too",
			).choices(["off", "stated", "realistic"]),
		)
		.option("--strict", "refuse parameters that the contract does not know, and validate every response against it")
		.option("--explain", "say in the header X-Mock-Reason of each refusal which rule refused")
		.option(
			"--cors <origins>",
			"whose pages may read the responses: * (default), none, or origins with commas",
			origins,
		)
		.option("--external-url <url>", "URL that links are written with; its path prefix is served", address)
		.option("--coverage", "report at the end how much of the contract was exercised, in all worlds together")
		.option(
			"--control-token <text>",
			"let in calls of the control API (/_mock/…) from other machines with this X-Mock-Control-Token",
		)
		.option("--json", "log as JSON lines, for machines");
