import type { Command } from "commander";
import { address } from "./option-values";

export const addRunningOptions = (command: Command): Command =>
	command
		.option("--url <url>", "URL of the platform", address, "http://127.0.0.1:4010")
		.option("--world <name>", "world of the platform (default: the world of requests that do not name one)")
		.option("--token <text>", "control token of the platform, if it has one");
