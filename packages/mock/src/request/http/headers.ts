/** Response headers that may still grow. */
export interface OpenHeaders {
	[name: string]: string;
}

/**
 * A copy of headers to add others to. It is not spread: in V8 to add a property behind a spread takes 5 µs, also in the same
 * literal.
 */
export const copyHeaders = (headers: Readonly<OpenHeaders>): OpenHeaders => Object.assign({}, headers);
