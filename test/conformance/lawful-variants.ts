/** Servers that differ from the mock only in things that the specification leaves open. No variant may fail a MUST rule. */
import { type OperationRow, operations } from "@tenon/contract";
import type { Platform } from "@tenon/mock";
import { contract } from "../../packages/conformance/src/wire/document";
import { Shape } from "../../packages/conformance/src/wire/judge";
import { withBody } from "../mutants/breaks";
import { type Break, everywhere, mutated } from "../mutants/mutant";

const words = "This server says it in its own words";

/** Replaces every string of a JSON value. */
const reworded = (value: unknown): unknown =>
	typeof value === "string"
		? words
		: Array.isArray(value)
			? value.map(reworded)
			: typeof value === "object" && value !== null
				? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, reworded(one)]))
				: value;

/** The body of a response. It is parsed and serialized only when a variant needs the other form. */
class Body {
	#text: string | undefined;
	#value: unknown;

	constructor(text: string | undefined, value?: unknown) {
		this.#text = text;
		this.#value = value;
	}

	get text(): string {
		this.#text ??= JSON.stringify(this.#value);
		return this.#text;
	}

	get value(): unknown {
		this.#value ??= JSON.parse(this.text);
		return this.#value;
	}

	/** Whether there is none, as in the response to a HEAD request. */
	get isEmpty(): boolean {
		return this.#text === "";
	}
}

interface Change {
	readonly body?: Body;
	readonly status?: number;
	readonly without?: readonly string[];
	readonly headers?: Readonly<Record<string, string>>;
}

/** The parts of a response that decide whether it is changed. */
type Seen = Pick<Response, "status" | "ok" | "headers">;
interface Rewrite {
	readonly applies: (response: Seen, request: Request) => boolean;
	readonly change: (body: Body, response: Seen, request: Request, platform: Platform) => Change;
	/** Prepares the platform before each request. */
	readonly prepare?: (platform: Platform) => void;
}

/** Rewrites a response in several steps, but reads and creates it only once. */
const rewriting =
	(steps: readonly Rewrite[]): Break =>
	async (request, pass, platform) => {
		for (const { prepare } of steps) prepare?.(platform);
		const response = await pass(request);
		let { status } = response;
		const headers = new Headers(response.headers);
		let body: Body | undefined;
		for (const { applies, change } of steps) {
			const seen = { status, headers, ok: status >= 200 && status < 300 };
			if (!applies(seen, request)) continue;
			body ??= new Body(await response.text());
			const { without = [], headers: more = {}, ...changes } = change(body, seen, request, platform);
			({ body = body, status = status } = changes);
			for (const [name, value] of Object.entries(more)) headers.set(name, value);
			for (const name of ["content-length", ...without]) headers.delete(name);
			if (!body.isEmpty && !headers.has("content-type")) headers.set("content-type", "application/json");
		}
		if (body === undefined) return response;
		return new Response(status === 204 || status === 304 ? null : body.text, { status, headers });
	};

const rewrites = new WeakMap<Break, Rewrite>();

/** Changes a response's body, its status and its headers. */
function changed(
	applies: Rewrite["applies"],
	change: Rewrite["change"],
	prepare: Rewrite["prepare"] = () => {},
): Break {
	const rewrite = { applies, change, prepare };
	const variant = rewriting([rewrite]);
	rewrites.set(variant, rewrite);
	return variant;
}

const isJson = (response: Seen): boolean => /json/i.test(response.headers.get("content-type") ?? "");
const isGraphql = (request: Request): boolean => request.url.includes("/api/graphql");

/** Changes every object of a JSON value, the innermost first. */
function mapped(value: unknown, change: (fields: object) => object): unknown {
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map((item) => mapped(item, change));
	const fields: Record<string, unknown> = {};
	for (const [name, one] of Object.entries(value)) fields[name] = mapped(one, change);
	return change(fields);
}
function reversed(fields: object): object {
	const turned: Record<string, unknown> = {};
	for (const [name, one] of Object.entries(fields).reverse()) turned[name] = one;
	return turned;
}
/** Returns a step's change of a JSON body. */
const valued =
	(change: (value: unknown, response: Seen, request: Request) => unknown): Rewrite["change"] =>
	(body, response, request) =>
		body.isEmpty ? {} : { body: new Body(undefined, change(body.value, response, request)) };
