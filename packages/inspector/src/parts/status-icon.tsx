import { ArrowRightCircle, CircleCheck, CircleHelp, OctagonX, TriangleAlert, Unplug, Zap } from "lucide-react";
import type { ReactElement } from "react";

/** The outcome of a request, which determines its color and icon. */
export type Outcome = "good" | "moved" | "warn" | "bad" | "struck" | "unmatched" | "none";

interface Judged {
	readonly status: number;
	readonly operation?: string | undefined;
	readonly faults: readonly string[];
	readonly overridden: boolean;
}

export function outcomeOf({ status, operation, faults, overridden }: Judged): Outcome {
	if (faults.length > 0 || overridden) return "struck";
	if (status === 0) return "none";
	if (operation === undefined && status >= 400) return "unmatched";
	if (status >= 500) return "bad";
	if (status >= 400) return "warn";
	return status >= 300 ? "moved" : "good";
}

const icons = {
	good: CircleCheck,
	moved: ArrowRightCircle,
	warn: TriangleAlert,
	bad: OctagonX,
	struck: Zap,
	unmatched: CircleHelp,
	none: Unplug,
} as const;

const words: { readonly [outcome in Outcome]: string } = {
	good: "succeeded",
	moved: "redirected",
	warn: "refused",
	bad: "failed",
	struck: "changed by a rule of the mock",
	unmatched: "no operation has this path",
	none: "no response",
};

/** The icon of an outcome. It has a name for screen readers, unless the outcome is also shown as text. */
export function StatusIcon({
	outcome,
	isDecoration = false,
}: {
	outcome: Outcome;
	isDecoration?: boolean;
}): ReactElement {
	const Icon = icons[outcome];
	const name = isDecoration ? { "aria-hidden": true } : { role: "img", "aria-label": words[outcome] };
	return <Icon className={`outcome ${outcome}`} size={16} {...name} />;
}
