import type { RestOperationId } from "../plans/plan";
import { groupSettings, type Level, type Phase, type Rule, rule } from "../rule/rule";
import { states } from "../rule/states";
import type { Tier } from "../rule/terms";
import { claimsOf } from "./claims";
import type { RestOperation } from "./rest-operations";

interface Generated {
	readonly phase: Phase;
	/** What is checked, in a word or two: the last part of the rule's id. */
	readonly what: string;
	readonly title: string;
	/** The entries of the operation's evidence that the rule rests on, such as `401` or `role`. If omitted, the level is SHOULD. */
	readonly rests?: readonly string[];
	/** The level, if no entry of the evidence decides it. */
	readonly level?: Level;
	readonly effect?: Rule["effect"];
	/** Other operations that the rule tests. */
	readonly also?: readonly RestOperation[];
	/** Replaces the lock of its records: see `Rule`. */
	readonly alone?: string;
	/** Claims that the rule proves, in addition to those in the table of claims. */
	readonly claims?: string | undefined;
	/** The lowest tier on which the rule applies, if the operation itself requires none. */
	readonly tier?: Tier;
}

/** Returns the records that a law reads and writes. Laws of the same records run one after the other, since many compare whole lists. */
const recordsOf = ({ id, domain, path }: RestOperation): string =>
	/Runner/.test(id)
		? "runners"
		: /^list(GroupSharedGroups|InvitedGroups)$/.test(id)
			? "users"
			: path.replace(/^(.*\/notes)?.*/, (_, notes?: string) => notes ?? domain);

/** Returns the lock of the laws of these records. */
const lawsOf = (records: string): string => (records === "groups" ? groupSettings : `laws of ${records}`);

const levelOf = (row: RestOperation, rests: readonly string[] | undefined): Level =>
	rests === undefined ? "SHOULD" : rests.every((one) => states(row, one)) ? "MUST" : "ASSUMED";

/** Creates a rule from an operation's row. Its effect defaults to `writes`, since its plan may write. */
export function generated(
	row: RestOperation,
	{ phase, what, title, rests, level, effect = "writes", claims, also = [], alone, tier }: Generated,
	run: Rule["run"],
): Rule {
	const ids = [...(claims ? [claims] : []), ...claimsOf(what, row)];
	// An operation of a higher tier would exclude the rule from lower tiers.
	const about = [row, ...also.filter((one) => row.tier || !one.tier)].map(({ id }): RestOperationId => id);
	return rule(ids.join(", "), `${row.id}: ${title}`, about, run, {
		id: `${phase}/${row.id}/${what}`,
		level: level ?? levelOf(row, rests),
		phase,
		effect,
		...(ids.length > 0 && { domain: row.domain }),
		...(phase === "laws" && row.domain !== "credentials" && { alone: lawsOf(recordsOf(row)) }),
		// The plan changes the scene's own group.
		...(row.id === "updateGroup" && { alone: groupSettings }),
		// Plans of an extension compare whole lists, to check that a refused call created nothing.
		...(row.plan && { row, alone: lawsOf(recordsOf(row)) }),
		...(alone && { alone }),
		...(tier && !row.tier?.tier && { tier }),
	});
}
