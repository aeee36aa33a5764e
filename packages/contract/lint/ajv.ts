import { Ajv2020 } from "ajv/dist/2020.js";
import type { Document, Schema } from "../generate/document";
import { isDate, isDateTime } from "../src/validators/support";

/** Validates a value against a schema. Returns the fault in Ajv's words; undefined if the value is valid. */
export type Judge = (schema: object, value: unknown) => string | undefined;

/** Returns a function that validates values, against schemas that can refer to the document. */
export function judge(document?: Document): Judge {
	const ajv = new Ajv2020({
		strict: false,
		logger: false,
		validateSchema: false, // the rules for keywords do this, with our own messages
		formats: { date: isDate, "date-time": isDateTime, uri: true, email: true, password: true, binary: true },
	});
	if (document) ajv.addSchema({ ...document, $id: "contract" });
	return (schema, value) => {
		const absolute: Schema = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/'));
		const validate = ajv.compile(absolute);
		return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: "it" });
	};
}
