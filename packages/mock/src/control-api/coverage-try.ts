/** Sends requests for statuses that no response has had so far. */
import type { OperationRow, ParameterRow, ValueSchema } from "@tenon/contract";
import { checkFields } from "../control/check-fields";
import { oneOf } from "../lib/checks";
import { ControlError, ControlRefusal } from "../lib/control-error";
import type { ControlCall } from "./call";
import { operationIn } from "./contract/describe-operations";
import { requestOf } from "./operation-request";
import { tokenFor } from "./people";
import { deliver, send } from "./send";

const formats: { readonly [format: string]: string } = {
	date: "2099-01-01",
	"date-time": "2099-01-01T00:00:00Z",
	email: "nobody@example.com",
	uri: "https://example.com",
};

const isOf = (type: string, schema: ValueSchema): boolean => [schema.type].flat().includes(type);

/** Returns the simplest value that a schema accepts. */
function simplest(schema: ValueSchema): unknown {
	const {
		const: fixed,
		enum: words,
		anyOf,
		items,
		format,
		minimum = 1,
		minLength = 1,
		required = [],
		properties,
	} = schema;
	if (fixed !== undefined) return fixed;
	if (words) return words[0];
	if (anyOf?.[0]) return simplest(anyOf[0]);
	if (isOf("array", schema)) return items ? [simplest(items)] : [];
	if (isOf("object", schema))
		return Object.fromEntries(required.map((name) => [name, simplest(properties?.[name] ?? { type: "string" })]));
	if (isOf("integer", schema) || isOf("number", schema)) return minimum;
	if (isOf("boolean", schema)) return true;
	return formats[format ?? ""] ?? "x".repeat(minLength);
}

/** Returns the id of a record that does not exist. */
const nowhere = ({ schema }: ParameterRow): unknown => (isOf("integer", schema) ? 999_999_999 : "not-there");

/** Returns the parameters that a request to the operation needs. The records in its path do not exist. */
function needed({ parameters, body }: OperationRow): { readonly [name: string]: unknown } {
	const fields = body?.fields ?? [];
	const [one] = body?.atLeastOne ?? [];
	return Object.fromEntries([
		...fields
			.filter(({ name, required }) => required || name === one)
			.map(({ name, schema }) => [name, simplest(schema)]),
		...parameters
			.filter((parameter) => parameter.in === "path" || parameter.required)
			.map((parameter) => [parameter.name, parameter.in === "path" ? nowhere(parameter) : simplest(parameter.schema)]),
	]);
}

/** Returns the name of an administrator, so that only the missing record can cause a refusal. */
function administrator(call: ControlCall): string {
	for (const user of call.platform.state.users.all())
		if (user.admin && user.state === "active" && tokenFor(call.platform, user)) return user.username;
	throw new ControlRefusal(
		409,
		'There is no administrator with a token of the scope api. Create one: POST /_mock/records/users {"admin": true}.',
	);
}

/**
 * Sends a request that gets a status: 401 with an unknown credential, or 404 as an administrator for a record that does
 * not exist. Returns its id in the journal, and the status of the response, which a rule of the mock can change.
 */
export async function tryStatus(call: ControlCall): Promise<{ id: string; status: number }> {
	const row = operationIn(call);
	const refuse = (message: string): ControlError => new ControlError([{ pointer: "/status", message }]);
	const { status } = checkFields(call.json(), { status: oneOf(401, 404) }, "field");
	if (status === undefined) throw refuse("missing: 401 or 404");
	if (row.domain === "alerts") throw refuse("alerts cannot be tried: send one with POST /_mock/alerts");
	const request = requestOf(row, needed(row));
	if (status === 401) return send(call, { ...request, headers: { "private-token": "not-a-token" } });
	if (!row.path.includes("{")) throw refuse(`the path of ${row.id} has no parameter, so no record can be missing`);
	return deliver(call, request, administrator(call));
}
