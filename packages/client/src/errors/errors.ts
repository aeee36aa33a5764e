import type { Fault, OperationContracts, OperationId } from "@tenon/contract";

import type { ErrorFacts } from "./parse-error";
import { retryAfter } from "./retry-after";

export type { Fault } from "@tenon/contract";

// From the global registry, so that two copies of the package know each other's errors.
const brand = Symbol.for("tenon.error");

/** Where a walk over a list stood when it failed. */
export interface WalkState {
	/** Where the page begins that was not used up: pass it to another walk to go on from there. */
	readonly cursor: string | undefined;
	/** The page's number. */
	readonly page: number;
	/** How many items of earlier pages were returned. */
	readonly items: number;
}

/** What an error can have beside its message. */
interface ErrorParts {
	readonly cause?: unknown;
	readonly outcomeUnknown?: boolean;
	readonly attempts?: number;
	readonly status?: number;
	/** What the message begins with, where it is something else. */
	readonly where?: string;
}

/**
 * What every error of the client has in common. No error shows a token, a password, a query value or a body:
 * not in its message, nor its stack, JSON or `util.inspect`.
 *
 * @example
 * try { await tenon.groups.get({ id: "acme" }); }
 * catch (error) { if (error instanceof TenonError) console.log(error.operationId, error.outcomeUnknown); }
 */
export class TenonError extends Error {
	/** Which operation failed; undefined where none was called yet. */
	readonly operationId: string | undefined;
	/** True if the request may have taken effect all the same: it changes something, and how it ended is not known. */
	readonly outcomeUnknown: boolean;
	/** How many requests were sent for the call; 0 where none was. */
	readonly attempts: number;
	/** Of an error in the middle of a walk over a list: where it stood. */
	declare walk?: WalkState;

