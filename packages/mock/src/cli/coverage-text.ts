import type { Coverage } from "../control/coverage";
import { formatCoverage } from "../control/format-coverage";

/** Returns coverage as the program reports it: as text, or as a line of JSON for machines. */
export const coverageText = (coverage: Coverage, asJson: boolean): string =>
	asJson ? `${JSON.stringify({ coverage })}\n` : `\n${formatCoverage(coverage)}`;
