import type { Block } from "./blocks";

/** A command of a `sh` block. */
export interface ShellCommand {
	readonly path: string;
	readonly line: number;
	/** As it stands, without its comment. */
	readonly text: string;
	readonly words: readonly string[];
	/** What stands behind `#`. */
	readonly comment: string;
}

/** The words of a command, as a shell cuts them; variables stay as they are. */
const wordsOf = (text: string): string[] =>
	[...text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));

/** Cuts a line at what joins commands (`&&`, `|`, `;`, `&`), outside of quotes. */
const parts = (line: string): string[] =>
	(line.match(/(?:'[^']*'|"[^"]*"|[^'"&|;]|(?<=[<>])&)+/g) ?? []).map((part) => part.trim()).filter(Boolean);

/** The commands of a `sh` block; those that a `|` or `&&` joins are told one by one. */
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
