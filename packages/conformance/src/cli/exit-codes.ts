/** The exit codes of the program. */
export const exitCodes = { conforms: 0, deviates: 1, usage: 2, unreachable: 3, incomplete: 4 } as const;
