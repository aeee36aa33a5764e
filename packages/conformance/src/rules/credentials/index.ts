import type { Rule } from "../../rule/rule";
import { access } from "./access";
import { listedTokens } from "./listed-tokens";
import { revoking } from "./revoke";
import { rotating } from "./rotate";
import { sshKeys } from "./ssh-keys";
import { tokenLists } from "./token-lists";

export const credentialsRules: readonly Rule[] = [...access, ...tokenLists, ...listedTokens, ...sshKeys, ...revoking, ...rotating];
