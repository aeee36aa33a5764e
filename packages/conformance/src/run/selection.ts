import { domains, phases, type Rule } from "../rule/rule";

/** The fields of a check that a selection uses. */
type Selectable = Pick<Rule, "id" | "domain" | "operations" | "claims" | "level" | "phase" | "alone">;

export interface Selection {
	/** A check must match one of these patterns, if there are any. */
	readonly include?: readonly string[];
	/** A check must not match any of these patterns. */
	readonly exclude?: readonly string[];
	/** Part i of n, i from 1. */
	readonly shard?: { readonly index: number; readonly count: number };
}

const kinds = ["id", "domain", "operation", "claim", "level", "phase"] as const;
type Kind = (typeof kinds)[number];

const valuesOf: Readonly<Record<Kind, (check: Selectable) => readonly string[]>> = {
	id: (check) => [check.id],
	domain: (check) => [check.domain],
	operation: (check) => check.operations,
	claim: (check) => check.claims,
	level: (check) => [check.level],
	phase: (check) => [check.phase],
};

const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text);

/** `*` matches any text. Case-insensitive. */
function glob(pattern: string): (text: string) => boolean {
	const parts = pattern.toLowerCase().split("*");
	return (text) => {
		const [first = "", ...rest] = parts;
		let left = text.toLowerCase();
		if (rest.length === 0) return left === first;
		if (!left.startsWith(first)) return false;
		left = left.slice(first.length);
		const last = rest.pop() ?? "";
		for (const part of rest) {
			const at = left.indexOf(part);
			if (at < 0) return false;
			left = left.slice(at + part.length);
		}
		return left.endsWith(last);
	};
}

/** `kind:pattern`, or only a pattern, which any of the kinds may match. */
function matcher(pattern: string): (check: Selectable) => boolean {
	const colon = pattern.indexOf(":");
	const kind = pattern.slice(0, Math.max(colon, 0));
	const matches = glob(isKind(kind) ? pattern.slice(colon + 1) : pattern);
	const asked = isKind(kind) ? [kind] : kinds;
	return (check) => asked.some((one) => valuesOf[one](check).some(matches));
}

/** The part is the same for the same text, whatever else is selected, so rules with the same `alone` are in the same part. */
function partOf(text: string, count: number): number {
	let hash = 2166136261;
	for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
	return (hash % count) + 1;
}

/** Whether a check is selected. */
export function isSelected(check: Selectable, { include = [], exclude = [], shard }: Selection): boolean {
	const matches = (pattern: string) => matcher(pattern)(check);
	return (
		(include.length === 0 || include.some(matches)) &&
		!exclude.some(matches) &&
		(!shard || partOf(check.alone ?? check.id, shard.count) === shard.index)
	);
}

/** The selected checks. Throws a RangeError for a pattern that no check matches. */
export function select(checks: readonly Rule[], selection: Selection): Rule[] {
	// The checks of the phase wire exist only after the run.
	for (const pattern of [...(selection.include ?? []), ...(selection.exclude ?? [])])
		if (!pattern.startsWith("wire") && pattern !== "phase:wire" && !checks.some(matcher(pattern)))
			throw new RangeError(
				`No check matches "${pattern}". A pattern is ${kinds.map((kind) => `${kind}:…`).join(", ")} or only a name; * matches any text. ` +
					`Domains: ${domains.join(", ")}. Phases: ${phases.join(", ")}.`,
			);
	return checks.filter((check) => isSelected(check, selection));
}
