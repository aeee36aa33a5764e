import type { Rule } from "../../rule/rule";
import { groupAddress } from "./address";
import { avatarDownloads, avatarUploads } from "./avatar";
import { belowFilters, belowOrder, belowWhich } from "./below";
import { getAccess, getFields, getQuery } from "./get";
import { getProjects } from "./get-projects";
import { invitedGroups, sharedGroups } from "./invitations";
import { groupLdap } from "./ldap";
import { groupLimits } from "./limits";
import { listFilters } from "./list-filters";
import { listOrder } from "./list-order";
import { listPages } from "./list-pages";
import { listScope } from "./list-scope";
import { listSearch } from "./list-search";
import { listStates } from "./list-states";
import { projectFilters } from "./projects-filters";
import { projectOrder } from "./projects-order";
import { projectScope } from "./projects-scope";
import { groupRecord } from "./record";
import { listStatistics } from "./statistics";
import { tokenRefusals, tokenRevocation } from "./tokens";
import { updateAccess, updateRules } from "./update-access";
import { updateBranches } from "./update-branches";
import { updateDownloads } from "./update-downloads";
import { updateElsewhere, updateLocks } from "./update-locks";
import { updateMinutes, updateNetwork, updatePaid } from "./update-paid";
import { updatePlace } from "./update-place";
import { updateRunners } from "./update-runners";
import { updateEmails, updateSettings, updateStepUp } from "./update-settings";
import { updateVisibility } from "./update-visibility";
import { groupUserAccess, groupUserFilters } from "./users";

export const groupsRules: readonly Rule[] = [
	...groupAddress,
	...groupRecord,
	...getAccess,
	...getFields,
	...getQuery,
	...getProjects,
	...listScope,
	...listSearch,
	...listOrder,
	...listFilters,
	...listStates,
	...listStatistics,
	...listPages,
	...projectScope,
	...projectFilters,
	...projectOrder,
	...groupUserAccess,
	...groupUserFilters,
	...belowWhich,
	...belowFilters,
	...belowOrder,
	...sharedGroups,
	...invitedGroups,
	...updateAccess,
	...updateRules,
	...updatePlace,
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
	// Last, for who asked too often must wait.
	...groupLimits,
];
