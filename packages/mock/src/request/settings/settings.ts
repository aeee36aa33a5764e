import type { Visibility } from "../../state/records";
import type { PipelineSimulation } from "./simulation";
import type { CaptchaSettings, SpamSettings } from "./spam";

/** So many requests in so many seconds. */
export interface RequestLimit {
	readonly requests: number;
	readonly period: number;
}

/** Limits on single operations: a level, or requests by the limit's key. */
export type RateLimitSettings = "off" | "stated" | "realistic" | { readonly [key: string]: number | null };

/** How an installation is set up. */
export interface Settings {
	/** The plan. What needs a higher one is not there. Default `ultimate`. */
	tier: "free" | "premium" | "ultimate";
	/** `any` gates nothing. Default `any`. */
	offering: "any" | "hosted" | "self-managed";
	/** The release that it behaves as, `major.minor`; what came later is not there. Default: the newest. */
	release: string;
	/**
	 * Whose names it uses on the wire: the specification's neutral ones, or GitLab's own for the fields, headers, Global IDs and
	 * scopes that differ, so that GitLab's clients work unchanged. In TypeScript, seeds and the control API the names are
	 * always the specification's. Default `specification`.
	 */
	dialect: "specification" | "gitlab";
	/** Feature flags that are switched off, by name; all others are on. */
	flags: { [name: string]: boolean };
	/**
	 * Which limits on single operations apply: `off`: none; `stated`: those that the specification states with a number (60
	 * requests a minute for invited groups); `realistic`: also those of the real product, such as 300 notes a minute. An object
	 * sets single limits by their key, requests in a period or null for none, on top of `stated`. Default `stated`.
	 */
	rateLimits: RateLimitSettings;
	/** A limit on all requests of a user, or of an anonymous caller's address; `period` in seconds. Default: none. */
	requestLimit: RequestLimit | null;
	/** A limit on the payloads that come to a project's alert integrations. Default: none; 3,600 in 3,600 seconds is usual. */
	alertLimit: RequestLimit | null;
	/** What the text of every personal, project and group access token that it issues begins with. Default `tat-`. */
	accessTokenPrefix: string;
	/** Whether the container registry keeps its metadata in a database, and so shows what it stores. Default true. */
	containerRegistryMetadata: boolean;
	/** What the text of every runner authentication token of the new style begins with. Default `trt-`. */
	runnerTokenPrefix: string;
	/** The same for runners that were registered with a registration token; it does not begin with the other. Default `trtr-`. */
	registeredRunnerTokenPrefix: string;
	/** The same for registration tokens. Default `trg-`. */
	registrationTokenPrefix: string;
	/** Visibilities that only administrators may give. Default: none. */
	restrictedVisibilities: readonly Visibility[];
	/** Whether groups can be brought in line with LDAP. Default true. */
	ldapGroupSync: boolean;
	/** Sign-in providers that can ask again before a group is entered. Default `openid_connect`. */
	stepUpProviders: readonly string[];
	/** Whether the profiles of new users are private unless it is said otherwise. Default false. */
	privateProfiles: boolean;
	/**
	 * Whether pipelines go on by themselves. `manual`: none does, each is finished by hand (`platform.pipelines`). `simulated`,
	 * or how it is simulated: jobs that are started or retried from then on wait, run and end as the platform's clock goes on.
	 * Default `manual`.
	 */
	pipelines: "manual" | "simulated" | PipelineSimulation;
	/** What counts as spam in GraphQL mutations. Default null: nothing is looked at. */
	spam: SpamSettings | null;
	/** The CAPTCHA service that lifts a verdict of spam. Default null: there is none. */
	captcha: CaptchaSettings | null;
	/** Milliseconds, by the machine's clock, that every response waits. Default 0. */
	latency: number;
	/**
	 * The text of the session that GraphQL requests without credentials come with, for browsers, whose cookies a service
	 * worker does not see. Default: none.
	 */
	session: string | undefined;
	/** The address that links are written with; by default each request's own origin. */
	externalUrl: string | undefined;
	/**
	 * Whether every 400, 401, 403, 404 and 422, and every GraphQL response with errors, says in the header `X-Mock-Reason` which
	 * rule refused; a request gets it by `X-Mock-Explain: 1` too. Default false.
	 */
	explain: boolean;
	/**
	 * Whether query parameters and body fields that the contract does not know are refused (400) instead of ignored, and every
	 * response is validated against the contract: deviations go to `onError` and into the journal. Needs the package
	 * `zod`. Default false.
	 */
	strict: boolean;
	/**
	 * The origins whose pages may read the platform's responses, e.g. `["http://localhost:5173"]`; `"*"` for any. Default `"*"`.
	 * The control API is open to no other origin, whatever this says.
	 */
	cors: "*" | readonly string[];
	/** Requests that the journal keeps; 0 keeps none. Default 1,000. */
	journal: number;
}

/** What the installation says of its own version. */
export const versionOf = ({ release }: Pick<Settings, "release">): { version: string; revision: string } => ({
	version: `${release}.0-ee`,
	revision: "4f2c8d1a9e7",
});

/** The newest release that the contract speaks of. */
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

/** Settings of their own with the same values: what is changed in the one the other does not see. */
export const copySettings = (settings: Settings): Settings => ({
	...settings,
	flags: { ...settings.flags },
	rateLimits: typeof settings.rateLimits === "string" ? settings.rateLimits : { ...settings.rateLimits },
	spam: settings.spam && { ...settings.spam },
	captcha: settings.captcha && { ...settings.captcha },
});
