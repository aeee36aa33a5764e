import type { Rule } from "../../rule/rule";
import { noteAccess } from "./access";
import { noteAddresses, noteReading } from "./address";
import { noteMerges, quickActions, systemNotes } from "./commands";
import { internalNotes, noteCreation, noteLimits, noteTimes } from "./create";
import { noteLists, notePages } from "./list";
import { noteRecords } from "./record";
import { noteChanges } from "./update";

export const notesRules: readonly Rule[] = [
	...noteRecords,
	...noteAddresses,
	...noteReading,
	...noteLists,
	...notePages,
	...systemNotes,
	...noteAccess,
	...noteCreation,
	...noteTimes,
	...internalNotes,
	...noteMerges,
	...quickActions,
	...noteLimits,
	...noteChanges,
];
