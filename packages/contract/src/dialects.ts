/** Names of products that implement the interface, where they differ from the specification's. */
export type { Dialect, Names, Place, Renaming } from "./dialect/dialect";
export { type Direction, Translator, type WireRequest } from "./dialect/translator";
export { gitlab } from "./generated/dialects/gitlab";
