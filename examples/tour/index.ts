/** `npm run demo`: see the help below. */
import { parseArgs, styleText } from "node:util";
import { ConnectionError, TenonError } from "@tenon/client";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { tour } from "./tour";
import type { Print } from "./transcript";

const help = `Usage: npm run demo [-- <url>]

Walks the client through a platform, and prints each request and what it returned. Without a URL it starts a mock
platform on a free loopback port. The platform at a URL must have the demo seed: npm run mock.`;

const isColoured = process.stdout.isTTY || Boolean(process.env.FORCE_COLOR);
const colours = { heading: ["bold", "cyan"], request: "gray", result: undefined, refusal: "red" } as const;
const print: Print = (line, kind) => {
	const colour = isColoured && !process.env.NO_COLOR ? colours[kind] : undefined;
	// Whether the output shows colours is decided above.
	console.log(colour ? styleText([colour].flat(), line, { validateStream: false }) : line);
};

const next = (address: string) => `
── What next? ──────────────────────────────────────────────────────────────────
npm run mock -- --port 4010      the mock as a server; open ${address} to see every request
npm run frontend                 a React app on the mock, without a backend
npm run example                  more programs, by name
npm run conformance -- --help    check a server against the contract
README.md and docs/README.md     the rest`;

async function walk(address: string | undefined): Promise<void> {
	// A text with the mark of spam is challenged, so that the tour has a CAPTCHA to solve.
	const settings = { seed: demo, spam: {}, captcha: { siteKey: "demo-site-key" } };
	const server = address === undefined ? await listen(createPlatform(settings)) : undefined;
	const baseUrl = address ?? server?.url ?? "";
	print(`${server ? "A mock platform listens at" : "The tour goes through the platform at"} ${baseUrl}`, "result");
	try {
		await tour(baseUrl, print);
		for (const line of next("http://127.0.0.1:4010").split("\n"))
			print(line, line.startsWith("──") ? "heading" : "result");
	} finally {
		await server?.close();
	}
}

/** Parses the arguments. Returns a message in `wrong` if they are wrong. */
function read(): { readonly address?: string | undefined; readonly isHelp?: boolean; readonly wrong?: string } {
	try {
		const { values, positionals } = parseArgs({
			options: { help: { type: "boolean", short: "h" } },
			allowPositionals: true,
		});
		const [address, ...more] = positionals;
		if (more.length > 0) return { wrong: "Expected one URL." };
		if (address !== undefined && !/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : ""))
			return { wrong: `Expected an http(s) URL, found "${address}".` };
		return { address, isHelp: values.help ?? false };
	} catch (error) {
		return { wrong: error instanceof Error ? error.message : String(error) };
	}
}

const { address, isHelp, wrong } = read();
if (wrong !== undefined) {
	console.error(`${wrong}\n\n${help}`);
	process.exitCode = 2;
} else if (isHelp) console.log(help);
else
	await walk(address).catch((error: unknown) => {
		if (!(error instanceof TenonError)) throw error;
		const hint = error instanceof ConnectionError ? "Is the platform running? npm run mock starts one." : "";
		print(`${error.name}: ${error.message}. ${hint}`.trim(), "refusal");
		process.exitCode = 1;
	});
