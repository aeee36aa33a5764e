import type { Summary } from "../api/control";
import { outcomeOf } from "../parts/status-icon";

/** The filter of a request list. Written as `status:4xx user:guest is:refused some words`. */
export interface Filter {
	/** The words that the mock searches for in URLs and bodies. */
	readonly text: string;
	readonly passes: (entry: Summary) => boolean;
}

type Check = (entry: Summary, value: string) => boolean;

const verdicts: { readonly [name: string]: (entry: Summary) => boolean } = {
	refused: ({ status, operation }) => status >= 400 && status < 500 && operation !== undefined,
	failed: ({ status }) => status >= 500 || status === 0,
	unmatched: (entry) => outcomeOf(entry) === "unmatched",
	struck: (entry) => outcomeOf(entry) === "struck",
	broken: ({ conforms }) => conforms === false,
	changed: ({ changes }) => changes > 0,
};

/** The conditions, by the name before the colon. */
const checks: { readonly [name: string]: Check } = {
	status: ({ status }, value) =>
		new RegExp(`^${value.replace(/[^\dx]/gi, "").replaceAll(/x/gi, "\\d")}`).test(String(status)),
	user: ({ user }, value) => (user ?? "nobody") === value,
	op: ({ operation }, value) => operation?.toLowerCase() === value.toLowerCase(),
	method: ({ method }, value) => method.toLowerCase() === value.toLowerCase(),
	is: (entry, value) => verdicts[value]?.(entry) ?? false,
};

export const verdictNames = Object.keys(verdicts);

/** Parses the text of the filter field. A condition with an unknown name is a word. */
export function parseFilter(input: string): Filter {
	const parts = input.split(/\s+/).filter((part) => part !== "");
	const expected = new Map<string, string[]>();
	const words: string[] = [];
	for (const part of parts) {
		const [, name = "", value = ""] = /^(\w+):(.+)$/.exec(part) ?? [];
		if (Object.hasOwn(checks, name)) expected.set(name, [...(expected.get(name) ?? []), value]);
		else words.push(part);
	}
	// An entry must match at least one value of each name.
	const passes = (entry: Summary): boolean =>
		[...expected].every(([name, values]) => values.some((value) => checks[name]?.(entry, value)));
	return { text: words.join(" "), passes };
}

/** Adds a condition to the field's text, or removes it if it is there. */
export function toggleCondition(input: string, condition: string): string {
	const parts = input.split(/\s+/).filter((part) => part !== "");
	const rest = parts.filter((part) => part !== condition);
	return (rest.length < parts.length ? rest : [...parts, condition]).join(" ");
}
