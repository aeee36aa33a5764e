export { pendingOperations } from "./handlers";
export type { RawRequest, RawResponse } from "./http/raw";
export { createPlatform, type Platform, type PlatformOptions, type Seed } from "./platform";
export { Builder } from "./seed/builder";
export { demo } from "./seed/demo";
export type { Settings } from "./settings";
export type { Clock } from "./state/clock";
export type * from "./state/records";
export type { State, StateData } from "./state/state";
