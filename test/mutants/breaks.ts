/** Ways in which a server can be wrong. */
import type { Break } from "./mutant";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** The same request to another address. */
async function readdressed(request: Request, change: (url: URL) => void): Promise<Request> {
	const url = new URL(request.url);
	change(url);
	const body = ["GET", "HEAD"].includes(request.method) ? null : await request.clone().arrayBuffer();
	return new Request(url, { method: request.method, headers: request.headers, body });
}

/** A response with another body and the same headers. */
export const withBody = (response: Response, body: unknown, status = response.status): Response => {
	const headers = new Headers(response.headers);
	headers.delete("content-length");
	return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
};

/** Parameters of the query are ignored. */
export const ignores =
	(...names: readonly string[]): Break =>
	async (request, pass) =>
		await pass(
			await readdressed(request, (url) => {
				for (const name of [...url.searchParams.keys()])
					if (names.some((one) => name === one || name.startsWith(`${one}[`))) url.searchParams.delete(name);
			}),
		);

/** A parameter of the query is changed, or added if it is missing. */
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

/** Headers of the request are ignored. */
export const ignoresHeaders =
	(...names: readonly string[]): Break =>
	async (request, pass) => {
		const copy = new Request(request);
		for (const name of names) copy.headers.delete(name);
		return await pass(copy);
	};

/** Anyone with a token of this kind is authenticated as the user of another token. */
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

/** The JSON of successful responses is changed. */
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

/** Each record of a response, single or listed, is changed. */
export const records = (change: (record: Fields) => Fields): Break =>
	responses((value) =>
		Array.isArray(value)
			? value.map((one) => (isFields(one) ? change(one) : one))
			: isFields(value)
				? change(value)
				: value,
	);

/** Lists are changed. */
export const lists = (change: (items: unknown[], request: Request) => unknown[]): Break =>
	responses((value, request) => (Array.isArray(value) ? change(value, request) : value));

/** A header of the response is changed, or left out. */
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

/** A response with one status gets another. */
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

/** The response is the one of a successful request, but the request has no effect. */
export const onlyPretends =
	(status: number): Break =>
	async (request, pass, platform) => {
		const before = platform.snapshot();
		const response = await pass(request);
		if (response.status === status) platform.restore(before);
		return response;
	};

/** The fields of a JSON body are changed before they are processed. */
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

/** Fields of a JSON body are ignored. */
export const ignoresFields = (...names: readonly string[]): Break =>
	changesFields((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));

/** Refused requests have an effect all the same. */
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
