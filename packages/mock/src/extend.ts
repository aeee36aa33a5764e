/**
 * Operations beyond the contract, from your own OpenAPI file, your tables and a few handlers. They get everything that
 * the platform does for the contract's operations.
 */
export * from "./extension/public";
