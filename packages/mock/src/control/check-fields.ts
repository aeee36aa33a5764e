import { type Check, shown } from "../lib/checks";
import { ControlError, type ControlFault, pointerOf } from "../lib/control-error";
import { nearest } from "../lib/nearest";

/** A check without its type parameter, which only its definition needs. */
export type AnyCheck = Pick<Check<unknown>, "expected" | "run">;

/**
 * Checks every passed field, and suggests a name for each unknown one.
 *
 * @param what What messages call a field, such as "setting".
 * @throws ControlError that lists everything that is wrong.
 */
export function checkFields(
	input: unknown,
	checks: { readonly [name: string]: AnyCheck },
	what: string,
): { readonly [name: string]: unknown } {
	if (typeof input !== "object" || input === null || Array.isArray(input))
		throw new ControlError([{ pointer: "", message: `expected an object, found ${shown(input)}` }]);
	const faults: ControlFault[] = [];
	const report = (path: string, expected: string, found: unknown): void =>
		void faults.push({ pointer: pointerOf(path), message: `expected ${expected}, found ${shown(found)}` });
	for (const [name, value] of Object.entries(input)) {
		const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
		// These fields have no references to rows of a table.
		if (check) check.run(value, name, report, () => false);
		else {
			const guess = nearest(name, Object.keys(checks));
			const message = `there is no ${what} "${name}".${guess ? ` Did you mean "${guess}"?` : ""}`;
			faults.push({ pointer: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, message });
		}
	}
	if (faults.length > 0) throw new ControlError(faults);
	// Checked above: it is an object.
	return input as { readonly [name: string]: unknown };
}
