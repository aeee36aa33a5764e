/** The requests of the conversation: a successful request of each operation, and the same with faults. */
import { createClient, type Tenon } from "@tenon/client";
import { createPlatform, demo } from "@tenon/mock";
import { restOperations } from "../../packages/conformance/src/generators/rest-operations";
import { planner } from "../support/planned";
import type { Conversation, RawRequest } from "./conversation";

/** The clock of every platform in the conversation. */
export const clock = "2026-01-05T09:30:00.000Z";
const baseUrl = "https://platform.example.com";

/** Calls the client's method for an operation, as the table of operations names it. */
export function callMethod(tenon: Tenon, method: string, params: object): PromiseLike<unknown> {
	const [resource = "", name = ""] = method.split(".");
	// The table lists every method of the client, but the client's type cannot be indexed by a string.
	const resources = tenon as unknown as Record<string, Record<string, (params: object) => PromiseLike<unknown>>>;
	const call = resources[resource]?.[name];
	if (!call) throw new Error(`The client has no method ${method}.`);
	return call(params);
}

async function raw(request: Request): Promise<RawRequest> {
	const { "user-agent": _, ...headers } = Object.fromEntries(request.headers);
	const body = new Uint8Array(await request.arrayBuffer());
	return {
		method: request.method,
		path: request.url.slice(baseUrl.length),
		headers,
		body: body.length === 0 ? null : btoa(String.fromCharCode(...body)),
	};
}

/** Yields a request with a wrong caller, path, header or body. */
function* variants(request: RawRequest): Generator<RawRequest> {
	const { method, path, headers, body } = request;
	const { "private-token": token, ...anonymous } = headers;
	yield request;
	yield { ...request, path: path.replace(/(?=\?|$)/, "/nothing") };
	yield { ...request, method: method === "GET" ? "HEAD" : "OPTIONS", body: null };
	yield { ...request, headers: { ...headers, accept: "application/xml" } };
	yield { ...request, headers: { ...headers, "if-unmodified-since": "Mon, 05 Jan 2015 09:30:00 GMT" } };
	if (token) yield { ...request, headers: anonymous };
	if (token) yield { ...request, headers: { ...headers, "private-token": "guest-token" } };
	if (body) yield { ...request, headers: { ...headers, "content-type": "application/json" }, body: btoa("{") };
	if (body) yield { ...request, headers: { ...headers, "content-type": "application/xml" } };
}

const post = (path: string, headers: { [name: string]: string }, body: unknown): RawRequest => ({
	method: "POST",
	path,
	headers: { "content-type": "application/json", ...headers },
	body: btoa(typeof body === "string" ? body : JSON.stringify(body)),
});
const developer = { "private-token": "developer-token" };
const graphql = (query: string, headers: { [name: string]: string } = developer): RawRequest =>
	post("/api/graphql", headers, { query });
const alert = (body: unknown, headers: { [name: string]: string }): RawRequest =>
	post("/acme/web/alerts/notify/monitoring/19a079edcce63f87.json", headers, body);
const key = { authorization: "Bearer 282e549dbef6efd95a1be6226c016e4a" };

/** Requests to the other interfaces, and to URLs outside all interfaces. */
const others: readonly RawRequest[] = [
	graphql("{ currentUser { id username } metadata { version } }"),
	graphql("{ currentUser { id } }", {}),
	graphql('{ project(fullPath: "acme/web") { issues(first: 2) { nodes { iid title } pageInfo { endCursor } } } }'),
	graphql(
		'mutation { createNote(input: { noteableId: "gid://service/Issue/201", body: "hi" }) { note { id } errors } }',
	),
	graphql("{ nothing }"),
	graphql("{ currentUser {"),
	post("/api/graphql", developer, [{ query: "{ currentUser { username } }" }, { query: "{ nothing }" }]),
	post("/api/graphql", { ...developer, "content-type": "text/plain" }, "query={nothing}"),
	{ method: "GET", path: "/api/graphql?query=%7BcurrentUser%7Busername%7D%7D", headers: developer, body: null },
	alert({ title: "Disk full", severity: "high" }, key),
	alert([], key),
	alert({ title: "No key" }, {}),
	...["/api/v4/nothing/here", "/api/v3/user", "/api/v4/groups/%E0%A4%A", "/api/v4/users?per_page=zero"].map(
		(path): RawRequest => ({ method: "GET", path, headers: {}, body: null }),
	),
];

export async function conversation(): Promise<Conversation> {
	const platform = createPlatform({ seed: demo, clock });
	const planned = await planner(platform, { baseUrl, fetch: platform.fetch });
	const requests: RawRequest[] = [];
	for (const { id, method } of restOperations) {
		const { token, sudo, params } = await planned(id);
		const sent: Request[] = [];
		const fetch = async (input: string | Request, init?: RequestInit): Promise<Response> => {
			sent.push(new Request(input, init));
			return Response.json([]);
		};
		const tenon = createClient({ baseUrl, fetch, ...(token && { auth: { token } }), ...(sudo && { sudo }) });
		await callMethod(tenon, method, params);
		for (const request of sent) requests.push(...variants(await raw(request)));
	}
	return { state: JSON.stringify(platform.exportState()), requests: [...requests, ...others] };
}
