/** The two names of a table: the state's, `mergeRequests`, and the kind that seeds and the control API write, `merge_requests`. */

/** The kind of a table. */
export const kindOf = (table: string): string => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The table of a kind. A table's own name stays as it is. */
export const tableOf = (kind: string): string => kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
