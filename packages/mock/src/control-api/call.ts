import type { RawRequest, RawResponse } from "../request/http/raw";
import type { ControlledPlatform } from "./controlled";

/** A call of the control API. */
export interface ControlCall {
	readonly platform: ControlledPlatform;
	readonly request: RawRequest;
	/** What stands in the path's place for a name. */
	readonly id: string;
	/** The second name in a path that has two. */
	readonly second: string;
	readonly query: URLSearchParams;
	/** The body as JSON, undefined where there is none. Throws for one that is no JSON. */
	json(): unknown;
}

/** Carries out one verb of a path. */
export type Route = (call: ControlCall) => RawResponse | Promise<RawResponse>;
