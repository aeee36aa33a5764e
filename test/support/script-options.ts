import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Described extends Options> = ReturnType<
	typeof parseArgs<{ options: Described & { help: { type: "boolean" } }; allowPositionals: true }>
>;

/**
 * The options of a script of this repository. `--help` prints the usage and ends the process; an option that does not exist ends it with
 * the reason, the usage and exit code 2.
 */
export function scriptOptions<const Described extends Options>(usage: string, options: Described): Parsed<Described> {
	try {
		const parsed = parseArgs({ allowPositionals: true, options: { ...options, help: { type: "boolean" } } });
		// The option that every script has.
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
