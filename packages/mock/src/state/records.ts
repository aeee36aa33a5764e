/** The rows of the tables. Times are ISO texts in UTC with milliseconds, dates `YYYY-MM-DD`. */

export type * from "./tables/alerts";
export { alertFields } from "./tables/alerts";
export type * from "./tables/credentials";
export type * from "./tables/groups";
export type * from "./tables/notes";
export type * from "./tables/pipelines";
export { pipelineStatuses } from "./tables/pipelines";
export type * from "./tables/releases";
export type * from "./tables/repository";
export type * from "./tables/runners";
export type * from "./tables/users";
