/** What generated validators are made of. Files that `tenon-contract generate` writes import it; nothing else has to. */
export * from "./validators/support";
