/** The reference of the operations as Markdown, for pages and tools that show the contract. */

export { operationReference } from "./reference/operation";
export type { OperationTexts, ResponseTexts } from "./reference/operation-texts";
