import type { Rule } from "../../rule/rule";
import { noteAccess } from "./access";
import { noteAddresses } from "./address";
import { noteCreation } from "./create";
import { noteTimes } from "./created-at";
import { noteRemoval } from "./delete";
import { notesOfDeletedUsers } from "./deleted-author";
import { internalNotes } from "./internal";
import { noteLists } from "./list";
import { noteMerges } from "./merge";
import { notePages } from "./paging";
import { quickActions } from "./quick-actions";
import { noteLimits } from "./rate-limit";
import { noteReading } from "./read";
import { noteRecords } from "./record";
import { systemNotes } from "./system-notes";
import { noteChanges } from "./update";

export const notesRules: readonly Rule[] = [
	...noteRecords,
	...notesOfDeletedUsers,
	...noteAddresses,
	...noteLists,
	...notePages,
	...systemNotes,
	...noteReading,
	...noteAccess,
	...noteCreation,
	...noteTimes,
	...internalNotes,
	...noteMerges,
	...quickActions,
	...noteLimits,
	...noteChanges,
	...noteRemoval,
];
