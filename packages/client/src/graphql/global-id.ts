import { UsageError } from "../errors/errors";

/**
 * Writes a Global ID. Throws a UsageError for an invalid class or number.
 *
 * @example
 * await graphql.request(RunnerDocument, { id: globalId("Ci::Runner", runner.id) });
 */
export function globalId(className: string, id: number): string {
	if (!/^[A-Z]\w*(::[A-Z]\w*)*$/.test(className)) throw new UsageError("className", "must be the name of a class");
	if (!Number.isSafeInteger(id) || id < 0) throw new UsageError("id", "must be the number of a record");
	return `gid://service/${className}/${id}`;
}

/**
 * Reads the class and the number from a Global ID. Throws a UsageError if the text is not a Global ID, or if its class
 * is not the expected one.
 *
 * @example
 * const { id } = parseGlobalId(data.runner.id, "Ci::Runner"); // the REST id
 */
export function parseGlobalId(text: string, expected?: string): { readonly className: string; readonly id: number } {
	const [, className, id] = /^gid:\/\/service\/([A-Z]\w*(?:::[A-Z]\w*)*)\/(\d{1,15})$/.exec(text) ?? [];
	if (className === undefined) throw new UsageError("id", "is not a Global ID");
	if (expected !== undefined && className !== expected) throw new UsageError("id", `does not name a ${expected}`);
	return { className, id: Number(id) };
}
