import type { Command } from "commander";
import { address } from "./option-values";

export const addRunningOptions = (command: Command): Command =>
	command
		.option("--url <url>", "where the platform is", address, "http://127.0.0.1:4010")
		.option("--world <name>", "which of its worlds (default: the one for requests that name none)")
		.option("--token <text>", "its control token, if it has one");
