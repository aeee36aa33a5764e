/** The code of a system's error, such as `ENOENT`; undefined for any other error. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
