import type { Params } from "../rule/address";
import type { ApiResponse, Fields } from "../rule/response";

/** How the rules of a run arrange their records. */
export type BenchName = "auto" | "public" | "control";

/**
 * Arranges what a rule needs. What it makes is removed after the rule.
 *
 * The first group of functions goes through the platform's own interface and works on any server. The second group goes through the
 * mock's control API: with it a rule can arrange everything, and on any other server the rule is skipped with that reason.
 */
export interface Bench {
	/** A user; by the administrator. */
	user(params?: Params): Promise<ApiResponse>;
	/** A runner of the scene's group, unless `runner_type` says otherwise; by the owner. */
	runner(params?: Params): Promise<ApiResponse>;
	/** A runner of the scene's project; by the owner. */
	projectRunner(params?: Params): Promise<ApiResponse>;
	/** A runner of the whole platform; by the administrator. */
	instanceRunner(params?: Params): Promise<ApiResponse>;
	/** The registration token of the scene's group. */
	registrationToken(): Promise<string>;
	/** A runner registered with a registration token, the group's unless given; its own token is of the older style. */
	registeredRunner(params?: Params): Promise<ApiResponse>;
	/** A note on the scene's issue; by the developer. */
	issueNote(params?: Params): Promise<ApiResponse>;
	/** A pipeline of the scene's project; by the maintainer. */
	pipeline(params?: Params): Promise<ApiResponse>;
	/** A link of the scene's release; by the developer. */
	releaseLink(params?: Params): Promise<ApiResponse>;
	/** The numeric id of a project of the scene's group. */
	projectId(path: string): Promise<number>;
	/** The numeric id of a group that the owner can read. */
	groupId(path: string): Promise<number>;

	/** Waits until the server's clock shows a later second; so many milliseconds unless its clock can be moved. */
	nextSecond(milliseconds?: number): Promise<void>;

	/** Whether the rule has the server to itself, whose clock may stand, and arranges through the second group. */
	readonly isIsolated: boolean;
	/** Whether the second group works here: a rule can then add cases that the platform's own interface cannot arrange, and runs for them. */
	readonly hasControl: boolean;
	/**
	 * A record of one of the mock's tables (`projects`, `issues`, `members` …); what is left out gets a default. Others are named by their
	 * natural keys: `{ project: "acme/web", author: "developer" }`.
	 */
	record(table: string, fields?: Fields): Promise<Fields & { readonly id: number }>;
	/** Changes fields of a record, by its id. */
	change(table: string, id: number | string, fields: Fields): Promise<Fields>;
	/** Removes a record, by its id. */
	remove(table: string, id: number | string): Promise<void>;
	/** The records of a table with these values. */
	records(table: string, having?: Fields): Promise<readonly Fields[]>;
	/** Switches the rate limits on. Where they cannot be switched the rule goes on with what is there. */
	limitRates(): Promise<void>;
	/** Changes settings of the mock: `{ tier: "free" }`, `{ flags: { … } }`. */
	settings(changes: Fields): Promise<void>;
	/** Moves the mock's clock forward: `"8 days"`. */
	advance(by: string | number): Promise<void>;
	/** Stops the mock's clock at a time. */
	setClock(now: string): Promise<void>;
	/** Any call of the control API, below `/_mock`; its response must be 2xx. */
	control(method: string, path: string, body?: unknown): Promise<unknown>;
}
