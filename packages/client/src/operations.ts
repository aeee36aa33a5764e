/**
 * Every operation as a separate function with the name of its operationId, so that a bundle only contains those that
 * you use. Their first argument is the result of {@link connect}.
 */
export { adoptToken } from "./calls/adopt-token";
export type { ApiPromise } from "./calls/api-promise";
export type { Download } from "./calls/download";
export type { Upload } from "./calls/uploads";
export { type WaitForOptions, waitForPipeline } from "./calls/wait-for-pipeline";
export { type ClientOptions, type Connection, connect, type RequestOptions } from "./connection/connection";
export * from "./generated/operations";
export type { Page } from "./paging/page";
export type { Paginated } from "./paging/paginated";
