/** Takes walks through the platform, and reports the first wrong step. */
import { createPlatform, demo, type Platform, type RawRequest, type RawResponse, type StateData } from "@tenon/mock";
import { restOperations } from "../../packages/conformance/src/generators/rest-operations";
import { inconsistencies } from "../../packages/mock/test/support/consistency";
import { checkResponse, operationOf } from "../support/contract-check";
import { type Planned, planner } from "../support/planned";
import { rowsText } from "../support/state-text";
import type { Catalogue } from "./catalogue";
import { curlOf, lastToken, type WalkRequest } from "./request";
import type { Step, Walk } from "./steps";
import { Upload } from "./values";

/** The clock's time at the start of a walk. */
export const startOfWalk = "2026-01-05T09:30:00.000Z";

const origin = "http://tenon.test";

const newestRelease = createPlatform().settings.release;

/** The maximum CPU time of a response, in milliseconds. Delays of the machine do not count. */
const longest = 1_000;

/** The number of requests, and the status of each response. */
export class Tally {
	requests = 0;
	readonly statuses = new Map<number, number>();
	/** The operations that succeeded at least once. */
	readonly done = new Set<string>();

	/** @param operation the operation that the request reached; undefined for none */
	count(operation: string | undefined, status: number): void {
		this.requests += 1;
		this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
		if (status < 300 && operation !== undefined) this.done.add(operation);
	}
}

/** Returns the demo with a moved project and everything that the plans need, and the plan of each operation. */
export async function walkPlatform(): Promise<{ platform: Platform; planned: Catalogue["planned"] }> {
	const platform = createPlatform({ seed: demo, clock: startOfWalk });
	const web = platform.state.project("acme/web");
	if (web) platform.state.projects.update(web.id, { former_paths: ["old/web"] });
	const planOf = await planner(platform, { baseUrl: origin, fetch: platform.fetch });
	const plans = new Map<string, Planned>();
	for (const { id } of restOperations) {
		const { params, ...caller } = await planOf(id);
		const sent = Object.entries(params).map(async ([name, value]) => [
			name,
			value instanceof File ? new Upload(value.name, value.type, new Uint8Array(await value.arrayBuffer())) : value,
		]);
		plans.set(id, { ...caller, params: Object.fromEntries(await Promise.all(sent)) });
	}
	return { platform, planned: ({ id }) => plans.get(id) ?? { token: undefined, sudo: undefined, params: {} } };
}

/** Freezes rows at every depth, so that code throws if it changes a row in place. */
function freezeDeep(value: unknown, frozen: WeakSet<object>): void {
	if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || frozen.has(value)) return;
	frozen.add(Object.freeze(value));
	for (const inner of Object.values(value)) freezeDeep(inner, frozen);
}

/**
 * Returns everything that an export contains: the clock, the settings, the rows of the state and the last ids.
 * Comparing texts after each request would cost more than the requests. As rows are frozen, the same row has the same
 * text.
 */
function stateOf(platform: Platform, frozen: WeakSet<object>): unknown[] {
	const state: unknown[] = [JSON.stringify([platform.clock.toData(), platform.settings])];
	for (const [name, table] of Object.entries(platform.snapshot())) {
		state.push(name, table.lastId);
		// Every request can change the time of a token's last use.
		if (name === "tokens") {
			state.push(rowsText(table.rows));
			continue;
		}
		for (const row of table.rows) {
			if (!frozen.has(row)) freezeDeep(row, frozen);
			state.push(row);
		}
	}
	return state;
}

