/** One link of a Link header, cut off where it ends. */
const link = /\s*<([^>]*)>((?:\s*;\s*[^=;,\s"]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)\s*(?:,|$)/y;
const parameter = /;\s*([^=;,\s"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/g;

/** The target with `rel="next"` of a Link header; it may be relative. */
export function nextLink(header: string): string | undefined {
	for (let at = 0; at < header.length; ) {
		link.lastIndex = at;
		const [whole, target, parameters = ""] = link.exec(header) ?? [];
		if (whole === undefined) {
			// What is not a link is skipped, up to the next one.
			const next = header.indexOf("<", at + 1);
			if (next < 0) return undefined;
			at = next;
			continue;
		}
		for (const [, name, quoted, plain = ""] of parameters.matchAll(parameter)) {
			const relations = (quoted?.replace(/\\(.)/g, "$1") ?? plain).toLowerCase().split(/\s+/);
			if (name?.toLowerCase() === "rel" && relations.includes("next")) return target;
		}
		at += whole.length;
	}
	return undefined;
}
