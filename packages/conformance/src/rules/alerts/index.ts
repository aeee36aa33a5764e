import type { Rule } from "../../rule/rule";
import { address } from "./address";
import { fields } from "./fields";
import { grouped } from "./grouping";
import { integrations } from "./integrations";
import { ofMetrics } from "./metrics";

export const alertsRules: readonly Rule[] = [...address, ...fields, ...grouped, ...ofMetrics, ...integrations];
