import type { Rule } from "../../rule/rule";
import { access } from "./access";
import { assigning, unassigning } from "./assign";
import { jobs } from "./jobs";
import { lists } from "./lists";
import { places } from "./places";
import { record } from "./record";
import { registering } from "./register";
import { tokens } from "./tokens";
import { updating } from "./update";

export const runnersRules: readonly Rule[] = [
	...record,
	...lists,
	...places,
	...access,
	...updating,
	...jobs,
	...assigning,
	...unassigning,
	...registering,
	...tokens,
];
