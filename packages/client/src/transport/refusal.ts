import { type ApiError, apiError } from "../errors/errors";
import { parseError } from "../errors/parse-error";
import { secretHeaders, secretsWithin, withoutSecrets } from "../errors/without-secrets";
import type { Attempt, Call } from "./call";
import { retryClass } from "./route";

const longestText = 2_000;
const longestReason = 500;

/** Creates the error of a refusal. If the server quotes the request, its secrets are removed. */
export function refusal(call: Call, attempt: Attempt, response: Response): ApiError {
	const { route, method } = call;
	const { status, headers, statusText } = response;
	const { token, unclear, number, content } = attempt;
	const hide = withoutSecrets([token, ...secretHeaders(attempt.headers), ...secretsWithin(call.secrets)]);
	const body = hide(parsed(typeof content === "string" ? content : ""));
	const facts = parseError(body);
	return apiError({
		...facts,
		reason: (facts.reason || String(hide(statusText))).slice(0, longestReason),
		status,
		operationId: route.id,
		method,
		path: new URL(call.url).pathname,
		headers,
		body: typeof body === "string" ? body.slice(0, longestText) || undefined : body,
		requestId: (hide(headers.get("x-request-id")) ?? undefined) as string | undefined, // a text stays one
		attempts: number,
		outcomeUnknown: retryClass(route) !== "safe" && status >= 500,
		ambiguous: unclear && method === "DELETE" && status === 404,
	});
}

/** Parses JSON, or returns the text itself: a proxy's page, plain text or nothing. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
