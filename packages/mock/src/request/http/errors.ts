/** The possible reasons of a refusal. */
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

/** The rule that refused a request, and what it requires. Callers of the platform only see it on request. */
export interface Reason {
	readonly rule: Rule;
	readonly detail: string;
}

const brand = Symbol.for("tenon.api-error");

/**
 * A refusal of the REST API. Its body has a `message` if the application refused the request, or an `error` if
 * parameter checks, routing or token checks did.
 */
export class ApiError extends Error {
	/** Recognizes errors of an extension that loaded its own copy of this module. */
	static override [Symbol.hasInstance](value: unknown): boolean {
		return typeof value === "object" && value !== null && brand in value;
	}

	readonly status: number;
	readonly [brand] = true;
	/** A JSON value, or a plain text. */
	readonly body: object | string;
	readonly headers: { readonly [name: string]: string };
	/** The rule that refused the request, if the code that threw the error set it. */
	reason: Reason | undefined;

	constructor(status: number, body: object | string, headers: { readonly [name: string]: string } = {}) {
		// A refusal is a response and not a bug: creating a stack trace would cost more than everything else.
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		super(`${status} ${typeof body === "string" ? body : JSON.stringify(body)}`);
		Error.stackTraceLimit = stackTraceLimit;
		this.name = "ApiError";
		this.status = status;
		this.body = body;
		this.headers = headers;
	}

	/** Sets the rule that refused the request, and returns the same error. */
	because(rule: Rule, detail: string): this {
		this.reason = { rule, detail };
		return this;
	}
}

const withReason = (text: string, reason?: string): string => (reason ? `${text} - ${reason}` : text);

/** 400 with an `error`: the parameters are invalid. */
export const parameterError = (text: string): ApiError => new ApiError(400, { error: text });
/** 400 with a reason. */
export const badRequest = (reason?: string): ApiError =>
	new ApiError(400, { message: withReason("400 Bad request", reason) });
/** 400: a record is invalid, with texts by field, or with a single text. */
export const invalid = (
	message: string | readonly string[] | { readonly [field: string]: readonly string[] },
): ApiError => new ApiError(400, { message });
/** 401: no credential, or an unknown one. */
export const unauthorized = (): ApiError => new ApiError(401, { message: "401 Unauthorized" });

/** 401: the token is revoked or expired. */
export function invalidToken(description: string): ApiError {
	const challenge = `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`;
	return new ApiError(
		401,
		{ error: "invalid_token", error_description: description },
		{ "www-authenticate": challenge },
	);
}

/** 403, with an optional reason. */
export const forbidden = (reason?: string): ApiError =>
	new ApiError(403, { message: withReason("403 Forbidden", reason) });

/** 403: the token lacks the required scopes, which are listed. */
export const insufficientScope = (scopes: readonly string[]): ApiError =>
	new ApiError(403, {
		error: "insufficient_scope",
		error_description: "The request requires higher privileges than provided by the access token.",
		scope: scopes.join(" "),
	});

/** 404: a kind of record ("Project" → "404 Project Not Found"), or a record inside an existing parent. */
export const notFound = (what?: string): ApiError =>
	new ApiError(404, { message: what ? `404 ${what} Not Found` : "404 Not found" });
/** 404: there is no such route. */
export const noRoute = (): ApiError => new ApiError(404, { error: "404 Not Found" });
/** 405: the path exists, but not with this method. */
export const methodNotAllowed = (allowed: readonly string[]): ApiError =>
	new ApiError(405, { error: "405 Not Allowed" }, { allow: allowed.join(", ") });
/** 405: the record exists, but not of the kind that the operation is for. */
export const wrongKind = (): ApiError => new ApiError(405, { message: "405 Method Not Allowed" });
/** 412: the record was changed after the time in If-Unmodified-Since. */
export const preconditionFailed = (): ApiError => new ApiError(412, { message: "412 Precondition Failed" });
/** 422: the request is valid, but cannot be carried out. */
export const unprocessable = (): ApiError => new ApiError(422, { message: "422 Unprocessable Entity" });
/** 404: the feature is disabled here, or not part of the plan. */
export const notAvailable = (): ApiError => new ApiError(404, { message: "404 Not Found" });
/** 415: the type of the body is not supported. */
export const unsupportedType = (type: string): ApiError =>
	new ApiError(415, { error: `The provided content-type '${type}' is not supported.` });
/** 406: the requested format is not supported. */
export const notAcceptable = (format: string): ApiError =>
	new ApiError(406, { error: `The requested format '${format}' is not supported.` });
/** 429: an operation's own limit is reached. */
export const tooManyRequests = (seconds: number): ApiError =>
	new ApiError(
		429,
		{ message: { error: "This endpoint has been requested too many times. Try again later." } },
		{ "retry-after": String(seconds) },
	);
/** 429 with a text: the limit on all requests is reached, or another limit that is not per operation. */
export const retryLater = (seconds: number): ApiError =>
	new ApiError(429, "Retry later", { "retry-after": String(seconds) });
/** 301: the record has another URL now. */
export const movedTo = (url: string): ApiError =>
	new ApiError(301, `This resource has been moved permanently to ${url}`, { location: url });
/** 405: a write to a project by a former path. */
export const movedForWrites = (): ApiError =>
	new ApiError(405, { message: "Non GET methods are not allowed for moved projects" });
