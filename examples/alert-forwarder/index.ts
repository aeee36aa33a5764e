/** A small server that receives webhooks of an uptime monitor and sends them as alerts: in batches, with back-off. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ClientOptions, createClient } from "@tenon/client";
import { createAlertSender } from "@tenon/client/alerts";
import { createGraphQL, ProjectAlertIntegrationsDocument } from "@tenon/client/graphql";
import { Misuse, numberOf, program, runIfStarted } from "../support/program";
import { Forwarder } from "./forwarder";
import { InvalidWebhook, translate } from "./translate";

/** URL and key of a project's first active integration. Only maintainers may read them. */
async function integrationOf(platform: ClientOptions, fullPath: string, signal: AbortSignal) {
	const integrations = createGraphQL(createClient(platform)).paginate(
		ProjectAlertIntegrationsDocument,
		{ fullPath },
		({ project }) => project?.alertManagementHttpIntegrations,
		{ signal },
	);
	for await (const { active, url, token } of integrations) if (active && url && token) return { url, key: token };
	throw new Misuse(`${fullPath} has no active alert integration that the user of TENON_TOKEN may see.`);
}

const largest = 1_048_576;

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	// Without an encoding, a stream of bytes returns Buffers.
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > largest) throw new InvalidWebhook(`The body has more than ${largest} bytes.`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}

async function respond(request: IncomingMessage, response: ServerResponse, forwarder: Forwarder): Promise<void> {
	const reply = (status: number, body: object): void =>
		void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
	if (request.method === "GET" && request.url === "/health") return reply(200, forwarder.counts);
	if (request.method !== "POST") return reply(405, { error: "POST a webhook, or GET /health." });
	try {
		const items = translate(await bodyOf(request));
		// All items or none: the sender can send the webhook again.
		if (!forwarder.add(items)) return reply(503, { error: "The queue is full. Send the webhook again later." });
		reply(202, { accepted: items.length });
	} catch (error) {
		if (!(error instanceof InvalidWebhook)) throw error;
		reply(422, { error: error.message });
	}
}

export const main = program({
	help: `
Usage: alert-forwarder [--port <number>] [--project <path>] [--batch <ms>]

Receives webhooks of an uptime monitor, and sends them as alerts:
{ "incidents": [{ "id", "check", "status": "open" | "closed", "impact", "startedAt", "endedAt" }] }
Webhooks that arrive close together go in one request. While the platform is down they wait, and are sent again with growing
pauses. GET /health returns the counts. Ctrl-C sends what is waiting, and ends.

  --port <number>    Default 8080; 0 picks a free port.
  --project <path>   Uses an alert integration of this project. Default acme/web. TENON_ALERT_URL and
                     TENON_ALERT_KEY set an integration directly.
  --batch <ms>       How long to collect webhooks before sending them. Default 250.
`,
	options: {
		port: { type: "string", default: "8080" },
		project: { type: "string", default: "acme/web" },
		batch: { type: "string", default: "250" },
	},
	async run({ values, platform, env, signal, print, report }) {
		const { TENON_ALERT_URL: url, TENON_ALERT_KEY: key } = env;
		const integration = url && key ? { url, key } : await integrationOf(platform, values.project, signal);
		const sender = createAlertSender(integration);
		const collect = numberOf("batch", values.batch, { most: 60_000 });
		const forwarder = new Forwarder((items) => sender.sendMetrics(items), { collect, onFailure: report });
		const server = createServer((request, response) => {
			respond(request, response, forwarder).catch(() => response.destroy());
		});
		server.listen(numberOf("port", values.port, { most: 65_535, isWhole: true }), "127.0.0.1");
		await once(server, "listening");
		// The address of a TCP server is never a string.
		const { port } = server.address() as AddressInfo;
		print(`Listening for webhooks at http://127.0.0.1:${port}/ for ${values.project}`);
		if (!signal.aborted) await once(signal, "abort");
		server.close();
		server.closeAllConnections();
		await forwarder.end();
		const { sent, dropped, waiting } = forwarder.counts;
		print(`${sent} sent, ${dropped} dropped, ${waiting} unsent`);
		return waiting + dropped > 0 ? 1 : 0;
	},
});

await runIfStarted(import.meta.url, main);
