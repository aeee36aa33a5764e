/** Checks any server against the contract. */
export { type ActorName, actors, type Tokens } from "./actors";
export { type Claim, claims, unreachable } from "./catalogue";
export type { Check, Domain, Effect, Level, Phase, Tier } from "./check";
export { allChecks } from "./checks";
export { type CompareOptions, type Comparison, compare, type Difference } from "./compare";
export { type KnownDeviation, parseDeviations } from "./deviations";
export type { Exchange } from "./exchange";
export type { Facts } from "./facts";
export { overlayOf } from "./overlay";
export {
	conforms,
	isWarning,
	type Mode,
	type OperationCoverage,
	type Report,
	type Result,
	type Verdict,
} from "./result";
export { type RunEvent, type RunOptions, run } from "./run";
export { type SceneField, type SceneValues, sceneFields } from "./scene";
export type { ServerOptions } from "./session";
export { Unreachable } from "./verdict";
