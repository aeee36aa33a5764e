/** The extension as a file for `--extend`. */
export { extension as default } from "./approvals";
