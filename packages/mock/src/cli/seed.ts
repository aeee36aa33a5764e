import { createPlatform } from "../platform/platform";
import { SeedFileError } from "../seed/file/document";
import type { SeedResult } from "../seed/file/load";
import type { CheckCommandOptions, ExportCommandOptions } from "./command-options";
import { RunningPlatform, reporting, writeWhole } from "./running-platform";
import { seedOf } from "./seed-and-settings";
import type { Streams } from "./streams";

/** Returns a table with the number of records of each kind, such as `alert_integrations  12`. */
function summary(result: SeedResult): string {
	const kinds = Object.entries(result);
	if (kinds.length === 0) return "It creates no records.\n";
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

/** `tenon-mock seed export`: writes the data of a running platform as a seed file, or prints it. */
export const exportSeed = (
	file: string | undefined,
	options: ExportCommandOptions,
	{ out, err }: Streams,
): Promise<number> =>
	reporting(err, async () => {
		const running = new RunningPlatform(options);
		const json = await running.ask("/seed");
		const isJson = options.json === true || file?.endsWith(".json") === true;
		const { stringify } = await import("yaml");
		const text = isJson ? `${json}\n` : stringify(JSON.parse(json), { lineWidth: 0 });
		if (file === undefined) out.write(text);
		else {
			await writeWhole(file, text);
			out.write(`Saved the data of ${running.url} in ${file}.\n`);
		}
	});

/** `tenon-mock seed check`: loads seed files into a new platform, and prints what they create or what is wrong. */
export async function checkSeeds(
	files: readonly string[],
	{ seed = ["empty"], clock, json }: CheckCommandOptions,
	{ out, err }: Streams,
): Promise<number> {
	try {
		const platform = createPlatform({ seed: await seedOf({ seed }, err), ...(clock === undefined ? {} : { clock }) });
		const result = platform.load(await seedOf({ seed: files }, err));
		out.write(json ? `${JSON.stringify(result)}\n` : summary(result));
		return 0;
	} catch (error) {
		if (!(error instanceof SeedFileError)) throw error;
		if (json) out.write(`${JSON.stringify({ faults: error.faults })}\n`);
		else err.write(`${error.message}\n`);
		return 1;
	}
}
