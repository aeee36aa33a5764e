import type { JournalFilter } from "../control/journal";
import type { ControlledOperation } from "../control/operation-names";
import type { Platform } from "../platform/platform";
import type { RawResponse } from "../request/http/raw";

/** The operations of the responses from `rememberingFetch`. */
const operations = new WeakMap<Response, ControlledOperation>();

/** Returns a platform's `fetch` that notes the operation of each response for `toMatchContract`. */
export function rememberingFetch(platformOf: () => Platform): Platform["fetch"] {
	return async (input, init) => {
		const platform = platformOf();
		const response = await platform.fetch(input, init);
		const id = response.headers.get("x-request-id");
		const operation = platform.journal.last(undefined, (entry) => entry.id === id)?.operation;
		if (operation) operations.set(response, operation);
		return response;
	};
}

export interface Outcome {
	pass: boolean;
	message: () => string;
}

/** The part of the platform that the matcher reads. */
type Journaled = Pick<Platform, "journal">;

function toHaveCalled(received: Journaled, operation: ControlledOperation, filter?: JournalFilter): Outcome {
	const { journal } = received;
	const calls = journal.calls(operation);
	const found = filter === undefined ? calls : journal.calls(operation, filter);
	const condition = typeof filter === "object" ? ` with ${JSON.stringify(filter)}` : filter ? " that passes" : "";
	const others = (): string => {
		if (calls.length > 0)
			return `\n\nThe calls of ${operation} were:\n${calls.map(({ status, params, requestBody }) => `  ${JSON.stringify({ status, params, requestBody })}`).join("\n")}`;
		const names = [...new Set(journal.calls().map(({ operation: one, method, path }) => one ?? `${method} ${path}`))];
		return names.length > 0 ? `\n\nThese operations were called: ${names.join(", ")}` : "\n\nNothing was called.";
	};
	return {
		pass: found.length > 0,
		message: () =>
			found.length > 0
				? `Expected no call of ${operation}${condition}, but there ${found.length === 1 ? "was one" : `were ${found.length}`}.`
				: `Expected a call of ${operation}${condition}.${others()}`,
	};
}

async function rawOf(received: Response | RawResponse): Promise<RawResponse> {
	if (!(received instanceof Response)) return received;
	if (received.bodyUsed)
		throw new Error("toMatchContract: the body has already been read. Pass a clone of the response.");
	const text = await received.clone().text();
	return { status: received.status, headers: Object.fromEntries(received.headers), body: text === "" ? null : text };
}

async function toMatchContract(received: Response | RawResponse, operation?: ControlledOperation): Promise<Outcome> {
	const known = operation ?? (received instanceof Response ? operations.get(received) : undefined);
	if (known === undefined)
		throw new Error(
			'toMatchContract: the operation of this response is not known. Name it, e.g. toMatchContract("getGroup"), or send the request with the fixture fetch.',
		);
	const { ok, problems } = await (await import("../control/judge")).judge(known, await rawOf(received));
	return {
		pass: ok,
		message: () =>
			ok
				? `Expected the response to ${known} to break the contract, but it conforms.`
				: `The response to ${known} breaks the contract:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
	};
}

/** The matchers, for the `expect.extend` of any runner. */
export const matchers = { toHaveCalled, toMatchContract };

/** The types of the matchers on `expect`. */
export interface PlatformMatchers<T> {
	/** Checks that a platform's journal contains a call of the operation that matches the filter, if there is one. */
	toHaveCalled(operation: ControlledOperation, filter?: JournalFilter): T;
	/**
	 * Checks that a `Response` or `RawResponse` conforms to the contract: its status, and the shape of its JSON. Pass the
	 * operation, unless the response comes from the fixture `fetch`. Requires the package `zod`.
	 */
	toMatchContract(operation?: ControlledOperation): Promise<T>;
}
