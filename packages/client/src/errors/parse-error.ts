/** The information in an error body, in either of the two formats. */
export interface ErrorFacts {
	/** The server's message in one line; absent if it sent none. */
	readonly reason?: string | undefined;
	/** The code of a token error: `invalid_token`, `insufficient_scope`. */
	readonly code?: string | undefined;
	/** The messages by field, if the server refused individual fields. */
	readonly fieldErrors?: { readonly [field: string]: readonly string[] } | undefined;
	/** All texts of a body with `message`. */
	readonly messages: readonly string[];
	/** With `insufficient_scope`: the sufficient scopes. The token needs one of them. */
	readonly requiredScopes?: readonly string[] | undefined;
	/** With `invalid_token`: whether the token is expired or revoked, if the server says so. */
	readonly tokenState?: "expired" | "revoked" | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(text);

/**
 * Reads an error body: `{"message": text | field → texts | texts | {"error": text}}`, `{"error": text}`, a token error
 * with `error_description` and `scope`, or GraphQL's `{"errors": [{"message": text}]}`. From any other body, it only
 * returns plain text.
 */
export function parseError(body: unknown): ErrorFacts {
	if (typeof body === "string") {
		// An HTML page of a proxy is not a reason.
		const reason = body.trim();
		return { reason: reason.startsWith("<") ? undefined : reason, messages: [] };
	}
	const { error, error_description: description, scope, errors, ...rest } = isRecord(body) ? body : {};
	const message = Array.isArray(errors) ? errors.map((one) => (isRecord(one) ? one.message : one)) : rest.message;
	if (isRecord(message) && typeof message.error !== "string") {
		const fields = Object.entries(message).map(([field, value]): [string, string[]] => [field, texts(value)]);
		const messages = fields.flatMap(([field, each]) => each.map((one) => `${field} ${one}`));
		return { reason: messages.join("; "), fieldErrors: Object.fromEntries(fields), messages };
	}
	const said = isRecord(message) ? message.error : message;
	if (said !== undefined && said !== null) {
		const messages = texts(said);
		return { reason: messages.join("; "), messages };
	}
	if (typeof error !== "string") return { messages: [] };
	if (typeof description !== "string") return { reason: error, messages: [] };
	const state = error === "invalid_token" && /expired|revoked/i.exec(description)?.[0].toLowerCase();
	return {
		reason: description,
		code: error,
		messages: [],
		requiredScopes: typeof scope === "string" ? (scope.match(/[^\s,]+/g) ?? []) : undefined,
		tokenState: state ? (state as "expired" | "revoked") : undefined, // the pattern matches nothing else
	};
}
