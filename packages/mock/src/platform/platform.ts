import { changeSettings } from "../control/change-settings";
import { type Coverage, CoverageCounter } from "../control/coverage";
import { diffStates, type StateDiff } from "../control/diff";
import { Faults } from "../control/faults";
import { Journal } from "../control/journal";
import type { ControlledOperation } from "../control/operation-names";
import { Overrides, type Resolver } from "../control/overrides";
import { Snapshots } from "../control/snapshots";
import { changedSettings, readStateFile, type StateFile, writeStateFile } from "../control/state-file";
import type { ControlledPlatform } from "../control-api/controlled";
import { AlertControl } from "../domains/alerts/control";
import { PipelineControl } from "../domains/pipelines/control";
import { settle } from "../domains/settle";
import type { AnyExtension } from "../extension/define";
import { install } from "../extension/installed";
import { ControlError, type ControlFault } from "../lib/control-error";
import { NotKept } from "../lib/not-kept";
import { Replay, type ReplayOptions } from "../record/replay";
import { senderOf } from "../request/access/authenticate";
import { RateLimits } from "../request/access/rate-limits";
import { fetchThrough } from "../request/http/from-fetch";
import { JsonTexts } from "../request/http/json-text";
import { ListTexts } from "../request/http/list-text";
import { locate, Origins } from "../request/http/locate";
import type { RawHandler, RawRequest, RawResponse } from "../request/http/raw";
import { contractOperations, type OperationSet } from "../request/operation-set";
import { copySettings, defaultSettings, type Settings } from "../request/settings/settings";
import { Builder } from "../seed/builder";
import { type ExactSeed, exportSeed } from "../seed/export/export-seed";
import { SeedDocument } from "../seed/file/document";
import { loadSeed, mergeResults, type SeedResult } from "../seed/file/load";
import type { Seed } from "../seed/seed";
import { Clock, type ClockData } from "../state/clock";
import type { Definitions } from "../state/definition";
import { countChanges, dataOf, State, type StateData, type StateImage } from "../state/state";
import { Calls, type Controls, type Keeping } from "./call/calls";
import { prefixOf } from "./call/route";
import { frontPage } from "./front-page";
import { handlers } from "./handlers";

/** The initial data, time and settings of a platform. */
export interface PlatformOptions extends Partial<Settings> {
	/**
	 * The initial data. Default: none. `demo` is a ready-made data set; `volume` generates as many records as you choose.
	 * The options take precedence over the clock and the settings in a seed.
	 */
	seed?: Seed;
	/**
	 * Operations beyond the contract, with their tables. Create them with `defineExtension` of `@tenon/mock/extend`.
	 * Forks and worlds have them too.
	 */
	extensions?: readonly AnyExtension[];
	/** The time at which the clock is stopped. Default: the platform uses the machine's clock. */
	clock?: string | number | Date;
	/** Called with each internal error, for which the caller gets a 500. Default: `console.error`. */
	onError?: (error: unknown, request: RawRequest) => void;
}

/**
 * The control API, loaded at its first use and then reused: in a test runner or under a loader, each repeated import()
 * costs a round trip to another process.
 */
let controlApi: typeof import("../control-api/api") | undefined;

/** A type guard, because `Array.isArray` does not narrow readonly arrays. */
const isList = (seed: Seed): seed is readonly Seed[] => Array.isArray(seed);

/** Returns the faults of a step's input. */
function faultsOf(step: () => void): readonly ControlFault[] {
	try {
		step();
		return [];
	} catch (error) {
		if (error instanceof ControlError) return error.faults;
		throw error;
	}
}

/** What `reset` restores. */
interface Moment {
	readonly image: StateImage;
	readonly clock: ClockData;
	readonly settings: Settings;
}

/**
 * A whole platform in memory. All entry points call `handle`.
 *
 * @example
 * const platform = createPlatform({ seed: demo, tier: "premium", clock: "2026-01-01T00:00:00Z" });
 * const response = await platform.fetch("http://localhost/api/v4/user", { headers: { "PRIVATE-TOKEN": "owner-token" } });
 */
export class Platform implements RawHandler, ControlledPlatform {
	readonly clock: Clock;
	readonly state: State;
	/** You can change them at any time; the next request uses the new values. */
	readonly settings: Settings;
	/** The platform's operations: the contract's, then those of extensions. */
	readonly operations: OperationSet;
	/** @internal What extensions add to the GraphQL schema. */
	readonly graphql: ControlledPlatform["graphql"];
	/** Changes the alert settings of projects, which no operation of the contract changes. */
	readonly alerts: AlertControl;
	/** Changes the status of pipelines and jobs by hand. */
	readonly pipelines: PipelineControl;
	/** Creates records, at any time. */
	readonly seed: Builder;
	/** Simulated failures. */
	readonly faults: Faults;
	/** The requests and their responses. */
	readonly journal: Journal;
	/** Named snapshots, shared with the control API. */
	readonly snapshots: Snapshots;
	/** @internal */
	readonly overrides: Overrides;
	readonly #controls: Controls;
	readonly #calls: Calls;
	readonly #extensions: readonly AnyExtension[];
	readonly #tables: Definitions;
	#start: Moment;

