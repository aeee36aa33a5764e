import type { Exchange } from "../../control/exchange";
import { answer } from "../../request/http/answer";
import { ApiError } from "../../request/http/errors";
import type { RawResponse } from "../../request/http/raw";

/** A refusal as it is told; texts of the GraphQL endpoint as a list of errors. */
export function refusal(error: unknown, { operation }: Exchange): RawResponse {
	const { status, body, headers } =
		error instanceof ApiError ? error : new ApiError(500, { message: "500 Internal Server Error" });
	if (typeof body === "string" && operation === "executeGraphql")
		return answer(status, { errors: [{ message: body }] }, headers);
	if (typeof body === "string") return { status, headers: { "content-type": "text/plain", ...headers }, body };
	return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
