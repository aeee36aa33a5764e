/**
 * One conversation with a platform through any entry point: the same requests in the same order, and the responses.
 * Uses a plain `fetch` and imports nothing, so that it runs unchanged in any runtime.
 */

/** A request as it is sent over the wire. */
export interface RawRequest {
	method: string;
	/** The path with the query, relative to the platform's base URL. */
	path: string;
	headers: { [name: string]: string };
	/** The body as base64. */
	body: string | null;
}

export interface Conversation {
	/** The state of the platform before each request, as a state file. */
	state: string;
	requests: readonly RawRequest[];
}

export interface Turn {
	request: string;
	status: number;
	headers: [string, string][];
	/** The body as text, or as base64 for bytes. */
	body: string;
}

export interface EntryPoint {
	/** The platform's base URL, without a trailing slash. */
	baseUrl: string;
	fetch: (input: string, init: RequestInit) => Promise<Response>;
	/** The base URL of the control API, if it differs. */
	controlUrl?: string;
}

/** The headers that differ between responses, and those that frame a response on the wire. */
const framing: ReadonlySet<string> = new Set(
	// The etag depends on the body, which contains the base URL of the entry point.
	"x-request-id etag date connection keep-alive content-length transfer-encoding".split(" "),
);

/** Sends the requests. Returns the responses, with `https://platform.example.com` in place of the base URL. */
export async function converse(entryPoint: EntryPoint, { state, requests }: Conversation): Promise<Turn[]> {
	const { baseUrl, fetch, controlUrl = baseUrl } = entryPoint;
	const { hostname } = new URL(baseUrl);
	const neutral = (text: string): string =>
		text.replaceAll(baseUrl, "https://platform.example.com").replaceAll(`git@${hostname}`, "git@platform.example.com");
	const control = async (method: string, path: string, body: string): Promise<void> => {
		const response = await fetch(`${controlUrl}/_mock${path}`, { method, body });
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	};
	const snapshot = '{"snapshot":"beginning"}';
	await control("PUT", "/state", state);
	await control("POST", "/snapshot", snapshot);
	const turns: Turn[] = [];
	for (const { method, path, headers, body } of requests) {
		const bytes = body === null ? null : Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
		const response = await fetch(baseUrl + path, { method, headers, body: bytes });
		const received = new Uint8Array(await response.arrayBuffer());
		const isImage = response.headers.get("content-type")?.startsWith("image/");
		turns.push({
			request: `${method} ${path}`,
			status: response.status,
			headers: [...response.headers]
				.filter(([name]) => !framing.has(name))
				.map(([name, value]): [string, string] => [name, neutral(value)])
				.sort(([a], [b]) => (a < b ? -1 : 1)),
			body: isImage ? btoa(String.fromCharCode(...received)) : neutral(new TextDecoder().decode(received)),
		});
		if (!/^(GET|HEAD|OPTIONS)$/.test(method)) await control("POST", "/restore", snapshot);
	}
	return turns;
}
