import type { Rule } from "../../rule/rule";
import { alertChecks } from "./alerts";
import { batchChecks } from "./batches";
import { blobChecks } from "./blobs";
import { equalsRestChecks } from "./equals-rest";
import { floodChecks } from "./floods";
import { groupChecks } from "./groups";
import { idChecks } from "./ids";
import { complexityChecks, nestingChecks, sizeChecks } from "./limits";
import { lockChecks } from "./locks";
import { noteChecks, noteLimitCheck } from "./notes";
import { overHttpChecks } from "./over-http";
import { pagingChecks } from "./paging";
import { pipelineChecks } from "./pipelines";
import { refusalChecks } from "./refusals";
import { releaseChecks } from "./releases";
import { requestChecks } from "./requests";
import { runnerChecks } from "./runners";
import { scalarChecks } from "./scalars";
import { schemaChecks } from "./schema";
import { snippetChecks } from "./snippets";
import { userChecks } from "./users";

export const graphqlRules: readonly Rule[] = [
	...overHttpChecks,
	...requestChecks,
	...schemaChecks,
	...batchChecks,
	...complexityChecks,
	...nestingChecks,
	...sizeChecks,
	...floodChecks,
	...idChecks,
	...scalarChecks,
	...refusalChecks,
	...pagingChecks,
	...userChecks,
	...lockChecks,
	...snippetChecks,
	...blobChecks,
	...groupChecks,
	...noteChecks,
	...pipelineChecks,
	...runnerChecks,
	...releaseChecks,
	...alertChecks,
	...equalsRestChecks,
	noteLimitCheck,
];
