/** Ways in which a server can be wrong. */
import type { Break } from "./mutant";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the same request with another URL. */
async function readdressed(request: Request, change: (url: URL) => void): Promise<Request> {
	const url = new URL(request.url);
	change(url);
	const body = ["GET", "HEAD"].includes(request.method) ? null : await request.clone().arrayBuffer();
	return new Request(url, { method: request.method, headers: request.headers, body });
}

/** Returns the response with another body and the same headers. */
export const withBody = (response: Response, body: unknown, status = response.status): Response => {
	const headers = new Headers(response.headers);
	headers.delete("content-length");
	return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
};

/** Ignores parameters of the query. */
export const ignores =
	(...names: readonly string[]): Break =>
	async (request, pass) =>
		await pass(
			await readdressed(request, (url) => {
				for (const name of [...url.searchParams.keys()])
					if (names.some((one) => name === one || name.startsWith(`${one}[`))) url.searchParams.delete(name);
			}),
		);

/** Changes a parameter of the query, or adds it if it is missing. */
export const changesParameter =
	(name: string, change: (value: string | null) => string | null): Break =>
	async (request, pass) =>
		await pass(
			await readdressed(request, (url) => {
				const value = change(url.searchParams.get(name));
				if (value === null) url.searchParams.delete(name);
				else url.searchParams.set(name, value);
			}),
		);

/** Ignores headers of the request. */
export const ignoresHeaders =
	(...names: readonly string[]): Break =>
	async (request, pass) => {
		const copy = new Request(request);
		for (const name of names) copy.headers.delete(name);
		return await pass(copy);
	};

/** Authenticates every caller with a token of this kind as the user of another token. */
export const authenticatesAs =
	(isMeant: (token: string | null) => boolean, token: string): Break =>
	async (request, pass) => {
		const bearer = request.headers.get("authorization")?.replace(/^Bearer /i, "");
		if (!isMeant(request.headers.get("private-token") ?? bearer ?? null)) return await pass(request);
		const copy = new Request(request);
		copy.headers.delete("authorization");
		copy.headers.set("private-token", token);
		return await pass(copy);
	};

/** Changes the JSON of successful responses. */
export const responses =
	(change: (value: unknown, request: Request) => unknown): Break =>
	async (request, pass) => {
		const response = await pass(request);
		if (!response.ok || response.status === 204 || request.method === "HEAD") return response;
		const text = await response.text();
		const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
		return isJson
			? withBody(response, change(JSON.parse(text), request))
			: new Response(text, { status: response.status, headers: response.headers });
	};

/** Changes each record of a response, single or listed. */
export const records = (change: (record: Fields) => Fields): Break =>
	responses((value) =>
		Array.isArray(value)
			? value.map((one) => (isFields(one) ? change(one) : one))
			: isFields(value)
				? change(value)
				: value,
	);

/** Changes lists. */
export const lists = (change: (items: unknown[], request: Request) => unknown[]): Break =>
	responses((value, request) => (Array.isArray(value) ? change(value, request) : value));

/** Changes a header of the response, or leaves it out. */
export const changesHeader =
	(name: string, change: (value: string | null) => string | null): Break =>
	async (request, pass) => {
		const response = await pass(request);
		const value = change(response.headers.get(name));
		const headers = new Headers(response.headers);
		if (value === null) headers.delete(name);
		else headers.set(name, value);
		const isEmpty = [204, 304].includes(response.status);
		return new Response(isEmpty ? null : await response.arrayBuffer(), { status: response.status, headers });
	};

/** Replaces one status by another. */
export const changesStatus =
	(status: number, instead: number, body?: unknown): Break =>
	async (request, pass) => {
		const response = await pass(request);
		if (response.status !== status) return response;
		const text = status === 204 ? "" : await response.text();
		const headers = new Headers(response.headers);
		headers.delete("content-length");
		if (body !== undefined) headers.set("content-type", "application/json");
		const content = body === undefined ? text : JSON.stringify(body);
		return new Response(instead === 204 ? null : content, { status: instead, headers });
	};

/** Returns the response of a successful request, but undoes its effect. */
export const onlyPretends =
	(status: number): Break =>
	async (request, pass, platform) => {
		const before = platform.snapshot();
		const response = await pass(request);
		if (response.status === status) platform.restore(before);
		return response;
	};

/** Changes the fields of a JSON body before they are processed. */
export const changesFields =
	(change: (body: Fields) => Fields): Break =>
	async (request, pass) => {
		const isJson = request.headers.get("content-type")?.startsWith("application/json");
		if (!isJson) return await pass(request);
		const text = await request.clone().text();
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch {
			return await pass(request);
		}
		if (!isFields(value)) return await pass(request);
		const headers = new Headers(request.headers);
		headers.delete("content-length");
		return await pass(
			new Request(request.url, { method: request.method, headers, body: JSON.stringify(change(value)) }),
		);
	};

/** Ignores fields of a JSON body. */
export const ignoresFields = (...names: readonly string[]): Break =>
	changesFields((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));

/** Refuses requests, but they have an effect anyway. */
export const refusesButDoes =
	(
		statuses: readonly number[],
		does: (request: Request, pass: (request: Request) => Promise<Response>) => Promise<unknown>,
	): Break =>
	async (request, pass) => {
		const copy = request.clone();
		const response = await pass(request);
		if (statuses.includes(response.status)) await does(copy, pass);
		return response;
	};
