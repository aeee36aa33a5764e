export * from "./generated/graphql/costs";
