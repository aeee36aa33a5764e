/** The arguments or a file are wrong; the message says what and how to mend it. */
export class UsageError extends Error {}
