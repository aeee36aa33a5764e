import type { Rule } from "../../rule/rule";
import { assigning, unassigning } from "./assign";
import { deleting } from "./delete";
import { jobs } from "./jobs";
import { listAccess } from "./list-access";
import { listFilters } from "./list-filters";
import { listPaging } from "./list-paging";
import { listVersions } from "./list-versions";
import { managers } from "./managers";
import { record } from "./record";
import { registering } from "./register";
import { registrationTokens } from "./registration-tokens";
import { roles } from "./roles";
import { updating } from "./update";
import { verifying } from "./verify";

export const runnersRules: readonly Rule[] = [
	...record,
	...listPaging,
	...listFilters,
	...listVersions,
	...listAccess,
	...roles,
	...updating,
	...jobs,
	...managers,
	...assigning,
	...unassigning,
	...deleting,
	...registering,
	...verifying,
	...registrationTokens,
];
