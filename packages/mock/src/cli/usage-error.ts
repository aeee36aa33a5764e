/** Thrown if the arguments are wrong; the message says what is wrong and how to fix it. */
export class UsageError extends Error {}
