/** What an error in the arguments ends with. */
export const hint = "See tenon-mock --help, and --help after a command.";
