import { checkFields } from "../control/check-fields";
import { anything, count, headers, status } from "../control/fault-options";
import type { FixedOverride } from "../control/overrides";
import { optional, text } from "../lib/checks";
import { ControlError } from "../lib/control-error";

/** What was given, as an answer that is the same for every call of an operation. Throws a ControlError for what is none. */
export function checkOverride(given: unknown): FixedOverride {
	const checks = { operation: optional(text), status, headers, body: anything, times: count(1) };
	// Each field was held against its check; whether the operation is known is told when it is added.
	const options = checkFields(given, checks, "part of an override") as Partial<FixedOverride>;
	const { operation } = options;
	if (operation === undefined)
		throw new ControlError([{ pointer: "/operation", message: "missing: the id of an operation" }]);
	return { ...options, operation };
}
