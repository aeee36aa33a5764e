import {
	KnownDirectivesRule,
	KnownTypeNamesRule,
	LoneSchemaDefinitionRule,
	PossibleTypeExtensionsRule,
	UniqueArgumentDefinitionNamesRule,
	UniqueArgumentNamesRule,
	UniqueDirectiveNamesRule,
	UniqueDirectivesPerLocationRule,
	UniqueEnumValueNamesRule,
	UniqueFieldDefinitionNamesRule,
	UniqueOperationTypesRule,
	UniqueTypeNamesRule,
	type ValidationRule,
} from "graphql";

/**
 * The rules for definitions that extend a schema. graphql-js applies them in `extendSchema`, whose error has no places; so
 * `validate` applies them before.
 */
export const additionRules = [
	LoneSchemaDefinitionRule,
	UniqueOperationTypesRule,
	UniqueTypeNamesRule,
	UniqueEnumValueNamesRule,
	UniqueFieldDefinitionNamesRule,
	UniqueArgumentDefinitionNamesRule,
	UniqueDirectiveNamesRule,
	KnownTypeNamesRule,
	KnownDirectivesRule,
	UniqueDirectivesPerLocationRule,
	PossibleTypeExtensionsRule,
	UniqueArgumentNamesRule,
	// They ask their context for the schema, the document and to report, which the context of `validate` does as well.
] as unknown as readonly ValidationRule[];
