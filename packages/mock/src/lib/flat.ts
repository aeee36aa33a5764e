/**
 * A text in one piece, for what is kept for long: one that is put together by `+` or in a template stays a tree of its parts, which
 * each collection of garbage walks.
 */
export const flat = (...parts: readonly string[]): string => parts.join("");
