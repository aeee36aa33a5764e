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

/** What a platform begins with: its data, its time and its settings. */
export interface PlatformOptions extends Partial<Settings> {
	/**
	 * What it holds at first; empty by default. `demo` is the ready-made one, `volume` makes as many records as you say. The
	 * options take precedence over the clock and the settings that a seed names.
	 */
	seed?: Seed;
	/**
	 * Operations beyond the contract, with their tables. `defineExtension` of `@tenon/mock/extend` makes them. Forks and
	 * worlds have them too.
	 */
	extensions?: readonly AnyExtension[];
	/** A time at which the clock stops; without it the platform runs with the machine's clock. */
	clock?: string | number | Date;
	/** Gets each failure inside the platform, beside the 500 that the caller gets. Default: `console.error`. */
	onError?: (error: unknown, request: RawRequest) => void;
}

/** Loaded at first use, and kept: in a test runner or under a loader, each repeated import() costs a round trip to another process. */
let controlApi: typeof import("../control-api/api") | undefined;

/** `Array.isArray` does not know of lists that cannot be changed. */
const isList = (seed: Seed): seed is readonly Seed[] => Array.isArray(seed);

/** What is wrong with what a step was given. */
function faultsOf(step: () => void): readonly ControlFault[] {
	try {
		step();
		return [];
	} catch (error) {
		if (error instanceof ControlError) return error.faults;
		throw error;
	}
}

/** All that a platform is put back to by `reset`. */
interface Moment {
	readonly image: StateImage;
	readonly clock: ClockData;
	readonly settings: Settings;
}

/**
 * A whole platform in memory. All entry points lead to `handle`.
 *
 * @example
 * const platform = createPlatform({ seed: demo, tier: "premium", clock: "2026-01-01T00:00:00Z" });
 * const response = await platform.fetch("http://localhost/api/v4/user", { headers: { "PRIVATE-TOKEN": "owner-token" } });
 */
export class Platform implements RawHandler, ControlledPlatform {
	readonly clock: Clock;
	readonly state: State;
	/** May be changed at any time; the next request finds them. */
	readonly settings: Settings;
	/** The operations that it has: the contract's, then those of extensions. */
	readonly operations: OperationSet;
	/** @internal What extensions add to the GraphQL schema. */
	readonly graphql: ControlledPlatform["graphql"];
	/** The alert settings of projects, which no operation of the contract changes. */
	readonly alerts: AlertControl;
	/** Pipelines and jobs, brought on by hand. */
	readonly pipelines: PipelineControl;
	/** Makes records, at any time. */
	readonly seed: Builder;
	/** Failures on purpose. */
	readonly faults: Faults;
	/** The requests and their responses. */
	readonly journal: Journal;
	/** Named snapshots, which the control API has too. */
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
	 * Adds what a seed holds to what is there. A seed as data is loaded as a whole or not at all; of a list, those before the
	 * one that fails stay.
	 *
	 * @returns The ids and the natural keys of what was made, by kind; of what functions make, nothing.
	 * @throws SeedFileError that lists all that is wrong: where, what was found, what was expected.
	 * @example
	 * const { issues } = platform.load({ issues: [{ project: "acme/web", title: "It crashes", repeat: 3 }] });
	 */
	load(seed: Seed): SeedResult {
		return this.#fill(seed, false);
	}

	/**
	 * Everything that it holds, as a seed that is as short as it can be: without defaults, with names in place of ids. Loaded
	 * into an empty platform it gives the same state. Simulated jobs come to where the clock is first.
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
	 * Everything that it holds, as plain data that can be kept, compared and given to `restore`, here or on another platform.
	 * To take one and to put it back costs what was written since the last one, however much there is; only a look at the
	 * rows, or data that went through JSON, costs the whole.
	 *
	 * @example
	 * const before = platform.snapshot();
	 * await platform.fetch(address, { method: "DELETE", headers });
	 * platform.restore(before);
	 */
	snapshot(): StateData {
		return this.state.toData();
	}

	/** Puts back what `snapshot` gave. Rate limits begin anew; clock and settings stay as they are. */
	restore(snapshot: StateData): void {
		this.state.load(snapshot);
		this.#controls.limits.clear();
	}

	/**
	 * Compares what the platform held at two moments. Rows that nobody wrote in between cost next to nothing.
	 *
	 * @param before What `snapshot` or `snapshots.get` returned.
	 * @param after Another one. Default: what the platform holds now.
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
	 * Makes it again what it was when it was created (or forked): the seed's records, the clock, the settings. Rate limits
	 * and the numbers of requests begin anew, so that the same requests get the same bytes.
	 *
	 * @example
	 * afterEach(() => platform.reset());
	 */
	reset(): void {
		this.#become(this.#start);
	}

