/**
 * Operations beyond the contract: your own OpenAPI file, your tables and a few handlers, with everything that the platform
 * does for the contract's operations.
 */
export * from "./extension/public";
