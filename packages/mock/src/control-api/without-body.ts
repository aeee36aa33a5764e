import { checkFields } from "../control/check-fields";
import type { Route } from "./call";

/**
 * A route that takes no body. One that holds something is refused, because nothing would come of it; `{}` is what some clients
 * send with every POST.
 */
export const withoutBody =
	(route: Route): Route =>
	(call) => {
		checkFields(call.json() ?? {}, {}, "part of the body");
		return route(call);
	};
