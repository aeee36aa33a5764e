import { type ParseArgsConfig, parseArgs } from "node:util";
import { listen } from "../node";
import { createPlatform, type PlatformOptions, type Seed } from "../platform";
import { demo } from "../seed/demo";
import { serveHelp } from "./help";
import { nearest } from "./nearest";
import type { Streams } from "./run";
import { UsageError } from "./usage-error";

const options = {
	port: { type: "string" },
	host: { type: "string" },
	seed: { type: "string" },
	tier: { type: "string" },
	offering: { type: "string" },
	release: { type: "string" },
	clock: { type: "string" },
	"external-url": { type: "string" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const satisfies NonNullable<ParseArgsConfig["options"]>;

const seeds: { readonly [name: string]: Seed } = { demo, empty: () => {} };
const defaultPort = 4010;

function parse(args: readonly string[]) {
	try {
		return parseArgs({ args: [...args], options, allowPositionals: false }).values;
	} catch (error) {
		const given = args.flatMap((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? []);
		const name = given.find((one) => !Object.hasOwn(options, one)) ?? "";
		const guess = nearest(name, Object.keys(options));
		if (guess) throw new UsageError(`There is no option --${name}. Did you mean --${guess}?`);
		throw new UsageError((error as Error).message);
	}
}

/** One of the allowed words, or undefined where none was given. */
function choice<Word extends string>(
	option: string,
	given: string | undefined,
	allowed: readonly Word[],
): Word | undefined {
	if (given === undefined) return undefined;
	const found = allowed.find((word) => word === given);
	if (found === undefined) throw new UsageError(`--${option} takes ${allowed.join(", ")}; not "${given}".`);
	return found;
}

function portOf(given: string | undefined): number {
	if (given === undefined) return defaultPort;
	const port = Number(given);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new UsageError(`--port takes a number from 0 to 65535; not "${given}".`);
	return port;
}

function platformOptions(given: ReturnType<typeof parse>): PlatformOptions {
	const seed = choice("seed", given.seed, Object.keys(seeds)) ?? "demo";
	const tier = choice("tier", given.tier, ["free", "premium", "ultimate"]);
	const offering = choice("offering", given.offering, ["any", "hosted", "self-managed"]);
	if (given.release !== undefined && !/^\d+\.\d+$/.test(given.release))
		throw new UsageError(`--release takes major.minor, e.g. 17.4; not "${given.release}".`);
	if (given.clock !== undefined && Number.isNaN(Date.parse(given.clock)))
		throw new UsageError(`--clock takes a time, e.g. 2026-01-01T00:00:00Z; not "${given.clock}".`);
	const url = given["external-url"];
	if (url !== undefined && !URL.canParse(url)) throw new UsageError(`--external-url takes an address; not "${url}".`);
	return {
		...(seeds[seed] ? { seed: seeds[seed] } : {}),
		...(tier ? { tier } : {}),
		...(offering ? { offering } : {}),
		...(given.release === undefined ? {} : { release: given.release }),
		...(given.clock === undefined ? {} : { clock: given.clock }),
		...(url === undefined ? {} : { externalUrl: url }),
	};
}

function welcome(url: string, seeded: boolean): string {
	const lines = [`Tenon mock listens on ${url}`, `  REST      ${url}/api/v4`, `  GraphQL   ${url}/api/graphql`];
	if (seeded)
		lines.push(
			"  Tokens    root-token owner-token maintainer-token developer-token reporter-token guest-token outsider-token auditor-token",
			`  Try       curl -H 'PRIVATE-TOKEN: developer-token' '${url}/api/v4/projects/acme%2Fweb/pipelines?per_page=5' -i`,
		);
	return `${lines.join("\n")}\n`;
}

/** Waits for Ctrl-C, or for whoever started the program to end it. */
const asked = (): Promise<void> =>
	new Promise((resolve) => {
		process.once("SIGINT", resolve);
		process.once("SIGTERM", resolve);
	});

/** A request's path as the log shows it: without credentials. */
const shown = (url: string): string => url.replace(/((?:private_token|access_token|token)=)[^&]*/gi, "$1[hidden]");

/** `tenon-mock serve`: starts a platform on a port, until it is told to stop. */
export async function serve(args: readonly string[], { out, err }: Streams): Promise<number> {
	const given = parse(args);
	if (given.help) {
		out.write(serveHelp);
		return 0;
	}
	const port = portOf(given.port);
	const platform = createPlatform(platformOptions(given));
	const host = given.host ?? "127.0.0.1";
	try {
		const server = await listen(platform, {
			port,
			host,
			onAnswer(request, status, milliseconds) {
				if (given.quiet) return;
				const path = shown(request.url);
				const took = Math.round(milliseconds * 10) / 10;
				out.write(
					given.json
						? `${JSON.stringify({ method: request.method, path, status, ms: took })}\n`
						: `${status} ${request.method.padEnd(6)} ${path} ${took} ms\n`,
				);
			},
		});
		out.write(
			given.json ? `${JSON.stringify({ listening: server.url })}\n` : welcome(server.url, given.seed !== "empty"),
		);
		await asked();
		await server.close();
		return 0;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== "EADDRINUSE" && code !== "EACCES" && code !== "EADDRNOTAVAIL") throw error;
		const reason = { EADDRINUSE: "is in use", EACCES: "may not be used", EADDRNOTAVAIL: "is not of this machine" }[
			code
		];
		err.write(`tenon-mock: ${host}:${port} ${reason}. Choose another by --port (0 takes a free one).\n`);
		return 1;
	}
}
