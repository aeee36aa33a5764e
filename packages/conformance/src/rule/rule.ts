import { type OperationId, operations } from "@tenon/contract";
import { type Claim, claimIds, claims } from "../catalogue";
import type { Trial } from "./context";

/** In what order a run goes. */
export const phases = [
	"preflight",
	"examples",
	"boundaries",
	"negatives",
	"rules",
	"laws",
	"sequences",
	"graphql",
	"alerts",
	"wire",
] as const;
/** The part of a run that a check belongs to; they run in this order. */
export type Phase = (typeof phases)[number];

/** MUST: the specification states it. SHOULD: good practice of the protocols. ASSUMED: filled in after the real product. */
export type Level = "MUST" | "SHOULD" | "ASSUMED";

/** What a check does to the server: nothing, what it takes back afterwards, or what cannot be taken back. */
export type Effect = "reads" | "writes" | "destroys";

export const domains = [
	"notes",
	"pipelines",
	"groups",
	"credentials",
	"users",
	"runners",
	"releases",
	"alerts",
	"graphql",
] as const;
/** What a check is about: a domain of the contract, or the platform as a whole. */
export type Domain = (typeof domains)[number] | "platform";

/** One check: what it proves, what it needs, and how it asks. */
export interface Check {
	/** Stable: the first claim that it proves, or `<generator>/<operation>/<what>`. */
	readonly id: string;
	/** The rule, in a sentence. */
	readonly title: string;
	readonly claims: readonly string[];
	readonly level: Level;
	readonly phase: Phase;
	readonly domain: Domain;
	/** What it is about; a mutant of one of these runs this check. */
	readonly operations: readonly (OperationId | "executeGraphql")[];
	readonly effect: Effect;
	/** The lowest tier on which it holds, and the highest. */
	readonly tier?: Tier;
	readonly maxTier?: Tier;
	/** The kind of installation that it needs, where the operation is on one kind only. */
	readonly offering?: "hosted" | "self-managed";
	run(trial: Trial): Promise<void>;
}

/** The plan that a server runs. */
export type Tier = "free" | "premium" | "ultimate";

export interface CheckOptions {
	id?: string;
	/** The rule's sentence; the first claim's statement when left out. */
	title?: string;
	level?: Level;
	phase?: Phase;
	domain?: Domain;
	operations?: readonly (OperationId | "executeGraphql")[];
	effect?: Effect;
	tier?: Tier;
	maxTier?: Tier;
	offering?: "hosted" | "self-managed";
}

const areas: Readonly<Record<string, Domain>> = {
	NOTE: "notes",
	PIPE: "pipelines",
	GROUP: "groups",
	CRED: "credentials",
	USER: "users",
	RUNNER: "runners",
	LINK: "releases",
	ALERT: "alerts",
	GQL: "graphql",
};

const isOperation = (name: string): name is OperationId => Object.hasOwn(operations, name);

const named = (claim: Claim): (OperationId | "executeGraphql")[] =>
	isOperation(claim.operation) || claim.operation === "executeGraphql" ? [claim.operation] : [];

/** The strictest tier and the offering that the operations need by the contract. */
function demanded(ids: readonly (OperationId | "executeGraphql")[]): Pick<Check, "tier" | "offering"> {
	const rows = ids.flatMap((id) => (id === "executeGraphql" ? [] : (operations[id].tier ?? [])));
	const tier = rows.some((row) => row.tier === "ultimate")
		? "ultimate"
		: rows.some((row) => row.tier)
			? "premium"
			: undefined;
	const offering = rows.find((row) => row.offering)?.offering;
	return { ...(tier && { tier }), ...(offering && { offering }) };
}

const reads = (id: OperationId | "executeGraphql"): boolean => id !== "executeGraphql" && operations[id].verb === "GET";

/**
 * A check that proves claims (`"PIPE-068, PIPE-084..086"`), all of one evidence: a deviation from a stated claim is a
 * failure, from an assumed one a warning (ERR-075). What is left out of the options follows from the claims: title,
 * level, operations, domain, phase, and whether it only reads (its operations are all GET).
 */
export function check(ids: string, run: Check["run"], options: CheckOptions = {}): Check {
	const proven = ids === "" ? [] : claimIds(ids);
	const rows = proven.flatMap((id) => claims.get(id) ?? []);
	const [first] = rows;
	if (!first && !(options.id && options.title && options.level))
		throw new Error("A check without a claim needs an id, a title and a level.");
	if (new Set(rows.map((row) => row.evidence)).size > 1)
		throw new Error(`${ids}: stated and assumed claims need checks of their own, for they weigh differently.`);
	const touched = options.operations ?? [...new Set(rows.flatMap(named))];
	const area = (proven[0] ?? "").split("-")[0] ?? "";
	const [operation] = touched;
	const ofOperation = operation && operation !== "executeGraphql" ? operations[operation].domain : undefined;
	const domain = options.domain ?? areas[area] ?? domains.find((one) => one === ofOperation) ?? "platform";
	return {
		id: options.id ?? proven[0] ?? "",
		title: options.title ?? first?.statement ?? "",
		claims: proven,
		level: options.level ?? (first?.evidence === "stated" ? "MUST" : "ASSUMED"),
		phase: options.phase ?? (area === "GQL" ? "graphql" : area === "ALERT" ? "alerts" : "rules"),
		domain,
		operations: touched,
		effect: options.effect ?? (touched.length > 0 && touched.every(reads) ? "reads" : "writes"),
		...demanded(touched),
		...(options.tier && { tier: options.tier }),
		...(options.maxTier && { maxTier: options.maxTier }),
		...(options.offering && { offering: options.offering }),
		run,
	};
}
