import type { Fault, OperationContracts, OperationId } from "@tenon/contract";

import type { ErrorFacts } from "./parse-error";
import { retryAfter } from "./retry-after";

export type { Fault } from "@tenon/contract";

// In the global symbol registry, so that two copies of the package recognize each other's errors.
const brand = Symbol.for("tenon.error");

/** The position in a list at which an iteration failed. */
export interface WalkState {
	/** The cursor of the page that was not completely returned: pass it to another iteration to continue there. */
	readonly cursor: string | undefined;
	/** The page's number. */
	readonly page: number;
	/** The number of items of earlier pages that were returned. */
	readonly items: number;
}

/** The optional parts of an error. */
interface ErrorParts {
	readonly cause?: unknown;
	readonly outcomeUnknown?: boolean;
	readonly attempts?: number;
	readonly status?: number;
	/** The beginning of the message, if it is not the status and the operation. */
	readonly where?: string;
}

/**
 * The base class of all errors of the client. No error shows a token, a password, a query value or a body in its
 * message, stack, JSON or `util.inspect`.
 *
 * @example
 * try { await tenon.groups.get({ id: "acme" }); }
 * catch (error) { if (error instanceof TenonError) console.log(error.operationId, error.outcomeUnknown); }
 */
export class TenonError extends Error {
	/** The operation that failed. Undefined if none was called yet. */
	readonly operationId: string | undefined;
	/** True if the request may have taken effect: it changes data, and its outcome is unknown. */
	readonly outcomeUnknown: boolean;
	/** The number of requests that were sent for the call; 0 if none was sent. */
	readonly attempts: number;
	/** The position in the list, if the error ended an iteration. */
	declare walk?: WalkState;

	/** The message begins with the status, if there is one, and the operation. */
	constructor(fault: string, operationId?: string, more: ErrorParts = {}) {
		const { status, outcomeUnknown = false, attempts = 0 } = more;
		const { where = [status, operationId].filter(Boolean).join(" ") } = more;
		super(
			[where, fault].filter(Boolean).join(": ") + (outcomeUnknown ? " (it may have taken effect)" : ""),
			more.cause === undefined ? {} : { cause: more.cause },
		);
		this.operationId = operationId;
		this.outcomeUnknown = outcomeUnknown;
		this.attempts = attempts;
	}

	override get name(): string {
		return "TenonError";
	}

	get [brand](): string {
		return "tenon";
	}

	/** Returns only what is safe to log. */
	toJSON(): object {
		return { message: this.message, operationId: this.operationId };
	}

	[Symbol.for("nodejs.util.inspect.custom")](): string {
		return `${this.stack} ${JSON.stringify(this)}`;
	}
}

/**
 * The call or the client's options are invalid. Nothing was sent. `parameter` names the invalid parameter or option.
 *
 * @example
 * await tenon.groups.get({ id: "" }); // UsageError: getGroup: id is empty
 */
export class UsageError extends TenonError {
	readonly parameter: string | undefined;

	constructor(parameter: string | undefined, fault: string, operationId?: string, more: { cause?: unknown } = {}) {
		super(parameter ? `${parameter} ${fault}` : fault, operationId, more);
		this.parameter = parameter;
	}

	override get name(): string {
		return "UsageError";
	}
}

/**
 * The client could not get a token: `auth.token` or `auth.refresh` failed, or returned a token that cannot be sent in a
 * header. `cause` is the reason. why.
 *
 * @example
 * if (error instanceof CredentialsError) console.log("sign in again:", error.cause);
 */
export class CredentialsError extends TenonError {
	override get name(): string {
		return "CredentialsError";
	}
}

/**
 * There is no response: the connection could not be made, or it broke. `cause` is the error that `fetch` threw.
 *
 * @example
 * if (error instanceof ConnectionError && error.outcomeUnknown) await lookWhetherItIsThere();
 */
export class ConnectionError extends TenonError {
	override get name(): string {
		return "ConnectionError";
	}
}