/** Returns a step's change of a body's text. */
const texted =
	(change: (text: string) => string): Rewrite["change"] =>
	(body) =>
		body.isEmpty ? {} : { body: new Body(change(body.text)) };

/** Moves the relation of links behind another parameter, unquoted, and adds a link that the specification lacks. */
const otherLinks = (link: string): string =>
	`${link.replace(/; rel="([a-z]+)"/g, '; title="a page, or more"; rel=$1')}, <https://example.com/license>; rel="license"`;

type Route = NonNullable<ReturnType<typeof contract.operationOf>>["operation"];
const rowsById = new Map<string, OperationRow>(Object.values(operations).map((row) => [row.id, row]));
const operationsOf = new WeakMap<
	Request,
	{ readonly route: Route | undefined; readonly row: OperationRow | undefined }
>();

/** Returns the operation of a request, in the contract's document and in its table. Undefined if there is none. */
function operationOf(request: Request) {
	const known = operationsOf.get(request);
	if (known) return known;
	const route = contract.operationOf(request.method, request.url)?.operation;
	const operation = { route, row: rowsById.get(route?.operationId ?? "") };
	operationsOf.set(request, operation);
	return operation;
}
const operationIdOf = (request: Request): string | undefined => operationOf(request).route?.operationId;

/** Whether the specification leaves the status of a success open, and gives 202 no meaning of its own. */
function mayAccept(request: Request): boolean {
	const { route, row } = operationOf(request);
	if (!route || !row || Object.hasOwn(route.responses, "202")) return false;
	return !row.evidence.stated.some((status) => status.startsWith("2"));
}

/** Whether the specification states the status of a response for the operation, for any reason. */
function isStated({ status }: Seen, request: Request): boolean {
	const { row } = operationOf(request);
	return row === undefined || row.evidence.stated.includes(String(status));
}

/** Replaces the status of refusals if the specification does not state it. */
const otherRefusals = (status: number, instead: number): Break =>
	changed(
		(response, request) => response.status === status && !isGraphql(request) && !isStated(response, request),
		() => ({ status: instead }),
	);

/** Reverses a list; other values stay. */
const turned = (value: unknown): unknown => (Array.isArray(value) ? value.toReversed() : value);

/** Reverses the lists inside a record. */
const turnedInside = (value: unknown): unknown =>
	mapped(value, (fields) => Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, turned(one)])));

const changesUsers = new Set(["createUser", "updateUser"]);

/** Changes no response, but prepares the platform before each request. */
const prepared = (prepare: (platform: Platform) => void): Break =>
	changed(
		() => false,
		() => ({}),
		prepare,
	);

const dayAndMore = 90_061_000;
const maxSafeHalf = 2 ** 52;

/** Makes the next ids large: beyond signed 32-bit integers in every other table, above 2^52 in the rest, with gaps. */
function sparseIds({ state }: Platform): void {
	for (const [index, name] of Object.keys(state.definitions).entries()) {
		const { lastId } = state.table(name);
		state.table(name).skipTo(Math.max(lastId + 7, (index % 2 === 0 ? 2 ** 31 : maxSafeHalf) + 1000 * index));
	}
}

/**
 * Whether the specification leaves the order of a list open: it cannot be sorted at all or by this caller, or the
 * request does not sort it. Lists with a rate limit are left out, since the variant would exceed it.
 */
function isUnordered(request: Request): boolean {
	const { row } = operationOf(request);
	const id = row?.id;
	if (id === "listUsers")
		return !request.headers.has("sudo") && !request.headers.get("private-token")?.startsWith("root");
	if (id === "listGroupPersonalAccessTokens" || id === "listGroupResourceAccessTokens")
		return !new URL(request.url).searchParams.has("sort");
	return (
		row?.pagination?.styles.includes("offset") === true && row.pagination.orderKeys === undefined && !row.rateLimit
	);
}

/** Returns the requested page of the reversed list. */
const turnedRound: Break = async (request, pass) => {
	const response = await pass(request);
	const total = Number(response.headers.get("x-total"));
	if (request.method !== "GET" || !response.ok || total === 0 || !isUnordered(request)) return response;
	const url = new URL(request.url);
	const [page, size] = [Number(response.headers.get("x-page")), Number(response.headers.get("x-per-page"))];
	if (page === 1 && total <= size) return withBody(response, turned(await response.json()));
	const whole: unknown[] = [];
	url.searchParams.set("per_page", "100");
	for (let at = 1; whole.length < total; at += 1) {
		url.searchParams.set("page", String(at));
		const part: unknown = await (await pass(new Request(url, request))).json();
		if (!Array.isArray(part) || part.length === 0) return response;
		whole.push(...part);
	}
	return withBody(response, whole.toReversed().slice((page - 1) * size, page * size));
};

