import { type RestOperation, restOperations } from "../generators/rest-operations";
import type { Rule } from "../rule/rule";
import { acting } from "./acting";
import { addresses } from "./addresses";
import { alertFields } from "./alert-fields";
import { alertLaws } from "./alerts-intake";
import { aliasesAgree } from "./aliases";
import { aside } from "./aside";
import { bodies } from "./bodies";
import { complements } from "./complements";
import { conditionals } from "./conditional";
import { deadSecrets } from "./dead-secrets";
import { defaults } from "./defaults";
import { everyState } from "./every-state";
import { extras } from "./extras";
import { fieldsByRole } from "./fields-by-role";
import { filters } from "./filters";
import { graphqlArguments } from "./graphql-arguments";
import { graphqlChanges } from "./graphql-changes";
import { graphqlCommands } from "./graphql-commands";
import { graphqlConnections } from "./graphql-connections";
import { graphqlErrors } from "./graphql-errors";
import { graphqlNested } from "./graphql-nested";
import { graphqlPaths } from "./graphql-paths";
import { graphqlPipeline } from "./graphql-pipeline";
import { graphqlRights } from "./graphql-rights";
import { hidden } from "./hidden";
import { inLists } from "./in-lists";
import { links } from "./links";
import { nearSecrets } from "./near-secrets";
import { nested } from "./nested";
import { noValues } from "./no-values";
import { ofCaller } from "./of-caller";
import { orders } from "./orders";
import { pages } from "./pages";
import { contractPartialUpdates, partialUpdates } from "./partial-update";
import { records } from "./records";
import { repeats } from "./repeats";
import { valueSpellings } from "./spellings";
import { stored } from "./stored";
import { tree } from "./tree";
import { undeclared } from "./undeclared";
import { views } from "./views";
import { wrongParents } from "./wrong-parents";

/** Returns the laws that need only the rows of the operation table, so that they also check the operations of an extension. */
export const tableLaws = (rows: readonly RestOperation[]): readonly Rule[] =>
	[pages, orders, defaults, links, addresses, partialUpdates].flatMap((lawsOf) => lawsOf(rows));

/** The laws: rules that each check every operation of one kind. */
export const laws: readonly Rule[] = [
	...pages(restOperations),
	...orders(restOperations),
	...defaults(restOperations),
	...links(restOperations),
	...filters,
	...addresses(restOperations),
	...bodies,
	...views,
	...hidden,
	...inLists,
	...ofCaller,
	...records,
	...stored,
	...contractPartialUpdates,
	...fieldsByRole,
	...extras,
	...nested,
	...aside,
	...acting,
	...everyState,
	...tree,
	...undeclared,
	...complements,
	...repeats,
	...graphqlChanges,
	...graphqlCommands,
	...graphqlConnections,
	...graphqlArguments,
	...graphqlErrors,
	...graphqlNested,
	...graphqlPaths,
	...graphqlPipeline,
	...graphqlRights,
	...alertFields,
	...alertLaws,
	...wrongParents,
	...aliasesAgree,
	...valueSpellings,
	...noValues,
	...conditionals,
	...deadSecrets,
	...nearSecrets,
];
