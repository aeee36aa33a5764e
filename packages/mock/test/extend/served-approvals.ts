/** The extension as a file that `--extend` takes. */
export { extension as default } from "./approvals";
