import type { AnyGraphql } from "../../extension/define";
import type { RateLimits } from "../../request/access/rate-limits";
import type { JsonTexts } from "../../request/http/json-text";
import type { ListTexts } from "../../request/http/list-text";
import type { Origins } from "../../request/http/locate";
import type { RawRequest, RawResponse } from "../../request/http/raw";
import type { Handler } from "../../request/operation";
import type { OperationSet } from "../../request/operation-set";
import type { Settings } from "../../request/settings/settings";
import type { Clock } from "../../state/clock";
import type { State } from "../../state/state";

/** The parts of a platform that a request is handled with. */
export interface Inside {
	readonly clock: Clock;
	readonly state: State;
	readonly settings: Settings;
	readonly operations: OperationSet;
	/** The handlers of the operations, by operation id. */
	readonly handlers: { readonly [operation: string]: Handler };
	/** What extensions add to the GraphQL schema. */
	readonly graphql: readonly AnyGraphql[];
	readonly limits: RateLimits;
	readonly texts: JsonTexts;
	readonly lists: ListTexts;
	readonly origins: Origins;
	readonly onError: (error: unknown, request: RawRequest) => void;
}

/** Handles a request that has an operation. */
export type Run = () => RawResponse | Promise<RawResponse>;
