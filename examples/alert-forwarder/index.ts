/** A small server that takes another monitoring's webhooks and hands them on as alerts: in batches, with back-off. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ClientOptions, createClient } from "@tenon/client";
import { createAlertSender } from "@tenon/client/alerts";
import { createGraphQL, ProjectAlertIntegrationsDocument } from "@tenon/client/graphql";
import { Misuse, numberOf, program, runIfStarted } from "../support/program";
import { Forwarder } from "./forwarder";
import { translate, Unreadable } from "./translate";

/** Address and key of a project's first active integration, which maintainers may read. */
async function integrationOf(platform: ClientOptions, fullPath: string, signal: AbortSignal) {
	const integrations = createGraphQL(createClient(platform)).paginate(
		ProjectAlertIntegrationsDocument,
		{ fullPath },
		({ project }) => project?.alertManagementHttpIntegrations,
		{ signal },
	);
	for await (const { active, url, token } of integrations) if (active && url && token) return { url, key: token };
	throw new Misuse(`${fullPath} has no active alert integration that TENON_TOKEN's user may see.`);
}

const largest = 1_048_576;

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	// Without an encoding set a stream of bytes gives Buffers.
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > largest) throw new Unreadable(`The body has more than ${largest} bytes.`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}

async function answer(request: IncomingMessage, response: ServerResponse, forwarder: Forwarder): Promise<void> {
	const reply = (status: number, body: object): void =>
		void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
	if (request.method === "GET" && request.url === "/health") return reply(200, forwarder.counts);
	if (request.method !== "POST") return reply(405, { error: "POST a webhook, or GET /health." });
	try {
		const items = translate(await bodyOf(request));
		// Taken as a whole or not at all, so that the sender may simply send it again.
		if (!forwarder.take(items)) return reply(503, { error: "Too many are waiting. Send it again later." });
		reply(202, { taken: items.length });
	} catch (error) {
		if (!(error instanceof Unreadable)) throw error;
		reply(422, { error: error.message });
	}
}

export const main = program({
	help: `
Usage: alert-forwarder [--port <number>] [--project <path>] [--batch <ms>]

Takes webhooks of an uptime monitoring, { "incidents": [{ "id", "check", "status": "open" | "closed", "impact", "startedAt",
"endedAt" }] }, and hands them on as alerts. What comes within a moment goes in one request; while the platform is away they wait, and are sent
again with growing pauses. GET /health tells how many. Ctrl-C sends what is waiting, and ends.

  --port <number>    Default 8080; 0 takes a free one.
  --project <path>   Whose alert integration is used. Default acme/web. Not asked for where TENON_ALERT_URL and
                     TENON_ALERT_KEY name one.
  --batch <ms>       How long to gather. Default 250.
`,
	options: {
		port: { type: "string", default: "8080" },
		project: { type: "string", default: "acme/web" },
		batch: { type: "string", default: "250" },
	},
	async run({ values, platform, env, signal, print, tell }) {
		const { TENON_ALERT_URL: url, TENON_ALERT_KEY: key } = env;
		const integration = url && key ? { url, key } : await integrationOf(platform, values.project, signal);
		const sender = createAlertSender(integration);
		const gather = numberOf("batch", values.batch);
		const forwarder = new Forwarder((items) => sender.sendMetrics(items), { gather, onTrouble: tell });
		const server = createServer((request, response) => {
			answer(request, response, forwarder).catch(() => response.destroy());
		});
		server.listen(numberOf("port", values.port), "127.0.0.1");
		await once(server, "listening");
		// A TCP server's address is never a text.
		const { port } = server.address() as AddressInfo;
		print(`Taking webhooks at http://127.0.0.1:${port}/ for ${values.project}`);
		if (!signal.aborted) await once(signal, "abort");
		server.close();
		server.closeAllConnections();
		await forwarder.end();
		const { sent, dropped, waiting } = forwarder.counts;
		print(`${sent} sent, ${dropped} refused, ${waiting} left unsent`);
		return waiting + dropped > 0 ? 1 : 0;
	},
});

await runIfStarted(import.meta.url, main);