/**
 * There was no complete response within `timeout` or `deadline`.
 *
 * @example
 * await tenon.users.getCurrent({}, { timeout: 500 }).catch((error: unknown) => error instanceof TimeoutError);
 */
export class TimeoutError extends TenonError {
	override get name(): string {
		return "TimeoutError";
	}
}

/**
 * The caller's signal ended the call. `cause` is the signal's reason.
 *
 * @example
 * if (error instanceof AbortError) return;
 */
export class AbortError extends TenonError {
	override get name(): string {
		return "AbortError";
	}
}

/**
 * A request or a response violates the contract. An invalid request is not sent. Only a client with a validator rejects
 * with this error. only.
 *
 * @example
 * if (error instanceof ValidationError) for (const { path, expected } of error.faults) console.log(path.join("."), expected);
 */
export class ValidationError extends TenonError {
	readonly faults: readonly Fault[];
	/** The status of the invalid response. Undefined if the request is invalid. */
	readonly status: number | undefined;

	constructor(operationId: string, faults: readonly Fault[], status?: number) {
		const shown = faults.slice(0, 5).map(({ path, expected }) => `${path.join(".") || "(root)"} ${expected}`);
		const more = faults.length > shown.length ? `, and ${faults.length - shown.length} more` : "";
		super(
			`the ${status ? `response ${status}` : "request"} breaks the contract: ${shown.join("; ")}${more}`,
			operationId,
		);
		this.faults = faults;
		this.status = status;
	}

	override get name(): string {
		return "ValidationError";
	}
}

/**
 * The response is a redirect that the client does not follow: the request changes data, there were too many redirects,
 * or the target is not allowed.
 *
 * @example
 * if (error instanceof RedirectError) console.log("has moved to", error.location);
 */
export class RedirectError extends TenonError {
	readonly status: number;
	/** The target of the redirect, without credentials. Undefined if the browser hides it. */
	readonly location: string | undefined;

	constructor(fault: string, operationId: string, status: number, location?: string, attempts = 1) {
		super(fault, operationId, { attempts, status });
		this.status = status;
		this.location = location;
	}

	override get name(): string {
		return "RedirectError";
	}
}

/**
 * The iteration cannot continue: a page repeats, the next page is on another host, or there are more than `max` items.
 *
 * @example
 * await tenon.users.list().all({ max: 10_000 }); // PaginationError if there are more
 */
export class PaginationError extends TenonError {
	override get name(): string {
		return "PaginationError";
	}
}

/**
 * The server reports success, but its response is invalid: it is not JSON, or not a list.
 *
 * @example
 * if (error instanceof ResponseParseError) console.log(error.status, error.requestId);
 */
export class ResponseParseError extends TenonError {
	readonly status: number;
	readonly requestId: string | undefined;

	constructor(operationId: string, response: Response, what: string, more: { cause?: unknown } = {}) {
		const { status, headers } = response;
		super(`the response is ${what}`, operationId, { ...more, status });
		this.status = status;
		this.requestId = headers.get("x-request-id") ?? undefined;
	}

	override get name(): string {
		return "ResponseParseError";
	}
}

/** The arguments of an {@link ApiError}. */
export type ApiErrorFacts = ErrorFacts &
	Pick<
		ApiError,
		| "status"
		| "operationId"
		| "method"
		| "path"
		| "headers"
		| "requestId"
		| "body"
		| "outcomeUnknown"
		| "attempts"
		| "ambiguous"
	>;

/**
 * The server refused the request: its response is not a success. Common statuses have their own subclasses.
 * {@link isApiError} also recognizes errors of another copy of the package.
 *
 * @example
 * try { await tenon.users.delete({ id: 7 }); }
 * catch (error) { if (isApiError(error) && error.status === 409) console.log(error.message, error.body); }
 */
