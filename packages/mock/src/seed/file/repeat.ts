/** Matches `{n}` in the texts of a record with `repeat`. */

const place = /\{n(?:([*+-])(\d{1,9}))?(?::(\d{1,2}))?((?:\|[^{}|]*)+)?\}/g;
const alone = /^\{n(?:[*+-]\d{1,9})?\}$/;

function written(n: number, sign = "", by = "0", width = "", choices = ""): string {
	const amount = Number(by);
	const number = sign === "*" ? n * amount : sign === "-" ? n - amount : n + amount;
	if (choices === "") return String(number).padStart(Number(width), "0");
	const all = choices.slice(1).split("|");
	return all[(((number - 1) % all.length) + all.length) % all.length]?.trim() ?? "";
}

/**
 * Replaces `{n}` by a number in all texts of a value: `{n*15}`, `{n+100}`, `{n-1}`, padded as `{n:03}`, or one of
 * several texts in turn, `{n|success|failed}`. A text that is nothing but such a placeholder becomes a number. Nested
 * records with their own `repeat` are not changed.
 */
export function numbered(value: unknown, n: number): unknown {
	if (typeof value === "string") {
		if (!value.includes("{n")) return value;
		const text = value.replace(place, (_all, sign, by, width, choices) => written(n, sign, by, width, choices));
		return alone.test(value) ? Number(text) : text;
	}
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => numbered(one, n));
	if (Object.hasOwn(value, "repeat")) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, numbered(one, n)]));
}
