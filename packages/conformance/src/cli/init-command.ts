import { existsSync } from "node:fs";
import type { Command } from "commander";
import { sceneFields } from "../bench/scene";
import { actors, isActor } from "../rule/actors";
import { tokenVariable } from "../rule/hide-secrets";
import { Session } from "../run/session";
import { type Config, defaultConfig } from "./config";
import { addServerOptions, type ServerCommandOptions, serverOf } from "./server-options";
import type { Streams } from "./streams";
import { UsageError } from "./usage-error";
import { writeFile } from "./write-reports";

/** Adds the `init` command, which writes a configuration file for a server, with names of variables for its tokens. */
export function addInit(program: Command, { out }: Streams): void {
	const command = program.command("init").description("Inspect a server, and write a configuration file for it.");
	addServerOptions(command)
		.option("--out <file>", "the file to write", defaultConfig)
		.option("--force", "overwrite an existing file")
		.action(async (options: ServerCommandOptions & { readonly out: string; readonly force?: boolean }) => {
			if (existsSync(options.out) && !options.force)
				throw new UsageError(`${options.out} already exists. Use --force to overwrite it.`);
			const server = serverOf(options);
			const session = await Session.open({
				...server,
				mode: "read-only",
				seed: 1,
				label: "init",
				onExchange: () => {},
			});
			const tokens = Object.fromEntries(
				Object.keys(server.tokens ?? {}).flatMap((name) => (isActor(name) ? [[name, `$${tokenVariable(name)}`]] : [])),
			);
			const { values } = session.scene;
			const { baseUrl, tier, offering, dialect } = server;
			const config: Config = {
				baseUrl,
				...(tier && { tier }),
				...(offering && { offering }),
				...(dialect && { dialect }),
				tokens,
				scene: values,
			};
			writeFile(options.out, `${JSON.stringify(config, null, "\t")}\n`);
			out.write(`Wrote ${options.out}.\n`);
			for (const note of session.notes) out.write(`note: ${note}\n`);
			for (const [name, what] of Object.entries(sceneFields))
				if (!Object.hasOwn(values, name)) out.write(`scene.${name} was not found: ${what}\n`);
			for (const [name, what] of Object.entries(actors))
				if (!Object.hasOwn(tokens, name)) out.write(`tokens.${name} is missing: ${what}\n`);
		});
}
