import type { Rule } from "../../rule/rule";
import { pipelineAccess } from "./access";
import { pipelineActions } from "./actions";
import { pipelineCreation } from "./create";
import { pipelineLists } from "./lists";
import { pipelineRecords } from "./records";
import { testReports } from "./reports";

export const pipelinesRules: readonly Rule[] = [
	...pipelineLists,
	...pipelineRecords,
	...testReports,
	...pipelineAccess,
	...pipelineCreation,
	...pipelineActions,
];