export class ApiError extends TenonError {
	declare readonly operationId: string;
	declare readonly status: number;
	declare readonly method: string;
	/** The path of the request, without the query. */
	declare readonly path: string;
	/** The headers of the response. Not an enumerable property, because they can contain cookies. */
	declare readonly headers: Headers;
	/** The server's id of the request. Quote it to the server's operators. */
	declare readonly requestId: string | undefined;
	/** The parsed body, or its shortened text if it is not JSON. */
	declare readonly body: unknown;
	/** The server's message in one line, or the status text if it sent none. */
	declare readonly reason: string | undefined;
	/** The code of a token error: `invalid_token`, `insufficient_scope`. */
	declare readonly code: string | undefined;
	/** The messages by field, if the server refused individual fields. */
	declare readonly fieldErrors: ErrorFacts["fieldErrors"];
	/** All texts of a body with `message`. */
	declare readonly messages: readonly string[];
	/** With the code `insufficient_scope`: the sufficient scopes. The token needs one of them. */
	declare readonly requiredScopes: readonly string[] | undefined;
	/** With the code `invalid_token`: whether the token is expired or revoked, if the server says so. */
	declare readonly tokenState: "expired" | "revoked" | undefined;
	/**
	 * True for a 404 response to a DELETE after a failed attempt of the same call: that attempt may have deleted the
	 * record.
	 */
	declare readonly ambiguous: boolean;

	constructor(facts: ApiErrorFacts) {
		super(facts.reason ?? "", facts.operationId, facts);
		const { headers, ...shown } = facts;
		// Separate assignments would make every bundle larger.
		Object.assign(this, shown);
		// Not enumerable: they can contain cookies.
		Object.defineProperty(this, "headers", { value: headers });
	}

	override get name(): string {
		return "ApiError";
	}

	override get [brand](): string {
		return "api";
	}

	/** The number of seconds after which the server accepts another request, if it says so. */
	get retryAfter(): number | undefined {
		return retryAfter(this.headers);
	}

	override toJSON(): object {
		const { status, code, message, operationId, requestId } = this;
		return { status, code, message, operationId, requestId };
	}
}

/**
 * Status 400: a parameter is missing or invalid. `fieldErrors` may name it.
 *
 * @example
 * if (error instanceof BadRequestError) show(error.fieldErrors ?? error.reason);
 */
export class BadRequestError extends ApiError {
	override get name(): string {
		return "BadRequestError";
	}
}

/**
 * Status 401: there is no credential, or it is unknown, expired or revoked.
 *
 * @example
 * if (error instanceof AuthenticationError && error.tokenState === "expired") signInAgain();
 */
export class AuthenticationError extends ApiError {
	override get name(): string {
		return "AuthenticationError";
	}
}

/**
 * Status 403: the caller does not have the permission, or the token does not have a required scope (`requiredScopes`).
 *
 * @example
 * if (error instanceof PermissionDeniedError) console.log("needs one of", error.requiredScopes);
 */
export class PermissionDeniedError extends ApiError {
	override get name(): string {
		return "PermissionDeniedError";
	}
}

/**
 * Status 404: the record does not exist, or the caller cannot see it.
 *
 * @example
 * if (error instanceof NotFoundError) return undefined;
 */
export class NotFoundError extends ApiError {
	override get name(): string {
		return "NotFoundError";
	}
}

/**
 * Status 405: the record or path does not support the operation.
 *
 * @example
 * if (error instanceof MethodNotAllowedError) console.log(error.headers.get("allow"));
 */
export class MethodNotAllowedError extends ApiError {
	override get name(): string {
		return "MethodNotAllowedError";
	}
}

/**
 * Status 409: the request conflicts with existing data.
 *
 * @example
 * if (error instanceof ConflictError) await tenon.users.delete({ id: 7, hard_delete: true });
 */
export class ConflictError extends ApiError {
	override get name(): string {
		return "ConflictError";
	}
}

/**
 * Status 410: the feature is disabled on this installation.
 *
 * @example
 * if (error instanceof GoneError) console.log("registration tokens are switched off");
 */
