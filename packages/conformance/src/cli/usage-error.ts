/** An error in the arguments or in a file. The message says what is wrong and how to fix it. */
export class UsageError extends Error {}
