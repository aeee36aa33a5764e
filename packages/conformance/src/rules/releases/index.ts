import type { Rule } from "../../rule/rule";
import { linkAccess } from "./access";
import { linkChanges } from "./change";
import { linkCreation } from "./create";
import { linkReading } from "./read";

export const releasesRules: readonly Rule[] = [...linkReading, ...linkCreation, ...linkChanges, ...linkAccess];
