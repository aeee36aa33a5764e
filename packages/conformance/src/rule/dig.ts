import { isFields } from "./response";

/** Walks into nested objects and lists of a GraphQL response. */
export function dig(value: unknown, ...path: readonly (string | number)[]): unknown {
	let found = value;
	for (const key of path) {
		if (Array.isArray(found) && typeof key === "number") found = found[key];
		else if (isFields(found)) found = found[key];
		else return undefined;
	}
	return found;
}
