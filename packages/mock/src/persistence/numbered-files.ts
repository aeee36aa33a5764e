import { readdirSync } from "node:fs";
import { codeOf } from "../lib/code-of";

/** A file that is named for something that has an order and a name: `0003-before.json`. */
export interface NumberedFile {
	readonly number: number;
	readonly name: string;
	/** The file's name in its folder. */
	readonly file: string;
}

/** Capital letters are marked: `A` and `a` are one name to some file systems. */
const escaped = (name: string): string => name.replace(/[A-Z]/g, (letter) => `~${letter.toLowerCase()}`);
const unescaped = (text: string): string => text.replace(/~([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The file of a name, which has nothing but letters, digits, dots, dashes and underscores. */
export const numberedFile = (number: number, name: string): NumberedFile => ({
	number,
	name,
	file: `${String(number).padStart(4, "0")}-${escaped(name)}.json`,
});

/** The files of a folder that have a number and a name, in the order of their numbers; none if there is no folder. */
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
