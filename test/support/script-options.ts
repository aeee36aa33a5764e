import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Given extends Options> = ReturnType<
	typeof parseArgs<{ options: Given & { help: { type: "boolean" } }; allowPositionals: true }>
>;

/**
 * The options of a script of this repository. `--help` prints the usage and ends the process; an option that does not exist ends it with
 * the reason, the usage and exit code 2.
 */
export function scriptOptions<const Given extends Options>(usage: string, options: Given): Parsed<Given> {
	try {
		const parsed = parseArgs({ allowPositionals: true, options: { ...options, help: { type: "boolean" } } });
		// The option that every script has.
		if ((parsed.values as { help?: boolean }).help) {
			console.log(usage);
			process.exit(0);
		}
		return parsed as Parsed<Given>;
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
		process.exit(2);
	}
}
