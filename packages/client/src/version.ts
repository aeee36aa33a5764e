/** The package's version, as the User-Agent header tells it. A test keeps it equal to package.json. */
export const version = "0.1.0";
