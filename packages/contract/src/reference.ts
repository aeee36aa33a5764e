/** The reference of the operations as Markdown, for pages and tools that show what the contract says. */

export { operationReference } from "./reference/operation";
export type { OperationTexts, ResponseTexts } from "./reference/operation-texts";
