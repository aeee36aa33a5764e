import type { Rule } from "../../rule/rule";
import { fieldChecks } from "./fields";
import { groupingChecks } from "./grouping";
import { intakeChecks } from "./intake-rules";
import { integrationChecks } from "./integrations";
import { mappingChecks } from "./mapping";
import { metricsFormatChecks } from "./metrics-format";
import { metricsItemChecks } from "./metrics-items";
import { resolutionChecks } from "./resolution";
import { incidentChecks, statusChecks } from "./statuses";

export const alertsRules: readonly Rule[] = [
	...intakeChecks,
	...fieldChecks,
	...groupingChecks,
	...resolutionChecks,
	...metricsFormatChecks,
	...metricsItemChecks,
	...integrationChecks,
	...mappingChecks,
	...statusChecks,
	...incidentChecks,
];
