/**
 * Every operation of the REST interface, with what carries it out. One that is missing here does not compile. The alert
 * intake has addresses of its own: see alerts/intake.ts.
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
