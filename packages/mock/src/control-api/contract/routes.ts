import { checkFields } from "../../control/check-fields";
import { anything } from "../../control/fault-options";
import { flag, optional } from "../../lib/checks";
import { ControlError } from "../../lib/control-error";
import { isRecord } from "../../lib/is-record";
import { ok } from "../../request/http/json-response";
import type { ControlCall, Route } from "../call";
import { requestOf } from "../operation-request";
import { codeFor } from "../request-code";
import { originOf } from "../send";
import { describeOperation, listOperations, operationIn } from "./describe-operations";
import { graphqlRoutes } from "./graphql-routes";

/** Returns the request of an operation with parameters, as it would be sent, and as code. */
function writeRequest(call: ControlCall): object {
	const row = operationIn(call);
	const input = checkFields(call.json() ?? {}, { params: anything, anonymous: optional(flag) }, "field");
	const params = input.params ?? {};
	if (!isRecord(params)) throw new ControlError([{ pointer: "/params", message: "expected an object" }]);
	const request = requestOf(row, params);
	const type = request.body === undefined || request.isForm ? undefined : "application/json";
	const isSignedIn = input.anonymous !== true;
	const origin = originOf(call.request);
	const code = codeFor({
		...request,
		body: request.body,
		isForm: request.isForm === true,
		origin,
		type,
		isSignedIn,
		row,
		params,
		outcome: null,
	});
	const { isForm: _, ...shown } = request;
	return { ...shown, code };
}

/** The routes about the contract's operations. */
export const contractRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	...graphqlRoutes,
	"/contract": { GET: async (call) => ok({ operations: await listOperations(call) }) },
	"/contract/*": { GET: async (call) => ok(await describeOperation(call)) },
	"/contract/*/code": { POST: (call) => ok(writeRequest(call)) },
};
