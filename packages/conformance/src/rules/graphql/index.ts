import type { Rule } from "../../rule/rule";
import { alertRules } from "./alerts";
import { equalsRestRules } from "./equals-rest";
import { everyConnection } from "./every-connection";
import { issueRules } from "./issues";
import { limitRules } from "./limits";
import { noteRules } from "./notes";
import { objectRules } from "./objects";
import { pageRules } from "./pages";
import { pipelineRules } from "./pipelines";
import { placeRules } from "./places";
import { releaseRules } from "./releases";
import { repositoryRules } from "./repository";
import { requestRules } from "./requests";
import { runnerRules } from "./runners";
import { schemaRules } from "./schema";

import { snippetRules } from "./snippets";
import { spamRules } from "./spam";
import { validationRules } from "./validation";

export const graphqlRules: readonly Rule[] = [
	...requestRules,
	...schemaRules,
	...validationRules,
	...limitRules,
	...objectRules,
	...pageRules,
	...everyConnection,
	...issueRules,
	...noteRules,
	...snippetRules,
	...repositoryRules,
	...spamRules,
	...placeRules,
	...pipelineRules,
	...runnerRules,
	...releaseRules,
	...alertRules,
	...equalsRestRules,
];
