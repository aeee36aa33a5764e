import type { Extension } from "@tenon/contract/generate";
import { tableRules } from "../generators";
import type { Rule } from "../rule/rule";
import { plannedOperations } from "./plans";

/** Returns the rules for the operations of extensions: those that need only the operations' rows. */
export const extensionRules = (extensions: readonly Extension[]): readonly Rule[] =>
	extensions.flatMap((extension) => tableRules(plannedOperations(extension)));
