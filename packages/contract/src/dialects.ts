/** The names that products use where they differ from the specification's. */
export type { Dialect } from "./dialect/dialect";
export { Translator, type WireRequest } from "./dialect/translator";
export { gitlab } from "./generated/dialects/gitlab";
export { type GitlabParameters, gitlabOmits, gitlabRows } from "./generated/dialects/gitlab-rows";
