export * from "./generated/graphql/documents";
export { TypedDocumentString } from "./typed-document-string";
