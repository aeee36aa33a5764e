import { createPlatform } from "../platform/platform";
import { SeedFileError } from "../seed/file/document";
import type { SeedResult } from "../seed/file/load";
import { seedHelp } from "./help";
import { type Options, parseOptions } from "./parse-options";
import { seedOf } from "./platform-options";
import { Refused, RunningPlatform, runningOptions, writeWhole } from "./running-platform";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";

const options = {
	...runningOptions,
	seed: { type: "string", multiple: true },
	clock: { type: "string" },
	json: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const satisfies Options;

/** `alert_integrations`: 12, as a line of a table. */
function summary(result: SeedResult): string {
	const kinds = Object.entries(result);
	if (kinds.length === 0) return "It makes nothing.\n";
	const width = Math.max(...kinds.map(([kind]) => kind.length));
	return kinds
		.map(([kind, records]) => {
			const keys = records.flatMap(({ key }) => (key === undefined ? [] : [key]));
			const shown = keys.length > 3 ? [...keys.slice(0, 2), "…", ...keys.slice(-1)] : keys;
			const line = `${kind.padEnd(width)}  ${String(records.length).padStart(6)}  ${shown.join(" ")}`;
			return `${line.trimEnd()}\n`;
		})
		.join("");
}

/** `tenon-mock seed export`: writes what a running platform holds as a seed file, or prints it. */
async function exportSeed(
	[file, tooMany]: readonly string[],
	values: { url?: string; world?: string; token?: string; json?: boolean },
	{ out, err }: Streams,
): Promise<number> {
	if (tooMany !== undefined) throw new UsageError("seed export takes one file at most.");
	const running = new RunningPlatform(values);
	try {
		const json = await running.ask("/seed");
		const isJson = values.json === true || file?.endsWith(".json") === true;
		const { stringify } = await import("yaml");
		const text = isJson ? `${json}\n` : stringify(JSON.parse(json), { lineWidth: 0 });
		if (file === undefined) out.write(text);
		else {
			await writeWhole(file, text);
			out.write(`Saved what ${running.url} holds in ${file}.\n`);
		}
		return 0;
	} catch (error) {
		const isExpected = error instanceof Refused || (error instanceof Error && "code" in error);
		if (!isExpected) throw error;
		err.write(`tenon-mock: ${error.message}\n`);
		return 1;
	}
}

/**
 * `tenon-mock seed check`: loads seed files into a platform of its own, and prints what they make or what is wrong with them.
 * `tenon-mock seed export` writes such a file.
 */
export async function seed(args: readonly string[], { out, err }: Streams): Promise<number> {
	const { values, positionals } = parseOptions(args, options, Number.POSITIVE_INFINITY);
	if (values.help) {
		out.write(seedHelp);
		return 0;
	}
	const [action, ...files] = positionals;
	if (action === "export") return await exportSeed(files, values, { out, err });
	if (action !== "check") throw new UsageError(`seed takes check or export; not "${action ?? ""}".`);
	if (files.length === 0) throw new UsageError("seed check takes at least one file.");
	try {
		const platform = createPlatform({
			seed: await seedOf({ seed: values.seed ?? ["empty"] }, err),
			...(values.clock === undefined ? {} : { clock: values.clock }),
		});
		const result = platform.load(await seedOf({ seed: files }, err));
		out.write(values.json ? `${JSON.stringify(result)}\n` : summary(result));
		return 0;
	} catch (error) {
		if (!(error instanceof SeedFileError)) throw error;
		if (values.json) out.write(`${JSON.stringify({ faults: error.faults })}\n`);
		else err.write(`${error.message}\n`);
		return 1;
	}
}
