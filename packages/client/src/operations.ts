/**
 * Every operation as a function of its own, named by its operationId, for bundles that hold only what they use.
 * {@link connect} gives what the functions take first.
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
