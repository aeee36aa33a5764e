/** What the platform keeps of runners: the runners themselves, their machines, their places and their tokens. */

export type RunnerType = "instance_type" | "group_type" | "project_type";
/** Whether a runner takes jobs of protected refs only. */
export type RunnerAccessLevel = "not_protected" | "ref_protected";

/** What a runner program tells of itself. */
export interface RunnerProgram {
	readonly version: string | null;
	readonly revision: string | null;
	readonly platform: string | null;
	readonly architecture: string | null;
}

/** A runner as it is registered. */
export interface Runner {
	readonly id: number;
	readonly runner_type: RunnerType;
	/** The group of a group runner; null for other kinds. */
	readonly group_id: number | null;
	readonly name: string | null;
	readonly description: string | null;
	readonly paused: boolean;
	/** May not be assigned to further projects. */
	readonly locked: boolean;
	readonly run_untagged: boolean;
	readonly tag_list: readonly string[];
	readonly access_level: RunnerAccessLevel;
	/** Seconds. */
	readonly maximum_timeout: number | null;
	readonly maintenance_note: string | null;
	/** What was told at registration; the runner's first manager takes it over. */
	readonly program: RunnerProgram | null;
	/** Who created it; null for one that was registered with a registration token. */
	readonly created_by_id: number | null;
	readonly created_at: string;
	/** The last change of its settings or its token. */
	readonly updated_at: string;
	readonly contacted_at: string | null;
}

/** One machine or process that works under a runner's token. */
export interface RunnerManager extends RunnerProgram {
	readonly id: number;
	readonly runner_id: number;
	/** Distinct within the runner. */
	readonly system_id: string;
	readonly created_at: string;
	readonly contacted_at: string | null;
	readonly ip_address: string | null;
}

/** A project runner's place in a project. The first one is its owner project, and stays. */
export interface RunnerAssignment {
	readonly id: number;
	readonly runner_id: number;
	readonly project_id: number;
	readonly created_at: string;
}

/** The authentication token of a runner; a reset puts a new row in its place. */
export interface RunnerToken {
	readonly id: number;
	readonly runner_id: number;
	readonly text: string;
	readonly expires_at: string | null;
}

/** Where a registration token registers runners, or a rule holds. */
export type RunnerPlace = "instance" | "group" | "project";

/** A registration token; a reset puts a new row in its place. */
export interface RegistrationToken {
	readonly id: number;
	readonly place: RunnerPlace;
	/** 0 for the instance. */
	readonly place_id: number;
	readonly text: string;
}

/** What an installation, a group or a project sets for its runners. Without a row all is allowed and nothing expires. */
export interface RunnerRule {
	readonly id: number;
	readonly place: RunnerPlace;
	/** 0 for the instance. */
	readonly place_id: number;
	/** Whether registration tokens register runners there, and below a group. */
	readonly registration_enabled: boolean;
	/** Seconds that a new authentication token is valid; null for ever. */
	readonly token_lifetime: number | null;
}