/** Returns the names of the tables whose rows differ. In a state, a table's name comes before its rows. */
function changedTables(before: readonly unknown[], after: readonly unknown[]): string {
	const byTable = (state: readonly unknown[]): Map<string, unknown[]> => {
		const tables = new Map<string, unknown[]>();
		let rows: unknown[] = [];
		for (const one of state) {
			if (typeof one === "string" && !tables.has(one)) {
				rows = [];
				tables.set(one, rows);
			} else rows.push(one);
		}
		return tables;
	};
	const old = byTable(before);
	return [...byTable(after)].flatMap(([name, rows]) => (isSame(rows, old.get(name) ?? []) ? [] : [name])).join(", ");
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
	a.length === b.length && a.every((one, index) => one === b[index]);

/** Returns a response as text, without the id of its request. */
const responseText = ({ status, headers, body }: RawResponse): string =>
	JSON.stringify([status, { ...headers, "x-request-id": "" }, typeof body === "string" ? body : body && [...body]]);

const textOf = (body: RawResponse["body"]): string =>
	body === null ? "" : typeof body === "string" ? body : new TextDecoder("latin1").decode(body);

/** Whether URL parsing does not change a path. For other paths, the contract's check finds no operation. */
function isPlain(path: string): boolean {
	const bare = path.split(/[?#]/, 1)[0] ?? "";
	return (
		bare.startsWith("/") &&
		!bare.startsWith("//") &&
		URL.canParse(bare, origin) &&
		new URL(bare, origin).pathname === bare
	);
}

/** Returns the credentials in a request, as the sender wrote them. */
function secretsOf(request: WalkRequest): string[] {
	const headers = new Map(request.headers);
	const bearer = /^bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
	const inQuery = /[?&](?:private|access)_token=([^&]+)/.exec(request.url)?.[1];
	// A short credential can occur in a response by chance.
	return [headers.get("private-token"), bearer, inQuery].flatMap((one) => (one && one.length > 8 ? [one] : []));
}

const traces = /\n\s+at |\.[jt]s:\d+|node_modules|TypeError|RangeError|ReferenceError|SyntaxError|URIError/;

/** A fault in a step. The message has the requests up to the step as commands. */
export class WalkFault extends Error {
	constructor(what: string, sent: readonly string[], cause?: unknown) {
		super(`${what}\n${sent.join("\n")}`, { cause });
		this.name = "WalkFault";
	}
}

interface Course {
	readonly platform: Platform;
	/** The requests so far, as commands. */
	readonly sent: string[];
	/** The errors inside the platform. */
	readonly errors: unknown[];
	readonly frozen: WeakSet<object>;
	/** The last token that the platform returned. */
	token: string | undefined;
	state: unknown[];
}

/** The functions that observe a walk. */
export interface Watch {
	readonly tally?: Tally;
	/** Called before each request, with the commands up to it. */
	readonly onRequest?: (sent: readonly string[]) => void;
}

function begin(walk: Walk, start: StateData, frozen: WeakSet<object>, clock: string | number = startOfWalk): Course {
	const errors: unknown[] = [];
	// Snapshots do not contain counts of requests, so comparing two platforms requires that rate limits are off.
	const limits = walk.also === "restored" ? { rateLimits: "off" as const, requestLimit: null } : {};
	const platform = createPlatform({ clock, onError: (error) => errors.push(error), ...walk.settings, ...limits });
	platform.restore(start);
	return { platform, errors, frozen, sent: [], token: undefined, state: stateOf(platform, frozen) };
}

function resolved(request: WalkRequest, token: string | undefined): WalkRequest {
	const secret = token ?? "no-token-yet";
	return {
		...request,
		headers: request.headers.map(([name, value]) => [name, value.replace(lastToken, secret)]),
		url: request.url.replace(encodeURIComponent(lastToken), secret),
	};
}

const rawOf = (request: WalkRequest): RawRequest => ({
	...request,
	headers: Object.fromEntries([["host", "tenon.test"], ...request.headers]),
	ip: "192.0.2.1",
});

/** Returns the token in a response, if there is one. */
const tokenIn = (body: string): string | undefined => /"token":"([^"]+)"/.exec(body)?.[1];

/** Throws if a response contains something that no response may contain. */
function checkTexts(request: WalkRequest, response: RawResponse, text: string): void {
	for (const [name, value] of Object.entries(response.headers))
		if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
			throw new Error(`The header ${name} cannot be sent: ${JSON.stringify(value)}`);
	const all = `${text}\n${Object.values(response.headers).join("\n")}`;
	if (traces.test(all)) throw new Error(`The response shows internals of the platform: ${all.slice(0, 500)}`);
	for (const secret of secretsOf(request))
		if (all.includes(secret)) throw new Error(`The response shows the caller's token: ${all.slice(0, 500)}`);
	if (request.method === "HEAD" && text !== "") throw new Error("The response to HEAD has a body.");
}

/** Sends a request, and checks the response and the changes of the state. */
async function ask(course: Course, template: WalkRequest, watch: Watch): Promise<RawResponse> {
	const { platform, errors, frozen, sent } = course;
	const request = resolved(template, course.token);
	sent.push(curlOf(request));
	watch.onRequest?.(sent);
	const before = process.cpuUsage();
	const response = await platform.handle(rawOf(request));
	const { user, system } = process.cpuUsage(before);
	const { status, headers } = response;
	const text = textOf(response.body);
	const failure = errors.pop();
	if (failure) throw failure;
	if (status >= 500) throw new Error(`The response is ${status}: ${text.slice(0, 500)}`);
	if ((user + system) / 1_000 > longest) throw new Error(`It took ${Math.round((user + system) / 1_000)} ms of work.`);
	checkTexts(request, response, text);
	// The limit for all requests has the same response for every operation.
	const common = status === 429 && text === "Retry later";
	// The contract describes the newest release. Responses of older releases can lack fields.
	const older = status < 300 && platform.settings.release !== newestRelease;
	const path = isPlain(request.url) && !common && !older ? request.url : "/elsewhere";
	checkResponse(request.method, origin + path, status, headers["content-type"] ?? null, text);

	const state = stateOf(platform, frozen);
	const mayWrite = status < 300 && !["GET", "HEAD", "OPTIONS"].includes(request.method);
	if (!mayWrite && !isSame(state, course.state))
		throw new Error(`The response is ${status}, and the state changed: ${changedTables(course.state, state)}.`);
	course.state = state;
	// A trick can lead to another operation than intended, and HEAD does less than its operation.
	const met =
		path === "/elsewhere" || request.method === "HEAD" ? undefined : operationOf(request.method, origin + path);
	watch.tally?.count(met?.operation.operationId, status);
	if (status < 300) course.token = tokenIn(text) ?? course.token;
	return response;
}

/** Describes a fault, with the requests that led to it. */
const faultOf = (error: unknown, course: Course): WalkFault =>
	new WalkFault(error instanceof Error ? (error.stack ?? error.message) : String(error), course.sent, error);

async function take(course: Course, steps: readonly Step[], watch: Watch = {}): Promise<string[]> {
	const responses: string[] = [];
	for (const step of steps) {
		if ("wait" in step) {
			course.platform.clock.advance(step.wait);
			// Changes that depend on the time happen at the next request, whatever it is.
			await course.platform.handle({ method: "OPTIONS", url: "/api/v4/user", headers: {} });
			course.state = stateOf(course.platform, course.frozen);
			course.sent.push(`# ${step.wait} pass`);
			continue;
		}
		try {
			responses.push(responseText(await ask(course, step.request, watch)));
		} catch (error) {
			throw faultOf(error, course);
		}
	}
	return responses;
}

function checkSame(what: string, one: readonly string[], other: readonly string[], course: Course): void {
	const at = one.findIndex((text, index) => text !== other[index]);
	if (at < 0 && one.length === other.length) return;
	throw faultOf(new Error(`${what}, request ${at + 1}:\n${one[at]}\n${other[at]}`), course);
}

/** The tables whose times administrators or owners can choose. */
const chosenTimes: ReadonlySet<string> = new Set(["notes"]);

/** Takes one walk from a state. Throws a `WalkFault` at the first step with a wrong response. */
export async function takeWalk(walk: Walk, start: StateData, frozen: WeakSet<object>, watch: Watch): Promise<void> {
	const { steps, also } = walk;
	const course = begin(walk, start, frozen);
	if (Object.keys(walk.settings).length > 0) course.sent.push(`# settings: ${JSON.stringify(walk.settings)}`);
	const half = also === "restored" ? Math.ceil(steps.length / 2) : steps.length;
	const responses = await take(course, steps.slice(0, half), watch);
	const [wrong] = inconsistencies(course.platform.state, chosenTimes);
	if (wrong !== undefined) throw faultOf(new Error(`The state is not consistent: ${wrong}`), course);

	if (also === "nothing") return;
	const kept = JSON.stringify(course.platform.snapshot());
	if (also === "restored") {
		// The state is restored from JSON, as from a file.
		const other = begin(walk, start, new WeakSet(), course.platform.clock.now());
		try {
			other.platform.importState(JSON.stringify(course.platform.exportState()));
		} catch (error) {
			throw faultOf(error, course);
		}
		other.state = stateOf(other.platform, other.frozen);
		if (JSON.stringify(other.platform.snapshot()) !== kept)
			throw faultOf(new Error("An imported state is not the one that was exported."), course);
		other.token = course.token;
		const rest = steps.slice(half);
		const went = await take(course, rest, watch);
		checkSame("A restored platform returns other responses", went, await take(other, rest), course);
		if (JSON.stringify(other.platform.snapshot()) !== JSON.stringify(course.platform.snapshot()))
			throw faultOf(new Error("A restored platform ends in another state."), course);
	}
	if (also === "again") {
		const again = begin(walk, start, frozen);
		checkSame("The same walk has other responses the second time", responses, await take(again, steps), course);
		if (JSON.stringify(again.platform.snapshot()) !== kept)
			throw faultOf(new Error("The same walk ends otherwise the second time."), course);
	}
}
