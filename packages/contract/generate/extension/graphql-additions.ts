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
 * The rules for definitions that extend a schema. `extendSchema` of graphql-js applies them too, but its error has no
 * locations, so `validate` applies them first.
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
	// The rules use only the schema, the document and the report function of their context, which `validate` provides.
] as unknown as readonly ValidationRule[];
