import type { Rule } from "../../rule/rule";
import { address } from "./address";
import { grouped } from "./grouping";
import { integrations } from "./integrations";
import { ofMetrics } from "./metrics";

export const alertsRules: readonly Rule[] = [...address, ...grouped, ...ofMetrics, ...integrations];
