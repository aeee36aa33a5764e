import type { Rule } from "../../rule/rule";
import { access } from "./access";
import { credentialChanges } from "./changes";
import { lastUse } from "./last-use";
import { credentialLists } from "./lists";

export const credentialsRules: readonly Rule[] = [...access, ...credentialLists, ...lastUse, ...credentialChanges];
