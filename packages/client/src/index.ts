/** The typed client of the platform: {@link createClient}, its types and its errors. */
export type { ApiPromise } from "./api-promise";
export { createClient, type Tenon } from "./client";
export type { Backoff, ClientOptions, Connection, Fetch, HeaderValues, RequestOptions } from "./connection";
export type { Auth } from "./credentials";
export type { Download } from "./download";
export {
	AbortError,
	ApiError,
	AuthenticationError,
	BadRequestError,
	ConflictError,
	ConnectionError,
	GoneError,
	isApiError,
	MethodNotAllowedError,
	NotFoundError,
	PaginationError,
	PermissionDeniedError,
	PreconditionFailedError,
	RateLimitError,
	RedirectError,
	ResponseParseError,
	ServerError,
	TenonError,
	TimeoutError,
	UnprocessableError,
	UnsupportedMediaTypeError,
	UsageError,
} from "./errors";
export type * from "./generated/operations";
export type { Resources } from "./generated/resources";
export type { Page } from "./page";
export type { AllOptions, PagesOptions, Paginated } from "./paginated";
