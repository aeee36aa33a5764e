/** Every operation of the contract, with what carries it out. One that is missing here does not compile. */
import type { OperationId } from "@tenon/contract";
import { credentials } from "./credentials/handlers";
import { groupRecords } from "./groups/handlers";
import { groupLists } from "./groups/list-handlers";
import { notes } from "./notes/handlers";
import { type Handler, pending } from "./operation";
import { pipelines } from "./pipelines/handlers";
import { releases } from "./releases/handlers";
import { runners } from "./runners/handlers";
import { users } from "./users/handlers";

/** Operations that are not built yet, under their names. */
const later = <Ids extends readonly OperationId[]>(...ids: Ids): { [id in Ids[number]]: Handler } =>
	// Each name is just given its handler.
	Object.fromEntries(ids.map((id) => [id, pending(id)])) as { [id in Ids[number]]: Handler };

const alerts = later("sendAlert");

export const handlers = {
	...notes,
	...pipelines,
	...groupLists,
	...groupRecords,
	...credentials,
	...users,
	...runners,
	...releases,
	...alerts,
} satisfies Record<OperationId, Handler>;

/** Names of the operations that answer 501 for now. */
export const pendingOperations: readonly string[] = Object.values(handlers)
	.filter((handler) => handler.pending)
	.map((handler) => handler.id);
