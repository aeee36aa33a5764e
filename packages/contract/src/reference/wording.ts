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
		lifecycle.removed ? `Removed in release ${lifecycle.removed}.` : "",
	].filter(Boolean);
	return parts.length > 0 ? parts.join(" ") : undefined;
}

/** The input of {@link accessText}, a part of an operation's row. */
interface Accessible {
	readonly domain: string;
	readonly access: Partial<AccessRow>;
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

/** Joins alternatives: "a, b, or c". */
export const either = (texts: readonly string[]): string => alternatives.format(texts);

/** Returns where the caller needs a role. */
const placeText = (where: string): string =>
	where === "body"
		? "the place that the body names"
		: where === "runner"
			? "the group or project of the runner"
			: `the ${where}`;

/** Returns what a caller may be instead, such as "be an administrator". */
const otherText = (name: string): string =>
	name === "author"
		? "be the author"
		: name === "administrator" || name === "auditor"
			? `be an ${name}`
			: `have the permission \`${name}\``;

/** Returns the permissions that an operation requires. */
export function accessText({ domain, access: { role, where = "instance", or = [] } }: Accessible): string {
	if (role === "anonymous") return "Needs no credentials if the record is public.";
	if (domain === "alerts") return "Requires the key of the integration instead of an access token.";
	if (role === "token") return "Needs no access token: the token in the body is the credential.";
	const others = or.map(otherText);
	if (role === "signed-in") {
		if (where === "self" && others.length > 0)
			return `The caller must ${either(["be the user themselves", ...others])}.`;
		if (where === "self") return "For every signed-in user, for their own data.";
		return where === "instance" ? "For every signed-in user." : `For every signed-in user who can see the ${where}.`;
	}
	const name = (role ?? "").replace(/^./, (first) => first.toUpperCase());
	const least =
		where === "instance" || where === "self"
			? otherText(role ?? "")
			: `have at least the ${name} role in ${placeText(where)}`;
	return `The caller must ${either([least, ...others])}.`;
}
