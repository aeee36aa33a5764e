import type { RawRequest, RawResponse } from "../request/http/raw";
import type { OperationSet } from "../request/operation-set";
import type { Settings } from "../request/settings/settings";
import type { CoverageCounter } from "./coverage";
import type { Exchange } from "./exchange";
import type { Journal } from "./journal";
import type { ControlledOperation } from "./operation-names";

/** Where requests and their responses are recorded. */
export interface Books {
	readonly settings: Settings;
	readonly operations: OperationSet;
	readonly journal: Journal;
	readonly coverage: CoverageCounter;
	readonly onError: (error: unknown, request: RawRequest) => void;
}

/** Records a request and its response. Validates it first in strict mode, or if a listener follows the journal. */
export function writeDown(exchange: Exchange, response: RawResponse, books: Books): Promise<void> | undefined {
	exchange.milliseconds = performance.now() - exchange.started;
	books.coverage.count(exchange);
	exchange.release();
	if ((books.settings.strict || books.journal.isWatched) && exchange.operation !== undefined && response.status > 0)
		return judgeFirst(exchange, exchange.operation, response, books);
	books.journal.record(exchange);
	return undefined;
}

async function judgeFirst(
	exchange: Exchange,
	operation: ControlledOperation,
	response: RawResponse,
	{ journal, coverage, settings, operations, onError }: Books,
): Promise<void> {
	try {
		const { judge } = await import("./judge");
		const verdict = await judge(operation, response, exchange.request.method === "HEAD", settings.dialect, operations);
		exchange.verdict = verdict;
		if (!verdict.ok) coverage.countBroken(operation, response.status);
		if (!verdict.ok && settings.strict)
			throw new Error(`The response to ${operation} breaks the contract: ${verdict.problems.join("; ")}`);
	} catch (error) {
		// A listener may follow the journal without the package that validates.
		if (settings.strict) onError(error, exchange.request);
	}
	journal.record(exchange);
}
