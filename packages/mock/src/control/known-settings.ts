import { operations } from "@tenon/contract";
import { isRecord } from "../lib/is-record";
import { nearest } from "../lib/nearest";
import { compareReleases } from "../request/access/served";
import { newestRelease } from "../request/settings/settings";
import type { AnyCheck } from "./check-fields";

const rows = Object.values(operations);

/** The keys of the limits on single operations. */
export const rateLimitKeys = (): string[] => [...new Set(rows.flatMap(({ rateLimit }) => rateLimit?.key ?? []))].sort();

/** Those of the GraphQL schema alone. To read the schema for them would take long. */
const graphqlFlags: readonly string[] = ["omniauth_step_up_auth_for_namespace"];

/** The feature flags that the contract names. */
export const featureFlags = (): string[] =>
	[
		...new Set([
			...graphqlFlags,
			...rows.flatMap(({ lifecycle, parameters, body }) =>
				[{ lifecycle }, ...parameters, ...(body?.fields ?? [])].flatMap((one) => one.lifecycle?.flag ?? []),
			),
		]),
	].sort();

/** The releases in which something of the contract came or went, the newest first. */
export const releases = (): string[] => {
	const all = rows.flatMap(({ lifecycle, parameters, body }) =>
		[{ lifecycle }, ...parameters, ...(body?.fields ?? [])].flatMap((one) => [
			one.lifecycle?.since ?? [],
			one.lifecycle?.removed ?? [],
		]),
	);
	return [...new Set([newestRelease, ...all.flat()])].sort(compareReleases).reverse();
};

/** An object whose keys are known, each with a value of one kind. */
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

/** Requests in a period by the limit's key, or null for no limit. */
export const rateLimits = (value: AnyCheck): AnyCheck => keyed("rate limits", rateLimitKeys, value);

/** Whether each flag is on. */
export const flags = (value: AnyCheck): AnyCheck => keyed("feature flags", featureFlags, value);
