/** What a query costs, without carrying it out. */
import { printSchema } from "graphql";
import type { Settings } from "../request/settings/settings";
import { type Entry, measure } from "./execute";
import { schemaFor, type Variant } from "./schema";
import { variantOf } from "./variant";

/** The cost of a query against its limit, or what is wrong with it. */
export interface QueryCost {
	/** Null for a query that is not valid. */
	readonly cost: number | null;
	readonly limit: number;
	readonly errors: readonly object[];
}

/** The platform whose schema it is. */
interface Measured {
	readonly settings: Settings;
	/** What extensions add to the schema. */
	readonly graphql: Variant["extensions"];
}

/** Measures a query for a caller with credentials or without. */
export const costOfQuery = (entry: Entry, { settings, graphql }: Measured, isSignedIn: boolean): QueryCost =>
	measure(entry, schemaFor(variantOf(settings, graphql)), isSignedIn);

/** The schema as text, as it is with these settings. */
export const schemaSource = ({ settings, graphql }: Measured): string =>
	printSchema(schemaFor(variantOf(settings, graphql)));
