/**
 * Adds your own operations to a client: {@link extend}. The other exports are used by the files that
 * `tenon-contract generate` writes.
 */
export type { ApiPromise } from "./calls/api-promise";
export { call, download, upload } from "./calls/call";
export type { Download } from "./calls/download";
export type { AtLeastOne, AtMostOne, Dependent } from "./calls/params";
export type { Upload } from "./calls/uploads";
export { type ClientExtension, type Extended, extend } from "./client/extend";
export type { Resource, ResourcesByName } from "./client/facade";
export type { Connection, RequestOptions } from "./connection/connection";
export { list } from "./paging/list";
export type { Page } from "./paging/page";
export type { Paginated } from "./paging/paginated";
export { type RetryClass, type Route, route } from "./transport/route";
