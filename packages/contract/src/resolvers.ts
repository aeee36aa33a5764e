export type * from "./generated/graphql/resolvers";
