import type { Document } from "./documents";

/** A fenced block in a text. */
export interface Block {
	readonly path: string;
	/** The number of its first line of code, starting at 1. */
	readonly line: number;
	readonly language: string;
	/** The words after the language, such as `excerpt` for code that uses names of the reader. */
	readonly info: string;
	readonly code: string;
}

/** Returns the fenced blocks of a text, in order. */
export function blocksOf({ path, text }: Document): Block[] {
	const blocks: Block[] = [];
	let open: { fence: string; language: string; info: string; line: number; code: string[] } | undefined;
	for (const [index, line] of text.split("\n").entries()) {
		const [, fence = "", language = "", info = ""] = /^\s*(`{3,})([^\s`]*)[ \t]*([^`]*)$/.exec(line) ?? [];
		if (!open && fence) open = { fence, language, info: info.trim(), line: index + 2, code: [] };
		else if (open && fence.length >= open.fence.length && language === "") {
			const { fence: _, code, ...rest } = open;
			blocks.push({ path, ...rest, code: `${code.join("\n")}\n` });
			open = undefined;
		} else open?.code.push(line);
	}
	if (open) throw new Error(`${path}:${open.line - 1}: this block is never closed.`);
	return blocks;
}
