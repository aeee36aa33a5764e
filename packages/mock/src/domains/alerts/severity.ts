import type { AlertSeverity } from "../../state/records";

const severities: readonly AlertSeverity[] = ["critical", "high", "medium", "low", "info", "unknown"];

const synonyms: { readonly [severity in AlertSeverity]: readonly string[] } = {
	critical: ["critical", "s1", "p1", "emergency", "fatal"],
	high: ["high", "s2", "p2", "major", "page"],
	medium: ["medium", "s3", "p3", "error", "alert"],
	low: ["low", "s4", "p4", "warn", "warning"],
	info: ["info", "s5", "p5", "debug", "information", "notice"],
	unknown: [],
};

const word = (value: unknown): string => (typeof value === "string" ? value.trim().toLowerCase() : "");

/** Returns the severity of a generic payload: one of six words, in any case. Other values mean critical. */
export const genericSeverity = (value: unknown): AlertSeverity =>
	severities.find((one) => one === word(value)) ?? "critical";

/** Returns the severity of a metrics payload, which has synonyms for five severities. Other values mean critical. */
export const metricsSeverity = (value: unknown): AlertSeverity =>
	severities.find((one) => synonyms[one].includes(word(value))) ?? "critical";
