/**
 * A text in one piece, for what is kept for long: one that is put together by `+` or in a template keeps its parts too, once
 * it was the key of a map.
 */
export const flat = (...parts: readonly string[]): string => parts.join("");
