import type { Visibility } from "../../state/records";
import type { PipelineSimulation } from "./simulation";
import type { CaptchaSettings, SpamSettings } from "./spam";

/** A maximum number of requests in a period, in seconds. */
export interface RequestLimit {
	readonly requests: number;
	readonly period: number;
}

/** Limits on single operations: a level, or numbers of requests by the limit's key. */
export type RateLimitSettings = "off" | "stated" | "realistic" | { readonly [key: string]: number | null };

/** The settings of an installation. */
export interface Settings {
	/** The plan. Features of a higher plan do not exist. Default: `ultimate`. */
	tier: "free" | "premium" | "ultimate";
	/** The offering. `any` has the features of both. Default: `any`. */
	offering: "any" | "hosted" | "self-managed";
	/** The release to behave like, as `major.minor`. Features added later do not exist. Default: the newest. */
	release: string;
	/**
	 * The names in requests and responses: the specification's neutral ones, or GitLab's own for the fields, headers,
	 * Global IDs and scopes that differ, so that clients of GitLab work unchanged. TypeScript, seeds and the control API
	 * always use the specification's names. Default: `specification`.
	 */
	dialect: "specification" | "gitlab";
	/** Feature flags that are disabled, by name. All others are enabled. */
	flags: { [name: string]: boolean };
	/**
	 * The limits on single operations. `off`: none. `stated`: those that the specification states with a number (60
	 * requests a minute for invited groups). `realistic`: also those of the real product, such as 300 notes a minute. An
	 * object sets single limits by their key, on top of `stated`: the requests in a period, or null for no limit.
	 * Default: `stated`.
	 */
	rateLimits: RateLimitSettings;
	/** A limit on all requests of a user, or of an anonymous caller's IP address; `period` in seconds. Default: none. */
	requestLimit: RequestLimit | null;
	/** A limit on the payloads sent to a project's alert integrations. Usual is 3,600 in 3,600 seconds. Default: none. */
	alertLimit: RequestLimit | null;
	/** The prefix of new personal, project and group access tokens. Default: `tat-`. */
	accessTokenPrefix: string;
	/** Whether the container registry has its metadata in a database, and can therefore show its size. Default: true. */
	containerRegistryMetadata: boolean;
	/** The prefix of new runner authentication tokens, for runners that a user creates. Default: `trt-`. */
	runnerTokenPrefix: string;
	/** The prefix for runners registered by a registration token. Must not begin with the other. Default: `trtr-`. */
	registeredRunnerTokenPrefix: string;
	/** The prefix of new registration tokens. Default: `trg-`. */
	registrationTokenPrefix: string;
	/** The visibilities that only administrators can set. Default: none. */
	restrictedVisibilities: readonly Visibility[];
	/** Whether groups can be synchronized with LDAP. Default: true. */
	ldapGroupSync: boolean;
	/** The sign-in providers that can require a second sign-in before a group is accessed. Default: `openid_connect`. */
	stepUpProviders: readonly string[];
	/** Whether the profiles of new users are private by default. Default: false. */
	privateProfiles: boolean;
	/**
	 * Whether pipelines progress by themselves. `manual`: never; you finish each one by hand (`platform.pipelines`).
	 * `simulated`, or the options of the simulation: jobs that are started or retried from then on wait, run and end as
	 * the platform's clock advances. Default: `manual`.
	 */
	pipelines: "manual" | "simulated" | PipelineSimulation;
	/** What counts as spam in GraphQL mutations. Default: null, nothing is checked. */
	spam: SpamSettings | null;
	/** The CAPTCHA service that can lift a verdict of spam. Default: null, there is none. */
	captcha: CaptchaSettings | null;
	/** A delay of every response in milliseconds, by the machine's clock. Default: 0. */
	latency: number;
	/**
	 * The text of the session for GraphQL requests without credentials: a service worker cannot see a browser's cookies.
	 * Default: none.
	 */
	session: string | undefined;
	/** The base URL for links. Default: each request's own origin. */
	externalUrl: string | undefined;
	/**
	 * Whether every 400, 401, 403, 404 and 422, and every GraphQL response with errors, names the rule that refused in
	 * the header `X-Mock-Reason`. A single request gets it with the header `X-Mock-Explain: 1`. Default: false.
	 */
	explain: boolean;
	/**
	 * Whether query parameters and body fields that are not in the contract are refused (400) instead of ignored, and
	 * every response is validated against the contract. Deviations are passed to `onError` and recorded in the journal.
	 * Requires the package `zod`. Default: false.
	 */
	strict: boolean;
	/**
	 * The origins whose pages can read the platform's responses, such as `["http://localhost:5173"]`; `"*"` for any.
	 * Default: `"*"`. Independently of this, the control API is not open to other origins.
	 */
	cors: "*" | readonly string[];
	/** The number of requests that the journal stores; 0 for none. Default: 1,000. */
	journal: number;
}

/** Returns the installation's version, as its responses show it. */
export const versionOf = ({ release }: Pick<Settings, "release">): { version: string; revision: string } => ({
	version: `${release}.0-ee`,
	revision: "4f2c8d1a9e7",
});

/** The newest release in the contract. */
export const newestRelease = "18.9";

export const defaultSettings = (): Settings => ({
	tier: "ultimate",
	offering: "any",
	release: newestRelease,
	dialect: "specification",
	flags: {},
	rateLimits: "stated",
	requestLimit: null,
	alertLimit: null,
	accessTokenPrefix: "tat-",
	containerRegistryMetadata: true,
	runnerTokenPrefix: "trt-",
	registeredRunnerTokenPrefix: "trtr-",
	registrationTokenPrefix: "trg-",
	restrictedVisibilities: [],
	ldapGroupSync: true,
	stepUpProviders: ["openid_connect"],
	privateProfiles: false,
	pipelines: "manual",
	spam: null,
	captcha: null,
	latency: 0,
	session: undefined,
	externalUrl: undefined,
	explain: false,
	strict: false,
	cors: "*",
	journal: 1_000,
});

/** Returns a deep copy of settings, except for their readonly values. */
export const copySettings = (settings: Settings): Settings => ({
	...settings,
	flags: { ...settings.flags },
	rateLimits: typeof settings.rateLimits === "string" ? settings.rateLimits : { ...settings.rateLimits },
	spam: settings.spam && { ...settings.spam },
	captcha: settings.captcha && { ...settings.captcha },
});
