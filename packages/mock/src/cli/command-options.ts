import type { PlatformOptions } from "../platform/platform";
import type { ExtensionOptions } from "./read-extensions";

/* What the options of each command are parsed to. */

/** What `serve`, `exec` and `replay` take: where to listen, and what kind of platform it is. */
export interface SharedCommandOptions
	extends ExtensionOptions,
		Pick<
			PlatformOptions,
			"tier" | "offering" | "release" | "dialect" | "clock" | "latency" | "strict" | "explain" | "cors" | "externalUrl"
		> {
	readonly host: string;
	readonly seed?: readonly string[];
	readonly size?: number;
	readonly data?: string;
	readonly worlds?: number;
	readonly world?: string;
	readonly pipelines?: "manual" | "simulated";
	readonly rateLimits?: "off" | "stated" | "realistic";
	readonly controlToken?: string;
	readonly coverage?: boolean;
	readonly json?: boolean;
}

/** What `serve` and `replay` take. */
export interface ServeCommandOptions extends SharedCommandOptions {
	readonly port: number;
	readonly quiet?: boolean;
	readonly pidFile?: string;
	readonly readyFd?: number;
	readonly tls?: boolean;
	readonly tlsCert?: string;
	readonly tlsKey?: string;
	readonly tlsCaOut?: string;
	readonly open?: boolean;
}

/** What `exec` takes. */
export interface ExecCommandOptions extends SharedCommandOptions {
	readonly port: number;
	readonly as?: string;
	readonly log?: boolean;
}

/** What `record` takes. */
export interface RecordCommandOptions {
	readonly to: string;
	readonly har?: string;
	readonly out?: string;
	readonly unknown: "pass" | "refuse";
	readonly port: number;
	readonly host: string;
	readonly timeout: number;
	readonly json?: boolean;
	readonly quiet?: boolean;
}

/** What `replay` takes beside the options of `serve`. */
export interface ReplayCommandOptions extends ServeCommandOptions {
	readonly unmatched: "mock" | "refuse";
	readonly once?: boolean;
}

/** Which running platform a command is about. */
export interface RunningCommandOptions {
	readonly url: string;
	readonly world?: string;
	readonly token?: string;
}

/** What `seed check` takes. */
export interface CheckCommandOptions {
	readonly seed?: readonly string[];
	readonly clock?: string;
	readonly json?: boolean;
}

/** What `seed export` takes. */
export interface ExportCommandOptions extends RunningCommandOptions {
	readonly json?: boolean;
}

/** What `doctor` takes. */
export interface DoctorCommandOptions extends ExtensionOptions {
	readonly port: number;
	readonly host: string;
	readonly data?: string;
	readonly json?: boolean;
}
