import type { NamedSchema, OperationModel } from "../generate/model";

/** Where an operation stands, from the reference's root. */
export const operationHref = (one: OperationModel): string =>
	one.domain === "graphql" ? `graphql/index.html#${one.id}` : `rest/${one.domain}.html#${one.id}`;

/** Where a record stands, from the reference's root. */
export const schemaHref = (one: NamedSchema): string => `schemas/${one.domain}.html#${one.name}`;
