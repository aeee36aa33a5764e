import type { ActorName } from "./actors";
import type { Tier } from "./terms";

/** The kind of installation; "any" has what hosted and self-managed ones have. */
export type Offering = "hosted" | "self-managed" | "any";

/** What is known about the server: detected by the preflight, or given. */
export interface Facts {
	/** Undefined where no token could see it. */
	readonly tier: Tier | undefined;
	/** Undefined where no token could see it. */
	readonly offering: Offering | undefined;
	/** Its release, such as `18.1.0`; undefined if it does not show it. */
	readonly version: string | undefined;
	/** The product whose names the server uses, such as `gitlab`; undefined for the specification's. */
	readonly dialect: string | undefined;
	/** Operations that a product of this dialect and release does not have. */
	readonly absent: readonly string[];
	/** The user of each token. */
	readonly users: { readonly [name in ActorName]?: { readonly id: number; readonly username: string } };
}

const order: readonly Tier[] = ["free", "premium", "ultimate"];

/** Whether a tier is at least another. */
export const atLeast = (tier: Tier, least: Tier): boolean => order.indexOf(tier) >= order.indexOf(least);
