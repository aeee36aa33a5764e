import type { Coverage } from "../control/coverage";
import type { Faults } from "../control/faults";
import type { Journal } from "../control/journal";
import type { Overrides } from "../control/overrides";
import type { Snapshots } from "../control/snapshots";
import type { StateFile } from "../control/state-file";
import type { AlertControl } from "../domains/alerts/control";
import type { PipelineControl } from "../domains/pipelines/control";
import type { Variant } from "../graphql/schema";
import type { RawRequest, RawResponse } from "../request/http/raw";
import type { OperationSet } from "../request/operation-set";
import type { Settings } from "../request/settings/settings";
import type { Builder } from "../seed/builder";
import type { ExactSeed } from "../seed/export/export-seed";
import type { SeedResult } from "../seed/file/load";
import type { Seed } from "../seed/seed";
import type { Clock } from "../state/clock";
import type { State, StateData } from "../state/state";

/** The parts of a platform that the control API uses; see `Platform` for each of them. */
export interface ControlledPlatform {
	readonly clock: Clock;
	readonly state: State;
	readonly settings: Settings;
	readonly operations: OperationSet;
	/** What extensions add to the GraphQL schema. */
	readonly graphql: Variant["extensions"];
	readonly alerts: AlertControl;
	readonly pipelines: PipelineControl;
	readonly seed: Builder;
	readonly faults: Faults;
	readonly journal: Journal;
	readonly overrides: Overrides;
	readonly snapshots: Snapshots;
	readonly storage: "none" | "ok" | { readonly failure: string };
	/** The settings that `reset` goes back to. */
	readonly initialSettings: Settings;
	/** The records that `reset` goes back to, and how many rows differ from them. */
	readonly initialState: StateData;
	changedRows(): number;
	/** The number of requests since the start or the last `reset`. */
	readonly requests: number;
	/** Notes the records, clock and settings. Returns a function that restores them. */
	rememberData(): () => void;
	/** Notes everything that `reset` changes. Returns a function that restores it. */
	rememberAll(): () => void;
	configure(changes: unknown): void;
	coverage(): Coverage;
	load(seed: Seed): SeedResult;
	exportSeed(): ExactSeed;
	fork(): ControlledPlatform;
	snapshot(): StateData;
	restore(snapshot: StateData): void;
	reset(): void;
	handle(request: RawRequest): Promise<RawResponse>;
	exportState(): StateFile;
	importState(file: unknown): void;
}

/** The parts of several worlds that the control API uses. */
export interface ControlledWorlds {
	readonly names: string[];
	/** The worlds that were used since the process started. */
	readonly open: readonly ControlledPlatform[];
	get(name?: string): ControlledPlatform;
	fork(name: string, options: { readonly from?: string; readonly snapshot?: StateData }): ControlledPlatform;
	/** Returns a world without counting it as a use; undefined if it does not exist or no request has used it yet. */
	peek(name: string): ControlledPlatform | undefined;
	/**
	 * Notes the state of a world. Returns a function that restores it after it was deleted; undefined if there is no such
	 * world, or if it cannot be read.
	 */
	remember(name: string): (() => void) | undefined;
	delete(name: string): boolean;
	settled(name: string): Promise<void>;
}
