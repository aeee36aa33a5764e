/** The package's version, as the User-Agent header has it. */
export { version } from "../../package.json";
