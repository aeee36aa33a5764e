/**
 * Every operation as a function of its own, named by its operationId, for bundles that hold only what they use.
 * {@link connect} gives what the functions take first.
 */
export { adoptToken } from "./adopt-token";
export type { ApiPromise } from "./api-promise";
export { type ClientOptions, type Connection, connect, type RequestOptions } from "./connection";
export type { Download } from "./download";
export * from "./generated/operations";
export type { Page } from "./page";
export type { Paginated } from "./paginated";
export type { Upload } from "./uploads";
export { type WaitForOptions, waitForPipeline } from "./wait-for-pipeline";
