/** The endpoints beside the contract that `tenon-mock serve` has: for `createPlatform({ extensions: [supporting] })`. */
export { supporting } from "./supporting/index";
