/** The runner is not built yet: this package is a shell that is not published. */
export {};
