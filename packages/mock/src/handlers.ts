/**
 * Every operation of the REST interface, with what carries it out. One that is missing here does not compile. The alert
 * intake has addresses of its own: see alerts/intake.ts.
 */
import type { OperationId } from "@tenon/contract";
import { credentials } from "./credentials/handlers";
import { groupRecords } from "./groups/handlers";
import { groupLists } from "./groups/list-handlers";
import { notes } from "./notes/handlers";
import type { Handler } from "./operation";
import { pipelines } from "./pipelines/handlers";
import { releases } from "./releases/handlers";
import { runners } from "./runners/handlers";
import { users } from "./users/handlers";

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