const opened = "opaque.";
const closed = (cursor: string): string => `${opened}${Buffer.from(cursor).toString("base64url")}`;
const isOpaque = (cursor: string | null): cursor is string => cursor?.startsWith(opened) === true;

/** Replaces the mock's cursors by opaque ones that begin and end differently. */
const otherCursors: Break = async (request, pass) => {
	const url = new URL(request.url);
	const cursor = url.searchParams.get("cursor");
	if (isOpaque(cursor))
		url.searchParams.set("cursor", Buffer.from(cursor.slice(opened.length), "base64url").toString());
	const response = await pass(isOpaque(cursor) ? new Request(url, request) : request);
	const link = response.headers.get("link");
	if (!link?.includes("cursor=")) return response;
	const rewrite = (_: string, before: string, text: string): string =>
		`${before}${encodeURIComponent(closed(decodeURIComponent(text)))}`;
	const headers = new Headers(response.headers);
	headers.set("link", link.replace(/([?&]cursor=)([^&>]*)/g, rewrite));
	const next = headers.get("x-next-cursor");
	if (next) headers.set("x-next-cursor", closed(next));
	return new Response(response.body, { status: response.status, headers });
};

/** Makes the time filters of a group's credentials exclusive; those of the mock are inclusive. */
const openSpans: Break = async (request, pass) => {
	const url = new URL(request.url);
	if (!url.pathname.includes("/manage/")) return await pass(request);
	const moved = new Map<string, string>();
	for (const [name, value] of [...url.searchParams]) {
		const side = name.endsWith("_after") ? 1 : name.endsWith("_before") ? -1 : 0;
		if (side === 0 || !value.includes("T") || Number.isNaN(Date.parse(value))) continue;
		const time = new Date(Date.parse(value) + side).toISOString();
		moved.set(encodeURIComponent(time), encodeURIComponent(value));
		url.searchParams.set(name, time);
	}
	if (moved.size === 0) return await pass(request);
	const response = await pass(new Request(url, request));
	const headers = new Headers(response.headers);
	for (const [time, sent] of moved) headers.set("link", (headers.get("link") ?? "").replaceAll(time, sent));
	return new Response(response.body, { status: response.status, headers });
};

/** Returns the same JSON indented, and with escapes that JSON allows. */
const respelled = (value: unknown): string =>
	JSON.stringify(value, null, 2)
		.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
		.replaceAll("/", "\\/");

