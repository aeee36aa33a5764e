/** Releases of a major version: `18.0` to `18.11`. */
const perMajor = 12;
/** Releases for which a deprecated item stays at least. */
const kept = 6;

/**
 * The release that a deprecated item is gone in: it stays for six releases, and goes with the next major one after them.
 *
 * @param release `major.minor` of the release that deprecated it
 * @example
 * removedIn("15.7"); // "17.0"
 */
export function removedIn(release: string): string {
	const [major = 0, minor = 0] = release.split(".").map(Number);
	return `${Math.ceil((major * perMajor + minor + kept) / perMajor)}.0`;
}

/** The release that deprecated an item, as its reason says; undefined where it does not. */
export const deprecatedIn = (reason: string): string | undefined => /\brelease (\d+\.\d+)/.exec(reason)?.[1];
