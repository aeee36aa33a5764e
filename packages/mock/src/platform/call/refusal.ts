import type { Exchange } from "../../control/exchange";
import { NotKept } from "../../lib/not-kept";
import { ApiError } from "../../request/http/errors";
import { jsonResponse } from "../../request/http/json-response";
import type { RawResponse } from "../../request/http/raw";

function apiError(error: unknown, operation: Exchange["operation"]): ApiError {
	if (error instanceof ApiError) return error;
	if (!(error instanceof NotKept)) return new ApiError(500, { message: "500 Internal Server Error" });
	const message = `507 Insufficient Storage - ${error.message}`;
	return new ApiError(507, operation === "executeGraphql" ? message : { message });
}

/** Returns the response to a refused request. Plain texts of the GraphQL endpoint become a list of errors. */
export function refusal(error: unknown, { operation }: Exchange): RawResponse {
	const { status, body, headers } = apiError(error, operation);
	if (typeof body === "string" && operation === "executeGraphql")
		return jsonResponse(status, { errors: [{ message: body }] }, headers);
	if (typeof body === "string") return { status, headers: { "content-type": "text/plain", ...headers }, body };
	return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
