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

/** Of the generic format: its six words in any case; missing or unlisted is critical. */
export const genericSeverity = (value: unknown): AlertSeverity =>
	severities.find((one) => one === word(value)) ?? "critical";

/** Of the metrics format, which has words of its own for five of them. */
export const metricsSeverity = (value: unknown): AlertSeverity =>
	severities.find((one) => synonyms[one].includes(word(value))) ?? "critical";
