import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const repository = resolve(fileURLToPath(import.meta.url), "../../../..");
