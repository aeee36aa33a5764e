/** Turns the contract's extensions into sentences, for the client's JSDoc and for the reference. */
import type { AccessRow, Lifecycle, Tier } from "../operation-row";

/** Returns the plan and the offering that something requires. */
export function tierText(tier: Tier | undefined): string | undefined {
	if (!tier) return undefined;
	const plan = tier.tier && (tier.tier === "premium" ? "Premium and Ultimate only" : "Ultimate only");
	const offering = tier.offering && (tier.offering === "hosted" ? "hosted offering only" : "self-managed only");
	return `${[plan, offering]
		.filter(Boolean)
		.join(", ")
		.replace(/^./, (first) => first.toUpperCase())}.`;
}

/** Returns the lifecycle of something: stage, feature flag, first and last release. */
export function lifecycleText(lifecycle: Lifecycle | undefined): string | undefined {
	if (!lifecycle) return undefined;
	const parts = [
		lifecycle.stage === "experiment" ? "An experiment: may change without notice." : "",
		lifecycle.flag ? `Behind the feature flag \`${lifecycle.flag}\`.` : "",
		lifecycle.since ? `Since release ${lifecycle.since}.` : "",
		lifecycle.removed ? `Gone from release ${lifecycle.removed} on.` : "",
	].filter(Boolean);
	return parts.length > 0 ? parts.join(" ") : undefined;
}

/** The input of {@link accessText}, a part of an operation's row. */
interface Accessible {
	readonly domain: string;
	readonly access: Partial<AccessRow>;
}

/** Returns the permissions that an operation requires. */
export function accessText({ domain, access: { role, where, or: others } }: Accessible): string {
	const or = others?.join(" or ").replaceAll("_", " ");
	if (role === "anonymous") return "Works without credentials where the record is public.";
	if (domain === "alerts") return "Needs the key of the integration, and no access token.";
	if (role === "token") return "Needs no access token: the token in the body is the credential.";
	if (role === "signed-in") {
		if (where === "self") return or ? `For the user in question, or ${or}.` : "For everyone signed in, of themselves.";
		return where === "instance" ? "For everyone signed in." : `For everyone signed in who may see the ${where}.`;
	}
	const place = where === "instance" || where === "self" || !where ? "" : ` of the ${where}`;
	return `Least role: ${role}${place}${or ? `, or ${or}` : ""}.`;
}
