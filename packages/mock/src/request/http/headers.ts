/** Response headers that can be added to. */
export interface OpenHeaders {
	[name: string]: string;
}

/**
 * Returns a copy of headers, to add others to. Does not use a spread: adding a property after one takes 5 µs in V8,
 * even in the same literal.
 */
export const copyHeaders = (headers: Readonly<OpenHeaders>): OpenHeaders => Object.assign({}, headers);
