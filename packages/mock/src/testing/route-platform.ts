import type { BrowserContext, Page, Request, Route } from "@playwright/test";
import type { RawHandler, RawResponse } from "../request/http/raw";

/** Returns the whole body of a response: a route cannot send it in pieces. */
async function wholeBody({ body, stream }: RawResponse): Promise<string | Buffer> {
	if (!stream) return typeof body === "string" ? body : Buffer.from(body ?? "");
	const pieces: Uint8Array[] = [];
	for await (const piece of stream) pieces.push(piece);
	return Buffer.concat(pieces);
}

/**
 * Routes all requests of a page, or of all pages of a context, below a base URL to a platform. A dropped or truncated
 * response aborts the route. When the page aborts a request, the platform stops holding or delaying it.
 *
 * @param baseUrl The base URL at which your application expects the platform. Nothing has to listen there.
 * @returns A function that ends the routing.
 * @example
 * import { chromium } from "@playwright/test";
 *
 * const page = await (await chromium.launch()).newPage();
 * const stop = await routePlatform(page, createPlatform({ seed: demo }), "https://platform.example.com");
 */
export async function routePlatform(
	target: Page | BrowserContext,
	platform: RawHandler,
	baseUrl: string,
): Promise<() => Promise<void>> {
	const base = new URL(baseUrl);
	const prefix = base.pathname.replace(/\/$/, "");
	const isBelow = ({ origin, pathname }: URL): boolean =>
		origin === base.origin && (pathname === prefix || pathname.startsWith(`${prefix}/`));
	const waiting = new Map<Request, AbortController>();
	const leave = (request: Request): void => waiting.get(request)?.abort();

	const respond = async (route: Route, request: Request): Promise<void> => {
		const controller = new AbortController();
		waiting.set(request, controller);
		try {
			const response = await platform.handle({
				method: request.method(),
				url: request.url(),
				headers: await request.allHeaders(),
				body: request.postDataBuffer(),
				signal: controller.signal,
			});
			if (response.broken !== undefined) await route.abort("connectionreset");
			else await route.fulfill({ status: response.status, headers: response.headers, body: await wholeBody(response) });
		} catch (error) {
			// The page was closed or aborted the request: nothing waits for the response.
			if (!controller.signal.aborted && !isClosed(error)) throw error;
		} finally {
			waiting.delete(request);
		}
	};

	target.on("requestfailed", leave);
	await target.route(isBelow, respond);
	return async () => {
		target.off("requestfailed", leave);
		for (const controller of waiting.values()) controller.abort();
		await target.unroute(isBelow, respond);
	};
}

const isClosed = (error: unknown): boolean =>
	error instanceof Error && /has been closed|was closed|already handled|ended/i.test(error.message);
