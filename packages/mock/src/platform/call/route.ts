import type { Exchange } from "../../control/exchange";
import type { ControlledOperation } from "../../control/operation-names";
import { isIntake } from "../../domains/alerts/intake";
import { preflight } from "../../request/http/cors";
import { methodNotAllowed, noRoute } from "../../request/http/errors";
import { locate } from "../../request/http/locate";
import { dialectOf, rowFor } from "../../request/settings/dialect";
import { answerBeside } from "./beside";
import type { GraphqlCalls } from "./graphql";
import type { Inside, Run } from "./inside";
import { callRest } from "./rest";

const graphqlVerbs: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

/** Returns the path of the installation's external URL, without a trailing slash. */
export const prefixOf = (externalUrl: string | undefined): string =>
	externalUrl && URL.canParse(externalUrl) ? new URL(externalUrl).pathname.replace(/\/+$/, "") : "";

/** Finds a request's operation, notes it, and returns a function that runs it. Throws 404 or 405 if there is none. */
export function route(exchange: Exchange, graphql: GraphqlCalls, inside: Inside): Run {
	const { request } = exchange;
	const target = locate(request);
	exchange.path = target.path;
	exchange.queryText = target.query;
	const external = inside.settings.externalUrl?.replace(/\/+$/, "");
	const base = (external ?? inside.origins.of(target.origin, request.headers.host)) + (request.prefix ?? "");
	const prefix = external ? new URL(external).pathname.replace(/\/$/, "") : "";
	if (!target.path.startsWith(`${prefix}/`)) throw noRoute();
	const path = target.path.slice(prefix.length);
	exchange.path = path;
	if (path === "/api/graphql") {
		if (graphqlVerbs.has(request.method)) exchange.operation = "executeGraphql";
		return () => graphql.respond(exchange, base, inside);
	}
	if (!path.startsWith("/api/v4/")) {
		if (isIntake(path) && request.method === "POST") exchange.operation = "sendAlert";
		return () => {
			exchange.changes = [];
			return inside.state.transaction(() => answerBeside(request, path, target.query, inside), exchange.changes);
		};
	}

	let below = path.slice("/api/v4".length);
	if (below.endsWith("/")) below = below.slice(0, -1);
	if (below.endsWith(".json")) below = below.slice(0, -".json".length);
	const match = inside.operations.find(below);
	if (!match) throw noRoute();
	const found = match.verbs.get(request.method === "HEAD" ? "GET" : request.method);
	if (!found) {
		const verbs = [...match.verbs.keys()].flatMap((verb) => (verb === "GET" ? ["GET", "HEAD"] : [verb]));
		if (request.method === "OPTIONS") return () => preflight(request, verbs);
		throw methodNotAllowed([...verbs, "OPTIONS"]);
	}
	const dialect = dialectOf(inside.settings);
	// An alias that is still there was requested by the specification's name, which the product does not have.
	if (dialect?.absent.includes(found.id) || (dialect && inside.operations.isAlias(found))) throw noRoute();
	const row = rowFor(found, inside.settings);
	exchange.row = row;
	// The table is keyed by the rows' ids.
	exchange.operation = row.id as ControlledOperation;
	exchange.params = match.params;
	const call = { row, base, address: `${base}/api/v4${below}`, path: match.params };
	return () => callRest(exchange, call, inside);
}
