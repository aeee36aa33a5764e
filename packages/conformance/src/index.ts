/** Checks any server against the contract. */

export { type SceneField, type SceneValues, sceneFields } from "./bench/scene";
export { type CompareOptions, type Comparison, compare, type Difference } from "./compare/compare";
export { overlayOf } from "./report/overlay";
export { type ActorName, actors, type Tokens } from "./rule/actors";
export type { Exchange } from "./rule/exchange";
export type { Facts } from "./rule/facts";
export type { Domain, Effect, Level, Phase, Rule, Tier } from "./rule/rule";
export { SceneError, Unreachable } from "./rule/verdict";
export { allRules } from "./rules";
export { type KnownDeviation, parseDeviations } from "./run/deviations";
export {
	conforms,
	isWarning,
	type Mode,
	type OperationCoverage,
	type Report,
	type Result,
	type Verdict,
} from "./run/result";
export { type RunEvent, type RunOptions, run } from "./run/run";
export type { ServerOptions } from "./run/session";
export { type Completeness, shortfall } from "./run/shortfall";
