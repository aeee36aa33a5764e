import type { ControlledOperation } from "../control/operation-names";
import { isIntake } from "../domains/alerts/intake";
import { locate, Origins } from "../request/http/locate";
import type { RawRequest } from "../request/http/raw";
import { contractOperations } from "../request/operation-set";

/** The parts of a request's URL. */
export interface Place {
	/** The base URL that the response's links begin with. */
	readonly base: string;
	/** Begins with a slash. */
	readonly path: string;
	/** Without the question mark. */
	readonly query: string;
}

/** Splits a request's URL into its parts. The host is never used as a target: requests only go to the upstream. */
export function placeOf(request: RawRequest): Place {
	const { origin, path, query } = locate(request);
	return {
		base: new Origins().of(origin, request.headers.host),
		path: path.startsWith("/") ? path : `/${path}`,
		query,
	};
}

/** Returns the operation of the contract with a method and a path below the installation's base URL. */
export function operationAt(method: string, path: string): ControlledOperation | undefined {
	if (path === "/api/graphql") return ["GET", "HEAD", "POST"].includes(method) ? "executeGraphql" : undefined;
	if (!path.startsWith("/api/v4/")) return isIntake(path) && method === "POST" ? "sendAlert" : undefined;
	const below = path
		.slice("/api/v4".length)
		.replace(/\/$/, "")
		.replace(/\.json$/, "");
	// The table's keys are the ids of the rows.
	return contractOperations.find(below)?.verbs.get(method === "HEAD" ? "GET" : method)?.id as
		| ControlledOperation
		| undefined;
}
