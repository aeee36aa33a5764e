import type { RawRequest } from "./raw";

/** A `Request` as the platform takes it. Reads the body to its end. */
export async function fromRequest(request: Request): Promise<RawRequest> {
	return {
		method: request.method,
		url: request.url,
		headers: Object.fromEntries(request.headers),
		body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
	};
}

/**
 * The same from what `fetch` is called with, where that says everything plainly: making a `Request` only to read it
 * again costs more than answering it. Undefined where it does not, and a `Request` has to be made.
 */
export function plainRequest(input: Request | URL | string, init: RequestInit = {}): RawRequest | undefined {
	const { method = "GET", body = null, headers } = init;
	if (typeof input !== "string" && !(input instanceof URL)) return undefined;
	if ((body !== null && typeof body !== "string") || Array.isArray(headers)) return undefined;
	if (init.signal?.aborted || !/^[A-Z]+$/.test(method)) return undefined;
	const url = String(input);
	if (!/^https?:\/\//.test(url) || /\/\.\.?(?:\/|$)|[\s\\]/.test(url)) return undefined;
	const named: { [name: string]: string } = {};
	if (headers instanceof Headers) for (const [name, value] of headers) named[name] = value;
	else for (const [name, value] of Object.entries(headers ?? {})) named[name.toLowerCase()] = value;
	if (body !== null && named["content-type"] === undefined) named["content-type"] = "text/plain;charset=UTF-8";
	return { method, url, headers: named, body };
}
