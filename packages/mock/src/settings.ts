/** How an installation is set up. */
export interface Settings {
	/** The plan. What needs a higher one is not there. Default `ultimate`. */
	tier: "free" | "premium" | "ultimate";
	/** `any` gates nothing. Default `any`. */
	offering: "any" | "hosted" | "self-managed";
	/** The release that it behaves as, `major.minor`; what came later is not there. Default: the newest. */
	release: string;
	/** Feature flags that are switched off, by name; all others are on. */
	flags: { [name: string]: boolean };
	/** Requests in a period, by the limit's key, in place of the contract's; null switches a limit off. */
	rateLimits: { [key: string]: number | null };
	/** The address that links are written with; by default each request's own origin. */
	externalUrl: string | undefined;
}

/** The newest release that the contract speaks of. */
export const newestRelease = "18.9";

export const defaultSettings = (): Settings => ({
	tier: "ultimate",
	offering: "any",
	release: newestRelease,
	flags: {},
	rateLimits: {},
	externalUrl: undefined,
});
