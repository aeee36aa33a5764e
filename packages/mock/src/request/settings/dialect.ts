import type { OperationRow } from "@tenon/contract";
import { type Dialect, gitlab, gitlabRows, Translator } from "@tenon/contract/dialects";
import type { Settings } from "./settings";

type DialectName = Settings["dialect"];

const dialects = { specification: undefined, gitlab } as const satisfies { [name in DialectName]: Dialect | undefined };

/** Undefined for the specification's own names. */
export const dialectOf = ({ dialect }: Pick<Settings, "dialect">): Dialect | undefined => dialects[dialect];

/** Whether the platform behaves as GitLab where GitLab and the specification differ; docs/gitlab.md numbers the differences. */
export const followsGitlab = ({ dialect }: Pick<Settings, "dialect">): boolean => dialect === "gitlab";

const rows = new Map<OperationRow, OperationRow>();

/** An operation's row of the contract, with what the dialect adds to it. */
export function rowFor(row: OperationRow, settings: Pick<Settings, "dialect">): OperationRow {
	if (!followsGitlab(settings)) return row;
	let known = rows.get(row);
	if (!known) {
		// The table is keyed by the rows' ids.
		known = { ...row, ...gitlabRows[row.id as keyof typeof gitlabRows] };
		rows.set(row, known);
	}
	return known;
}

let gitlabTranslator: Translator | undefined;

/** What translates at the platform's border; undefined where nothing has another name. */
export function translatorOf({ dialect }: Pick<Settings, "dialect">): Translator | undefined {
	if (dialect === "specification") return undefined;
	gitlabTranslator ??= new Translator(gitlab, "swap");
	return gitlabTranslator;
}

/** Selects a dialect, and gives the token prefixes that nobody changed its values. */
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
