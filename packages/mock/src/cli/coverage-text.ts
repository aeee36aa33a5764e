import type { Coverage } from "../control/coverage";
import { formatCoverage } from "../control/format-coverage";

/** Coverage as the program reports it: for people as a text, for machines as a line of JSON. */
export const coverageText = (coverage: Coverage, asJson: boolean): string =>
	asJson ? `${JSON.stringify({ coverage })}\n` : `\n${formatCoverage(coverage)}`;
