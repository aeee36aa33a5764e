/** The typed client for the platform: {@link createClient}, its types and its errors. */
export { adoptToken } from "./calls/adopt-token";
export type { ApiPromise } from "./calls/api-promise";
export type { Download } from "./calls/download";
export type { FileData, Upload } from "./calls/uploads";
export type { WaitForOptions } from "./calls/wait-for-pipeline";
export { createClient, type Tenon } from "./client/client";
export type {
	Backoff,
	ClientOptions,
	Connection,
	FailedAttempt,
	Fetch,
	RequestOptions,
	RetryIf,
} from "./connection/connection";
export type { DeprecationEvent, Events, RequestEvent, ResponseEvent, RetryEvent } from "./connection/events";
export { type Limit, limitConcurrency } from "./connection/limit-concurrency";
export type { Middleware, MiddlewareContext } from "./connection/middleware";
export type { ValidateMode, Validator } from "./connection/validation";
export type { Auth, AuthContext } from "./credentials/credentials";
export {
	AbortError,
	ApiError,
	AuthenticationError,
	BadRequestError,
	ConflictError,
	ConnectionError,
	CredentialsError,
	type Fault,
	GoneError,
	isApiError,
	MethodNotAllowedError,
	NotFoundError,
	PaginationError,
	PermissionDeniedError,
	PreconditionFailedError,
	RateLimitError,
	RedirectError,
	type RefusalBody,
	type RefusalOf,
	type RefusalStatus,
	ResponseParseError,
	ServerError,
	TenonError,
	TimeoutError,
	UnprocessableError,
	UnsupportedMediaTypeError,
	UsageError,
	ValidationError,
	type WalkState,
} from "./errors/errors";
export type * from "./generated/operations";
export type * from "./generated/records";
export type { Resources } from "./generated/resources";
export type { HeaderValues } from "./lib/headers";
export { type DebugOptions, debug } from "./middleware/debug";
export type { AllOptions, ItemsOptions, PagesOptions } from "./paging/options";
export type { Page } from "./paging/page";
export type { Paginated } from "./paging/paginated";
