export type * from "./generated/openapi";
