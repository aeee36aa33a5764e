/**
 * Joins texts to a flat string, for texts that are stored long: one built by `+` or a template remains a tree of its
 * parts, which each garbage collection walks.
 */
export const flat = (...parts: readonly string[]): string => parts.join("");