	constructor({ seed, clock, onError, extensions = [], ...settings }: PlatformOptions = {}) {
		const { rows, handlers: added, validators, tables, graphql } = install(extensions, contractOperations.ids);
		this.#extensions = extensions;
		this.graphql = graphql;
		this.#tables = tables;
		this.operations = rows.length === 0 ? contractOperations : contractOperations.with(rows, validators);
		this.clock = new Clock(clock);
		this.state = new State(this.clock, tables);
		this.settings = defaultSettings();
		const named = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
		this.configure(named);
		this.alerts = new AlertControl(this.state, this.settings);
		this.pipelines = new PipelineControl(this.state, this.settings);
		const sender = (request: RawRequest) => senderOf(request, this.state);
		this.faults = new Faults(sender, this.operations);
		this.journal = new Journal(this.settings, this.operations);
		this.overrides = new Overrides(sender, this.operations);
		this.snapshots = new Snapshots(this);
		this.#controls = {
			clock: this.clock,
			state: this.state,
			settings: this.settings,
			graphql,
			operations: this.operations,
			handlers: rows.length === 0 ? handlers : { ...handlers, ...added },
			faults: this.faults,
			journal: this.journal,
			overrides: this.overrides,
			limits: new RateLimits(),
			texts: new JsonTexts(),
			lists: new ListTexts(),
			origins: new Origins(),
			coverage: new CoverageCounter(this.operations),
			onError: onError ?? ((error) => console.error(error)),
			replay: undefined,
			keeping: undefined,
		};
		this.#calls = new Calls(this.#controls);
		this.seed = new Builder(this.state);
		if (seed !== undefined) this.#fill(seed, clock !== undefined);
		Object.assign(this.settings, named);
		this.#start = this.#moment();
	}

	/**
	 * Adds a seed's records to those of the platform. A seed given as data is loaded as a whole or not at all. In a list
	 * of seeds, those before the one that fails stay loaded.
	 *
	 * @returns The ids and natural keys of the created records, by kind. Records that functions create are not included.
	 * @throws SeedFileError that lists everything that is wrong: where, what was found, and what was expected.
	 * @example
	 * const { issues } = platform.load({ issues: [{ project: "acme/web", title: "It crashes", repeat: 3 }] });
	 */
	load(seed: Seed): SeedResult {
		return this.#fill(seed, false);
	}

	/**
	 * Returns the platform's data as a seed that is as short as possible: without defaults, and with names in place of
	 * ids. Loaded into an empty platform, it gives the same state. Simulated jobs are first brought up to the clock's
	 * time.
	 *
	 * @example
	 * const copy = createPlatform({ seed: platform.exportSeed() });
	 */
	exportSeed(): ExactSeed {
		settle(this);
		const clock = this.clock.isTicking ? undefined : this.clock.iso();
		return exportSeed(this.state, clock, changedSettings(this.settings));
	}

	#fill(seed: Seed, keepsClock: boolean): SeedResult {
		if (isList(seed)) return mergeResults(seed.map((one) => this.#fill(one, keepsClock)));
		if (typeof seed === "function") {
			seed(this.seed);
			return {};
		}
		const before = this.clock.toData();
		const settings = copySettings(this.settings);
		try {
			const document = seed instanceof SeedDocument ? seed : new SeedDocument(seed);
			const result = loadSeed(document, this.seed, {
				clock: (time) => {
					if (!keepsClock) this.clock.freeze(time);
				},
				settings: (changes) => faultsOf(() => changeSettings(settings, changes)),
			});
			this.#set(settings);
			return result;
		} catch (error) {
			this.clock.load(before);
			throw error;
		}
	}

	/**
	 * Returns the platform's data as plain data that you can store, compare and pass to `restore`, here or on another
	 * platform. Taking and restoring a snapshot costs only as much as was written since the last one, whatever the size
	 * of the data. Reading its rows, or restoring data that went through JSON, costs as much as all rows.
	 *
	 * @example
	 * const before = platform.snapshot();
	 * await platform.fetch(address, { method: "DELETE", headers });
	 * platform.restore(before);
	 */
	snapshot(): StateData {
		return this.state.toData();
	}

	/** Restores a snapshot. Rate limits start again; the clock and the settings do not change. */
	restore(snapshot: StateData): void {
		this.state.load(snapshot);
		this.#controls.limits.clear();
	}

	/**
	 * Compares the platform's data at two moments. Unchanged rows cost almost nothing.
	 *
	 * @param before What `snapshot` or `snapshots.get` returned.
	 * @param after Another snapshot. Default: the current data.
	 * @returns The rows that were added, removed and changed, by table. Tables without a difference are left out.
	 * @example
	 * const before = platform.snapshot();
	 * await tenon.issueNotes.create({ id: "acme/web", issue_iid: 1, body: "hi" });
	 * expect(platform.diff(before).notes?.added).toMatchObject([{ body: "hi" }]);
	 */
	diff(before: StateData, after: StateData = this.snapshot()): StateDiff {
		return diffStates(before, after);
	}

	/**
	 * Restores the state in which the platform was created (or forked): records, clock and settings. Rate limits and
	 * request numbers start again, so that the same requests get the same bytes.
	 *
	 * @example
	 * afterEach(() => platform.reset());
	 */
	reset(): void {
		this.#become(this.#start);
	}

	/**
	 * Returns another platform with the same data, clock and settings. From then on the two are isolated. It costs almost
	 * nothing, whatever the size of the data: both share the records until one of them changes them.
	 *
	 * @example
	 * const seeded = createPlatform({ seed: volume({ size: 100_000 }) });
	 * const mine = seeded.fork();
	 */
	fork(): Platform {
		const twin = new Platform({ onError: this.#controls.onError, extensions: this.#extensions });
		twin.#start = this.#moment();
		twin.reset();
		return twin;
	}

	/**
	 * Returns the platform's data, clock and settings, to be written to a file as JSON. Settings that are functions (such
	 * as the spam check) are left out. packages/mock/docs/state-file.md describes the format.
	 *
	 * @example
	 * await writeFile("state.json", JSON.stringify(platform.exportState()));
	 */
	exportState(): StateFile {
		return writeStateFile({ ...this.#moment(), tables: this.snapshot() });
	}

	/**
	 * Replaces the platform's data by that of a state file, and the clock and the settings if the file has them. The file
	 * is imported as a whole or not at all. Its rows become the platform's and are frozen.
	 *
	 * @param file A `StateFile`, or its JSON text.
	 * @throws StateFileError that says what is wrong, where, and what was expected.
	 * @example
	 * platform.importState(await readFile("state.json", "utf8"));
	 */
	importState(file: unknown): void {
		const { tables, clock, settings } = readStateFile(file, this.#tables);
		this.restore(tables);
		if (clock) this.clock.load(clock);
		if (settings) this.#set(settings);
	}

	/**
	 * Validates a state file and returns its tables.
	 *
	 * @internal
	 * @throws StateFileError as `importState` does.
	 */
	tablesOf(file: unknown): StateData {
		return readStateFile(file, this.#tables).tables;
	}

	/**
	 * Makes every response wait until `keeping` has stored what was written; undefined ends that. `persist` calls it.
	 *
	 * @internal
	 */
	keepBy(keeping: Keeping | undefined): void {
		if (keeping && this.#controls.keeping) throw new Error("The platform is already persisted.");
		this.#controls.keeping = keeping;
	}

	/** @internal Whether writes are stored, and if the last one could not be, why. */
	get storage(): "none" | "ok" | { readonly failure: string } {
		const { keeping } = this.#controls;
		if (!keeping) return "none";
		return keeping.failure === undefined ? "ok" : { failure: keeping.failure };
	}

	/** @internal The settings that `reset` goes back to. */
	get initialSettings(): Settings {
		return this.#start.settings;
	}

	/** @internal The number of requests since the start or the last `reset`. */
	get requests(): number {
		return this.#calls.requests;
	}

	/** @internal The records that `reset` goes back to. */
	get initialState(): StateData {
		return dataOf(this.#start.image);
	}

	/** @internal The number of rows in all tables. */
	get rows(): number {
		return this.state.tables().reduce((sum, [, { size }]) => sum + size, 0);
	}

	/** @internal Returns the number of rows that differ from those that `reset` goes back to. */
	changedRows(): number {
		return countChanges(this.#start.image, this.state.image());
	}

	/** @internal Notes the records, clock and settings. Returns a function that restores them. */
	rememberData(): () => void {
		const { image, clock, settings } = this.#moment();
		return () => {
			this.state.adopt(image);
			this.clock.load(clock);
			this.#set(settings);
			this.#controls.limits.clear();
		};
	}

	/** @internal Notes everything, including faults, overrides and the journal. Returns a function that restores it. */
	rememberAll(): () => void {
		const requests = this.#calls.requests;
		const parts = [this.rememberData(), this.faults.remember(), this.overrides.remember(), this.journal.remember()];
		return () => {
			for (const bringBack of parts) bringBack();
			this.#calls.restart(requests);
		};
	}

	#moment(): Moment {
		return { image: this.state.image(), clock: this.clock.toData(), settings: copySettings(this.settings) };
	}

	#become({ image, clock, settings }: Moment): void {
		this.state.adopt(image);
		this.clock.load(clock);
		this.#set(settings);
		this.#controls.limits.clear();
		this.#calls.restart();
		this.faults.clear();
		this.overrides.clear();
		this.#controls.replay?.rewind();
		this.journal.clear();
	}

	/** Assigns to the same object, so that everyone who references the settings sees the change. */
	#set(settings: Settings): void {
		Object.assign(this.settings, copySettings(settings));
	}

	/**
	 * Handles an operation in place of the platform, until you call the returned function. The resolver that was added
	 * last runs first. If it returns undefined, the call goes to the other resolvers, and finally to the platform.
	 * Neither credentials nor parameters are checked before a resolver runs.
	 *
	 * @throws ControlError if the operation is unknown.
	 * @example
	 * const restore = platform.override("getGroup", ({ params }) =>
	 * 	params.id === "acme" ? { status: 200, body: { id: 1, name: "Mine" } } : undefined,
	 * );
	 * restore();
	 */
	override<Operation extends ControlledOperation>(operation: Operation, resolver: Resolver<Operation>): () => void {
		return this.overrides.add(operation, resolver);
	}

	/**
	 * Responds from a recording in place of the platform, until you call the returned function. A request gets the
	 * responses recorded for the same method, path, query and body, in their order; `reset` starts again with the first.
	 * Overrides and credentials are ignored; faults apply, and the journal records every request. A recording hides
	 * secrets, so the responses contain its placeholders.
	 *
	 * @param har An HTTP Archive, as `createProxy` and the journal create it, or its JSON text.
	 * @throws ControlError if it is not a valid archive, with the position; nothing is changed.
	 * @example
	 * const stop = platform.replay(await readFile("pipelines.har", "utf8"), { unmatched: "refuse" });
	 */
	replay(har: unknown, options?: ReplayOptions): () => void {
		const replay = new Replay(har, options);
		this.#controls.replay = replay;
		return () => {
			if (this.#controls.replay === replay) this.#controls.replay = undefined;
		};
	}

	/**
	 * Returns how much of the contract was exercised since the platform was created: operations, statuses, parameters.
	 * `formatCoverage` formats it as text.
	 */
	coverage(): Coverage {
		return this.#controls.coverage.report();
	}

	/**
	 * Validates and changes settings, for values from outside, such as parsed JSON. In TypeScript you can change
	 * `settings` directly.
	 *
	 * @throws ControlError that names the unknown setting or the invalid value; nothing is changed.
	 * @example
	 * platform.configure({ tier: "free", flags: { group_token_revocation: false } });
	 */
	configure(changes: unknown): void {
		changeSettings(this.settings, changes);
	}

	/** The platform as a `fetch` function, for any client that accepts one. */
	fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response> = fetchThrough(this);

	/** Handles a request. Never rejects: an internal error becomes a 500. */
	handle(request: RawRequest): Promise<RawResponse> {
		const control = request.url.includes("/_mock/") ? this.#controlPath(request) : undefined;
		if (control !== undefined) return this.#control(request, control);
		const page = frontPage(request, prefixOf(this.settings.externalUrl));
		return page ? Promise.resolve(page) : this.#calls.respond(request);
	}

	/** Carries out a call of the control API. */
	async #control(request: RawRequest, path: string): Promise<RawResponse> {
		controlApi ??= await import("../control-api/api");
		const response = await controlApi.answerControl(request, path, this);
		try {
			// A response to the control API also waits until its changes are stored.
			await this.#controls.keeping?.pending();
			return response;
		} catch (error) {
			if (!(error instanceof NotKept) || error.isFirst) this.#controls.onError(error, request);
			const { refusedByFailure } = await import("../control-api/refusals");
			return refusedByFailure(error);
		}
	}

	/** Returns the path of a call of the control API; undefined for all other requests. */
	#controlPath(request: RawRequest): string | undefined {
		const { path } = locate(request);
		const prefix = prefixOf(this.settings.externalUrl);
		if (path.startsWith("/_mock/")) return path.slice("/_mock".length);
		return prefix !== "" && path.startsWith(`${prefix}/_mock/`) ? path.slice(`${prefix}/_mock`.length) : undefined;
	}
}

/**
 * Creates a platform, empty or with a seed.
 *
 * @throws TypeError if the clock's time cannot be read, or if an option is unknown or has an invalid value.
 * @example
 * const platform = createPlatform({ seed: demo });
 */
export const createPlatform = (options?: PlatformOptions): Platform => new Platform(options);
