export * from "./generated/graphql/documents";
