/**
 * The handlers of all REST operations. A missing one is a compile error. The alert intake has its own paths: see
 * alerts/intake.ts.
 */
import type { OperationId } from "@tenon/contract";
import { credentials } from "../domains/credentials/handlers";
import { groupRecords } from "../domains/groups/handlers";
import { groupLists } from "../domains/groups/list-handlers";
import { notes } from "../domains/notes/handlers";
import { pipelines } from "../domains/pipelines/handlers";
import { releases } from "../domains/releases/handlers";
import { runners } from "../domains/runners/handlers";
import { users } from "../domains/users/handlers";
import type { Handler } from "../request/operation";

export const handlers = {
	...notes,
	...pipelines,
	...groupLists,
	...groupRecords,
	...credentials,
	...users,
	...runners,
	...releases,
} satisfies Record<Exclude<OperationId, "sendAlert">, Handler>;
