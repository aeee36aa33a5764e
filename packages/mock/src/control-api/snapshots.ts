import { checkFields } from "../control/check-fields";
import { isSnapshotName } from "../control/snapshots";
import { optional, plain } from "../lib/checks";
import { ControlError } from "../lib/control-error";
import type { StateData } from "../state/state";
import type { ControlledPlatform } from "./controlled";

const name = plain<string>("1 to 64 letters, digits, dots, dashes and underscores", isSnapshotName);

/** Returns the name in a body, which must not have other fields. */
export const snapshotIn = (input: unknown): string | undefined => {
	const { snapshot } = checkFields(input ?? {}, { snapshot: optional(name) }, "field");
	return typeof snapshot === "string" ? snapshot : undefined;
};

/** Returns the data of the snapshot that a body names. */
export function snapshotOf({ snapshots }: ControlledPlatform, name: unknown): StateData {
	const { names } = snapshots;
	if (typeof name === "string" && names.includes(name)) return snapshots.get(name);
	const there = names.length > 0 ? `There are: ${names.join(", ")}.` : "There is none yet.";
	const message = name === undefined ? `missing. ${there}` : `there is no snapshot "${name}". ${there}`;
	throw new ControlError([{ pointer: "/snapshot", message }]);
}
