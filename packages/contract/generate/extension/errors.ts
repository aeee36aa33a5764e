import { relative } from "node:path";

/** A path as places show it. */
export const display = (path: string, folder = process.cwd()): string => relative(folder, path) || path;

/** What is wrong with a file, and where. */
export interface Finding {
	/** File, line and column, as `company.yaml:12:5`. */
	readonly at: string;
	/** What was found and what was expected, in one sentence. */
	readonly says: string;
}

/**
 * An OpenAPI file that cannot be used. The message lists each finding with file, line and column.
 *
 * @example
 * import { ExtensionError, readExtension } from "@tenon/contract/generate";
 * await readExtension("company.yaml").catch((error) => {
 *   if (error instanceof ExtensionError) for (const { at, says } of error.findings) console.error(at, says);
 * });
 */
export class ExtensionError extends Error {
	override readonly name = "ExtensionError";
	readonly findings: readonly Finding[];
	/** The files that were read, or looked for, by their absolute paths. */
	readonly files: readonly string[];

	constructor(findings: readonly Finding[], files: readonly string[] = []) {
		super(findings.map(({ at, says }) => `${at} ${says}`).join("\n"));
		this.findings = findings;
		this.files = files;
	}
}

/** Throws one error with all findings, if there are any. */
export function refuse(findings: readonly Finding[]): void {
	if (findings.length > 0) throw new ExtensionError(findings);
}

/** What a value is, for "found …": its kind, and itself where it is short. */
export function found(value: unknown): string {
	if (value === undefined) return "nothing";
	if (value === null) return "null";
	if (Array.isArray(value)) return "a list";
	if (typeof value === "object") return "a map";
	const text = JSON.stringify(value);
	return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}
