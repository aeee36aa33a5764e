/** The last line of messages about wrong arguments. */
export const hint = "See tenon-mock --help, and --help after a command.";
