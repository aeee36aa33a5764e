import type { Rule } from "../../rule/rule";
import { avatarDownloads, avatarUploads } from "./avatar";
import { belowFilters, belowOrder, belowWhich } from "./below";
import { invitations, relations } from "./invitations";
import { listFilters, listScope, listStatistics } from "./list";
import { groupLimits, listOrder, listSearch } from "./list-order";
import { projectScope } from "./projects";
import { projectFilters, projectOrder } from "./projects-filters";
import { groupAccess, groupAddress, groupFields, groupQuery, groupsProjects } from "./read";
import { groupLdap, tokenRefusals, tokenRevocation } from "./tokens";
import { updatePlace, updateRules, updateTemplates, updateVisibility } from "./update";
import { updateDownloads, updateElsewhere, updateLocks, updateMinutes, updateNetwork, updatePaid } from "./update-paid";
import { updateBranches, updateEmails, updateRunners, updateSettings, updateStepUp } from "./update-settings";
import { groupUserAccess, groupUserFilters } from "./users";

export const groupsRules: readonly Rule[] = [
	...groupAddress,
	...groupAccess,
	...groupFields,
	...groupQuery,
	...groupsProjects,
	...listScope,
	...listSearch,
	...listOrder,
	...listFilters,
	...listStatistics,
	...projectScope,
	...projectFilters,
	...projectOrder,
	...groupUserAccess,
	...groupUserFilters,
	...belowWhich,
	...belowFilters,
	...belowOrder,
	...invitations,
	...relations,
	...updateRules,
	...updatePlace,
	...updateTemplates,
	...updateSettings,
	...updateEmails,
	...updateStepUp,
	...updateBranches,
	...updateRunners,
	...updateVisibility,
	...updateMinutes,
	...updatePaid,
	...updateNetwork,
	...updateDownloads,
	...updateLocks,
	...updateElsewhere,
	...avatarUploads,
	...avatarDownloads,
	...tokenRefusals,
	...tokenRevocation,
	...groupLdap,
	// Last, because a caller who has reached a limit must wait.
	...groupLimits,
];
