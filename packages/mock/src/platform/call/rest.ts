/** One call of a REST operation: authentication, access, parameters, and the response. */

import type { OperationRow } from "@tenon/contract";
import type { Exchange } from "../../control/exchange";
import { checkStrictly } from "../../control/strict";
import { isRecord } from "../../lib/is-record";
import { Actor } from "../../request/access/actor";
import type { Sent } from "../../request/access/authenticate";
import { isServed } from "../../request/access/served";
import { gates, type Visit } from "../../request/gates/gates";
import { checkAccept } from "../../request/http/accept";
import { type Body, readBody } from "../../request/http/body";
import { conditional } from "../../request/http/conditional";
import { ApiError, parameterError } from "../../request/http/errors";
import { nest, TooDeep } from "../../request/http/names";
import { readParameters, type Served } from "../../request/http/parameters";
import { pairs } from "../../request/http/query";
import type { RawRequest, RawResponse } from "../../request/http/raw";
import type { AnyCall, Handler } from "../../request/operation";
import type { Settings } from "../../request/settings/settings";
import type { State } from "../../state/state";
import type { Inside } from "./inside";

/** The operation that a request calls, and its URLs. */
export interface RestTarget {
	readonly row: OperationRow;
	/** The installation's base URL, and the URL of the request. */
	readonly base: string;
	readonly address: string;
	/** The path parameters, decoded. */
	readonly path: { readonly [name: string]: string };
}

/** Carries out an operation. Throws an ApiError if it refuses the request. */
export function callRest(exchange: Exchange, target: RestTarget, inside: Inside): RawResponse | Promise<RawResponse> {
	const { request } = exchange;
	checkAccept(request.headers.accept, target.row);
	exchange.query = pairs(exchange.queryText);
	const query = nestQuery(exchange.query);
	// Do not wait for the body of a request that has none.
	if (!request.body) return carryOut(exchange, target, query, noBody, inside);
	return tryBody(request).then((read) => carryOut(exchange, target, query, read, inside));
}

function carryOut(
	exchange: Exchange,
	target: RestTarget,
	query: ReturnType<typeof nest>,
	[body, bodyError]: readonly [Body, unknown],
	{ state, settings, limits, texts, lists, handlers }: Inside,
): RawResponse | Promise<RawResponse> {
	const { row, base, address } = target;
	const { request } = exchange;
	exchange.body = body;
	const sent: Sent = (name) => sentValue(name, query, body);
	const handler = handlers[row.id];
	// The platform checks that each operation has a handler.
	if (!handler) throw new Error(`Nothing carries out ${row.id}.`);
	const visit: Visit = { row, handler, request, sent, state, settings, limits, bodyError, actor: new Actor(state) };
	try {
		for (const pass of gates) pass(visit);
	} finally {
		exchange.user = visit.actor.user;
	}
	const params = parametersOf(target, query, body, handler, settings);
	exchange.params = params;
	if (settings.strict) checkStrictly(row, query.tree, body);
	const setting = texts.setting(base, settings);
	const call: AnyCall = {
		state,
		actor: visit.actor,
		settings,
		request,
		base,
		address,
		query: exchange.query,
		params,
		sent,
		lists,
		json: (one, also, make) => texts.of(one, also, setting, make),
	};
	// A GET request writes nothing.
	if (row.verb !== "GET") exchange.changes = [];
	try {
		return conditional(
			request,
			state.transaction(() => handler.handle(call), exchange.changes),
		);
	} catch (error) {
		if (exchange.isExplained && error instanceof ApiError && error.status === 404)
			exchange.isHidden = isThere((actor) => handler.handle({ ...call, actor }), state);
		throw error;
	}
}

class TakenBack extends Error {}

/** Whether an administrator finds what the caller does not. Undoes everything that the attempt writes. */
function isThere(handle: (actor: Actor) => unknown, state: State): boolean {
	const administrator = [...state.users.all()].find((user) => new Actor(state, user).isAdmin);
	if (!administrator) return false;
	try {
		return state.transaction(() => {
			handle(new Actor(state, administrator));
			throw new TakenBack();
		});
	} catch (error) {
		return !(error instanceof ApiError && error.status === 404);
	}
}

/** Returns the operation's parameters. Throws 400 if they do not match the contract. */
function parametersOf(
	{ row, path }: RestTarget,
	query: ReturnType<typeof nest>,
	body: Body,
	handler: Handler,
	settings: Settings,
): { readonly [name: string]: unknown } {
	for (const name in handler.onInvalid) if (!/^\d+$/.test(path[name] ?? "")) throw handler.onInvalid[name]?.();
	for (const name of handler.lenient) {
		const value = query.tree[name];
		const listed = row.parameters.find((one) => one.name === name)?.schema.enum;
		if (typeof value === "string" && !listed?.includes(value)) delete query.tree[name];
	}
	const isThere = (one: Parameters<Served>[0]): boolean => isServed(one, settings);
	return readParameters(row, { path, query, body }, isThere, handler, handler.refusedWith?.(settings));
}

/** Returns a plain value of the body, or otherwise of the query, as text. */
function sentValue(name: string, query: ReturnType<typeof nest>, body: Body): string | undefined {
	const fields = body.kind === "form" ? body.fields : body.kind === "json" ? body.value : undefined;
	const inBody = isRecord(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
	const value = inBody ?? query.tree[name];
	if (typeof value === "string") return value;
	return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

const noBody: readonly [Body, undefined] = [{ kind: "none" }, undefined];

/** Reads the body, or returns what is wrong with it: only callers with access see that error. */
const tryBody = (request: RawRequest): Promise<readonly [Body, unknown]> =>
	readBody(request).then(
		(body): [Body, unknown] => [body, undefined],
		(error: unknown): [Body, unknown] => [noBody[0], error],
	);

function nestQuery(query: readonly (readonly [string, string])[]): ReturnType<typeof nest> {
	try {
		return nest(query);
	} catch (error) {
		if (error instanceof TooDeep) throw parameterError("A parameter name is nested too deep");
		throw error;
	}
}
