import { operations } from "@tenon/contract";
import { isRecord } from "../lib/is-record";
import { nearest } from "../lib/nearest";
import { compareReleases } from "../request/access/served";
import { newestRelease } from "../request/settings/settings";
import type { AnyCheck } from "./check-fields";

const rows = Object.values(operations);

/** Returns the keys of the rate limits on single operations. */
export const rateLimitKeys = (): string[] => [...new Set(rows.flatMap(({ rateLimit }) => rateLimit?.key ?? []))].sort();

/** Flags that only the GraphQL schema names. They are listed here because reading the schema takes long. */
const graphqlFlags: readonly string[] = ["omniauth_step_up_auth_for_namespace"];

/** Returns the feature flags that the contract names, sorted. */
export const featureFlags = (): string[] =>
	[
		...new Set([
			...graphqlFlags,
			...rows.flatMap(({ lifecycle, parameters, body }) =>
				[{ lifecycle }, ...parameters, ...(body?.fields ?? [])].flatMap((one) => one.lifecycle?.flag ?? []),
			),
		]),
	].sort();

/** Returns the releases in which something was added to the contract or removed from it, newest first. */
export const releases = (): string[] => {
	const all = rows.flatMap(({ lifecycle, parameters, body }) =>
		[{ lifecycle }, ...parameters, ...(body?.fields ?? [])].flatMap((one) => [
			one.lifecycle?.since ?? [],
			one.lifecycle?.removed ?? [],
		]),
	);
	return [...new Set([newestRelease, ...all.flat()])].sort(compareReleases).reverse();
};

/** Checks an object whose keys are known and whose values all pass one check. */
const keyed = (what: string, keysOf: () => readonly string[], value: AnyCheck): AnyCheck => ({
	expected: "an object",
	run(input, path, report, has) {
		if (!isRecord(input)) return report(path, this.expected, input);
		const known = keysOf();
		for (const [name, one] of Object.entries(input)) {
			const guess = nearest(name, known);
			const hint = guess ? `: did you mean ${guess}?` : "";
			if (known.includes(name)) value.run(one, `${path}.${name}`, report, has);
			else report(`${path}.${name}`, `one of the ${what} ${known.join(", ")}${hint}`, name);
		}
	},
});

/** Checks the rate limits: by key, the number of requests in a period, or null for no limit. */
export const rateLimits = (value: AnyCheck): AnyCheck => keyed("rate limits", rateLimitKeys, value);

/** Checks the feature flags: by name, whether each is on. */
export const flags = (value: AnyCheck): AnyCheck => keyed("feature flags", featureFlags, value);
