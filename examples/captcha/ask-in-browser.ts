import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Challenge } from "@tenon/client/graphql";

const escaped = (text: string): string => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** A real page would load the script of the CAPTCHA service, which fills in the field. */
const page = ({ siteKey, spamLogId, operation }: Challenge): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Are you a person?</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 32rem; margin: 4rem auto; padding: 0 1rem } input, button { font: inherit }</style>
<h1>Are you a person?</h1>
<p>${escaped(operation ?? "The change")} needs a CAPTCHA: number ${spamLogId}, site key <code>${escaped(siteKey)}</code>.</p>
<form method="post"><label>Solution <input name="solution" required autofocus></label> <button>Send</button></form>
</html>`;

/** Serves a page with the challenge on loopback, and returns the solution that the user sends. Rejects on timeout. */
export async function askInBrowser(challenge: Challenge, onListening: (url: string) => void): Promise<string> {
	const { signal } = challenge;
	const server = createServer();
	const solution = new Promise<string>((resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		server.on("request", async (request: IncomingMessage, response: ServerResponse) => {
			if (request.method !== "POST") return response.setHeader("content-type", "text/html").end(page(challenge));
			let body = "";
			for await (const chunk of request.setEncoding("utf8")) body += chunk;
			response.end("Thank you. You may close this page.");
			resolve(new URLSearchParams(body).get("solution") ?? "");
		});
	});
	server.listen(0, "127.0.0.1", () => {
		// The address of a TCP server is never a string.
		const { port } = server.address() as AddressInfo;
		onListening(`http://127.0.0.1:${port}/`);
	});
	try {
		return await solution;
	} finally {
		server.close();
	}
}
