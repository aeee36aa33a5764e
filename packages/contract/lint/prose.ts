/** Rules for descriptions: every parameter and every property needs one. */
import type { Schema } from "../generate/document";
import { follow, operations, schemas } from "./contract";
import type { Rule } from "./rule";

const isEmpty = (text: string | undefined): boolean => !text || text.trim() === "";

const parameters: Rule = {
	name: "parameter-description",
	*check(contract) {
		for (const one of operations(contract))
			for (const { name, description } of one.parameters)
				if (isEmpty(description))
					yield { at: `${one.at} parameters/${name}`, says: "The parameter has no description." };
	},
};

const properties: Rule = {
	name: "property-description",
	*check(contract) {
		const seen = new Set<Schema>();
		for (const { at, schema } of schemas(contract)) {
			if (seen.has(schema)) continue;
			seen.add(schema);
			// A reference has no other keys, so its target has the description.
			for (const [name, one] of Object.entries(schema.properties ?? {}))
				if (isEmpty(follow(one, contract.document).description))
					yield { at: `${at}/properties/${name}`, says: "The property has no description." };
		}
	},
};

export const proseRules: Rule[] = [parameters, properties];
