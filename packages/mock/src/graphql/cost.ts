/** Computes the cost of a query without running it. */
import { printSchema } from "graphql";
import type { Settings } from "../request/settings/settings";
import { type Entry, measure } from "./execute";
import { schemaFor, type Variant } from "./schema";
import { variantOf } from "./variant";

/** The cost of a query and its limit, or the errors of the query. */
export interface QueryCost {
	/** Null if the query is invalid. */
	readonly cost: number | null;
	readonly limit: number;
	readonly errors: readonly object[];
}

/** The platform whose schema is used. */
interface Measured {
	readonly settings: Settings;
	/** The additions of extensions to the schema. */
	readonly graphql: Variant["extensions"];
}

/** Returns the cost of a query, for a caller with or without credentials. */
export const costOfQuery = (entry: Entry, { settings, graphql }: Measured, isSignedIn: boolean): QueryCost =>
	measure(entry, schemaFor(variantOf(settings, graphql)), isSignedIn);

/** Returns the schema as text, as it is with these settings. */
export const schemaSource = ({ settings, graphql }: Measured): string =>
	printSchema(schemaFor(variantOf(settings, graphql)));
