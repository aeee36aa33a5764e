import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "../../packages/conformance/src/cli/main";
import { main as contract } from "../../packages/contract/src/cli/main";
import { run } from "../../packages/mock/src/cli/run";
import type { ShellCommand } from "./commands";
import { root } from "./documents";

// npm requires this shape.
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** Returns the output of one of our programs. */
async function outputOf(program: typeof run, ...args: string[]): Promise<string> {
	let text = "";
	const stream = {
		write(more: string) {
			text += more;
		},
	};
	await program(args, { out: stream, err: stream });
	return text;
}

/** Describes what is wrong with the arguments of one of our programs, according to its help. */
async function wrongArguments(program: typeof run, args: readonly string[]): Promise<string | undefined> {
	const [command = "", ...rest] = args;
	if (command.startsWith("-"))
		return (await outputOf(program, "--help")).includes(command) ? undefined : `no ${command}`;
	if (!new RegExp(`^  ${command}\\b`, "m").test(await outputOf(program, "--help"))) return `no command "${command}"`;
	const own = rest.slice(0, rest.includes("--") ? rest.indexOf("--") : undefined);
	// A command can have subcommands, such as `seed check`.
	const below = own.slice(0, 1).filter((word) => /^[a-z]+$/.test(word));
	const help = await outputOf(program, command, ...below, "--help");
	const options = own.filter((word) => /^--\w/.test(word)).map((word) => word.replace(/=.*/, ""));
	const unknown = options.filter((option) => !new RegExp(`\\s${option}(?![\\w-])`).test(help));
	return unknown.length > 0 ? `${command} has no ${unknown.join(", ")}` : undefined;
}

const programs: { readonly [name: string]: typeof run } = {
	"tenon-mock": run,
	"@tenon/mock": run,
	"tenon-conformance": main,
	"@tenon/conformance": main,
	"tenon-contract": contract,
	"@tenon/contract": contract,
};

/** Programs that any system has, or that the reader installs. */
const foreign = new Set([".ci/run", "git", "cd", "cat", "export", "kill", "pytest", "jq", "sleep", "wait", "chromium"]);

/** Describes what is wrong with a command, without running it. Undefined if it is correct. */
export async function wrong({ words }: ShellCommand): Promise<string | undefined> {
	const [first = "", second = "", third = ""] = words;
	if (first === "npm") {
		if (["ci", "i", "install", "pack", "ls"].includes(second)) return undefined;
		const script = second === "test" ? "test" : third;
		const target = scripts[script];
		if (!["run", "test"].includes(second) || target === undefined) return `package.json has no script "${script}"`;
		const args = words.includes("--") ? words.slice(words.indexOf("--") + 1) : [];
		if (script === "conformance") return await wrongArguments(main, args);
		return script === "mock" ? await wrongArguments(run, ["serve", ...args]) : undefined;
	}
	const [name = "", ...rest] = first === "npx" ? words.slice(1).filter((word) => word !== "-y") : words;
	const program = programs[name];
	if (program) return await wrongArguments(program, rest);
	if (first === "npx" && name === "vitest")
		return rest.filter((word) => word.startsWith("test/") && !existsSync(join(root, word))).join() || undefined;
	if (first === "npx" && ["changeset", "biome", "tsc"].includes(name)) return undefined;
	return foreign.has(first) ? undefined : `"${first}" is not a command that this test knows`;
}
