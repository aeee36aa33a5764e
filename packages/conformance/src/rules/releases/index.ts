import type { Rule } from "../../rule/rule";
import { linkAccess } from "./access";
import { linkChanges } from "./changes";
import { linkRules } from "./links";

export const releasesRules: readonly Rule[] = [...linkRules, ...linkChanges, ...linkAccess];
