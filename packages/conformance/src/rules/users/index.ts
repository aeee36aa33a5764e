import type { Rule } from "../../rule/rule";
import { userActivities } from "./activities";
import { userAddresses } from "./addresses";
import { userAvatars } from "./avatars";
import { userCounts } from "./counts";
import { userCreation } from "./create";
import { userCreationRefusals } from "./create-refused";
import { currentUsers } from "./current";
import { userRemoval } from "./delete";
import { singleUsers } from "./get";
import { userIdentities } from "./identities";
import { userListAccess } from "./list-access";
import { administratorFilters } from "./list-admin";
import { userListFilters } from "./list-filters";
import { userPages } from "./list-pages";
import { userSearch } from "./list-search";
import { userMemberships } from "./memberships";
import { userPasswords } from "./passwords";
import { supportPins } from "./pins";
import { userPreferences } from "./preferences";
import { runnerCreation } from "./runner-create";
import { runnerRefusals } from "./runner-refused";
import { statusParts } from "./status-parts";
import { statusReads } from "./status-read";
import { statusWrites } from "./status-write";
import { userTokens } from "./tokens";
import { twoFactor } from "./two-factor";
import { userChanges } from "./update";
import { userChangeRefusals } from "./update-refused";

export const usersRules: readonly Rule[] = [
	...userListAccess,
	...userPages,
	...userSearch,
	...userListFilters,
	...administratorFilters,
	...singleUsers,
	...currentUsers,
	...userCreation,
	...userCreationRefusals,
	...userChanges,
	...userChangeRefusals,
	...userAddresses,
	...userRemoval,
	...statusReads,
	...statusWrites,
	...statusParts,
	...userPreferences,
	...userAvatars,
	...userCounts,
	...userActivities,
	...userMemberships,
	...twoFactor,
	...runnerCreation,
	...runnerRefusals,
	...userIdentities,
	...supportPins,
	...userTokens,
	...userPasswords,
];
