import type { Rule } from "../../rule/rule";
import { userActivity } from "./activity";
import { administeredUsers } from "./administered";
import { userCreation } from "./create";
import { userRemoval } from "./delete";
import { userListAccess } from "./list-access";
import { userListFilters } from "./list-filters";
import { userPages } from "./list-pages";
import { userSearch } from "./list-search";
import { ownSettings } from "./own";
import { userReading } from "./read";
import { runnerCreation } from "./runner";
import { userStatuses } from "./status";
import { userChanges } from "./update";

export const usersRules: readonly Rule[] = [
	...userListAccess,
	...userPages,
	...userSearch,
	...userListFilters,
	...userReading,
	...userCreation,
	...userChanges,
	...userRemoval,
	...userStatuses,
	...ownSettings,
	...userActivity,
	...administeredUsers,
	...runnerCreation,
];
