import type { Resolvers } from "./generated/resolvers";

/** One subject's resolvers: its own types, and the fields that it adds to other types. */
export type Part = Partial<Resolvers>;
