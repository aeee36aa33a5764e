/**
 * Adds your own operations from an OpenAPI file: {@link readExtension} reads it while a program runs, and the command
 * `tenon-contract` writes types, rows, validators and a client's methods. Requires Node.
 */
export { ExtensionError, type Finding } from "../generate/extension/errors";
export { type Generated, type GenerateOptions, generate } from "../generate/extension/generate";
export { MissingPackage } from "../generate/extension/peers";
export { type Extension, readExtension } from "../generate/extension/read";
