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

/** What the control API controls of a platform; see `Platform` for what each does. */
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
	/** How many requests came since the beginning. */
	readonly requests: number;
	/** Notes records, clock and settings; returns what brings them back. */
	rememberData(): () => void;
	/** Notes all that `reset` changes; returns what brings it back. */
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

/** What the control API controls of several worlds. */
export interface ControlledWorlds {
	readonly names: string[];
	/** Those that were used since the process began. */
	readonly open: readonly ControlledPlatform[];
	get(name?: string): ControlledPlatform;
	fork(name: string, options: { readonly from?: string; readonly snapshot?: StateData }): ControlledPlatform;
	/** A world as it is, without using it; undefined if there is none, or nobody has used it yet. */
	peek(name: string): ControlledPlatform | undefined;
	/** Notes a world. Returns what puts it back after it was deleted; undefined for one that is not there or cannot be read. */
	remember(name: string): (() => void) | undefined;
	delete(name: string): boolean;
	settled(name: string): Promise<void>;
}