	/** The message begins with the status, where there is one, and the operation. */
	constructor(fault: string, operationId?: string, more: ErrorParts = {}) {
		const { status, outcomeUnknown = false, attempts = 0 } = more;
		const { where = [status, operationId].filter(Boolean).join(" ") } = more;
		super(
			[where, fault].filter(Boolean).join(": ") + (outcomeUnknown ? " (whether it took effect is unknown)" : ""),
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

	/** Only what is safe to log. */
	toJSON(): object {
		return { message: this.message, operationId: this.operationId };
	}

	[Symbol.for("nodejs.util.inspect.custom")](): string {
		return `${this.stack} ${JSON.stringify(this)}`;
	}
}

/**
 * The call or the client's options are wrong; nothing was sent. `parameter` names what is at fault.
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
 * The token could not be had: `auth.token` or `auth.refresh` failed, or returned what no header can carry. `cause` says why.
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
 * No response: the connection could not be made, or broke. `cause` is what `fetch` threw.
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
 * No complete response within `timeout` or `deadline`.
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
 * The caller's signal ended the call; `cause` is the signal's reason.
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
 * A request, which was then not sent, or a response breaks the contract. Rejects calls of a client with a validator only.
 *
 * @example
 * if (error instanceof ValidationError) for (const { path, expected } of error.faults) console.log(path.join("."), expected);
 */
export class ValidationError extends TenonError {
	readonly faults: readonly Fault[];
	/** Status of the response that is at fault; undefined where the request is. */
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
 * The response is a redirect that is not followed: of a changing request, too many, or to where it may not go.
 *
 * @example
 * if (error instanceof RedirectError) console.log("has moved to", error.location);
 */
export class RedirectError extends TenonError {
	readonly status: number;
	/** Where the server points to, without credentials; undefined where the browser hides it. */
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
 * Iteration cannot go on: pages repeat, the next one lies on another host, or more than `max` items came.
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
 * The server reports success, but its response is not what it should be: no JSON, or no list.
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

/** What an {@link ApiError} is made of. */
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
 * The server refused: a response that is not a success. There is a class for each usual status; {@link isApiError}
 * also knows those of another copy of the package.
 *
 * @example
 * try { await tenon.users.delete({ id: 7 }); }
 * catch (error) { if (isApiError(error) && error.status === 409) console.log(error.message, error.body); }
 */
export class ApiError extends TenonError {
	declare readonly operationId: string;
	declare readonly status: number;
	declare readonly method: string;
	/** The path as it was sent, without the query. */
	declare readonly path: string;
	/** Not listed among the error's properties, for they may hold cookies. */
	declare readonly headers: Headers;
	/** The server's name for this request, to be quoted to its operators. */
	declare readonly requestId: string | undefined;
	/** The parsed body; text, shortened, where it is not JSON. */
	declare readonly body: unknown;
	/** The server's words, in one line; without any, the status' name. */
	declare readonly reason: string | undefined;
	/** The code of a token error: `invalid_token`, `insufficient_scope`. */
	declare readonly code: string | undefined;
	/** Texts by field, where the server refused single fields. */
	declare readonly fieldErrors: ErrorFacts["fieldErrors"];
	/** Every text of a `message` body, one by one. */
	declare readonly messages: readonly string[];
	/** With the code `insufficient_scope`: the scopes; one of them is enough. */
	declare readonly requiredScopes: readonly string[] | undefined;
	/** With the code `invalid_token`: whether the token has expired or was revoked, if the server says so. */
	declare readonly tokenState: "expired" | "revoked" | undefined;
	/** A DELETE's 404 after a failed attempt of the same call: that attempt may have deleted the record. */
	declare readonly ambiguous: boolean;

	constructor(facts: ApiErrorFacts) {
		super(facts.reason ?? "", facts.operationId, facts);
		const { headers, ...shown } = facts;
		// One by one they would cost a line each, in every bundle.
		Object.assign(this, shown);
		// Not listed: they may hold cookies.
		Object.defineProperty(this, "headers", { value: headers });
	}

	override get name(): string {
		return "ApiError";
	}

	override get [brand](): string {
		return "api";
	}

	/** Seconds after which the server accepts another request, if it says so. */
	get retryAfter(): number | undefined {
		return retryAfter(this.headers);
	}

	override toJSON(): object {
		const { status, code, message, operationId, requestId } = this;
		return { status, code, message, operationId, requestId };
	}
}

/**
 * Status 400: a parameter is missing or wrong; `fieldErrors` may say which.
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
 * Status 401: no credential, or one that is unknown, expired or revoked.
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
 * Status 403: not allowed, or the token's scope is too small (`requiredScopes`).
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
 * Status 404: no such record, or none that the caller may see.
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
 * Status 405: this record or address does not take the operation.
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
 * Status 409: the request contradicts what is there.
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
 * Status 410: switched off on this installation.
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
 * Status 412: the record was changed in the meantime.
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
 * Status 415: the body's content type is not read.
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
 * Status 422: understood, but could not be carried out.
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
 * Status 429: a limit was passed; `retryAfter` says how long to wait.
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

/** The class that fits the status. */
export const apiError = (facts: ApiErrorFacts): ApiError =>
	new (classes[facts.status] ?? (facts.status >= 500 ? ServerError : ApiError))(facts);

type Responses<Id extends OperationId> = OperationContracts[Id]["responses"];

/** The statuses with which the contract lets an operation refuse. */
export type RefusalStatus<Id extends OperationId> = Exclude<keyof Responses<Id> & number, 200 | 201 | 202 | 204>;

/** The body that the contract gives an operation's refusal; undefined where it has none. */
export type RefusalBody<Id extends OperationId, Status extends RefusalStatus<Id>> = Responses<Id>[Status] extends {
	content: { "application/json": infer Body };
}
	? Body
	: undefined;

/** An operation's refusal with one status. */
export type RefusalOf<Id extends OperationId, Status extends RefusalStatus<Id>> = ApiError & {
	readonly operationId: Id;
	readonly status: Status;
	readonly body: RefusalBody<Id, Status>;
};

/**
 * Whether a value is an {@link ApiError}, also of another copy of this package; with an operation and a status that the
 * contract has for it, whether it is that refusal, whose body is then typed as the contract has it.
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
	const error = value as ApiError; // by its brand
	return operationId === undefined || (error.operationId === operationId && error.status === status);
}
