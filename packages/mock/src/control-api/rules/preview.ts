import type { Exchange } from "../../control/exchange";
import type { FaultOptions } from "../../control/fault-options";
import { Rule } from "../../control/faults";
import { type FixedOverride, FixedRule } from "../../control/fixed-override";
import { type JournalSummary, summaryOf } from "../../control/journal-summary";
import { checkOperation } from "../../control/operation-names";
import { isMeant, type SenderOf } from "../../control/request-match";
import { senderOf } from "../../request/access/authenticate";
import type { ControlledPlatform } from "../controlled";

/** The maximum number of requests that a preview checks. */
const most = 100;

/** What a rule would have done to the last requests. */
interface Preview {
	/** The number of requests that were checked. */
	readonly of: number;
	/** The number of requests that match the rule. */
	readonly matching: number;
	/** The number of requests that the rule would have applied to, by its counts and draws. */
	readonly struck: number;
	/** Those requests, newest first. */
	readonly requests: readonly JournalSummary[];
}

function preview(
	platform: ControlledPlatform,
	matches: (exchange: Exchange) => boolean,
	takes: (exchange: Exchange) => boolean,
): Preview {
	const exchanges = platform.journal.exchanges.slice(-most);
	const matching = exchanges.filter(matches).length;
	const struck = exchanges.filter(takes).reverse().map(summaryOf);
	return { of: exchanges.length, matching, struck: struck.length, requests: struck };
}

const sender =
	({ state }: ControlledPlatform): SenderOf =>
	(request) =>
		senderOf(request, state);

/** Returns the requests that a fault with these options would have applied to. */
export function previewFault(platform: ControlledPlatform, options: FaultOptions): Preview {
	const rule = new Rule("preview", options, sender(platform));
	return preview(
		platform,
		(exchange) => rule.matches(exchange),
		(exchange) => {
			const isTaken = rule.takes(exchange);
			// A later request for the same page would get this response as a stale page.
			if (exchange.response && rule.matches(exchange)) rule.remember(exchange, exchange.response);
			return isTaken;
		},
	);
}

/** Returns the requests that an override with these options would have responded to. */
export function previewOverride(platform: ControlledPlatform, options: FixedOverride): Preview {
	const { operation, match } = options;
	checkOperation(operation, platform.operations);
	const rule = new FixedRule("preview", options);
	const matches = (exchange: Exchange): boolean =>
		(operation === undefined || operation === exchange.operation) && isMeant(match, exchange, sender(platform));
	return preview(platform, matches, (exchange) => matches(exchange) && rule.take() !== undefined);
}
