import type { Rule } from "../rule/rule";
import { addresses } from "./addresses";
import { bodies } from "./bodies";
import { fieldsByRole } from "./fields-by-role";
import { filters } from "./filters";
import { links } from "./links";
import { defaultOrders, orders } from "./orders";
import { pages } from "./pages";
import { records } from "./records";
import { repeats } from "./repeats";
import { statusChanges } from "./status-changes";
import { views } from "./views";

/** Laws that hold for every operation of a kind. */
export const laws: readonly Rule[] = [
	...pages,
	...orders,
	...defaultOrders,
	...links,
	...filters,
	...addresses,
	...bodies,
	...views,
	...records,
	...fieldsByRole,
	...repeats,
	...statusChanges,
];
