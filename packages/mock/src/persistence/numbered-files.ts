import { readdirSync } from "node:fs";
import { codeOf } from "../lib/code-of";

/** A file whose name consists of a number and a name, such as `0003-before.json`. */
export interface NumberedFile {
	readonly number: number;
	readonly name: string;
	/** The file's name in its folder. */
	readonly file: string;
}

/** Marks capital letters, because some file systems do not distinguish `A` and `a`. */
const escaped = (name: string): string => name.replace(/[A-Z]/g, (letter) => `~${letter.toLowerCase()}`);
const unescaped = (text: string): string => text.replace(/~([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the file for a name, which may only contain letters, digits, dots, dashes and underscores. */
export const numberedFile = (number: number, name: string): NumberedFile => ({
	number,
	name,
	file: `${String(number).padStart(4, "0")}-${escaped(name)}.json`,
});

/** Returns the numbered files of a folder, sorted by number; none if the folder does not exist. */
export function numberedFiles(folder: string): NumberedFile[] {
	let files: string[];
	try {
		files = readdirSync(folder);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return [];
		throw error;
	}
	return files
		.flatMap((file) => {
			const [, number, name] = /^(\d{4,})-([\w.~-]+)\.json$/.exec(file) ?? [];
			return number === undefined || name === undefined
				? []
				: [{ number: Number(number), name: unescaped(name), file }];
		})
		.sort((a, b) => a.number - b.number);
}
