/** How a record of each table is made from partial data: what `POST /_mock/records/{table}` does for any language. */
import type { Makers } from "./maker";
import { accountMakers } from "./record-makers-accounts";
import { placeMakers } from "./record-makers-places";
import { runnerMakers } from "./record-makers-runners";
import { workMakers } from "./record-makers-work";

/** The maker of each table. */
export const makers: Makers = { ...accountMakers, ...placeMakers, ...workMakers, ...runnerMakers };
