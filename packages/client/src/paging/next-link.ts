/** What matters of a Link header: targets, their relations, and quoted texts, which may look like either. */
const tokens = /<([^>]*)>|;\s*rel\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*)|"(?:[^"\\]|\\.)*"/gi;

/** The target with `rel="next"` of a Link header; it may be relative. */
export function nextLink(header: string): string | undefined {
	let target: string | undefined;
	for (const [, url, relations] of header.matchAll(tokens))
		if (relations === undefined) target = url ?? target;
		else if (/(^|["\s])next($|["\s])/i.test(relations)) return target;
	return undefined;
}
