import type { RawRequest } from "../request/http/raw";

/** A request for the inspector's page or one of its files. */
export interface PageRequest {
	/** The path that the control API is below, such as `/_mock`. */
	readonly base: string;
	/** A file of the page, such as `assets/index.js`; undefined for the page itself. */
	readonly file: string | undefined;
	/** The world that the path names, and the path within the page. */
	readonly world: string | undefined;
	readonly path: string;
}

/** What of the page a request asks for; undefined for a call of the control API. */
export function pageRequest({ method, url, headers }: RawRequest): PageRequest | undefined {
	if (method !== "GET" && method !== "HEAD") return undefined;
	const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
	const [, prefix = "", world, below] = /^([\w.~/-]*?)(?:\/_world\/([\w.-]{1,64}))?\/_mock(\/.*)?$/.exec(path) ?? [];
	if (path === "" || !/\/_mock(?:\/|$)/.test(path)) return undefined;
	const [, file] = /^\/(assets\/[\w.-]+)$/.exec(below ?? "") ?? [];
	// A request that does not accept HTML gets the page only at the root, where the control API has nothing.
	const isRoot = below === undefined || below === "/";
	if (file === undefined && !isRoot && !/\btext\/html\b/i.test(headers.accept ?? "")) return undefined;
	return { base: `${prefix}/_mock`, file, world, path: below ?? "" };
}
