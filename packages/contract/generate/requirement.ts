import type { Schema } from "./document";

/** True where `anyOf` only says which properties must be there: it refines an object and does not change its type. */
export const isRequirement = (branch: Schema): boolean => Object.keys(branch).every((key) => key === "required");
