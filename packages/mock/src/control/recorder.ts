import type { RawRequest, RawResponse } from "../request/http/raw";
import type { OperationSet } from "../request/operation-set";
import type { Settings } from "../request/settings/settings";
import type { CoverageCounter } from "./coverage";
import type { Exchange } from "./exchange";
import type { Journal } from "./journal";
import type { ControlledOperation } from "./operation-names";

/** Where what was answered is written down. */
export interface Books {
	readonly settings: Settings;
	readonly operations: OperationSet;
	readonly journal: Journal;
	readonly coverage: CoverageCounter;
	readonly onError: (error: unknown, request: RawRequest) => void;
}

/** Writes down what came of a request; where answers are held against the contract first, once that is done. */
export function writeDown(exchange: Exchange, answered: RawResponse, books: Books): Promise<void> | undefined {
	exchange.milliseconds = performance.now() - exchange.started;
	books.coverage.count(exchange);
	exchange.release();
	if ((books.settings.strict || books.journal.isWatched) && exchange.operation !== undefined && answered.status > 0)
		return judgeFirst(exchange, exchange.operation, answered, books);
	books.journal.record(exchange);
	return undefined;
}

async function judgeFirst(
	exchange: Exchange,
	operation: ControlledOperation,
	answered: RawResponse,
	{ journal, coverage, settings, operations, onError }: Books,
): Promise<void> {
	try {
		const { judge } = await import("./judge");
		const verdict = await judge(operation, answered, exchange.request.method === "HEAD", settings.dialect, operations);
		exchange.verdict = verdict;
		if (!verdict.ok) coverage.countBroken(operation, answered.status);
		if (!verdict.ok && settings.strict)
			throw new Error(`The answer to ${operation} breaks the contract: ${verdict.problems.join("; ")}`);
	} catch (error) {
		// Who only watches may do so without the package that validates.
		if (settings.strict) onError(error, exchange.request);
	}
	journal.record(exchange);
}
