import type { Extension } from "@tenon/contract/generate";
import { tableRules } from "../generators";
import type { Rule } from "../rule/rule";
import { plannedOperations } from "./plans";

/** The checks of an extension's operations: those that follow from rows alone. */
export const extensionRules = (extensions: readonly Extension[]): readonly Rule[] =>
	extensions.flatMap((extension) => tableRules(plannedOperations(extension)));
