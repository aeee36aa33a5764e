import { type OperationId, type OperationRow, operations } from "@tenon/contract";
import type { Context } from "./context";
import type { Effect, Level, Tier } from "./terms";

export type { Effect, Level, Tier } from "./terms";

/** The phases of a run, in their order. */
export const phases = [
	"preflight",
	"examples",
	"rules",
	"boundaries",
	"negatives",
	"laws",
	"graphql",
	"alerts",
	"sequences",
	"wire",
] as const;
/** A phase of a run. */
export type Phase = (typeof phases)[number];

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
/** What a rule is about: a domain of the contract or of an extension, or the platform as a whole. */
export type Domain = (typeof domains)[number] | "platform" | (string & {});

/** What a rule is about: an operation of the contract, or GraphQL. */
export type Subject = OperationId | "executeGraphql";

/** One rule of the platform: what it says, what it needs, and how it is shown. */
export interface Rule {
	/** A stable id: the first claim that it proves, or `<phase>/<operation>/<what>`. */
	readonly id: string;
	/** The rule as a sentence. */
	readonly title: string;
	/** The numbered statements that it proves. */
	readonly claims: readonly string[];
	readonly level: Level;
	readonly phase: Phase;
	readonly domain: Domain;
	readonly operations: readonly Subject[];
	readonly effect: Effect;
	/** The lowest and the highest tier in which it applies. */
	readonly tier?: Tier;
	readonly maxTier?: Tier;
	/** The kind of installation that it needs, if the operation exists on only one kind. */
	readonly offering?: "hosted" | "self-managed";
	/** A name for the shared records that it changes or relies on. Two rules with the same name never run at the same time. */
	readonly alone?: string;
	run(t: Context): Promise<void>;
}

/** What is not derived from a rule's ids and operations. */
export interface RuleOptions {
	readonly id?: string;
	readonly level?: Level;
	readonly phase?: Phase;
	readonly domain?: Domain;
	readonly effect?: Effect;
	readonly tier?: Tier;
	readonly maxTier?: Tier;
	readonly offering?: "hosted" | "self-managed";
	readonly alone?: string;
	/** The row of the one operation that it is about, if that is an extension's. */
	readonly row?: OperationRow;
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
	CONV: "platform",
	AUTH: "platform",
	ERR: "platform",
};

/** `PIPE-068, PIPE-084..086` as single ids. Throws for text that is not a list of ids. */
export function claimIds(text: string): string[] {
	return text.split(",").flatMap((part) => {
		const match = /^\s*([A-Z]+)-(\d{3})(?:\.\.(\d{3}))?\s*$/.exec(part);
		const [, area = "", first = "", last = first] = match ?? [];
		if (!match || !Object.hasOwn(areas, area) || last < first)
			throw new Error(`"${part}" is not a claim id, in "${text}"`);
		return Array.from(
			{ length: Number(last) - Number(first) + 1 },
			(_, index) => `${area}-${String(Number(first) + index).padStart(3, "0")}`,
		);
	});
}

/**
 * `alone` of the rules on a group's tokens and keys: they use up the few spare ones of the scene and compare lists of all
 * of them. Two rules that took the same one at the same time would each find it used.
 */
export const groupTokens = "tokens of groups";

/** `alone` of the rules that change the scene's groups or compare lists that have them. */
export const groupSettings = "group settings";

/** The highest tier and the offering that the operations need according to the contract. */
function contractNeeds(about: readonly OperationRow[]): Pick<Rule, "tier" | "offering"> {
	const rows = about.flatMap(({ tier }) => tier ?? []);
	const tier = rows.some((row) => row.tier === "ultimate")
		? "ultimate"
		: rows.some((row) => row.tier)
			? "premium"
			: undefined;
	const offering = rows.find((row) => row.offering)?.offering;
	return { ...(tier && { tier }), ...(offering && { offering }) };
}

/**
 * A rule that the specification states. A server that breaks it fails the run (MUST), unless only something is different that the
 * contract marks as assumed: see `ApiResponse`.
 *
 * @param ids The claims that it proves: `"PIPE-068, PIPE-084..086"`; empty for rules with an `id` instead.
 * @param title The rule as a sentence.
 * @param about The operation or operations; a rule only reads if all of them are GET, unless `effect` says otherwise.
 * @example
 * rule("PIPE-209", "Reading a pipeline twice gives the same record.", "getPipeline", async ({ given, as, scene, same }) => {
 * 	const where = { id: scene("project"), pipeline_id: (await given.pipeline()).number("id") };
 * 	const owner = as("owner");
 * 	const [once, again] = [await owner.call("getPipeline", where), await owner.call("getPipeline", where)];
 * 	same("the pipeline", again.is(200).json, once.is(200).json);
 * });
 */
export function rule(
	ids: string,
	title: string,
	about: Subject | readonly Subject[],
	run: Rule["run"],
	options: RuleOptions = {},
): Rule {
	const claims = ids === "" ? [] : claimIds(ids);
	const subjects = typeof about === "string" ? [about] : about;
	const [first = options.id] = claims;
	if (first === undefined) throw new Error(`"${title}" needs claim ids or an id.`);
	const area = claims[0]?.split("-")[0] ?? "";
	const { row, ...rest } = options;
	const rows = row ? [row] : subjects.flatMap((id) => (id === "executeGraphql" ? [] : operations[id]));
	const ofSubject = subjects[0] === "executeGraphql" ? undefined : rows[0]?.domain;
	const domain = options.domain ?? areas[area] ?? domains.find((one) => one === ofSubject) ?? row?.domain ?? "platform";
	const isReading = rows.length > 0 && rows.length === subjects.length && rows.every(({ verb }) => verb === "GET");
	const usesTokens = rows.some((one) => one.domain === "credentials" || one.id === "revokeGroupToken");
	return {
		level: "MUST",
		phase: area === "GQL" ? "graphql" : area === "ALERT" ? "alerts" : "rules",
		effect: isReading ? "reads" : "writes",
		...contractNeeds(rows),
		...(usesTokens && { alone: groupTokens }),
		...rest,
		id: options.id ?? first,
		title,
		claims,
		operations: subjects,
		domain,
		run,
	};
}

/** A rule that the specification leaves open, taken from the real product: a server that breaks it gets a warning (ERR-075). */
export const assumed: typeof rule = (ids, title, about, run, options = {}) =>
	rule(ids, title, about, run, { level: "ASSUMED", ...options });

/** `rule` and `assumed` with options that several rules share. */
export function sharing(options: RuleOptions): { readonly rule: typeof rule; readonly assumed: typeof rule } {
	const withThese =
		(kind: typeof rule): typeof rule =>
		(ids, title, about, run, more) =>
			kind(ids, title, about, run, { ...options, ...more });
	return { rule: withThese(rule), assumed: withThese(assumed) };
}
export const writing = sharing({ effect: "writes" });
export const destroying = sharing({ effect: "destroys" });
