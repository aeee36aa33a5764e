import { laws } from "../laws";
import type { Rule } from "../rule/rule";
import { badTokens } from "./bad-tokens";
import { boundaries } from "./boundaries";
import { documentExamples } from "./document-examples";
import { lowerRoles } from "./lower-roles";
import { plansSucceed } from "./plans-succeed";
import { sequenceRules } from "./sequences";
import { wrongForm } from "./wrong-form";
import { wrongInput } from "./wrong-input";

/** Checks that follow from the table of operations and from the bundled document. */
export const generatedRules: readonly Rule[] = [
	...plansSucceed,
	...documentExamples,
	...boundaries,
	...badTokens,
	...lowerRoles,
	...wrongInput,
	...wrongForm,
	...laws,
	...sequenceRules,
];
