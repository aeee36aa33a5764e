import { apply } from "./apply";
import { bodyRules } from "./bodies";
import type { Contract } from "./contract";
import { enumRules } from "./enums";
import { extensionRules } from "./extensions";
import { keywordRules } from "./keywords";
import { lifecycleRules } from "./lifecycle";
import { listRules } from "./lists";
import { operationRules } from "./operations";
import { proseRules } from "./prose";
import type { Finding, Rule } from "./rule";

export const rules: Rule[] = [
	...keywordRules,
	...extensionRules,
	...operationRules,
	...listRules,
	...lifecycleRules,
	...bodyRules,
	...proseRules,
	...enumRules,
];

/** Returns the findings of the contract's own rules. */
export const findings = (contract: Contract): Finding[] => apply(rules, contract);
