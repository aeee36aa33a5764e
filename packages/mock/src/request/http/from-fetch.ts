import type { Door, RawRequest, RawResponse } from "./raw";

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

/** A body whose connection breaks half-way. */
function breaking(body: Uint8Array): ReadableStream<Uint8Array> {
	let isSent = false;
	return new ReadableStream({
		pull(controller) {
			if (isSent) controller.error(new TypeError("terminated"));
			else controller.enqueue(body.slice(0, Math.floor(body.length / 2)));
			isSent = true;
		},
	});
}

/** An answer's body, for a `Response`. */
export function bodyInit({ body, broken }: RawResponse): BodyInit | null {
	// The bytes are ours alone; the cast is for the type's wish for a buffer that is not shared.
	if (broken !== "truncated" || body === null) return body as BodyInit | null;
	return breaking(typeof body === "string" ? new TextEncoder().encode(body) : body);
}

/** What a door answers, by way of `fetch`. */
export const fetchThrough =
	(door: Door) =>
	async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
		const answer = await door.handle(plainRequest(input, init) ?? (await fromRequest(new Request(input, init))));
		init?.signal?.throwIfAborted();
		if (answer.broken === "dropped") throw new TypeError("fetch failed");
		return new Response(bodyInit(answer), { status: answer.status, headers: answer.headers });
	};
