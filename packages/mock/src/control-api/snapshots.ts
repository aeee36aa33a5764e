import { checkFields } from "../control/check-fields";
import { optional, text } from "../lib/checks";
import { ControlError } from "../lib/control-error";
import type { StateData } from "../state/state";
import type { ControlledPlatform } from "./controlled";
import { ControlRefusal } from "./told";

/** Most that are kept of one platform. */
const most = 100;

const kept = new WeakMap<ControlledPlatform, Map<string, StateData>>();

function of(platform: ControlledPlatform): Map<string, StateData> {
	const there = kept.get(platform) ?? new Map<string, StateData>();
	kept.set(platform, there);
	return there;
}

const nameIn = (given: unknown): unknown =>
	checkFields(given ?? {}, { snapshot: optional(text) }, "part of it").snapshot;

/** Keeps what the platform holds under a name, the next number unless told otherwise, and gives the name. */
export function takeSnapshot(platform: ControlledPlatform, given: unknown): string {
	const snapshots = of(platform);
	const asked = nameIn(given);
	const name = typeof asked === "string" ? asked : `snapshot-${snapshots.size + 1}`;
	if (!snapshots.has(name) && snapshots.size >= most)
		throw new ControlRefusal(
			409,
			`There are ${most} snapshots, and there may be no more: take one under a name that is there.`,
		);
	snapshots.set(name, platform.snapshot());
	return name;
}

export function restoreSnapshot(platform: ControlledPlatform, given: unknown): void {
	const name = nameIn(given);
	const snapshot = typeof name === "string" ? of(platform).get(name) : undefined;
	if (snapshot) {
		platform.restore(snapshot);
		return;
	}
	const names = [...of(platform).keys()];
	const there = names.length > 0 ? `There are: ${names.join(", ")}.` : "There is none yet.";
	throw new ControlError([
		{
			pointer: "/snapshot",
			message: name === undefined ? `missing. ${there}` : `there is no snapshot "${name}". ${there}`,
		},
	]);
}
