/** The version of the package, for the User-Agent header. */
export { version } from "../../package.json";
