import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Challenge } from "@tenon/client/graphql";

const escaped = (text: string): string => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** A real page would load the CAPTCHA service's script, which fills the field in. */
const page = ({ siteKey, spamLogId, operation }: Challenge): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Are you a person?</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 32rem; margin: 4rem auto; padding: 0 1rem } input, button { font: inherit }</style>
<h1>Are you a person?</h1>
<p>${escaped(operation ?? "The change")} is challenged: number ${spamLogId}, site key <code>${escaped(siteKey)}</code>.</p>
<form method="post"><label>Answer <input name="answer" required autofocus></label> <button>Send</button></form>
</html>`;

/** Serves a page with the challenge on loopback, and gives what is answered there. Rejects when the challenge's time is over. */
export async function askInBrowser(challenge: Challenge, tell: (url: string) => void): Promise<string> {
	const { signal } = challenge;
	const server = createServer();
	const answer = new Promise<string>((resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		server.on("request", async (request: IncomingMessage, response: ServerResponse) => {
			if (request.method !== "POST") return response.setHeader("content-type", "text/html").end(page(challenge));
			let body = "";
			for await (const chunk of request.setEncoding("utf8")) body += chunk;
			response.end("Thank you. You may close this page.");
			resolve(new URLSearchParams(body).get("answer") ?? "");
		});
	});
	server.listen(0, "127.0.0.1", () => {
		// A TCP server's address is never a text.
		const { port } = server.address() as AddressInfo;
		tell(`http://127.0.0.1:${port}/`);
	});
	try {
		return await answer;
	} finally {
		server.close();
	}
}
