import { relative } from "node:path";
import {
	ExtensionError,
	type Generated,
	type GenerateOptions,
	generate,
	MissingPackage,
} from "@tenon/contract/generate";
import { type Command, Option } from "commander";
import type { Streams } from "./streams";
import { watch } from "./watch";

interface CommandOptions extends GenerateOptions {
	readonly watch?: true;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
const inputsOf = ({ openapi, graphql = [] }: GenerateOptions): string[] => [...(openapi ? [openapi] : []), ...graphql];
const shown = (path: string): string => relative(process.cwd(), path) || path;

/** Adds the command `generate`, which writes the files of an extension from its OpenAPI file. */
export function addGenerate(
	program: Command,
	{ out, err }: Streams,
	ended: (code: number) => void,
	signal = new AbortController().signal,
): void {
	const command = program
		.command("generate")
		.description(
			"Write types, rows, validators, functions and resource methods for the operations of an OpenAPI file, and typed documents for GraphQL files. Use --openapi, --graphql, or both.",
		)
		.option("--openapi <file>", "the OpenAPI file, YAML or JSON")
		.option(
			"--graphql <paths...>",
			"GraphQL files, or folders of them: additions to the contract's schema (extend type Project { … }) and documents (query …)",
		)
		.requiredOption("--out <folder>", "the folder for the generated files")
		.option("--name <name>", "name of the exported constant, in camelCase (default: the file's name)", nameIn)
		.addOption(
			new Option("--imports <ending>", "how generated files import each other: ./openapi.js, ./openapi.ts or ./openapi")
				.choices(["js", "ts", "none"])
				.default("js"),
		)
		.addOption(
			new Option("--check", "write nothing; list the stale files, and exit with 1 if there are any").conflicts("watch"),
		)
		.option("--watch", "write the files again whenever an input file changes")
		.action(async (options: CommandOptions) => {
			if (!options.openapi && !options.graphql)
				command.error("error: expected --openapi <file>, --graphql <paths...>, or both");
			if (!options.watch) {
				await attempt(options);
				return;
			}
			out.write("Watching. Press Ctrl+C to stop.\n");
			await watch(inputsOf(options), () => attempt(options), signal);
			ended(0);
		});

	function nameIn(name: string): string {
		if (/^[a-z][A-Za-z\d]*$/.test(name)) return name;
		return command.error(`error: --name: expected a name in camelCase, found ${JSON.stringify(name)}`);
	}

	/** Generates once, reports, and returns the files that were read. */
	async function attempt(options: CommandOptions): Promise<readonly string[]> {
		try {
			const done = await generate(options);
			if (options.check && done.stale.length > 0) reportStale(options, done);
			else reportDone(options, done);
			return done.sources;
		} catch (error) {
			ended(1);
			if (error instanceof MissingPackage) err.write(`tenon-contract: ${error.message}\n`);
			if (!(error instanceof ExtensionError)) {
				if (error instanceof MissingPackage) return [];
				throw error;
			}
			const { findings, files } = error;
			for (const { at, says } of findings) err.write(`${at}  ${says}\n`);
			err.write(
				`${count(findings.length, "error")} in ${inputsOf(options).map(shown).join(", ")}. Nothing was written.\n`,
			);
			return files;
		}
	}

	function reportStale(options: CommandOptions, { stale }: Generated): void {
		ended(1);
		err.write(`Out of date. To update, run tenon-contract generate without --check:\n`);
		for (const path of stale) err.write(`  ${shown(path)}\n`);
		err.write(`${count(stale.length, "stale file")} in ${shown(options.out)}.\n`);
	}

	function reportDone(options: CommandOptions, { name, files, stale, ...counts }: Generated): void {
		for (const path of options.check ? [] : stale) out.write(`  ${shown(path)}\n`);
		const changes = options.check ? "all fresh" : `${stale.length} changed`;
		const content = [
			...(name === undefined ? [] : [count(counts.operations, "operation"), count(counts.schemas, "schema")]),
			...(options.graphql ? [count(counts.documents, "GraphQL document")] : []),
		].join(", ");
		out.write(
			`${name === undefined ? "" : `${name}: `}${content}; ${count(files.length, "file")} in ${shown(options.out)}, ${changes}.\n`,
		);
	}
}
