import type { OperationRow } from "@tenon/contract";
import { type Dialect, gitlab, gitlabRows, Translator } from "@tenon/contract/dialects";
import type { Settings } from "./settings";

type DialectName = Settings["dialect"];

const dialects = { specification: undefined, gitlab } as const satisfies { [name in DialectName]: Dialect | undefined };

/** Returns the dialect; undefined for the specification's own names. */
export const dialectOf = ({ dialect }: Pick<Settings, "dialect">): Dialect | undefined => dialects[dialect];

/** Whether the platform behaves like GitLab where it differs from the specification; see docs/gitlab.md. */
export const followsGitlab = ({ dialect }: Pick<Settings, "dialect">): boolean => dialect === "gitlab";

const rows = new Map<OperationRow, OperationRow>();

/** Returns an operation's row of the contract, with the additions of the dialect. */
export function rowFor(row: OperationRow, settings: Pick<Settings, "dialect">): OperationRow {
	if (!followsGitlab(settings)) return row;
	let known = rows.get(row);
	if (!known) {
		// The table's keys are the ids of the rows.
		known = { ...row, ...gitlabRows[row.id as keyof typeof gitlabRows] };
		rows.set(row, known);
	}
	return known;
}

let gitlabTranslator: Translator | undefined;

/** Returns the translator of requests and responses; undefined if the dialect does not change names. */
export function translatorOf({ dialect }: Pick<Settings, "dialect">): Translator | undefined {
	if (dialect === "specification") return undefined;
	gitlabTranslator ??= new Translator(gitlab, "swap");
	return gitlabTranslator;
}

/** Selects a dialect. Token prefixes that were not changed get the dialect's values. */
export function setDialect(settings: Settings, defaults: Settings, name: DialectName): void {
	const before = { ...defaults, ...dialectOf(settings)?.tokenPrefixes };
	settings.dialect = name;
	const after = { ...defaults, ...dialectOf(settings)?.tokenPrefixes };
	for (const prefix of prefixes) if (settings[prefix] === before[prefix]) settings[prefix] = after[prefix];
}

const prefixes = [
	"accessTokenPrefix",
	"runnerTokenPrefix",
	"registeredRunnerTokenPrefix",
	"registrationTokenPrefix",
] as const;
