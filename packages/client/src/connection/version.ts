/** The package's version, as the User-Agent header tells it. */
export { version } from "../../package.json";
