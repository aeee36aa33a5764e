import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overHttp } from "./http-transport";
import { overFetch, type Transport, type WireRequest } from "./transport";

const echo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
	const { "content-type": type, "content-length": length, "x-one": one } = request.headers;
	const body = (await text(request)).replaceAll(/form[\w-]+/g, "boundary");
	const sent = { method: request.method, url: request.url, type: type?.replace(/form[\w-]+$/, "boundary"), one, body };
	response.setHeader("set-cookie", ["a=1", "b=2"]);
	response.end(JSON.stringify({ ...sent, isFramed: length !== undefined }));
};

const pages: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
	"/echo?a=%20b": echo,
	"/gzip": (_, response) => response.setHeader("content-encoding", "gzip").end(gzipSync("ä".repeat(1000))),
	"/mark": (_, response) => response.end("\uFEFF{}"),
	"/moved": (_, response) => response.writeHead(302, { location: "/echo" }).end("elsewhere"),
	"/nothing": (_, response) => response.writeHead(204).end(),
	"/silent": () => {},
	"/endless": (_, response) => {
		const write = (): void => {
			while (!response.destroyed && response.write("x".repeat(2 ** 20)));
		};
		response.on("drain", write);
		write();
	},
	"/bomb": (_, response) => response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(2 ** 27))),
	"/half": (_, response) => response.writeHead(200, { "content-length": 10 }).write("half"),
	"/cut": (_, response) => response.writeHead(200, { "content-length": 10 }).write("half", () => response.destroy()),
};

const server = createServer((request, response) => pages[request.url ?? ""]?.(request, response));
let baseUrl = "";
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	// The address of a server that listens on a port is an AddressInfo.
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const form = (): FormData => {
	const data = new FormData();
	data.append("file", new File(["ä"], "a.txt", { type: "text/plain" }));
	return data;
};

/** What a caller sees of a response, without the date and the headers of the connection. */
async function seen(transport: Transport, request: Partial<WireRequest> & { path: string }) {
	const { path, ...rest } = request;
	const response = await transport({ method: "GET", headers: {}, body: undefined, url: baseUrl + path, ...rest }, 5000);
	const headers = [...response.headers].filter(([name]) => !["date", "connection", "keep-alive"].includes(name));
	return { ...response, headers };
}

describe("The HTTP client, beside fetch", () => {
	it.each<[string, Partial<WireRequest> & { path: string }]>([
		["a GET", { path: "/echo?a=%20b", headers: { "X-One": "1" } }],
		["a POST without a body", { path: "/echo?a=%20b", method: "POST" }],
		[
			"JSON",
			{ path: "/echo?a=%20b", method: "PUT", headers: { "Content-Type": "application/json" }, body: '{"a":"ä"}' },
		],
		["a text without a type", { path: "/echo?a=%20b", method: "POST", body: "ä" }],
		["bytes", { path: "/echo?a=%20b", method: "POST", body: new TextEncoder().encode("ä") }],
		["a form", { path: "/echo?a=%20b", method: "POST", body: form() }],
		["a DELETE with a body", { path: "/echo?a=%20b", method: "DELETE", body: "{}" }],
		["a compressed response", { path: "/gzip" }],
		["a byte order mark", { path: "/mark" }],
		["a redirect", { path: "/moved" }],
		["no content", { path: "/nothing" }],
		["a HEAD", { path: "/mark", method: "HEAD" }],
	])("sends and reads %s like fetch", async (_, request) => {
		expect(await seen(overHttp(), request)).toEqual(await seen(overFetch(fetch), request));
	});

	it.each([
		["/endless", /more than 67108864 bytes/],
		["/bomb", /larger than 67108864 bytes/],
	])("rejects a response that is too long before it fills the memory: %s", async (path, message) => {
		const request = { method: "GET", url: baseUrl + path, headers: {}, body: undefined };
		await expect(overHttp()(request, 30_000)).rejects.toThrow(message);
	});

	it("rejects a response that takes too long, also of a fetch that does not look at its signal", async () => {
		const request = { method: "GET", url: baseUrl, headers: {}, body: undefined };
		const silent = overFetch(() => new Promise(() => {}));
		await expect(silent(request, 50)).rejects.toMatchObject({ name: "TimeoutError" });
	});

	it.each(["/silent", "/half"])("rejects a response that takes too long: %s", async (path) => {
		const request = { method: "GET", url: baseUrl + path, headers: {}, body: undefined };
		for (const transport of [overHttp(), overFetch(fetch)])
			await expect(transport(request, 50)).rejects.toMatchObject({ name: "TimeoutError" });
	});

	it("rejects a response that ends too early", async () => {
		await expect(seen(overHttp(), { path: "/cut" })).rejects.toThrow("other side closed");
	});
});
