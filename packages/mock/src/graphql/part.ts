import type { Resolvers } from "./generated/resolvers";

/** The resolvers of one subject: of its own types, and of the fields that it adds to other types. */
export type Part = Partial<Resolvers>;
