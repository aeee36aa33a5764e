import { laws, tableLaws } from "../laws";
import type { Rule } from "../rule/rule";
import { badTokens } from "./bad-tokens";
import { besideRoles } from "./beside-roles";
import { boundaries } from "./boundaries";
import { documentExamples } from "./document-examples";
import { enoughRoles } from "./enough-roles";
import { lowerRoles } from "./lower-roles";
import { noRecords } from "./no-record";
import { plansSucceed } from "./plans-succeed";
import { refusalOrder } from "./refusal-order";
import { type RestOperation, restOperations } from "./rest-operations";
import { sequenceRules } from "./sequences";
import { wrongForm } from "./wrong-form";
import { wrongInput } from "./wrong-input";

const generators = [boundaries, badTokens, lowerRoles, besideRoles, noRecords, wrongInput, refusalOrder, wrongForm];
const refusals = (rows: readonly RestOperation[]): readonly Rule[] => generators.flatMap((rulesOf) => rulesOf(rows));

/** Returns the rules that follow from rows of the table of operations, including those of an extension. */
export const tableRules = (rows: readonly RestOperation[]): readonly Rule[] => [...plansSucceed(rows), ...refusals(rows), ...tableLaws(rows)];

/** All rules that are generated from the table of operations, from the bundled document, or from random sequences. */
export const generatedRules: readonly Rule[] = [
	...plansSucceed(restOperations),
	...enoughRoles(restOperations),
	...documentExamples,
	...refusals(restOperations),
	...laws,
	...sequenceRules,
];
