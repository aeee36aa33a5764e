import type { Params } from "../rule/address";
import type { ApiResponse, Fields } from "../rule/response";

/** How the rules of a run arrange their records. */
export type BenchName = "auto" | "public" | "control";

/**
 * Arranges the records that a rule needs. What it makes is removed after the rule.
 *
 * The first group of functions uses the platform's own API and works on any server. The second group uses the mock's control API:
 * with it a rule can arrange everything. On any other server, calling it skips the rule with that reason.
 */
export interface Bench {
	/** A new user; created by the administrator. */
	user(params?: Params): Promise<ApiResponse>;
	/** A new runner of the scene's group, unless `runner_type` says otherwise; created by the owner. */
	runner(params?: Params): Promise<ApiResponse>;
	/** A new runner of the scene's project; created by the owner. */
	projectRunner(params?: Params): Promise<ApiResponse>;
	/** A new runner of the whole platform; created by the administrator. */
	instanceRunner(params?: Params): Promise<ApiResponse>;
	/** The registration token of the scene's group. */
	registrationToken(): Promise<string>;
	/** A runner registered with a registration token, by default the group's. Its own token has the older format. */
	registeredRunner(params?: Params): Promise<ApiResponse>;
	/** A new note on the scene's issue; created by the developer. */
	issueNote(params?: Params): Promise<ApiResponse>;
	/** A new pipeline of the scene's project; created by the maintainer. */
	pipeline(params?: Params): Promise<ApiResponse>;
	/** A new link of the scene's release; created by the owner. */
	releaseLink(params?: Params): Promise<ApiResponse>;
	/** The numeric id of a project of the scene's group. */
	projectId(path: string): Promise<number>;
	/** The numeric id of a group that the owner can read. */
	groupId(path: string): Promise<number>;

	/** Waits until the server's clock shows a later second: this many milliseconds, unless the clock can be moved. */
	nextSecond(milliseconds?: number): Promise<void>;

	/** Whether only this rule uses the server and the second group works. The server's clock may be stopped. */
	readonly isIsolated: boolean;
	/** Whether the second group works, so that a rule can add cases that the platform's own API cannot arrange. */
	readonly hasControl: boolean;
	/**
	 * A new record in one of the mock's tables (`projects`, `issues`, `members` …). Fields that are left out get defaults. Other records
	 * are named by their natural keys: `{ project: "acme/web", author: "developer" }`.
	 */
	record(table: string, fields?: Fields): Promise<Fields & { readonly id: number }>;
	/** Changes fields of a record, by its id. */
	change(table: string, id: number | string, fields: Fields): Promise<Fields>;
	/** Removes a record, by its id. */
	remove(table: string, id: number | string): Promise<void>;
	/** The records of a table with these values. */
	records(table: string, having?: Fields): Promise<readonly Fields[]>;
	/** Switches the rate limits on. Without a control API, the rule goes on with the server's limits. */
	limitRates(): Promise<void>;
	/** Changes settings of the mock: `{ tier: "free" }`, `{ flags: { … } }`. */
	settings(changes: Fields): Promise<void>;
	/** Moves the mock's clock forward: `"8 days"`. */
	advance(by: string | number): Promise<void>;
	/** Stops the mock's clock at a time. */
	setClock(now: string): Promise<void>;
	/** Any request to the control API, under `/_mock`. Its response must be 2xx. */
	control(method: string, path: string, body?: unknown): Promise<unknown>;
}
