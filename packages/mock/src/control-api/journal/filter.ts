import type { Exchange } from "../../control/exchange";
import type { Journal } from "../../control/journal";
import { isOperation, noSuchOperation } from "../../control/operation-names";
import { ControlRefusal } from "../../lib/control-error";
import type { ControlCall } from "../call";

/** The filters of the journal. */
export const entryFilters = ["operation", "method", "status", "user", "q"];

/** Returns a whole number of the query; undefined if it is missing. */
export function numberOf(query: URLSearchParams, name: string): number | undefined {
	const text = query.get(name);
	if (text !== null && !/^\d{1,9}$/.test(text))
		throw new ControlRefusal(400, `${name}: expected a whole number, found "${text}".`);
	return text === null ? undefined : Number(text);
}

/** Throws if the query has a parameter with another name. */
export function checkNames(query: URLSearchParams, names: readonly string[]): void {
	const unknown = [...query.keys()].find((name) => !names.includes(name));
	if (unknown !== undefined)
		throw new ControlRefusal(400, `There is no filter "${unknown}". There are: ${names.join(", ")}.`);
}

/** Returns a function that tests whether an exchange matches the query. */
export function exchangeFilter({
	query,
	platform,
}: Pick<ControlCall, "query" | "platform">): (exchange: Exchange) => boolean {
	const [status, method, user] = [numberOf(query, "status"), query.get("method")?.toUpperCase(), query.get("user")];
	const operation = query.get("operation");
	if (operation !== null && !isOperation(operation, platform.operations))
		throw new ControlRefusal(400, noSuchOperation(operation, platform.operations));
	const text = query.get("q")?.toLowerCase() ?? "";
	return (exchange) =>
		(operation === null || exchange.operation === operation) &&
		(status === undefined || (exchange.response?.status ?? 0) === status) &&
		(method === undefined || exchange.sent.method === method) &&
		(user === null || exchange.user?.username === user) &&
		(text === "" || holds(exchange, text, platform.journal));
}

/** Whether a request or its response contains a text, as the journal shows them, without secrets. */
function holds(exchange: Exchange, text: string, journal: Journal): boolean {
	const entry = journal.entryOf(exchange);
	const { method, url, operation, user, requestBody, responseBody, reason } = entry;
	return [`${method} ${url}`, operation, user, requestBody, responseBody, reason?.detail].some((part) =>
		(typeof part === "string" ? part : (JSON.stringify(part) ?? "")).toLowerCase().includes(text),
	);
}
