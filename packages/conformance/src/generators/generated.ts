import type { RestOperationId } from "../plans/plan";
import { groupSettings, type Level, type Phase, type Rule, rule } from "../rule/rule";
import { states } from "../rule/states";
import type { Tier } from "../rule/terms";
import { claimsOf } from "./claims";
import type { RestOperation } from "./rest-operations";

interface Generated {
	readonly phase: Phase;
	/** What is checked, in a word or two of the id. */
	readonly what: string;
	readonly title: string;
	/** What of the operation's evidence it rests on, such as `401` or `role`; SHOULD where it is good practice. */
	readonly rests?: readonly string[];
	/** Where the specification states the rule itself for every operation that it fits, and no entry of the evidence names it. */
	readonly level?: Level;
	readonly effect?: Rule["effect"];
	/** Other operations that it shows something about. */
	readonly also?: readonly RestOperation[];
	/** In place of the lock that its records have: see `Rule`. */
	readonly alone?: string;
	/** The claims that it proves, where the specification has some of the operation's own. */
	readonly claims?: string | undefined;
	/** The lowest tier on which it applies, where that is more than the operation needs. */
	readonly tier?: Tier;
}

/** What a law of an operation reads and writes: laws of the same records run one after the other, for many compare whole lists. */
const recordsOf = ({ id, domain, path }: RestOperation): string =>
	/Runner/.test(id)
		? "runners"
		: /^list(GroupSharedGroups|InvitedGroups)$/.test(id)
			? "users"
			: path.replace(/^(.*\/notes)?.*/, (_, notes?: string) => notes ?? domain);

/** The lock of the laws of such records. */
const lawsOf = (records: string): string => (records === "groups" ? groupSettings : `laws of ${records}`);

const levelOf = (row: RestOperation, rests: readonly string[] | undefined): Level =>
	rests === undefined ? "SHOULD" : rests.every((one) => states(row, one)) ? "MUST" : "ASSUMED";

/** A check that follows from an operation's row of the table. Its plan may write, so it counts as writing by default. */
export function generated(
	row: RestOperation,
	{ phase, what, title, rests, level, effect = "writes", claims, also = [], alone, tier }: Generated,
	run: Rule["run"],
): Rule {
	const ids = [...(claims ? [claims] : []), ...claimsOf(what, row)];
	// An operation of a higher tier would leave the rule out on others.
	const about = [row, ...also.filter((one) => row.tier || !one.tier)].map(({ id }): RestOperationId => id);
	return rule(ids.join(", "), `${row.id}: ${title}`, about, run, {
		id: `${phase}/${row.id}/${what}`,
		level: level ?? levelOf(row, rests),
		phase,
		effect,
		...(ids.length > 0 && { domain: row.domain }),
		...(phase === "laws" && row.domain !== "credentials" && { alone: lawsOf(recordsOf(row)) }),
		// Its plan changes the scene's own group.
		...(row.id === "updateGroup" && { alone: groupSettings }),
		// Plans of an extension compare whole lists, to see that a refused call made nothing.
		...(row.plan && { row, alone: lawsOf(recordsOf(row)) }),
		...(alone && { alone }),
		...(tier && !row.tier?.tier && { tier }),
	});
}
