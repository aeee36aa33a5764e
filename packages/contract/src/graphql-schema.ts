export { schemaText } from "./generated/graphql/schema";
