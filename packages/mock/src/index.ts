export type { Coverage, OperationCoverage } from "./control/coverage";
export type { ChangedRow, StateDiff, TableDiff } from "./control/diff";
export type { FaultOptions, LatencyRange } from "./control/fault-options";
export type { Fault, Faults } from "./control/faults";
export type { OverriddenCall } from "./control/fixed-override";
export { formatCoverage } from "./control/format-coverage";
export type { Har } from "./control/har";
export type { Journal, JournalFilter, UnmatchedEntry, WaitOptions } from "./control/journal";
export type { JournalEntry } from "./control/journal-entry";
export type { Verdict } from "./control/judge";
export type { NearMiss } from "./control/near-misses";
export type { ControlledOperation, ExtensionOperations } from "./control/operation-names";
export type { OverriddenAnswer, Resolver } from "./control/overrides";
export type { SnapshotDetail, Snapshots } from "./control/snapshots";
export { type StateFile, StateFileError } from "./control/state-file";
export { type CountBounds, VerificationError } from "./control/verify-count";
export type { AlertControl } from "./domains/alerts/control";
export type { PipelineControl } from "./domains/pipelines/control";
export type { Ending } from "./domains/pipelines/job";
export { ControlError, type ControlFault } from "./lib/control-error";
export { createPlatform, type Platform, type PlatformOptions } from "./platform/platform";
export { createWorlds, WorldError, type Worlds, type WorldsOptions } from "./platform/worlds";
export type { Deviation } from "./record/deviations";
export { createProxy, type ProxyOptions, type RecordingProxy } from "./record/proxy";
export type { ReplayOptions } from "./record/replay";
export type { Reason, Rule } from "./request/http/errors";
export type { RawHandler, RawRequest, RawResponse } from "./request/http/raw";
export type { RequestLimit, Settings } from "./request/settings/settings";
export type { PipelineSimulation, Span } from "./request/settings/simulation";
export type { CaptchaSettings, SpamContent, SpamSettings, SpamVerdict } from "./request/settings/spam";
export type { Builder } from "./seed/builder";
export { demo } from "./seed/demo";
export type { ExactSeed } from "./seed/export/export-seed";
export {
	type ExtensionTables,
	type SeedData,
	type SeedDocument,
	type SeedFault,
	SeedFileError,
	type SeedFunction,
	type SeedPosition,
	type SeedRecord,
} from "./seed/file/document";
export type { SeededRecord, SeedResult } from "./seed/file/load";
export type { Seed } from "./seed/seed";
export { type VolumeOptions, volume } from "./seed/volume";
export type { Clock, ClockData } from "./state/clock";
export type * from "./state/records";
export type { State, StateData } from "./state/state";