/** Removes fields whose presence is assumed. Names that are not null stay, and so do all fields of administrators. */
function withoutAssumed(value: unknown, shape: Shape | undefined): unknown {
	if (!shape || typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map((item) => withoutAssumed(item, shape.items));
	const isOfAdministrator = "is_admin" in value && value.is_admin === true;
	const kept: Record<string, unknown> = {};
	for (const [name, one] of Object.entries(value))
		if (isOfAdministrator || !shape.assumes("presence", name) || (name === "name" && one !== null))
			kept[name] = withoutAssumed(one, shape.field(name));
	return kept;
}

const shapes = new WeakMap<object, Shape>();

/** Returns the shape that the contract declares for the body of a response. */
function shapeOf({ status }: Seen, request: Request): Shape | undefined {
	const { route } = operationOf(request);
	// Its record has one of several shapes, and what one of them assumes another requires.
	if (route?.operationId === "revokeGroupToken") return undefined;
	const declared = route?.responses[String(status)];
	const schema = declared && "content" in declared ? declared.content?.["application/json"]?.schema : undefined;
	if (!schema) return undefined;
	const shape = shapes.get(schema) ?? new Shape([schema], contract);
	shapes.set(schema, shape);
	return shape;
}

/** Adds an error for each field of a query that found nothing. */
function withErrors(result: { readonly data?: object | null; readonly errors?: unknown }): object {
	const missing = Object.entries(result.data ?? {}).filter(([, value]) => value === null);
	if (missing.length === 0 || result.errors) return result;
	return { ...result, errors: missing.map(([name]) => ({ message: words, path: [name] })) };
}

/** Combines several variants into one. */
export const together = (...variants: readonly Break[]): Break => {
	const steps = variants.flatMap((variant) => rewrites.get(variant) ?? []);
	const others = variants.filter((variant) => !rewrites.has(variant));
	return (request, pass, platform) =>
		[...others, rewriting(steps)].reduce<typeof pass>(
			(inner, variant) => (sent) => variant(sent, inner, platform),
			pass,
		)(request);
};

/** Makes the search of users fuzzy: it ignores the last letter of a text of six letters or more. */
const fuzzierSearch: Break = async (request, pass) => {
	const url = new URL(request.url);
	const search = url.searchParams.get("search") ?? "";
	const id = operationIdOf(request);
	if (id !== "listUsers" || search.length < 6 || search.includes("@")) return await pass(request);
	url.searchParams.set("search", search.slice(0, -1));
	return await pass(new Request(url, request));
};

/** Returns a function that returns the memory of a variant for a platform. */
function remembering(): (platform: Platform) => Set<string> {
	const sets = new WeakMap<Platform, Set<string>>();
	return (platform) => {
		const found = sets.get(platform) ?? new Set();
		sets.set(platform, found);
		return found;
	};
}

/** The alerts that responses have shown, by world and project. */
const shownAlerts = remembering();

/** Lists only new alerts in the response to a payload, and leaves out those that exist already. */
const onlyCreatedAlerts: Break = async (request, pass, platform) => {
	const response = await pass(request);
	const [project, isIntake] = request.url.split("/alerts/notify/");
	if (isIntake === undefined || !response.ok || !isJson(response)) return response;
	const shown = shownAlerts(platform);
	const alerts: readonly { iid: number }[] = await response.json();
	const created = alerts.filter(({ iid }) => {
		const key = `${project} ${request.headers.get("x-mock-world")} ${iid}`;
		return shown.size < shown.add(key).size;
	});
	return Response.json(created, { status: response.status });
};

/** The records that were removed, with the caller who removed them. */
const removed = remembering();

/** Accepts the second removal of a record. */
const removedAgain: Break = async (request, pass, platform) => {
	const response = await pass(request);
	const done = removed(platform);
	const who = ["x-mock-world", "private-token", "authorization", "sudo"].map((name) => request.headers.get(name));
	const key = `${request.method} ${request.url} ${who.join()}`;
	if (request.method === "DELETE" && response.ok) done.add(key);
	const isAgain = response.status === 404 && done.has(key) && !isStated(response, request);
	return isAgain ? new Response(null, { status: 204 }) : response;
};

/** Leaves archived projects out of lists unless the request includes them, and limits their pages to 50 projects. */
const fewerProjects: Break = async (request, pass) => {
	const id = operationIdOf(request);
	if (id !== "listGroupProjects" && id !== "listGroupSharedProjects") return await pass(request);
	const url = new URL(request.url);
	if (!url.searchParams.has("archived")) url.searchParams.set("archived", "false");
	if (Number(url.searchParams.get("per_page")) > 50) url.searchParams.set("per_page", "50");
	return await pass(new Request(url, request));
};

/** Refuses `statistics` and `with_custom_attributes` to callers who are not administrators. */
const administratorsAlone: Break = async (request, pass) => {
	const { searchParams, origin } = new URL(request.url);
	const asks = ["statistics", "with_custom_attributes"].some((name) => searchParams.get(name) === "true");
	if (!asks || isGraphql(request)) return await pass(request);
	const caller: unknown = await (await pass(new Request(`${origin}/api/v4/user`, { headers: request.headers }))).json();
	const isAdministrator =
		typeof caller === "object" && caller !== null && "is_admin" in caller && caller.is_admin === true;
	return isAdministrator ? await pass(request) : Response.json({ message: "403 Forbidden" }, { status: 403 });
};

/** The variants, by name. */
export const lawfulVariants = {
	"other error texts": changed(
		(response, request) => response.status >= 400 && isJson(response) && !isGraphql(request),
		valued(reworded),
	),
	"200 instead of 201": changed(
		(response) => response.status === 201,
		() => ({ status: 200 }),
	),
	"no paging totals": changed(
		(response) => response.headers.has("x-total"),
		() => ({ without: ["x-total", "x-total-pages"] }),
	),
	"times without milliseconds": changed(
		(response) => response.ok && isJson(response),
		texted((text) => text.replace(/(T\d\d:\d\d:\d\d)\.\d{3}Z/g, "$1Z")),
	),
	"a body on DELETE": changed(
		(response, request) => request.method === "DELETE" && response.status === 204,
		() => ({ status: 200, body: new Body('{"message":"200 OK"}') }),
	),
	"other GraphQL error texts": changed(
		(response, request) => isGraphql(request) && isJson(response),
		valued((value) =>
			mapped(value, (fields) =>
				"errors" in fields && Array.isArray(fields.errors)
					? {
							...fields,
							errors: fields.errors.map((one: unknown) =>
								typeof one === "string" ? words : { ...Object(one), message: words },
							),
						}
					: fields,
			),
		),
	),
	"no introspection": changed(
		(response, request) => isGraphql(request) && isJson(response),
		texted((text) => (/^{"data":{"__(schema|type)":/.test(text) ? `{"errors":[{"message":"${words}"}]}` : text)),
	),
	"further fields in every record": changed(
		(response, request) => response.ok && isJson(response) && !isGraphql(request),
		valued((value) => mapped(value, (fields) => ({ ...fields, x_shard: "eu-1", x_links: { self: null } }))),
	),
	"errors with further fields": changed(
		(response, request) => response.status >= 400 && isJson(response) && !isGraphql(request),
		valued((value) => ({ ...Object(value), request_id: "01H8", documentation_url: null })),
	),
	"keys in another order": changed(
		isJson,
		valued((value) => mapped(value, reversed)),
	),
	"202 where the specification shows no status": changed(
		(response, request) => response.ok && response.status !== 202 && request.method !== "GET" && mayAccept(request),
		(body) => ({ status: 202, ...(body.isEmpty && { body: new Body("null") }) }),
	),
	"other headers": changed(
		() => true,
		(_, { headers }) => ({
			headers: {
				...(headers.get("content-type")?.startsWith("application/json") && {
					"content-type": "Application/JSON;charset=UTF-8",
				}),
				"cache-control": "max-age=0, private, must-revalidate",
				etag: 'W/"0815"',
				vary: "Origin, Accept",
				"x-request-id": "01H8",
				"x-runtime": "0.012345",
			},
		}),
	),
	"times with microseconds": changed(
		(response) => response.ok && isJson(response),
		texted((text) => text.replace(/(T\d\d:\d\d:\d\d\.\d{3})Z/g, "$1000Z")),
	),
	"links relative to the server": changed(
		(response) => response.headers.has("link"),
		(_, { headers }) => ({ headers: { link: (headers.get("link") ?? "").replace(/<https?:\/\/[^/]+/g, "<") } }),
	),
	"high ids with gaps": prepared(sparseIds),
	"a clock that shows only the last thousandth of each second": prepared(({ clock }) => {
		clock.freeze(Math.floor(Date.now() / 1000) * 1000 + 999);
	}),
	"spans of credentials without their ends": openSpans,
	"a clock of full seconds, a day behind": changed(
		() => true,
		(_body, _response, _request, { clock }) => ({ headers: { date: new Date(clock.now()).toUTCString() } }),
		({ clock }) => clock.freeze(Math.floor((Date.now() - dayAndMore) / 1000) * 1000),
	),
	"another order where none is stated": turnedRound,
	"other cursors": otherCursors,
	"JSON with indents and escapes": changed(
		isJson,
		texted((text) => respelled(JSON.parse(text))),
	),
	"only the stated headers": changed(
		() => true,
		() => ({ without: ["etag", "vary", "cache-control", "x-request-id", "x-runtime", "x-content-type-options"] }),
	),
	"other links": changed(
		(response) => response.headers.has("link"),
		(_, { headers }) => ({ headers: { link: otherLinks(headers.get("link") ?? "") } }),
	),
	"without the fields whose presence is assumed": changed(
		(response, request) => response.ok && isJson(response) && !isGraphql(request),
		valued((value, response, request) => withoutAssumed(value, shapeOf(response, request))),
	),
	"errors in HTML": changed(
		(response, request) => response.status >= 400 && isJson(response) && !isGraphql(request),
		(_, { status }) => ({ body: new Body(`<h1>${status}</h1>`), headers: { "content-type": "text/html" } }),
	),
	"422 instead of 400": otherRefusals(400, 422),
	"404 instead of 403": otherRefusals(403, 404),
	"lists inside a record in another order": changed(
		(response, request) => response.ok && isJson(response) && !isGraphql(request),
		valued(turnedInside),
	),
	"no record where a user is created or changed": changed(
		(response, request) => response.ok && changesUsers.has(operationIdOf(request) ?? ""),
		() => ({ body: new Body("{}") }),
	),
	"extensions of GraphQL responses": changed(
		(response, request) => isGraphql(request) && isJson(response),
		valued((value) => (Array.isArray(value) ? value : { ...Object(value), extensions: { took: 3 } })),
	),
	"GraphQL errors for what is not found": changed(
		(response, request) => isGraphql(request) && isJson(response),
		valued((value) => (Array.isArray(value) ? value : withErrors(Object(value)))),
	),
	"online is null of runners that are not in contact": changed(
		(response, request) => response.ok && isJson(response) && !isGraphql(request),
		texted((text) => text.replaceAll('"online":false', '"online":null')),
	),
	"direct_asset_url of created links alone": changed(
		(response, request) => response.ok && request.method !== "POST" && request.url.includes("/assets/links"),
		valued((value) =>
			mapped(value, (fields) =>
				Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "direct_asset_url")),
			),
		),
	),
	"no PRIVATE-TOKEN in GraphQL": async (request, pass) => {
		if (!isGraphql(request) || !request.headers.has("private-token")) return await pass(request);
		const copy = new Request(request);
		copy.headers.delete("private-token");
		return await pass(copy);
	},
	"a fuzzier search of users": fuzzierSearch,
	"only created alerts in the response to a payload": onlyCreatedAlerts,
	"a second removal succeeds": removedAgain,
	"projects: archived ones on request, 50 a page": fewerProjects,
	"parameters of administrators for them alone": administratorsAlone,
	"queries that are too large get 413": changed(
		(response, request) => response.status === 422 && isGraphql(request),
		() => ({ status: 413, body: new Body("Too large"), headers: { "content-type": "text/plain" } }),
	),
} as const satisfies Record<string, Break>;
export type LawfulVariant = keyof typeof lawfulVariants;

/**
 * Three servers with all variants. Variants in one server change different parts of a response; those that change its
 * text come last, since a change of the value serializes it again.
 */
export const lawfulServers = {
	"with other texts, ids and links": [
		"other error texts",
		"other GraphQL error texts",
		"no introspection",
		"errors with further fields",
		"high ids with gaps",
		"times with microseconds",
		"links relative to the server",
		"only the stated headers",
		"parameters of administrators for them alone",
	],
	"with other statuses, cursors and orders": [
		"without the fields whose presence is assumed",
		"lists inside a record in another order",
		"200 instead of 201",
		"a body on DELETE",
		"202 where the specification shows no status",
		"a clock of full seconds, a day behind",
		"another order where none is stated",
		"other cursors",
		"422 instead of 400",
		"404 instead of 403",
		"errors in HTML",
		"JSON with indents and escapes",
	],
	"with further fields and without totals": [
		"no paging totals",
		"a clock that shows only the last thousandth of each second",
		"spans of credentials without their ends",
		"further fields in every record",
		"keys in another order",
		"other headers",
		"other links",
		"no record where a user is created or changed",
		"extensions of GraphQL responses",
		"GraphQL errors for what is not found",
		"direct_asset_url of created links alone",
		"no PRIVATE-TOKEN in GraphQL",
		"a fuzzier search of users",
		"only created alerts in the response to a payload",
		"a second removal succeeds",
		"projects: archived ones on request, 50 a page",
		"queries that are too large get 413",
		"times without milliseconds",
		"online is null of runners that are not in contact",
	],
} as const satisfies Record<string, readonly LawfulVariant[]>;

/** All variants and servers, by name. */
const breaksOf = new Map<string, readonly Break[]>([
	...Object.entries(lawfulVariants).map(([name, variant]) => [name, [variant]] as const),
	...Object.entries(lawfulServers).map(([name, names]) => [name, names.map((one) => lawfulVariants[one])] as const),
]);

type LawfulName = LawfulVariant | keyof typeof lawfulServers;

export const lawfulNames: readonly string[] = [...breaksOf.keys()];
export const isLawful = (name: string): name is LawfulName => breaksOf.has(name);

/** Returns the `fetch` of a platform with one of the variants, or with all variants of one of the servers. */
export function lawfulServer(
	name: LawfulName,
	platform: Platform,
	fetch?: typeof globalThis.fetch,
): typeof globalThis.fetch {
	const breaks = breaksOf.get(name);
	if (!breaks) throw new RangeError(`There is no variant "${name}".`);
	return mutated(everywhere(name, [], together(...breaks)), platform, fetch);
}
