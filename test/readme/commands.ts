import type { Block } from "./blocks";

/** A command in a `sh` block. */
export interface ShellCommand {
	readonly path: string;
	readonly line: number;
	/** The command as written, without its comment. */
	readonly text: string;
	readonly words: readonly string[];
	/** The text after `#`. */
	readonly comment: string;
}

/** Splits a command into words like a shell. Variables stay unchanged. */
const wordsOf = (text: string): string[] =>
	[...text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));

/** Splits a line at the operators between commands (`&&`, `|`, `;`, `&`), outside of quotes. */
const parts = (line: string): string[] =>
	(line.match(/(?:'[^']*'|"[^"]*"|[^'"&|;]|(?<=[<>])&)+/g) ?? []).map((part) => part.trim()).filter(Boolean);

/** Returns the commands in a `sh` block. Commands that are joined by `|` or `&&` are separate. */
export function commandsOf({ path, line: first, code }: Block): ShellCommand[] {
	const found: ShellCommand[] = [];
	let line = first;
	for (const whole of code.split(/(?<!\\)\n/)) {
		const joined = whole.replace(/\\\n\s*/g, " ");
		const [, text = "", comment = ""] = /^((?:'[^']*'|"[^"]*"|[^'"#]|(?<=\S)#)*)(?:#\s*(.*))?$/.exec(joined) ?? [];
		for (const part of parts(text)) {
			const words = wordsOf(part);
			while (/^[A-Z_]+=/.test(words[0] ?? "")) words.shift();
			found.push({ path, line, text: part, words, comment });
		}
		line += whole.split("\n").length;
	}
	return found;
}
