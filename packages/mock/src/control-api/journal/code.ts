import type { Exchange } from "../../control/exchange";
import { isRecord } from "../../lib/is-record";
import type { ControlCall } from "../call";
import { exchangeOf } from "./detail";

/** A request as code to paste. Tokens come from the environment variable TENON_TOKEN: the journal shows no secret. */
interface Code {
	readonly curl: string;
	/** By `@tenon/client`; null for what is no operation of REST. */
	readonly client: string | null;
	readonly vitest: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A value as a literal of TypeScript, names without quotes where they need none. */
const literal = (value: unknown): string =>
	(JSON.stringify(value, null, "\t") ?? "undefined").replace(/^(\t*)"([A-Za-z_]\w*)":/gm, "$1$2:");

const bodyText = (body: unknown): string | undefined =>
	body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);

function curlOf(
	url: string,
	method: string,
	type: string | undefined,
	body: string | undefined,
	isSignedIn: boolean,
): string {
	const lines = [`curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(url)}`];
	if (isSignedIn) lines.push('-H "PRIVATE-TOKEN: $TENON_TOKEN"');
	if (body !== undefined) lines.push(`-H ${quoted(`Content-Type: ${type ?? "text/plain"}`)}`, `-d ${quoted(body)}`);
	return lines.join(" \\\n  ");
}

function clientOf({ row, operation }: Exchange, origin: string, params: unknown, isSignedIn: boolean): string | null {
	if (!row || operation === "sendAlert" || !row.method) return null;
	const token = isSignedIn ? ', auth: { token: process.env.TENON_TOKEN ?? "" }' : "";
	return `import { createClient } from "@tenon/client";

const tenon = createClient({ baseUrl: ${JSON.stringify(origin)}${token} });
const result = await tenon.${row.method}(${literal(params)});
`;
}

/** A request of the journal as a curl call, a call of the client and a test. */
export function codeOf(call: ControlCall): Code {
	const exchange = exchangeOf(call, call.id);
	const entry = call.platform.journal.entryOf(exchange);
	const [, origin = `http://${call.request.headers.host ?? "127.0.0.1:4010"}`] =
		/^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)/i.exec(call.request.url) ?? [];
	const path = entry.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
	const headers = exchange.sent.headers;
	const isSignedIn = Boolean(headers["private-token"] ?? headers.authorization ?? headers.cookie);
	const body = bodyText(entry.requestBody);
	const type = headers["content-type"];
	// What was refused early was not read as parameters.
	const params = { ...entry.params, ...(isRecord(entry.requestBody) ? entry.requestBody : {}) };
	const options = [
		...(entry.method === "GET" ? [] : [`method: ${JSON.stringify(entry.method)}`]),
		...(isSignedIn || body !== undefined
			? [
					`headers: { ${[
						...(isSignedIn ? ['"PRIVATE-TOKEN": process.env.TENON_TOKEN ?? ""'] : []),
						...(body === undefined ? [] : [`"Content-Type": ${JSON.stringify(type ?? "text/plain")}`]),
					].join(", ")} }`,
				]
			: []),
		...(body === undefined
			? []
			: [
					`body: ${isRecord(entry.requestBody) ? `JSON.stringify(${literal(entry.requestBody).replaceAll("\n", "\n\t\t")})` : JSON.stringify(body)}`,
				]),
	];
	const init = options.length === 0 ? "" : `, {\n\t\t${options.join(",\n\t\t")},\n\t}`;
	const name = `${entry.operation ?? `${entry.method} ${entry.path}`} responds with ${entry.status}${entry.user ? ` to ${entry.user}` : ""}`;
	return {
		curl: curlOf(`${origin}${path}`, entry.method, type, body, isSignedIn),
		client: clientOf(exchange, origin, params, isSignedIn),
		vitest: `import { test } from "@tenon/mock/vitest";

test(${JSON.stringify(name)}, async ({ fetch, expect }) => {
	const response = await fetch(${JSON.stringify(`http://platform.test${path}`)}${init});
	expect(response.status).toBe(${entry.status});${entry.operation ? "\n\tawait expect(response).toMatchContract();" : ""}
});
`,
	};
}