	/**
	 * Another platform that holds the same, with the same clock and settings. From here on neither sees what is done to the
	 * other. It costs next to nothing, however much there is: both have the records together until one changes them.
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
	 * Everything that it holds, with its clock and its settings, to be written to a file as JSON. Functions among the settings
	 * (a judge of spam) are left out. packages/mock/docs/state-file.md describes the format.
	 *
	 * @example
	 * await writeFile("state.json", JSON.stringify(platform.exportState()));
	 */
	exportState(): StateFile {
		return writeStateFile({ ...this.#moment(), tables: this.snapshot() });
	}

	/**
	 * Replaces everything by what a state file holds; what the file says of clock and settings takes their place too. It
	 * happens as a whole or not at all. The file's rows become the platform's: they are frozen.
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
	 * The tables of a state file, validated.
	 *
	 * @internal
	 * @throws StateFileError as `importState` does.
	 */
	tablesOf(file: unknown): StateData {
		return readStateFile(file, this.#tables).tables;
	}

	/**
	 * Has every response wait until this has kept what was written; without, no longer. `persist` does it.
	 *
	 * @internal
	 */
	keepBy(keeping: Keeping | undefined): void {
		if (keeping && this.#controls.keeping) throw new Error("The platform is kept already.");
		this.#controls.keeping = keeping;
	}

	/** @internal Whether what is written is kept, and if it cannot be now, why. */
	get storage(): "none" | "ok" | { readonly failure: string } {
		const { keeping } = this.#controls;
		if (!keeping) return "none";
		return keeping.failure === undefined ? "ok" : { failure: keeping.failure };
	}

	/** @internal The settings that `reset` goes back to. */
	get initialSettings(): Settings {
		return this.#start.settings;
	}

	/** @internal How many requests came since the beginning. */
	get requests(): number {
		return this.#calls.requests;
	}

	/** @internal The records that `reset` goes back to. */
	get initialState(): StateData {
		return dataOf(this.#start.image);
	}

	/** @internal How many rows it holds, of all tables. */
	get rows(): number {
		return this.state.tables().reduce((sum, [, { size }]) => sum + size, 0);
	}

	/** @internal How many rows differ from those that `reset` goes back to. */
	changedRows(): number {
		return countChanges(this.#start.image, this.state.image());
	}

	/** @internal Notes records, clock and settings. Returns what brings them back. */
	rememberData(): () => void {
		const { image, clock, settings } = this.#moment();
		return () => {
			this.state.adopt(image);
			this.clock.load(clock);
			this.#set(settings);
			this.#controls.limits.clear();
		};
	}

	/** @internal Notes how everything is, faults, overrides and the journal too. Returns what brings it back. */
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

	/** Whoever holds the settings holds them still. */
	#set(settings: Settings): void {
		Object.assign(this.settings, copySettings(settings));
	}

	/**
	 * Handles an operation in the platform's place, until the function that it returns is called. The resolver that was added
	 * last runs first; one that returns undefined leaves the call to the others, and in the end to the platform. Neither credentials nor
	 * parameters are looked at before.
	 *
	 * @throws ControlError for an operation that is not known.
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
	 * Responds from a recording, in the platform's place, until the function that it returns is called: requests with the same
	 * method, path, query and body get the responses that were recorded for them, in their order; `reset` begins anew. Overrides
	 * and credentials are not looked at; faults strike, and the journal has it all. A recording hides secrets, so the responses
	 * contain its placeholders.
	 *
	 * @param har An HTTP Archive, as `createProxy` and the journal make one, or its JSON text.
	 * @throws ControlError if it is none, saying where; nothing was changed.
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
	 * How much of the contract was exercised since the platform was made: operations, statuses, parameters. `formatCoverage`
	 * makes a text of it.
	 */
	coverage(): Coverage {
		return this.#controls.coverage.report();
	}

	/**
	 * Gives settings other values, looked at first: what comes from outside, as parsed JSON. From TypeScript `settings` can be
	 * changed itself.
	 *
	 * @throws ControlError that says which setting is not known, or which value it does not take; nothing was changed.
	 * @example
	 * platform.configure({ tier: "free", flags: { group_token_revocation: false } });
	 */
	configure(changes: unknown): void {
		changeSettings(this.settings, changes);
	}

	/** The platform as a `fetch` function, to give to any client that takes one. */
	fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response> = fetchThrough(this);

	/** Handles a request. Never rejects: a failure inside becomes a 500. */
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
			// What it changed is kept as what any other request changed.
			await this.#controls.keeping?.pending();
			return response;
		} catch (error) {
			if (!(error instanceof NotKept) || error.isFirst) this.#controls.onError(error, request);
			const { refusedByFailure } = await import("../control-api/refusals");
			return refusedByFailure(error);
		}
	}

	/** The path of a call of the control API; undefined for any other. */
	#controlPath(request: RawRequest): string | undefined {
		const { path } = locate(request);
		const prefix = prefixOf(this.settings.externalUrl);
		if (path.startsWith("/_mock/")) return path.slice("/_mock".length);
		return prefix !== "" && path.startsWith(`${prefix}/_mock/`) ? path.slice(`${prefix}/_mock`.length) : undefined;
	}
}

/**
 * Makes a platform: empty, or filled by a seed.
 *
 * @throws TypeError if the clock's time cannot be read, or an option is not known or has a value that it does not take.
 * @example
 * const platform = createPlatform({ seed: demo });
 */
export const createPlatform = (options?: PlatformOptions): Platform => new Platform(options);
