import type { Lifecycle, Tier } from "@tenon/contract";
import type { Reason, Rule } from "../http/errors";
import type { Settings } from "../settings/settings";

const tiers = { free: 0, premium: 1, ultimate: 2 };

/** Compares releases, `major.minor`: negative if `a` is older. */
export function compareReleases(a: string, b: string): number {
	const [majorA = 0, minorA = 0] = a.split(".").map(Number);
	const [majorB = 0, minorB = 0] = b.split(".").map(Number);
	return majorA - majorB || minorA - minorB;
}

/** Whether an operation only exists in the hosted offering, and this installation is self-managed. */
export const isHostedElsewhere = (tier: Tier | undefined, settings: Settings): boolean =>
	tier?.offering === "hosted" && settings.offering === "self-managed";

/** Whether the installation has a paid plan. */
export const isPaid = (settings: Settings): boolean => tiers[settings.tier] >= tiers.premium;

interface Restricted {
	readonly tier?: Tier;
	readonly lifecycle?: Lifecycle;
}

/** Returns the rule that excludes something with these restrictions; undefined if the installation has it. */
function gate({ tier, lifecycle }: Restricted, settings: Settings): Rule | undefined {
	if (tier?.tier && tiers[settings.tier] < tiers[tier.tier]) return "tier";
	if (tier?.offering && settings.offering !== "any" && settings.offering !== tier.offering) return "offering";
	if (lifecycle?.since && compareReleases(settings.release, lifecycle.since) < 0) return "release";
	if (lifecycle?.removed && compareReleases(settings.release, lifecycle.removed) >= 0) return "release";
	if (lifecycle?.flag && settings.flags[lifecycle.flag] === false) return "flag";
	return undefined;
}

/** Whether an installation has something with these restrictions: by plan, offering, release and feature flag. */
export const isServed = (restricted: Restricted, settings: Settings): boolean =>
	gate(restricted, settings) === undefined;

/** Returns the reason why the installation does not have something. */
export function whyUnserved(restricted: Restricted, settings: Settings): Reason {
	const { tier, lifecycle: { since, removed, flag } = {} } = restricted;
	// An operation of the hosted offering only is excluded before all other rules.
	const rule = isHostedElsewhere(tier, settings) ? "offering" : (gate(restricted, settings) ?? "offering");
	const details: { readonly [rule in Rule]?: string } = {
		tier: `it needs the plan ${tier?.tier}, and this is ${settings.tier}`,
		offering: `it is there in the offering ${tier?.offering} alone, and this is ${settings.offering}`,
		release: `it is there ${[since && `since ${since}`, removed && `until ${removed}`].filter(Boolean).join(" ")}, and this is ${settings.release}`,
		flag: `it needs the feature flag ${flag}, which is off`,
	};
	return { rule, detail: details[rule] ?? "" };
}
