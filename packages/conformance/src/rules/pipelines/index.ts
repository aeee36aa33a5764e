import type { Rule } from "../../rule/rule";
import { pipelineAddresses } from "./address";
import { pipelineCreation } from "./create";
import { pipelineRemoval } from "./delete";
import { detailedStatuses } from "./detailed-status";
import { pipelineFilters } from "./filters";
import { latestPipelines } from "./latest";
import { pipelineLists } from "./list";
import { pipelineNames } from "./metadata";
import { pipelineRecords } from "./record";
import { pipelineCancels, pipelineRetries } from "./retry-cancel";
import { testReports } from "./test-report";
import { pipelineTimes } from "./times";
import { pipelineVariables } from "./variables";
import { pipelineVisibility } from "./visibility";

export const pipelinesRules: readonly Rule[] = [
	...pipelineLists,
	...pipelineFilters,
	...pipelineTimes,
	...pipelineRecords,
	...detailedStatuses,
	...latestPipelines,
	...pipelineVariables,
	...testReports,
	...pipelineVisibility,
	...pipelineCreation,
	...pipelineRetries,
	...pipelineCancels,
	...pipelineNames,
	...pipelineAddresses,
	...pipelineRemoval,
];
