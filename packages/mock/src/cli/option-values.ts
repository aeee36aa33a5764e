/** Parsers of option values. */

import { parseTime } from "../lib/parse-time";

/** Thrown for an invalid value of an option; the message says what is valid. Commander recognizes it by its code. */
export class InvalidValue extends Error {
	readonly code = "commander.invalidArgument";
	readonly exitCode = 1;
}

/** Returns a parser of whole numbers within bounds. */
export const wholeNumber =
	(from: number, to: number) =>
	(text: string): number => {
		const number = Number(text);
		if (!/^\d+$/.test(text) || number < from || number > to)
			throw new InvalidValue(`Expected a number from ${from} to ${to}.`);
		return number;
	};

/** Parses the path of a file. Refuses an empty text, which shells pass for an unset variable. */
export function file(text: string): string {
	if (text === "") throw new InvalidValue("Expected the path of a file.");
	return text;
}

export function address(text: string): string {
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
		throw new InvalidValue("Expected an http(s) URL such as https://platform.example.com.");
	return text.replace(/\/+$/, "");
}

export function time(text: string): string {
	if (Number.isNaN(parseTime(text))) throw new InvalidValue("Expected a time such as 2026-01-01T00:00:00Z.");
	return text;
}

/** Collects the values of an option that can be repeated. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
