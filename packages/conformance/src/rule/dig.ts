import { isFields } from "./answer";

/** Walks into nested objects and lists of a GraphQL answer. */
export function dig(value: unknown, ...path: readonly (string | number)[]): unknown {
	let found = value;
	for (const key of path) {
		if (Array.isArray(found) && typeof key === "number") found = found[key];
		else if (isFields(found)) found = found[key];
		else return undefined;
	}
	return found;
}
