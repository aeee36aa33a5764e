import { checkFields } from "../control/check-fields";
import { anything } from "../control/fault-options";
import { checkOperation } from "../control/operation-names";
import { nullable, optional, plain, text } from "../lib/checks";
import { ControlError, ControlRefusal } from "../lib/control-error";
import { isRecord } from "../lib/is-record";
import type { RawRequest } from "../request/http/raw";
import type { ControlCall } from "./call";
import { formBody } from "./form-body";
import { exchangeOf } from "./journal/detail";
import { type OperationRequest, requestOf } from "./operation-request";
import { tokenFor } from "./people";

const verbs = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const checks = {
	request: optional(text),
	operation: optional(text),
	params: anything,
	method: optional(plain<string>(`one of ${verbs.join(", ")}`, (value) => verbs.includes(String(value)))),
	path: optional(
		plain<string>(
			'a path such as "/api/v4/user"',
			(value) => typeof value === "string" && /^\/(?!_mock\/|_world\/)/.test(value),
		),
	),
	body: anything,
	as: optional(nullable(text)),
};

/** Headers that identify the caller. */
const credentials: ReadonlySet<string> = new Set(["private-token", "authorization", "cookie", "sudo", "job-token"]);
/** Headers that only apply to the original message. */
const ofMessage: ReadonlySet<string> = new Set(["content-length", "transfer-encoding", "connection", "x-mock-world"]);

/** Returns the platform's origin, as the caller of the control API uses it. */
export function originOf({ url, headers }: RawRequest): string {
	const [origin] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url) ?? [];
	return origin ?? `http://${headers.host ?? "localhost"}`;
}

function credentialOf({ platform }: ControlCall, as: string): { readonly [header: string]: string } {
	const user = platform.state.users.one("username", as.toLowerCase());
	if (!user) throw new ControlError([{ pointer: "/as", message: `there is no user "${as}"` }]);
	const token = tokenFor(platform, user);
	if (!token)
		throw new ControlRefusal(
			409,
			`${as} has no personal access token with the scope api. Create one: POST /_mock/records/tokens {"user": "${as}"}.`,
		);
	return { "private-token": token.text };
}

/** Returns the key of the alert integration with a path, as a header. Alerts are sent with that key, not as a user. */
function keyFor({ platform }: ControlCall, path: string): { readonly [header: string]: string } {
	const found = [...platform.state.alertIntegrations.all()].find(({ endpoint }) => path.endsWith(`/${endpoint}.json`));
	return found ? { authorization: `Bearer ${found.key}` } : {};
}

/** Sends the request of an operation with parameters. */
function sendOperation(call: ControlCall, { operation, params = {}, as }: Input): Promise<Sent> {
	checkOperation(operation, call.platform.operations);
	const row = call.platform.operations.row(String(operation));
	if (!row)
		throw new ControlError([
			{ pointer: "/operation", message: "to send a GraphQL query, use path and body instead of operation" },
		]);
	if (!isRecord(params)) throw new ControlError([{ pointer: "/params", message: "expected an object" }]);
	const request = requestOf(row, params);
	if (row.domain === "alerts") return send(call, { ...request, headers: keyFor(call, request.path) });
	return deliver(call, request, typeof as === "string" ? as : null);
}

type Input = { readonly [name in keyof typeof checks]?: unknown };

/** Sends a new request to the platform, as a user or anonymously. Returns its id in the journal, and its status. */
export const deliver = (call: ControlCall, request: OperationRequest, as: string | null): Promise<Sent> =>
	send(call, { ...request, headers: as === null ? {} : credentialOf(call, as) });

/** A request with its headers. Its body is JSON, form fields, a text or bytes; null or undefined for no body. */
interface Outgoing extends OperationRequest {
	readonly headers: { readonly [name: string]: string | undefined };
}

/** Returns the body as it is sent, and its content type. */
function written({
	body,
	isForm,
	headers,
}: Outgoing): { readonly body: string | Uint8Array; readonly type: string } | undefined {
	if (body === undefined || body === null) return undefined;
	const type = headers["content-type"] ?? "text/plain";
	if (typeof body === "string" || body instanceof Uint8Array) return { body, type };
	if (isForm && isRecord(body)) return formBody(body);
	const isJson = isRecord(body) || Array.isArray(body);
	return { body: JSON.stringify(body), type: isJson ? "application/json" : type };
}

interface Sent {
	readonly id: string;
	readonly status: number;
}

/** Sends a request to the platform, as if the caller of the control API had sent it. */
export async function send(call: ControlCall, outgoing: Outgoing): Promise<Sent> {
	const { method, path, headers } = outgoing;
	const message = written(outgoing);
	const origin = originOf(call.request);
	const { status, headers: received } = await call.platform.handle({
		method,
		url: `${origin}${path}`,
		headers: { ...headers, ...(message && { "content-type": message.type }), host: new URL(origin).host },
		body: message?.body ?? null,
		...(call.request.ip === undefined ? {} : { ip: call.request.ip }),
		...(call.request.signal ? { signal: call.request.signal } : {}),
	});
	const id = received["x-request-id"];
	if (id === undefined) throw new ControlRefusal(502, "The response was lost: a fault broke the connection.");
	return { id, status };
}

/**
 * Sends a request to the platform: a new one, that of an operation with parameters, or one of the journal again,
 * changed by the fields of the input. `as` sends it as a user; null sends it anonymously. Returns its id in the
 * journal, and its status.
 */
export async function sendRequest(call: ControlCall): Promise<Sent> {
	const input: Input = checkFields(call.json() ?? {}, checks, "field");
	if (input.operation !== undefined) return sendOperation(call, input);
	const kept = typeof input.request === "string" ? exchangeOf(call, input.request).sent : undefined;
	const path = typeof input.path === "string" ? input.path : kept?.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
	if (path === undefined)
		throw new ControlError([
			{ pointer: "/path", message: "missing: a path, an operation, or a request to send again" },
		]);
	const headers: { [name: string]: string | undefined } = {};
	for (const [name, value] of Object.entries(kept?.headers ?? {}))
		if (!ofMessage.has(name) && !(input.as !== undefined && credentials.has(name))) headers[name] = value;
	if (typeof input.as === "string") Object.assign(headers, credentialOf(call, input.as));
	const isNew = input.body !== undefined;
	const method = typeof input.method === "string" ? input.method : (kept?.method ?? (isNew ? "POST" : "GET"));
	return send(call, { method, path, headers, body: isNew ? input.body : kept?.body });
}
