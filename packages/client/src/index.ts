/** The typed client of the platform: {@link createClient}, its types and its errors. */
export { adoptToken } from "./adopt-token";
export type { ApiPromise } from "./api-promise";
export { createClient, type Tenon } from "./client";
export type { Backoff, ClientOptions, Connection, Fetch, RequestOptions } from "./connection";
export type { Auth } from "./credentials";
export { type DebugOptions, debug } from "./debug";
export type { Download } from "./download";
export {
	AbortError,
	ApiError,
	AuthenticationError,
	BadRequestError,
	ConflictError,
	ConnectionError,
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
} from "./errors";
export type { DeprecationEvent, Events, RequestEvent, ResponseEvent, RetryEvent } from "./events";
export type * from "./generated/operations";
export type { Resources } from "./generated/resources";
export type { HeaderValues } from "./headers";
export { type Limit, limitConcurrency } from "./limit-concurrency";
export type { Middleware, MiddlewareContext } from "./middleware";
export type { Page } from "./page";
export type { AllOptions, PagesOptions, Paginated } from "./paginated";
export type { FileData, Upload } from "./uploads";
export type { ValidateMode, Validator } from "./validation";
export type { WaitForOptions } from "./wait-for-pipeline";
