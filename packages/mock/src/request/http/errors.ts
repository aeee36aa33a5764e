/** What a refusal can be for. */
export type Rule =
	| "credential"
	| "account"
	| "scope"
	| "sudo"
	| "role"
	| "visibility"
	| "tier"
	| "offering"
	| "release"
	| "flag"
	| "record"
	| "route"
	| "parameter"
	| "document"
	| "integration";

/** Which rule refused, and what it asks for: for testers, never for the platform's callers unless they ask. */
export interface Reason {
	readonly rule: Rule;
	readonly detail: string;
}

const brand = Symbol.for("tenon.api-error");

/**
 * The refusals of the REST interface, in their two families: `message` for what the application refuses,
 * `error` for what parameter checks, routing and token checks refuse.
 */
export class ApiError extends Error {
	/** An extension may have been loaded with a copy of this module of its own. */
	static override [Symbol.hasInstance](value: unknown): boolean {
		return typeof value === "object" && value !== null && brand in value;
	}

	readonly status: number;
	readonly [brand] = true;
	/** JSON, or a plain text. */
	readonly body: object | string;
	readonly headers: { readonly [name: string]: string };
	/** Which rule refused, where the place that threw says so. */
	reason: Reason | undefined;

	constructor(status: number, body: object | string, headers: { readonly [name: string]: string } = {}) {
		// A refusal is a response and no fault of the program: the stack trace would cost more than the rest of it.
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		super(`${status} ${typeof body === "string" ? body : JSON.stringify(body)}`);
		Error.stackTraceLimit = stackTraceLimit;
		this.name = "ApiError";
		this.status = status;
		this.body = body;
		this.headers = headers;
	}

	/** The same error, with the rule that refused. */
	because(rule: Rule, detail: string): this {
		this.reason = { rule, detail };
		return this;
	}
}

const withReason = (text: string, reason?: string): string => (reason ? `${text} - ${reason}` : text);

/** 400 of the `error` family: what is wrong with the parameters. */
export const parameterError = (text: string): ApiError => new ApiError(400, { error: text });
/** 400 with a reason. */
export const badRequest = (reason?: string): ApiError =>
	new ApiError(400, { message: withReason("400 Bad request", reason) });
/** 400 of a record's validation: field → texts, or a text alone. */
export const invalid = (
	message: string | readonly string[] | { readonly [field: string]: readonly string[] },
): ApiError => new ApiError(400, { message });
/** 401: no credential, or an unknown one. */
export const unauthorized = (): ApiError => new ApiError(401, { message: "401 Unauthorized" });

/** 401: the token was valid once. */
export function invalidToken(description: string): ApiError {
	const challenge = `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`;
	return new ApiError(
		401,
		{ error: "invalid_token", error_description: description },
		{ "www-authenticate": challenge },
	);
}

/** 403, with a reason or without. */
export const forbidden = (reason?: string): ApiError =>
	new ApiError(403, { message: withReason("403 Forbidden", reason) });

/** 403: the token's scopes are not enough; names those that would be. */
export const insufficientScope = (scopes: readonly string[]): ApiError =>
	new ApiError(403, {
		error: "insufficient_scope",
		error_description: "The request requires higher privileges than provided by the access token.",
		scope: scopes.join(" "),
	});

/** 404: of a named record ("Project" → "404 Project Not Found"), or of a record inside a found parent. */
export const notFound = (what?: string): ApiError =>
	new ApiError(404, { message: what ? `404 ${what} Not Found` : "404 Not found" });
/** 404: no such route. */
export const noRoute = (): ApiError => new ApiError(404, { error: "404 Not Found" });
/** 405: the path exists, the verb does not. */
export const methodNotAllowed = (allowed: readonly string[]): ApiError =>
	new ApiError(405, { error: "405 Not Allowed" }, { allow: allowed.join(", ") });
/** 405: the record is there, but it is not of the kind that the operation is for. */
export const wrongKind = (): ApiError => new ApiError(405, { message: "405 Method Not Allowed" });
/** 412: the record was changed after the time in If-Unmodified-Since. */
export const preconditionFailed = (): ApiError => new ApiError(412, { message: "412 Precondition Failed" });
/** 422: understood, but it cannot be carried out. */
export const unprocessable = (): ApiError => new ApiError(422, { message: "422 Unprocessable Entity" });
/** 404: the feature is not switched on here, or not on this plan. */
export const notAvailable = (): ApiError => new ApiError(404, { message: "404 Not Found" });
/** 415: a body of a type that is not read. */
export const unsupportedType = (type: string): ApiError =>
	new ApiError(415, { error: `The provided content-type '${type}' is not supported.` });
/** 406: a format that is not served. */
export const notAcceptable = (format: string): ApiError =>
	new ApiError(406, { error: `The requested format '${format}' is not supported.` });
/** 429: an operation's own limit was passed. */
export const tooManyRequests = (seconds: number): ApiError =>
	new ApiError(
		429,
		{ message: { error: "This endpoint has been requested too many times. Try again later." } },
		{ "retry-after": String(seconds) },
	);
/** 429 with a text: the limit on all requests was passed, or one by another count than a caller's. */
export const retryLater = (seconds: number): ApiError =>
	new ApiError(429, "Retry later", { "retry-after": String(seconds) });
/** 301: the record is reached by another address now. */
export const movedTo = (url: string): ApiError =>
	new ApiError(301, `This resource has been moved permanently to ${url}`, { location: url });
/** 405: a write to a project by an address that it had before. */
export const movedForWrites = (): ApiError =>
	new ApiError(405, { message: "Non GET methods are not allowed for moved projects" });
