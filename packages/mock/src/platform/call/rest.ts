/** One call of a REST operation: who asks, whether it is there for them, with what, and what comes of it. */
import type { OperationRow } from "@tenon/contract";
import type { Exchange } from "../../control/exchange";
import { checkStrictly } from "../../control/strict";
import { Actor } from "../../request/access/actor";
import { actAs, authenticate, checkEntry } from "../../request/access/authenticate";
import { isHostedElsewhere, isServed, whyUnserved } from "../../request/access/gates";
import { sparesAdministrators } from "../../request/access/rate-limits";
import type { Context } from "../../request/context";
import { checkAccept } from "../../request/http/accept";
import { type Body, readBody } from "../../request/http/body";
import { ApiError, noRoute, parameterError } from "../../request/http/errors";
import { nest, TooDeep } from "../../request/http/names";
import { readParameters } from "../../request/http/parameters";
import { pairs } from "../../request/http/query";
import type { RawRequest, RawResponse } from "../../request/http/raw";
import type { Handler } from "../../request/operation";
import type { Settings } from "../../request/settings/settings";
import { handlers } from "../handlers";
import type { Inside } from "./inside";

/** Where a call leads. */
export interface RestTarget {
	readonly row: OperationRow;
	/** The installation's address, and the request's own. */
	readonly base: string;
	readonly address: string;
	/** The path's parameters, decoded. */
	readonly path: { readonly [name: string]: string };
}

/** Carries out an operation. Throws what it is refused with. */
export function callRest(exchange: Exchange, target: RestTarget, inside: Inside): RawResponse | Promise<RawResponse> {
	const { request } = exchange;
	checkAccept(request.headers.accept, target.row);
	exchange.query = pairs(exchange.queryText);
	const query = nestQuery(exchange.query);
	// What has no body is not waited for.
	if (!request.body) return carryOut(exchange, target, query, noBody, inside);
	return tryBody(request).then((read) => carryOut(exchange, target, query, read, inside));
}

function carryOut(
	exchange: Exchange,
	{ row, base, address, path }: RestTarget,
	query: ReturnType<typeof nest>,
	[body, broken]: readonly [Body, unknown],
	{ state, settings, limits, clock, texts }: Inside,
): RawResponse | Promise<RawResponse> {
	const { request } = exchange;
	exchange.body = body;
	const sent = (name: string): string | undefined => {
		const fields = body.kind === "form" ? body.fields : body.kind === "json" ? body.value : undefined;
		const inBody =
			fields && typeof fields === "object" && Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined;
		const value = inBody ?? query.tree[name];
		return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
	};
	if (isHostedElsewhere(row.tier, settings))
		throw unserved(new ApiError(404, { message: "404 Not Found" }), row, settings);
	// Where the credential is a parameter of the operation's own, access tokens and sudo are not looked at.
	const byToken = row.access.role === "token";
	const caller = byToken ? new Actor(state) : authenticate(request, sent, state);
	exchange.user = caller.user;
	// The table is complete: see handlers.ts.
	const handler: Handler = handlers[row.id as keyof typeof handlers];
	checkEntry(row, caller, handler.onAnonymous !== undefined);
	const actor = byToken ? caller : actAs(caller, request, sent, state);
	exchange.user = actor.user;
	if (actor.isAnonymous && handler.onAnonymous) throw handler.onAnonymous();
	if (!isServed(row, settings)) throw unserved(handler.onUnserved?.() ?? noRoute(), row, settings);
	const counted = actor.user ? `user:${actor.user.id}` : `ip:${request.ip ?? ""}`;
	if (!sparesAdministrators(row, actor)) limits.count(row, counted, settings, clock);
	if (broken) throw broken;

	for (const name in handler.onInvalid) if (!/^\d+$/.test(path[name] ?? "")) throw handler.onInvalid[name]?.();
	for (const name of handler.lenient) {
		const value = query.tree[name];
		const listed = row.parameters.find((one) => one.name === name)?.schema.enum;
		if (typeof value === "string" && !listed?.includes(value)) delete query.tree[name];
	}
	const params = readParameters(row, { path, query, body }, (one) => isServed(one, settings), handler);
	exchange.params = params;
	if (settings.strict) checkStrictly(row, query.tree, body);
	const setting = `${base} ${settings.tier} ${settings.release}`;
	const context: Context = {
		state,
		actor,
		settings,
		request,
		base,
		address,
		query: exchange.query,
		sent,
		json: (one, also, make) => texts.of(one, also, setting, make),
	};
	return state.transaction(() => handler.handle(context, params));
}

function unserved(refused: ApiError, row: OperationRow, settings: Settings): ApiError {
	const { rule, detail } = whyUnserved(row, settings);
	return refused.because(rule, detail);
}

const noBody: readonly [Body, undefined] = [{ kind: "none" }, undefined];

/** The body, or what is wrong with it: that is told only to callers who may come in. */
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
