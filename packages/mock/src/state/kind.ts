/** Conversion of a table's names: `mergeRequests` in the state, `merge_requests` in seeds and the control API. */

/** Returns the kind of a table. */
export const kindOf = (table: string): string => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the table of a kind. A table's own name is returned as it is. */
export const tableOf = (kind: string): string => kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