export class GoneError extends ApiError {
	override get name(): string {
		return "GoneError";
	}
}

/**
 * Status 412: the record has been changed in the meantime.
 *
 * @example
 * await tenon.users.delete({ id: 7 }, { headers: { "If-Unmodified-Since": seen } }); // PreconditionFailedError
 */
export class PreconditionFailedError extends ApiError {
	override get name(): string {
		return "PreconditionFailedError";
	}
}

/**
 * Status 415: the server does not support the content type of the body.
 *
 * @example
 * if (error instanceof UnsupportedMediaTypeError) console.log(error.reason);
 */
export class UnsupportedMediaTypeError extends ApiError {
	override get name(): string {
		return "UnsupportedMediaTypeError";
	}
}

/**
 * Status 422: the server understood the request, but could not process it.
 *
 * @example
 * if (error instanceof UnprocessableError) console.log(error.messages);
 */
export class UnprocessableError extends ApiError {
	override get name(): string {
		return "UnprocessableError";
	}
}

/**
 * Status 429: a rate limit was exceeded. `retryAfter` is the number of seconds to wait.
 *
 * @example
 * if (error instanceof RateLimitError) await sleep((error.retryAfter ?? 60) * 1000);
 */
export class RateLimitError extends ApiError {
	override get name(): string {
		return "RateLimitError";
	}
}

/**
 * Status 500 and above: the server failed.
 *
 * @example
 * if (error instanceof ServerError && error.outcomeUnknown) await lookWhetherItIsThere();
 */
export class ServerError extends ApiError {
	override get name(): string {
		return "ServerError";
	}
}

const classes: { readonly [status: number]: typeof ApiError } = {
	400: BadRequestError,
	401: AuthenticationError,
	403: PermissionDeniedError,
	404: NotFoundError,
	405: MethodNotAllowedError,
	409: ConflictError,
	410: GoneError,
	412: PreconditionFailedError,
	415: UnsupportedMediaTypeError,
	422: UnprocessableError,
	429: RateLimitError,
};

/** Creates an error of the class for the status. */
export const apiError = (facts: ApiErrorFacts): ApiError =>
	new (classes[facts.status] ?? (facts.status >= 500 ? ServerError : ApiError))(facts);

type Responses<Id extends OperationId> = OperationContracts[Id]["responses"];

/** The refusal statuses of an operation in the contract. */
export type RefusalStatus<Id extends OperationId> = Exclude<keyof Responses<Id> & number, 200 | 201 | 202 | 204>;

/** The body of an operation's refusal in the contract; undefined if it has none. */
export type RefusalBody<Id extends OperationId, Status extends RefusalStatus<Id>> = Responses<Id>[Status] extends {
	content: { "application/json": infer Body };
}
	? Body
	: undefined;

/** An operation's refusal with a certain status. */
export type RefusalOf<Id extends OperationId, Status extends RefusalStatus<Id>> = ApiError & {
	readonly operationId: Id;
	readonly status: Status;
	readonly body: RefusalBody<Id, Status>;
};

/**
 * Whether a value is an {@link ApiError}, even of another copy of this package. With an operation and one of its
 * statuses in the contract: whether it is that refusal. Its body then has the type that the contract defines.
 *
 * @example
 * tenon.groups.get({ id: "acme" }).catch((error) => { if (!isApiError(error) || error.status !== 404) throw error; });
 * if (isApiError(error, "deleteUser", 409)) console.log(error.body);
 */
export function isApiError(value: unknown): value is ApiError;
export function isApiError<Id extends OperationId, Status extends RefusalStatus<Id>>(
	value: unknown,
	operationId: Id,
	status: Status,
): value is RefusalOf<Id, Status>;
export function isApiError(value: unknown, operationId?: string, status?: number): value is ApiError {
	if (typeof value !== "object" || value === null || !(brand in value) || value[brand] !== "api") return false;
	const error = value as ApiError; // it has the brand
	return operationId === undefined || (error.operationId === operationId && error.status === status);
}
