import type { Check } from "../../rule/rule";
import { linkAccess } from "./access";
import { linkChanges } from "./change";
import { linkCreation } from "./create";
import { linkReading } from "./read";

export const releasesChecks: readonly Check[] = [...linkReading, ...linkCreation, ...linkChanges, ...linkAccess];
