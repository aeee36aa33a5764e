import { checkFields } from "../control/check-fields";
import type { Route } from "./call";

/**
 * Wraps a route without a body. Refuses a body with fields, because they would have no effect; `{}` is accepted,
 * because some clients send it with every POST.
 */
export const withoutBody =
	(route: Route): Route =>
	(call) => {
		checkFields(call.json() ?? {}, {}, "field");
		return route(call);
	};
