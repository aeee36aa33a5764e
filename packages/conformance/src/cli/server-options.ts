import type { Command } from "commander";
import { actors, isActor, type Tokens } from "../rule/actors";
import { tokenVariable } from "../rule/hide-secrets";
import type { ServerOptions } from "../run/session";
import { chosen, readConfig } from "./config";
import { UsageError } from "./usage-error";

/** The parsed options of a server. */
export interface ServerCommandOptions {
	readonly baseUrl?: string;
	readonly config?: string;
	readonly token?: readonly string[];
	readonly tier?: "free" | "premium" | "ultimate";
	readonly offering?: "hosted" | "self-managed" | "any";
	readonly dialect?: string;
	readonly bench?: string;
	readonly rate?: number;
	readonly concurrency?: number;
	readonly timeout?: number;
}

/** Collects the values of an option that can be repeated. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Returns a parser for numbers from `least` to `most`, inclusive. */
export const numberFrom =
	(least: number, most: number) =>
	(text: string): number => {
		const value = Number(text);
		if (!/^\d+(?:\.\d+)?$/.test(text) || value < least || value > most)
			throw new UsageError(`"${text}" must be a number from ${least} to ${most}.`);
		return value;
	};

/** Adds the options that describe the server, and how requests are sent to it. */
export function addServerOptions(command: Command): Command {
	return command
		.option("--base-url <url>", "URL of the platform, without /api/v4 (or $TENON_BASE_URL)")
		.option(
			"--config <file>",
			"JSON file with baseUrl, tokens and scene, or the built-in `tenon-mock`. Default: tenon-conformance.json, if it exists",
		)
		.option(
			"--token <role=token>",
			`a token; repeat it for each role: ${Object.keys(actors).join(", ")} (or $TENON_TOKEN_<ROLE>)`,
			collect,
		)
		.option("--tier <tier>", "free, premium or ultimate (default: detected)")
		.option("--offering <offering>", "hosted, self-managed or any (default: detected)")
		.option("--dialect <dialect>", "names that the server uses: specification (default), or gitlab for GitLab itself")
		.option(
			"--bench <bench>",
			"how rules create records: public, through the API; control, through the control API of @tenon/mock; auto (default): control for what the API cannot create, if the server is that mock",
		)
		.option("--rate <n>", "maximum number of requests a second", numberFrom(0.01, 100_000))
		.option(
			"--concurrency <n>",
			"maximum number of requests at the same time (default 6; the same number again in worlds)",
			numberFrom(1, 100),
		)
		.option("--timeout <ms>", "time limit of a response in milliseconds (default 30000)", numberFrom(1, 3_600_000));
}

function tokensOf(pairs: readonly string[]): Tokens {
	const tokens: Record<string, string> = {};
	for (const name of Object.keys(actors)) {
		const value = isActor(name) ? process.env[tokenVariable(name)] : undefined;
		if (value) tokens[name] = value;
	}
	for (const pair of pairs) {
		const at = pair.indexOf("=");
		const [name, token] = [pair.slice(0, Math.max(at, 0)), pair.slice(at + 1)];
		if (!isActor(name))
			throw new UsageError(
				`--token must be role=token, where role is one of ${Object.keys(actors).join(", ")}, not "${at < 0 ? "…" : `${name}=…`}".`,
			);
		if (token === "") throw new UsageError(`--token ${name}= has an empty value.`);
		tokens[name] = token;
	}
	return tokens;
}

/** Returns the server that the arguments, else the environment variables, else the configuration file describe. */
export function serverOf(options: ServerCommandOptions): ServerOptions {
	const config = readConfig(options.config);
	const baseUrl = options.baseUrl ?? process.env.TENON_BASE_URL ?? config.baseUrl;
	if (baseUrl === undefined)
		throw new UsageError("No server given. Set --base-url, or baseUrl in the configuration file.");
	if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
		throw new UsageError(`The base URL must be an http(s) URL, not "${baseUrl}".`);
	const wrong = (what: string): UsageError => new UsageError(`--${what}.`);
	const tier = chosen("tier", options.tier, wrong) ?? config.tier;
	const dialect = chosen("dialect", options.dialect, wrong) ?? config.dialect;
	const offering = chosen("offering", options.offering, wrong) ?? config.offering;
	const bench = chosen("bench", options.bench, wrong);
	return {
		baseUrl: baseUrl.replace(/\/(?:api\/v4\/?)?$/, ""),
		tokens: { ...config.tokens, ...tokensOf(options.token ?? []) },
		scene: config.scene ?? {},
		...(tier && { tier }),
		...(offering && { offering }),
		...(dialect && { dialect }),
		...(bench && { bench }),
		...(options.rate !== undefined && { rate: options.rate }),
		...(options.concurrency !== undefined && { concurrency: options.concurrency }),
		...(options.timeout !== undefined && { timeout: options.timeout }),
	};
}
