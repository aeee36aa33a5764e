/** The relevant parts of a Link header: targets, their relations, and quoted texts, which can look like either. */
const tokens = /<([^>]*)>|;\s*rel\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*)|"(?:[^"\\]|\\.)*"/gi;

/** Returns the target of a Link header with `rel="next"`; it can be relative. */
export function nextLink(header: string): string | undefined {
	let target: string | undefined;
	for (const [, url, relations] of header.matchAll(tokens))
		if (relations === undefined) target = url ?? target;
		else if (/(^|["\s])next($|["\s])/i.test(relations)) return target;
	return undefined;
}
