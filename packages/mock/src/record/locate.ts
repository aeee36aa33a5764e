import type { ControlledOperation } from "../control/operation-names";
import { isIntake } from "../domains/alerts/intake";
import { locate, Origins } from "../request/http/locate";
import type { RawRequest } from "../request/http/raw";
import { contractOperations } from "../request/operation-set";

/** Where a request goes: its path, without any prefix. */
export interface Place {
	/** The base URL that the response's links begin with. */
	readonly base: string;
	/** Begins with a slash. */
	readonly path: string;
	/** Without the question mark. */
	readonly query: string;
}

/** Takes a request's address apart. An address that is not of this host is a path all the same: it leads nowhere else. */
export function placeOf(request: RawRequest): Place {
	const { origin, path, query } = locate(request);
	return {
		base: new Origins().of(origin, request.headers.host),
		path: path.startsWith("/") ? path : `/${path}`,
		query,
	};
}

/** Which operation of the contract a method and a path, below the installation's address, are. */
export function operationAt(method: string, path: string): ControlledOperation | undefined {
	if (path === "/api/graphql") return ["GET", "HEAD", "POST"].includes(method) ? "executeGraphql" : undefined;
	if (!path.startsWith("/api/v4/")) return isIntake(path) && method === "POST" ? "sendAlert" : undefined;
	const below = path
		.slice("/api/v4".length)
		.replace(/\/$/, "")
		.replace(/\.json$/, "");
	// The table is keyed by the rows' ids.
	return contractOperations.find(below)?.verbs.get(method === "HEAD" ? "GET" : method)?.id as
		| ControlledOperation
		| undefined;
}
