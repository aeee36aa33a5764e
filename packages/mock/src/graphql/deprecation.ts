/** The number of releases of a major version: `18.0` to `18.11`. */
const perMajor = 12;
/** The number of releases for which a deprecated item stays at least. */
const kept = 6;

/**
 * Returns the release that removes a deprecated item: the first major release after it stayed for six releases.
 *
 * @param release The release that deprecated it, as `major.minor`
 * @example
 * removedIn("15.7"); // "17.0"
 */
export function removedIn(release: string): string {
	const [major = 0, minor = 0] = release.split(".").map(Number);
	return `${Math.ceil((major * perMajor + minor + kept) / perMajor)}.0`;
}

/** Returns the release that deprecated an item, as its reason names it, or undefined if the reason names none. */
export const deprecatedIn = (reason: string): string | undefined => /\brelease (\d+\.\d+)/.exec(reason)?.[1];
