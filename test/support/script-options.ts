import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Described extends Options> = ReturnType<
	typeof parseArgs<{ options: Described & { help: { type: "boolean" } }; allowPositionals: true }>
>;

/**
 * Parses the options of a script of this repository. `--help` prints the usage and ends the process. For an unknown
 * option it prints the reason and the usage, and exits with 2.
 */
export function scriptOptions<const Described extends Options>(usage: string, options: Described): Parsed<Described> {
	try {
		const parsed = parseArgs({ allowPositionals: true, options: { ...options, help: { type: "boolean" } } });
		// Every script has this option.
		if ((parsed.values as { help?: boolean }).help) {
			console.log(usage);
			process.exit(0);
		}
		return parsed as Parsed<Described>;
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
		process.exit(2);
	}
}
