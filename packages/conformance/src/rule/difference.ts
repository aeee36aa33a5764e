/** The first place in which two JSON values differ. */
export interface JsonDifference {
	/** `/0/name`; `/` for the values themselves. */
	readonly path: string;
	readonly left: unknown;
	readonly right: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The first difference of two JSON values, as a pointer and both values there; undefined if they are equal. */
export function firstDifference(left: unknown, right: unknown, path = ""): JsonDifference | undefined {
	if (Object.is(left, right)) return undefined;
	if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right))
		return { path: path || "/", left, right };
	if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) {
		const at = left.findIndex((one, index) => firstDifference(one, right[index]) !== undefined);
		if (at < 0 || at >= right.length) return { path: `${path}/length`, left: left.length, right: right.length };
	}
	for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
		const found = firstDifference(left[key], right[key], `${path}/${key}`);
		if (found) return found;
	}
	return undefined;
}

const longest = 300;

/** A value as text for a message; long ones are cut. */
export function show(value: unknown): string {
	const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** `name at /0/id: expected 1, got 2`. */
export function describeDifference(what: string, actual: unknown, expected: unknown): string | undefined {
	const found = firstDifference(actual, expected);
	if (!found) return undefined;
	const where = found.path === "/" ? "" : ` at ${found.path}`;
	return `${what}${where}: expected ${show(found.right)}, got ${show(found.left)}`;
}
