/** The endpoints of `tenon-mock serve` beyond the contract: `createPlatform({ extensions: [supporting] })`. */
export { supporting } from "./supporting/index";
