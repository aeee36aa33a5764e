import type { Rule } from "../../rule/rule";
import { alertKeys } from "./alert-keys";
import { archivedProjects } from "./archived";
import { bodies } from "./bodies";
import { tokenChecks } from "./credentials";
import { errorBodies, parameterErrors, unharmed } from "./errors";
import { graphqlTokens } from "./graphql-tokens";
import { keysetChecks } from "./keyset";
import { limitChecks } from "./limits";
import { managedTokens } from "./managed-tokens";
import { pageChecks } from "./pages";
import { parameters } from "./parameters";
import { publicChecks } from "./public";
import { addresses, routing } from "./routing";
import { scopeChecks } from "./scopes";
import { sudoChecks } from "./sudo";
import { times } from "./times";
import { versionChecks } from "./versions";

export const platformRules: readonly Rule[] = [
	...routing,
	...addresses,
	...bodies,
	...parameters,
	...times,
	...pageChecks,
	...keysetChecks,
	...limitChecks,
	...tokenChecks,
	...scopeChecks,
	...publicChecks,
	...sudoChecks,
	...parameterErrors,
	...errorBodies,
	...unharmed,
	...graphqlTokens,
	...alertKeys,
	...managedTokens,
	...versionChecks,
	...archivedProjects,
];
