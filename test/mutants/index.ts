import { accessMutants } from "./access";
import { graphqlMutants } from "./graphql";
import { lawMutants } from "./laws";
import { listMutants } from "./lists";
import type { Mutant } from "./mutant";
import { stateMutants } from "./state";

/** All broken servers. */
export const mutants: readonly Mutant[] = [
	...listMutants,
	...accessMutants,
	...stateMutants,
	...graphqlMutants,
	...lawMutants,
];
