import type { ActorName } from "./actors";
import type { Tier } from "./rule";

/** What the preflight found out, or was told, of the server. */
export interface Facts {
	readonly tier: Tier;
	/** "any" where the server offers what hosted and self-managed installations have. */
	readonly offering: "hosted" | "self-managed" | "any";
	/** Its release, such as `18.1.0`; undefined where it does not say. */
	readonly version: string | undefined;
	/** Who each token belongs to. */
	readonly users: { readonly [name in ActorName]?: { readonly id: number; readonly username: string } };
}

const order: readonly Tier[] = ["free", "premium", "ultimate"];

/** Whether a tier is at least another. */
export const atLeast = (tier: Tier, least: Tier): boolean => order.indexOf(tier) >= order.indexOf(least);
