/** The law in numbered claims, as it ships with this package. */
import { existsSync, readFileSync } from "node:fs";

/** A numbered statement of how the platform behaves, which checks prove. */
export interface Claim {
	/** Area and number, such as `PIPE-084`. */
	readonly id: string;
	/** Stated by the specification, or assumed after the real product where that leaves it open. */
	readonly evidence: "stated" | "assumed";
	readonly kind: "behaviour" | "contract" | "client";
	/** An operationId, or a pattern such as `*` for what holds for many. */
	readonly operation: string;
	readonly statement: string;
}

const rows = (file: string): string[][] =>
	readFileSync(new URL(`../catalogue/${file}`, import.meta.url), "utf8")
		.split("\n")
		.filter((line) => line !== "" && !line.startsWith("#"))
		.map((line) => line.split("\t"));

/** Every claim by its id, in the catalogue's order. */
export const claims: ReadonlyMap<string, Claim> = new Map(
	rows("claims.tsv").map(([id = "", evidence, kind, operation = "*", statement = ""]) => [
		id,
		{
			id,
			evidence: evidence === "stated" ? "stated" : "assumed",
			kind: kind === "contract" || kind === "client" ? kind : "behaviour",
			operation,
			statement,
		},
	]),
);

const areas = ["NOTE", "PIPE", "GROUP", "CRED", "USER", "RUNNER", "LINK", "ALERT", "GQL", "CONV", "AUTH", "ERR"];

/** Why a claim of behaviour is no check: claim id → reason. Every such claim is a check, or stands here. */
export const unreachable: ReadonlyMap<string, string> = new Map(
	areas.flatMap((area) => (existsSync(new URL(`../catalogue/unreachable/${area}.tsv`, import.meta.url)) ? rows(`unreachable/${area}.tsv`) : [])).map(([id = "", reason = ""]) => [id, reason]),
);
