import { checkFields } from "../../control/check-fields";
import { anything, count, headers, status } from "../../control/fault-options";
import type { FixedOverride } from "../../control/fixed-override";
import { matchChecks } from "../../control/request-match";
import { type AnyCheck, flag, object, optional, text } from "../../lib/checks";
import { ControlError } from "../../lib/control-error";

const one: AnyCheck = object({
	status,
	headers: { ...headers, optional: true },
	body: { ...anything, optional: true },
});
const responses: AnyCheck = {
	expected: "a list with at least one response",
	run(value, path, report, has) {
		if (value === undefined) return;
		if (!Array.isArray(value) || value.length === 0) report(path, this.expected, value);
		else for (const [index, response] of value.entries()) one.run(response, `${path}[${index}]`, report, has);
	},
};
const checks = {
	operation: optional(text),
	...matchChecks,
	status,
	headers,
	body: anything,
	times: count(1),
	responses,
	template: optional(flag),
};

/** Checks the input and returns it as an override. Throws a ControlError if it is invalid. */
export function checkOverride(input: unknown): FixedOverride {
	// Each field has passed its check. An unknown operation is reported when the override is added.
	const options = checkFields(input, checks, "field") as FixedOverride;
	const { operation, match, responses: list, status: own, headers: named, body, times } = options;
	if (operation === undefined && match === undefined)
		throw new ControlError([{ pointer: "/operation", message: "missing: the id of an operation, or a match" }]);
	if (list && [own, named, body, times].some((part) => part !== undefined))
		throw new ControlError([
			{ pointer: "/responses", message: "responses cannot be combined with status, headers, body or times" },
		]);
	return options;
}
