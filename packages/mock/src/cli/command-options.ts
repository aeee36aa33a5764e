import type { PlatformOptions } from "../platform/platform";
import type { ExtensionOptions } from "./read-extensions";

/* The parsed options of each command. */

/** The options that `serve`, `exec` and `replay` share: where to listen, and how to set up the platform. */
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

/** The options of `serve`, which `replay` has too. */
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

/** The options of `exec`. */
export interface ExecCommandOptions extends SharedCommandOptions {
	readonly port: number;
	readonly as?: string;
	readonly log?: boolean;
}

/** The options of `record`. */
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

/** The options of `replay`, in addition to those of `serve`. */
export interface ReplayCommandOptions extends ServeCommandOptions {
	readonly unmatched: "mock" | "refuse";
	readonly once?: boolean;
}

/** Selects the running platform of a command. */
export interface RunningCommandOptions {
	readonly url: string;
	readonly world?: string;
	readonly token?: string;
}

/** The options of `seed check`. */
export interface CheckCommandOptions {
	readonly seed?: readonly string[];
	readonly clock?: string;
	readonly json?: boolean;
}

/** The options of `seed export`. */
export interface ExportCommandOptions extends RunningCommandOptions {
	readonly json?: boolean;
}

/** The options of `doctor`. */
export interface DoctorCommandOptions extends ExtensionOptions {
	readonly port: number;
	readonly host: string;
	readonly data?: string;
	readonly json?: boolean;
}
