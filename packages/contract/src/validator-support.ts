/** The helpers of generated validators. Only files that `tenon-contract generate` writes need to import them. */
export * from "./validators/support";
