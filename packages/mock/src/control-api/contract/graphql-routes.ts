import { checkFields } from "../../control/check-fields";
import { anything } from "../../control/fault-options";
import { flag, nullable, optional, text } from "../../lib/checks";
import { ControlError } from "../../lib/control-error";
import { isRecord } from "../../lib/is-record";
import { ok } from "../../request/http/json-response";
import type { ControlCall, Route } from "../call";

const checks = {
	query: optional(text),
	variables: anything,
	operationName: optional(nullable(text)),
	anonymous: optional(flag),
};

/** Returns the cost of a query, and the maximum cost. */
async function measureQuery(call: ControlCall): Promise<object> {
	const { query, variables, operationName, anonymous } = checkFields(call.json() ?? {}, checks, "field");
	if (typeof query !== "string") throw new ControlError([{ pointer: "/query", message: "missing: a GraphQL query" }]);
	const value = variables ?? {};
	if (!isRecord(value)) throw new ControlError([{ pointer: "/variables", message: "expected an object, or null" }]);
	const { costOfQuery } = await import("../../graphql/cost");
	const name = typeof operationName === "string" ? operationName : undefined;
	const entry = { query, variables: value, operationName: name };
	return costOfQuery(entry, call.platform, anonymous !== true);
}

/** The routes about GraphQL. The packages that they need are loaded at the first call. */
export const graphqlRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/contract/graphql": {
		GET: async ({ platform }) => {
			const { schemaSource } = await import("../../graphql/cost");
			return ok({ schema: schemaSource(platform) });
		},
	},
	"/graphql/cost": { POST: async (call) => ok(await measureQuery(call)) },
};
