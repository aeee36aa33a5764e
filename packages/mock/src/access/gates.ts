import type { Lifecycle, Tier } from "@tenon/contract";
import type { Settings } from "../settings";

const tiers = { free: 0, premium: 1, ultimate: 2 };

/** Compares releases, `major.minor`: negative when `a` is older. */
export function compareReleases(a: string, b: string): number {
	const [majorA = 0, minorA = 0] = a.split(".").map(Number);
	const [majorB = 0, minorB = 0] = b.split(".").map(Number);
	return majorA - majorB || minorA - minorB;
}

/** Whether an operation is one of the hosted offering alone, and the installation is not that: then it is not there, whoever asks. */
export const isHostedElsewhere = (tier: Tier | undefined, settings: Settings): boolean =>
	tier?.offering === "hosted" && settings.offering === "self-managed";

/** Whether the plan is one that is paid for. */
export const isPaid = (settings: Settings): boolean => tiers[settings.tier] >= tiers.premium;

/** Noted in the contract for one offering, yet answered by both: there the role alone decides. */
const servedEverywhere: ReadonlySet<string> = new Set(["listAllRunners"]);

/** Whether an installation has what stands under these restrictions: by plan, offering, release and feature flag. */
export function isServed(restricted: { id?: string; tier?: Tier; lifecycle?: Lifecycle }, settings: Settings): boolean {
	const { id = "", tier, lifecycle } = restricted;
	if (tier?.tier && tiers[settings.tier] < tiers[tier.tier]) return false;
	const elsewhere = tier?.offering && settings.offering !== "any" && settings.offering !== tier.offering;
	if (elsewhere && !servedEverywhere.has(id)) return false;
	if (lifecycle?.since && compareReleases(settings.release, lifecycle.since) < 0) return false;
	if (lifecycle?.removed && compareReleases(settings.release, lifecycle.removed) >= 0) return false;
	if (lifecycle?.flag && settings.flags[lifecycle.flag] === false) return false;
	return true;
}
