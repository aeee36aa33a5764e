import type { RawRequest, RawResponse } from "../request/http/raw";
import type { ControlledPlatform } from "./controlled";

/** A call of the control API. */
export interface ControlCall {
	readonly platform: ControlledPlatform;
	readonly request: RawRequest;
	/** The name in the path. */
	readonly id: string;
	/** The second name in a path that has two. */
	readonly second: string;
	readonly query: URLSearchParams;
	/** Returns the body as JSON; undefined if there is none. Throws if it is not JSON. */
	json(): unknown;
}

/** Handles one method of a path. */
export type Route = (call: ControlCall) => RawResponse | Promise<RawResponse>;
